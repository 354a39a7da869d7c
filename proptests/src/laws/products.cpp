// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/products.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

/// Products of matrices whose leading axes broadcast.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

std::string needs_matmul(kit::subject const& s) {
  return s.matmul ? "" : "does not multiply matrices";
}

std::string needs_matmul_shape(kit::subject const& s) {
  return s.matmul_shape ? "" : "gives no shape of a product";
}

bool two_shapes(kit::subject const&, test_case const& c) {
  return c.operands.size() == 2 && is_static(c);
}

shape factor_of(test_case const& c, std::size_t m) { return sizes_of(c.operands[m].type); }

// The shape ---------------------------------------------------------------------------------------

std::optional<std::string> product_shape(kit::subject const& s, test_case const& c) {
  const kit::result expected = oracle::product("gufunc_matmul", factor_of(c, 0), factor_of(c, 1));
  const kit::result got = s.matmul_shape(c.operands[0].type, c.operands[1].type);
  if (got.verdict == kind::unsupported) return std::nullopt;
  const bool clause = got.tag.starts_with("gufunc.") && got.tag != expected.tag;
  if (got.verdict == expected.verdict && got.shape == expected.shape && !clause) {
    return std::nullopt;
  }
  return fmt::format("got {}; expected {}: {}", to_string(got), to_string(expected),
                     expected.verdict == kind::ok ? "the leading axes broadcast" : expected.why);
}

// The values --------------------------------------------------------------------------------------

/// How large the factors may be so that each sum is exact in a type; 0 if even ones are too large.
template <class T>
std::int64_t largest_factor(std::int64_t contracted) {
  double most = 0;
  if constexpr (std::is_floating_point_v<T>) {
    most = std::ldexp(1.0, std::numeric_limits<T>::digits);
  } else {
    most = static_cast<double>(std::numeric_limits<T>::max());
  }
  const double each =
      std::floor(std::sqrt(most / static_cast<double>(std::max<std::int64_t>(contracted, 1))));
  return static_cast<std::int64_t>(std::min(each, 1000.0));
}

/// The factor at a place of operand m, from 1.
template <class T>
T factor_at(std::size_t m, std::size_t p, std::int64_t largest) {
  const std::uint64_t mixed = ((p + 1) * 0x9E3779B97F4A7C15U + m * 0xD1B54A32D192ED03U) >> 33U;
  return static_cast<T>(1 + static_cast<std::int64_t>(mixed % static_cast<std::uint64_t>(largest)));
}

/// The last axes lie as the flags say. With the flag `repeated`, leading axes have stride 0; if
/// there are none, the last axis has. With `transposed` too, the rows of a matrix have stride 0
/// like them, and with `gapped` only the rows.
placement place_factor(shape const& sizes, std::size_t core, layout_flags flags) {
  const std::size_t leads = sizes.size() - core;
  const bool gapped = flags.has(layout_flag::gapped);
  const bool rows = core == 2 && (flags.has(layout_flag::transposed) || gapped);
  if (!flags.has(layout_flag::repeated) || (leads == 0 && !rows)) return place(sizes, flags);
  const auto steps = [&](std::size_t k) { return k < leads ? rows && gapped : k > leads || !rows; };
  shape stepped;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (steps(k)) stepped.push_back(sizes[k]);
  }
  for (layout_flag used : {layout_flag::repeated, layout_flag::transposed, layout_flag::gapped}) {
    if (used == layout_flag::repeated || rows) flags.bits &= ~static_cast<unsigned>(used);
  }
  placement p = place(stepped, flags);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!steps(k)) p.strides.insert(p.strides.begin() + static_cast<std::ptrdiff_t>(k), 0);
  }
  p.sizes = sizes;
  return p;
}

/// A tensor in the memory of a placement.
template <class T>
struct factor {
  std::string_view element;
  placement where;
  std::vector<T> storage;

  factor(std::string_view e, placement p)
      : element(e), where(std::move(p)), storage(static_cast<std::size_t>(where.places)) {}

  T const& at(indices const& i) const { return storage[static_cast<std::size_t>(where.at(i))]; }
  kit::tensor tensor() {
    return {storage.data() + where.first, element, where.sizes, where.strides,
            static_cast<std::size_t>(where.first) * sizeof(T)};
  }
};

/// A target for operands that cannot be multiplied: what an implementation has that takes the
/// larger size on each leading axis.
shape plausible(shape const& a, shape const& b) {
  const auto leading = [](shape const& s) {
    return shape(s.begin(),
                 s.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(s.size(), 2)));
  };
  test_case c;
  c.operands = {{type_of(leading(a)), {}}, {type_of(leading(b)), {}}};
  shape target = larger_sizes(c);
  if (a.size() > 1) target.push_back(a[a.size() - 2]);
  if (b.size() > 1) target.push_back(b.back());
  return target;
}

/// The indexes of the operands' elements that are multiplied for an element of the result.
struct sources {
  product const& of;
  element_map a, b;

  sources(product const& p, shape const& sizes_a, shape const& sizes_b)
      : of(p), a(leading(sizes_a, p.core_a), p.batch), b(leading(sizes_b, p.core_b), p.batch) {}

  static shape leading(shape const& sizes, std::size_t core) {
    return {sizes.begin(), sizes.end() - static_cast<std::ptrdiff_t>(core)};
  }

  std::pair<indices, indices> at(indices const& i, std::int64_t k) {
    const indices batch(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(of.batch.size()));
    const auto from_a = a(batch);
    indices one(from_a.begin(), from_a.end());
    const auto from_b = b(batch);
    indices other(from_b.begin(), from_b.end());
    if (of.core_a == 2) one.push_back(i[of.batch.size()]);
    one.push_back(k);
    other.push_back(k);
    if (of.core_b == 2) other.push_back(i.back());
    return {one, other};
  }
};

