// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
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

using change =
    std::function<kit::result(apply const&, std::string_view, tensors const&, tensors const&)>;

/// The plain implementation, called in another way.
mutant changed(std::string name, std::string happened, std::string wrong, change const& how) {
  kit::subject s = proptests::plain();
  s.name = name;
  s.declares.exact = false;
  s.declares.overlap = false;  // it does not look for a target that overlaps itself
  s.apply = [right = s.apply, how](std::string_view op, tensors const& x, tensors const& z) {
    return how(right, op, x, z);
  };
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

/// The mutant, which declares something more.
template <class T>
mutant with(mutant m, T kit::capabilities::*field, T value) {
  m.subject.declares.*field = std::move(value);
  return m;
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

/// Rows are multiplied by the reciprocal: whole vectors of eight, or by one divisor for all.
change by_reciprocal(bool of_one) {
  return [=](apply const& right, std::string_view op, tensors const& x, tensors const& z) {
    const kit::result a = right(op, x, z);
    if (op != "div" || a.verdict != kit::result::kind::ok || z[0].sizes.size() != 1) return a;
    const auto own = [](kit::tensor const& t, std::int64_t k) {
      return static_cast<float const*>(t.data)[count_of(t.sizes) == 1 ? 0 : k];
    };
    const std::int64_t n = z[0].sizes[0], vectors = n / 8 * 8;
    const bool one = n > 1 && count_of(x[1].sizes) == 1;
    each_float(z[0], [&](float& of, std::int64_t k) {
      if ((of_one ? !one : k >= vectors) || !std::isnormal(of)) return;
      of = own(x[0], k) * (1.0F / own(x[1], k));
    });
    return a;
  };
}

/// Every fourth product is too large by some units in the last place.
change rounded_up(int units) {
  return [=](apply const& right, std::string_view op, tensors const& x, tensors const& z) {
    const kit::result a = right(op, x, z);
    if (op != "mul" || a.verdict != kit::result::kind::ok) return a;
    each_float(z[0], [&](float& of, std::int64_t k) {
      for (int u = 0; u < units && k % 4 == 3 && std::isnormal(of); ++u) {
        of = std::nextafter(of, 2 * of);
      }
    });
    return a;
  };
}

/// Products of complex numbers are those of their parts.
kit::result part_by_part(apply const& right, std::string_view op, tensors const& x,
                         tensors const& z) {
  if (op != "mul" || z[0].element != "complex64") return right(op, x, z);
  const auto parts = [](tensors all) {
    for (kit::tensor& t : all) {
      t.element = "float";
      for (std::int64_t& stride : t.strides) stride *= 2;
      t.sizes.push_back(2);
      t.strides.push_back(1);
    }
    return all;
  };
  return right(op, parts(x), parts(z));
}

/// The same values, but of each bool only the lowest bit.
kit::result lowest_bit(apply const& right, std::string_view op, tensors x, tensors const& z) {
  std::vector<std::vector<std::uint8_t>> bits;
  for (kit::tensor& t : x) {
    if (t.element != "bool" || t.strides != dense_strides(t.sizes)) continue;
    auto* const from = static_cast<std::uint8_t*>(t.data);
    bits.emplace_back(from, from + count_of(t.sizes));
    for (std::uint8_t& byte : bits.back()) byte &= 1U;
    t.data = bits.back().data();
  }
  return right(op, x, z);
}

template <class From, class To>
void convert(kit::tensor& t, std::vector<To>& kept) {
  auto const* const from = static_cast<From const*>(t.data);
  for (std::int64_t k = 0; k < count_of(t.sizes); ++k) kept.push_back(static_cast<To>(from[k]));
}

/// An int8 beside an int16: computed in the type of the first operand, not in the wider one.
kit::result in_the_first_type(apply const& right, std::string_view op, tensors x,
                              tensors const& z) {
  if (x.size() != 2 || x[0].element == x[1].element) return right(op, x, z);
  const bool narrow = x[0].element == "int8";
  std::vector<std::int8_t> bytes;
  std::vector<std::int16_t> wide;
  if (narrow) {
    convert<std::int16_t>(x[1], bytes);
    x[1].data = bytes.data();
  } else {
    convert<std::int8_t>(x[1], wide);
    x[1].data = wide.data();
  }
  x[1].element = x[0].element;
  if (!narrow || op == "less") return right(op, x, z);
  std::vector<std::int8_t> sums(static_cast<std::size_t>(count_of(z[0].sizes)));
  kit::tensor own = z[0];
  own.data = sums.data();
  own.element = "int8";
  const kit::result a = right(op, x, {own});
  std::ranges::copy(sums, static_cast<std::int16_t*>(z[0].data));
  return a;
}

/// The difference is computed in the first operand, if it has so many elements, and then copied.
change in_the_operand(std::int64_t least) {
  return [=](apply const& right, std::string_view op, tensors const& x, tensors const& z) {
    const kit::result a = right(op, x, z);
    const bool dense = !x.empty() && x[0].sizes == z[0].sizes && x[0].strides == z[0].strides &&
                       x[0].strides == dense_strides(x[0].sizes);
    const std::int64_t count = count_of(z[0].sizes);
    if (op != "sub" || a.verdict != kit::result::kind::ok || !dense || count < least) return a;
    std::memmove(x[0].data, z[0].data,
                 static_cast<std::size_t>(count) * kind_of(z[0].element).bytes);
    return a;
  };
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
              by_reciprocal(false)),
      changed("computed/by_one_reciprocal", "",
              "a row is divided by one number by multiplying with its reciprocal",
              by_reciprocal(true)),
      with(changed("computed/last_bit", "",
                   "every fourth product of an exact implementation is too large by one bit",
                   rounded_up(1)),
           &kit::capabilities::exact, true),
      changed("computed/six_units", "",
              "every fourth product is too large by six units in the last place", rounded_up(6)),
      with(changed("computed/part_by_part", "",
                   "products of complex numbers are those of their parts", part_by_part),
           &kit::capabilities::dtypes, {"float", "complex64"}),
      with(changed("computed/lowest_bit", "", "of a bool, only the lowest bit is read", lowest_bit),
           &kit::capabilities::any_bool, true),
      with(with(changed("computed/in_the_first_type", "",
                        "operands of two types are computed in the type of the first",
                        in_the_first_type),
                &kit::capabilities::promotes, true),
           &kit::capabilities::dtypes, {"int8", "int16"}),
      changed("computed/in_the_operand", "", "the difference is also written to the first operand",
              in_the_operand(0)),
      changed("computed/in_the_long_operand", "",
              "the difference of 16 elements or more is also written to the first operand",
              in_the_operand(16)),
  };
}

}  // namespace bcast::mutants
