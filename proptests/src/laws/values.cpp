// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

// values ------------------------------------------------------------------------------------------

template <class T>
std::optional<std::string> broadcast_values(kit::subject const& s, test_case const& c,
                                            bool layouts) {
  const std::optional<shape> result = joined(c);
  std::vector<held<T>> x = hold_operands<T>(c, layouts), z;
  const std::vector<held<T>> before = hold_operands<T>(c, layouts);
  for (std::size_t m = 0; m < x.size(); ++m) {
    z.emplace_back(c.element, result.value_or(shape{}),
                   layouts && c.result ? c.result->layout : layout_flags{});
    z.back().fill([](std::size_t) { return poison<T>(); });
  }
  const kit::result got = s.apply("broadcast", tensors(x), tensors(z));
  if (auto wrong = unexpected(got, result.has_value(), "broadcast")) return wrong;
  if (got.verdict != kind::ok) return std::nullopt;
  for (std::size_t m = 0; m < x.size(); ++m) {
    if (auto wrong = wrong_copy(z[m], before[m], m)) return wrong;
  }
  return std::nullopt;
}

template <class T>
std::optional<std::string> subtract(kit::subject const& s, test_case const& c, bool layouts) {
  if constexpr (!subtracts<T>) {
    return std::nullopt;
  } else {
    const std::optional<shape> result = joined(c);
    std::vector<held<T>> x = hold_operands<T>(c, layouts), z;
    z.emplace_back(c.element, result.value_or(shape{}),
                   layouts && c.result ? c.result->layout : layout_flags{});
    z.back().fill([](std::size_t) { return poison<T>(); });
    const kit::result got = s.apply("sub", tensors(x), tensors(z));
    if (auto wrong = unexpected(got, result.has_value(), "sub")) return wrong;
    if (got.verdict != kind::ok) return std::nullopt;
    return wrong_difference(z.front(), hold_operands<T>(c, layouts));
  }
}

std::optional<std::string> values(kit::subject const& s, test_case const& c) {
  return for_element(
      c, [&]<class T>(std::type_identity<T>) { return broadcast_values<T>(s, c, false); });
}

std::optional<std::string> arithmetic(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return subtract<T>(s, c, false); });
}

std::optional<std::string> layouts(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) {
    auto wrong = broadcast_values<T>(s, c, true);
    if (wrong || !s.declares.exact || !subtraction(s, c)) return wrong;
    return subtract<T>(s, c, true);
  });
}

}  // namespace

std::vector<law> value_laws() {
  return {
      {"values", "sonnx.F6", spec::level::must,
       "Each element of an output is the element that SONNX's f selects.", family::shapes,
       needs_values, any, values, computation::broadcast},
      {"arithmetic", "bcast.P6", spec::level::derived,
       "An element-wise operation computes with the elements that f selects, exact to the bit.",
       family::shapes, needs_values, subtraction, arithmetic, computation::subtraction},
      {"layouts", "bcast.P7", spec::level::derived,
       "Strides, gaps, offsets and permutations do not change a result.", family::layouts,
       needs_values, with_plain_target, layouts, computation::broadcast},
  };
}

}  // namespace bcast::proptests
