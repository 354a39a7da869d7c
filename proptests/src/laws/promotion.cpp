// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "laws/calls.hpp"
#include "laws/law_list.hpp"

/// Operands of different element types.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

constexpr std::array<std::string_view, 4> signed_types{"int8", "int16", "int32", "int64"};
constexpr std::array<std::string_view, 4> unsigned_types{"uint8", "uint16", "uint32", "uint64"};
constexpr std::array<std::string_view, 2> float_types{"float", "double"};
constexpr std::array<std::string_view, 2> complex_types{"complex64", "complex128"};

template <class Types>
std::optional<std::size_t> width_in(Types const& types, std::string_view element) {
  const auto at = std::ranges::find(types, element);
  if (at == types.end()) return std::nullopt;
  return static_cast<std::size_t>(at - types.begin());
}

/// The element type of a result, by the Array API's table; empty where it has none.
std::string_view promoted(std::string_view a, std::string_view b) {
  if (a == b) return a;
  const auto i = width_in(signed_types, a), j = width_in(signed_types, b);
  const auto u = width_in(unsigned_types, a), v = width_in(unsigned_types, b);
  const auto f = width_in(float_types, a), g = width_in(float_types, b);
  const auto p = width_in(complex_types, a), q = width_in(complex_types, b);
  if ((p || f) && (q || g)) {
    const std::size_t width = std::max(p ? *p : *f, q ? *q : *g);
    return p || q ? complex_types[width] : float_types[width];
  }
  if (i && j) return signed_types[std::max(*i, *j)];
  if (u && v) return unsigned_types[std::max(*u, *v)];
  if (!(i && v) && !(u && j)) return "";
  const std::size_t whole = i ? *i : *j, natural = u ? *u : *v;
  const std::size_t width = std::max(whole, natural + 1);
  return width < signed_types.size() ? signed_types[width] : "";
}

/// Calls f with the type of an element, a complex one too.
template <class F>
void with_number(std::string_view element, F f) {
  if (element == "complex64") return f(std::type_identity<std::complex<float>>());
  if (element == "complex128") return f(std::type_identity<std::complex<double>>());
  with_element(element, f);
}

template <class T>
constexpr bool is_complex = false;
template <class R>
constexpr bool is_complex<std::complex<R>> = true;

/// Numbers that a narrower type or the other sign does not hold.
template <class T>
T number_of(std::size_t k) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr std::array<double, 4> all{0.3, 3, -2.25, 1e-9};
    return static_cast<T>(all[k % all.size()]);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    const T most = std::numeric_limits<T>::max();
    const std::array<T, 4> all{static_cast<T>(most / 2), 7,
                               static_cast<T>(std::is_signed_v<T> ? -5 : most / 2 - 1), 1};
    return all[k % all.size()];
  } else if constexpr (is_complex<T>) {
    return T(number_of<typename T::value_type>(k), number_of<typename T::value_type>(k + 1));
  } else {
    return T();
  }
}

void write(stored const& to, std::size_t first) {
  with_number(to.of.name, [&]<class T>(std::type_identity<T>) {
    std::size_t k = first;
    each_element(to.where.sizes, [&](indices const& i) {
      const T number = number_of<T>(k++);
      std::memcpy(to.at(i), &number, to.of.bytes);
    });
  });
}

template <class From, class To>
void convert(std::byte const* from, std::byte* to) {
  if constexpr (is_complex<To> && (std::is_floating_point_v<From> || is_complex<From>)) {
    using R = typename To::value_type;
    From value;
    std::memcpy(&value, from, sizeof value);
    const To number(static_cast<R>(std::real(value)), static_cast<R>(std::imag(value)));
    std::memcpy(to, &number, sizeof number);
  } else if constexpr (std::is_arithmetic_v<From> && std::is_arithmetic_v<To>) {
    From value;
    std::memcpy(&value, from, sizeof value);
    const To number = static_cast<To>(value);
    std::memcpy(to, &number, sizeof number);
  }
}

/// An element as one of another type, which holds it.
std::vector<std::byte> converted(std::byte const* from, std::string_view of, std::string_view to) {
  std::vector<std::byte> bytes(find_element_kind(to)->bytes);
  with_number(of, [&]<class From>(std::type_identity<From>) {
    with_number(to,
                [&]<class To>(std::type_identity<To>) { convert<From, To>(from, bytes.data()); });
  });
  return bytes;
}

std::string needs_promotion(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  return s.declares.promotes ? "" : "declares that operands have one element type";
}

bool short_rows(kit::subject const& s, test_case const& c) {
  if (!with_plain_target(s, c) || c.operands.size() != 2) return false;
  const auto result = joined(c);
  return result && !result->empty() && result->back() == 3 &&
         (c.operation == "add" || c.operation == "max" || c.operation == "less");
}

std::optional<std::string> of_types(kit::subject const& s, test_case const& c,
                                    std::string_view other) {
  operation const& op = *find_operation(c.operation);
  const std::string_view common = promoted(c.element, other);
  const auto make = [&](char const* name, std::string_view element, shape const& sizes) {
    return stored(name, element, place(sizes, {}), s, stored::filled::unwritten, 0);
  };
  const stored x0 = make("X0", c.element, sizes_of(c.operands[0].type));
  const stored x1 = make("X1", other, sizes_of(c.operands[1].type));
  const stored z = make("Z", op.predicate ? "bool" : common, joined(c).value());
  write(x0, 2);
  write(x1, 0);
  const kit::result got = s.apply(op.name, {x0.tensor(), x1.tensor()}, {z.tensor()});
  if (got.verdict == kind::unsupported) return std::nullopt;
  const std::string call = fmt::format("{} of {} and {}", op.name, c.element, other);
  if (got.verdict != kind::ok) return call + " was refused";
  std::optional<std::string> wrong;
  element_map from0(x0.where.sizes, z.where.sizes), from1(x1.where.sizes, z.where.sizes);
  std::vector<std::byte> expected(z.of.bytes);
  each_index(z.where.sizes, [&](indices const& i) {
    if (wrong) return;
    const auto a = converted(x0.at(from0(i)), c.element, common);
    const auto b = converted(x1.at(from1(i)), other, common);
    const std::vector<void const*> both{a.data(), b.data()};
    evaluator_of(common)(op.name, both, expected.data());
    if (near_enough(op, z.of.name, z.at(i), expected.data(), 4)) return;
    wrong = fmt::format("{}: {} is {}; expected {}, in {}", call, element_name("Z", i),
                        z.of.text(z.at(i)), z.of.text(expected.data()), common);
  });
  return wrong;
}

std::optional<std::string> promotion(kit::subject const& s, test_case const& c) {
  for (element_kind const& e : element_kinds()) {
    const std::string_view common = promoted(c.element, e.name);
    if (e.name == c.element || common.empty() || !takes(s, e.name) || !takes(s, common)) continue;
    if (!find_operation(c.operation)->computes(class_of(common))) continue;
    if (auto wrong = of_types(s, c, e.name)) return wrong;
  }
  return std::nullopt;
}

}  // namespace

std::vector<law> promotion_laws() {
  return {
      {"promotion", "bcast.P82", spec::level::derived,
       "Operands of different element types are computed in the type of the Array API's table.",
       family::lengths, needs_promotion, short_rows, promotion, computation::any},
  };
}

}  // namespace bcast::proptests
