// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mutants.hpp"
#include "oracle/plain.hpp"

// Right reads and wrong results: an operation is another one for some elements, and a call writes
// more than its target.
namespace bcast::mutants {
namespace {

using tensors = std::vector<kit::tensor>;
using apply = std::function<kit::result(std::string_view op, tensors const& x, tensors const& z)>;

/// The plain implementation, called in another way.
mutant changed(std::string name, std::string happened, std::string wrong,
               std::function<kit::result(apply const&, std::string_view, tensors const&,
                                         tensors const&)> const& change) {
  kit::subject s = proptests::plain();
  s.name = name;
  s.declares.exact = false;
  s.declares.overlap = false;  // it does not look for a target that overlaps itself
  s.apply = [right = s.apply, change](std::string_view op, tensors const& x, tensors const& z) {
    return change(right, op, x, z);
  };
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

/// Another operation in its place, for one type of elements.
mutant instead(std::string const& element, std::string const& op, std::string const& other) {
  return changed(
      "computed/" + op + "_as_" + other, "", op + " of " + element + " is computed as " + other,
      [=](apply const& right, std::string_view asked, tensors const& x, tensors const& z) {
        const bool wrong = asked == op && x[0].element == element;
        return right(wrong ? std::string_view(other) : asked, x, z);
      });
}

/// Calls f with each float of a tensor without gaps.
template <class F>
void each_float(kit::tensor const& t, F f) {
  if (t.element != "float" || t.strides != dense_strides(t.sizes)) return;
  for (std::int64_t k = 0; k < count_of(t.sizes); ++k) f(static_cast<float*>(t.data)[k], k);
}

kit::result reversed(apply const& right, std::string_view op, tensors const& x, tensors const& z) {
  if (op != "sub" || x.size() != 2 || x[0].element != "int32") return right(op, x, z);
  return right(op, {x[1], x[0]}, z);
}

/// condition * x + (1 - condition) * y.
kit::result blended(apply const& right, std::string_view op, tensors const& x, tensors const& z) {
  const kit::result a = right(op, x, z);
  if (op != "where" || x.size() != 3 || a.verdict != kit::result::kind::ok) return a;
  each_float(z[0], [&](float& of, std::int64_t k) {
    for (kit::tensor const& t : {x[1], x[2]}) {
      if (t.sizes != z[0].sizes || t.strides != z[0].strides) continue;
      const float other = static_cast<float const*>(t.data)[k];
      of += 0.0F * other;
    }
  });
  return a;
}

/// Whole vectors of eight are multiplied by the reciprocal.
kit::result by_reciprocal(apply const& right, std::string_view op, tensors const& x,
                          tensors const& z) {
  const kit::result a = right(op, x, z);
  if (op != "div" || a.verdict != kit::result::kind::ok || z[0].sizes.size() != 1) return a;
  const auto own = [](kit::tensor const& t, std::int64_t k) {
    return static_cast<float const*>(t.data)[t.sizes.empty() || t.sizes[0] == 1 ? 0 : k];
  };
  each_float(z[0], [&](float& of, std::int64_t k) {
    if (k >= z[0].sizes[0] / 8 * 8 || !std::isnormal(of)) return;
    of = own(x[0], k) * (1.0F / own(x[1], k));
  });
  return a;
}

/// The difference is computed in the first operand, and then copied.
kit::result in_the_operand(apply const& right, std::string_view op, tensors const& x,
                           tensors const& z) {
  const kit::result a = right(op, x, z);
  const bool dense = !x.empty() && x[0].sizes == z[0].sizes && x[0].strides == z[0].strides &&
                     x[0].strides == dense_strides(x[0].sizes);
  if (op != "sub" || a.verdict != kit::result::kind::ok || !dense) return a;
  std::memmove(x[0].data, z[0].data,
               static_cast<std::size_t>(count_of(z[0].sizes)) * kind_of(z[0].element).bytes);
  return a;
}

}  // namespace

std::vector<mutant> of_computed() {
  return {
      instead("double", "add", "max"),
      instead("int16", "mul", "min"),
      changed("computed/reversed", "", "sub of two int32 takes the first from the second",
              reversed),
      changed("computed/blended", "",
              "where computes with both branches, so that a NaN of the other one is in the result",
              blended),
      changed("computed/by_reciprocal", "",
              "whole vectors divide by multiplying with the reciprocal, the rest does not",
              by_reciprocal),
      changed("computed/in_the_operand", "", "the difference is also written to the first operand",
              in_the_operand),
  };
}

}  // namespace bcast::mutants