/// Compares the target with the sums, and then its places that hold no element.
template <class T>
std::optional<std::string> wrong_sums(factor<T> const& z, factor<T> const& a, factor<T> const& b,
                                      product const& p) {
  sources from(p, a.where.sizes, b.where.sizes);
  std::optional<indices> first;
  T sum_of_first{};
  std::int64_t wrongs = 0, all = 0;
  std::vector<bool> holds(z.storage.size(), false);
  each_index(p.shape, [&](indices const& i) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < p.contracted; ++k) {
      const auto [one, other] = from.at(i, k);
      sum += static_cast<std::int64_t>(a.at(one)) * static_cast<std::int64_t>(b.at(other));
    }
    holds[static_cast<std::size_t>(z.where.at(i))] = true;
    ++all;
    if (z.at(i) == static_cast<T>(sum) || wrongs++ != 0) return;
    first = i;
    sum_of_first = static_cast<T>(sum);
  });
  if (first) {
    return fmt::format(
        "{} {}; expected {}, the sum of {} products       {} of {} wrong\n"
        "strides in elements: X0 ({}), X1 ({}), Z ({})",
        element_name("Z", *first), found_in(z.at(*first)), shown(sum_of_first), p.contracted,
        wrongs, all, fmt::join(a.where.strides, ", "), fmt::join(b.where.strides, ", "),
        fmt::join(z.where.strides, ", "));
  }
  for (std::size_t place = 0; place < holds.size(); ++place) {
    if (!holds[place] && !same(z.storage[place], poison<T>())) {
      return fmt::format("place {} beside the target was written", place);
    }
  }
  return std::nullopt;
}

template <class T>
std::optional<std::string> multiplied(kit::subject const& s, test_case const& c, bool layouts) {
  if constexpr (!subtracts<T>) {
    return std::nullopt;
  } else {
    const shape sizes_a = factor_of(c, 0), sizes_b = factor_of(c, 1);
    const std::optional<product> p = product_of(sizes_a, sizes_b);
    const auto flags = [&](operand const& o) { return layouts ? o.layout : layout_flags{}; };
    const auto core = [](shape const& sizes) { return std::min<std::size_t>(sizes.size(), 2); };
    factor<T> a(c.element, place_factor(sizes_a, core(sizes_a), flags(c.operands[0])));
    factor<T> b(c.element, place_factor(sizes_b, core(sizes_b), flags(c.operands[1])));
    const shape target = c.result ? sizes_of(c.result->type)
                         : p      ? p->shape
                                  : plausible(sizes_a, sizes_b);
    factor<T> z(c.element, place(target, c.result ? flags(*c.result) : layout_flags{}));
    const std::int64_t largest = largest_factor<T>(p ? p->contracted : 1);
    if (largest == 0) return std::nullopt;
    for (std::size_t k = 0; k < a.storage.size(); ++k) a.storage[k] = factor_at<T>(0, k, largest);
    for (std::size_t k = 0; k < b.storage.size(); ++k) b.storage[k] = factor_at<T>(1, k, largest);
    std::ranges::fill(z.storage, poison<T>());
    const std::vector<T> before_a = a.storage, before_b = b.storage;
    const kit::result got = s.matmul(a.tensor(), b.tensor(), z.tensor());
    if (got.verdict == kind::unsupported) return std::nullopt;
    if (a.storage != before_a) return "the call wrote to operand 0";
    if (b.storage != before_b) return "the call wrote to operand 1";
    const bool legal = p && target == p->shape;
    const std::string what = fmt::format("{} @ {} into {}", to_string(c.operands[0].type),
                                         to_string(c.operands[1].type), to_string(type_of(target)));
    if (auto wrong = unexpected(got, legal, what)) return wrong;
    if (got.verdict == kind::ok) return wrong_sums(z, a, b, *p);
    const bool kept =
        std::ranges::all_of(z.storage, [](T const& value) { return same(value, poison<T>()); });
    if (!kept) return what + " was refused, but something was written";
    return std::nullopt;
  }
}

std::optional<std::string> products(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return multiplied<T>(s, c, false); });
}

std::optional<std::string> product_layouts(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return multiplied<T>(s, c, true); });
}

/// Whether the operands and the target fit in memory, and no two elements of the target share a
/// position.
bool few_products(kit::subject const& s, test_case const& c) {
  if (!two_shapes(s, c) || c.element == "bool" || c.element == "string") return false;
  if (c.result && c.result->layout.has(layout_flag::repeated)) return false;
  constexpr double most = 1 << 14;
  double places = 1;
  for (operand const& o : c.operands) {
    for (kit::dim const& d : o.type.sizes)
      places *= static_cast<double>(std::max<std::int64_t>(*d, 1));
  }
  double own = 1;
  if (c.result) {
    for (kit::dim const& d : c.result->type.sizes)
      own *= static_cast<double>(std::max<std::int64_t>(*d, 1));
  }
  return places <= most && own <= most;
}

}  // namespace

std::vector<law> product_laws() {
  return {
      {"product shape", "bcast.P71", spec::level::derived,
       "The leading axes of a product broadcast, and the contracted sizes are equal.",
       family::products, needs_matmul_shape, two_shapes, product_shape},
      {"products", "bcast.P72", spec::level::derived,
       "An element of a product is the sum over the contracted axis; an empty sum is 0.",
       family::products, needs_matmul, few_products, products, computation::product},
      {"product layouts", "bcast.P73", spec::level::derived,
       "Strides, gaps, offsets and strides of 0 along leading axes do not change a product.",
       family::products, needs_matmul, few_products, product_layouts, computation::product},
  };
}

}  // namespace bcast::proptests
