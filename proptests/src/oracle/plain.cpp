// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/plain.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "cases/element_kinds.hpp"
#include "memory/memory.hpp"
#include "oracle/computed.hpp"
#include "oracle/operations.hpp"
#include "oracle/products.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;
using shape = std::vector<std::int64_t>;

kit::result rejected(std::string why) {
  kit::result a;
  a.verdict = kind::refused;
  a.why = std::move(why);
  return a;
}

/// Whether the operands broadcast to the target's shape without changing it.
bool fits(std::vector<kit::tensor> const& operands, shape const& target) {
  std::vector<shape> all{target};
  for (kit::tensor const& t : operands) all.push_back(t.sizes);
  const kit::result a = oracle::broadcast_shapes(all);
  return a.verdict == kind::ok && a.shape == type_of(target);
}

std::int64_t place_of(kit::tensor const& t, indices const& i) {
  return std::inner_product(i.begin(), i.end(), t.strides.begin(), std::int64_t{0});
}

std::byte* at(kit::tensor const& t, indices const& i, std::size_t bytes) {
  return static_cast<std::byte*>(t.data) + place_of(t, i) * static_cast<std::int64_t>(bytes);
}

indices source_of(kit::tensor const& x, kit::tensor const& z, indices const& i) {
  return oracle::operand_index(x.sizes, z.sizes, i);
}

/// Computes every element of a target from the matching operand elements. All elements are read
/// before any is written.
void compute(std::string_view op, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  const std::string_view element = x.back().element;
  operation const* const known = find_operation(op);
  if (known == nullptr || (element == "string" && op != "copy") ||
      (element == "bool" && !known->computes(element_class::booleans))) {
    throw std::invalid_argument(fmt::format("'{}' is not for {}", op, element));
  }
  if (element == "string") {
    std::vector<std::string> results;
    const auto text = [](kit::tensor const& t) { return static_cast<std::string*>(t.data); };
    each_index(
        z.sizes,
        [&](indices const& i) {
          results.push_back(text(x[0])[place_of(x[0], source_of(x[0], z, i))]);
        },
        INT64_MAX);
    auto result = results.begin();
    each_index(
        z.sizes, [&](indices const& i) { text(z)[place_of(z, i)] = *result++; }, INT64_MAX);
    return;
  }
  const evaluator evaluate = evaluator_of(element);
  const std::size_t bytes = find_element_kind(z.element)->bytes;
  std::vector<std::byte> results;
  std::vector<void const*> elements(x.size());
  each_index(
      z.sizes,
      [&](indices const& i) {
        for (std::size_t m = 0; m < x.size(); ++m) {
          elements[m] = at(x[m], source_of(x[m], z, i), find_element_kind(x[m].element)->bytes);
        }
        results.resize(results.size() + bytes);
        evaluate(op, elements, results.data() + results.size() - bytes);
      },
      INT64_MAX);
  std::byte const* result = results.data();
  each_index(
      z.sizes,
      [&](indices const& i) {
        std::memcpy(at(z, i, bytes), result, bytes);
        result += bytes;
      },
      INT64_MAX);
}

kit::result apply(std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  for (kit::tensor const& t : z) {
    if (!fits(x, t.sizes)) return rejected("the operands do not broadcast to the output's shape");
  }
  if (op == "broadcast") {
    std::vector<shape> shapes;
    for (kit::tensor const& t : x) shapes.push_back(t.sizes);
    if (oracle::broadcast_shapes(shapes).shape != type_of(z.at(0).sizes)) {
      return rejected("the outputs do not have the shape to which the operands broadcast");
    }
    for (std::size_t m = 0; m < x.size(); ++m) compute("copy", {x[m]}, z.at(m));
  } else {
    compute(op, x, z.at(0));
  }
  return {};
}

kit::result adjoint(kit::tensor const& gradient, kit::tensor const& out) {
  if (!fits({out}, gradient.sizes)) return rejected("the gradient is not of a stretched operand");
  element_kind const& e = *find_element_kind(out.element);
  each_index(
      out.sizes, [&](indices const& i) { e.write(at(out, i, e.bytes), 0); }, INT64_MAX);
  each_index(
      gradient.sizes,
      [&](indices const& i) {
        std::byte* const sum = at(out, source_of(out, gradient, i), e.bytes);
        const std::array<void const*, 2> both{sum, at(gradient, i, e.bytes)};
        evaluator_of(e.name)("add", both, sum);
      },
      INT64_MAX);
  return {};
}

kit::result matmul(kit::tensor const& a, kit::tensor const& b, kit::tensor const& out) {
  const auto p = product_of(a.sizes, b.sizes);
  if (!p || p->shape != out.sizes) return rejected("the operands have no product of this shape");
  const auto own = [&](kit::tensor const& x, std::size_t core, indices const& i) {
    const indices batch(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(p->batch.size()));
    const indices leading(x.sizes.begin(), x.sizes.end() - static_cast<std::ptrdiff_t>(core));
    return oracle::operand_index(leading, p->batch, batch);
  };
  with_element(out.element, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
      throw std::invalid_argument("products are not for bool or string");
    } else {
      const auto each = [&](indices const& i) {
        T sum{};
        for (std::int64_t k = 0; k < p->contracted; ++k) {
          indices one = own(a, p->core_a, i), other = own(b, p->core_b, i);
          if (p->core_a == 2) one.push_back(i[p->batch.size()]);
          one.push_back(k);
          other.push_back(k);
          if (p->core_b == 2) other.push_back(i.back());
          sum = static_cast<T>(sum + static_cast<T const*>(a.data)[place_of(a, one)] *
                                         static_cast<T const*>(b.data)[place_of(b, other)]);
        }
        static_cast<T*>(out.data)[place_of(out, i)] = sum;
      };
      each_index(out.sizes, each, INT64_MAX);
    }
  });
  return {};
}

}  // namespace

kit::subject plain() {
  kit::subject s;
  s.name = "plain";
  s.rule = "array_api";
  s.declares.ops = {"broadcast"};
  for (operation const& op : operations()) s.declares.ops.emplace_back(op.name);
  s.declares.exact = true;
  s.broadcast_shapes = [](std::vector<kit::shape> const& operands,
                          std::optional<kit::broadcast_dimensions> const&) {
    test_case c;
    for (kit::shape const& t : operands) c.operands.push_back({t, {}});
    return oracle::broadcast_shapes("array_api", c);
  };
  s.expand = [](kit::shape const& operand, kit::shape const& target) {
    const auto negative = [](kit::dim const& size) { return *size < 0; };
    if (std::ranges::any_of(target.sizes, negative)) {
      return rejected("a size is negative");
    }
    kit::result a = oracle::broadcast_shapes({sizes_of(operand), sizes_of(target)});
    if (a.verdict == kind::ok && a.shape != target) a = rejected("the target would be stretched");
    return a;
  };
  s.apply = apply;
  s.adjoint = adjoint;
  s.matmul_shape = [](kit::shape const& a, kit::shape const& b) {
    return oracle::product("gufunc_matmul", sizes_of(a), sizes_of(b));
  };
  s.matmul = matmul;
  return s;
}

}  // namespace bcast::proptests
