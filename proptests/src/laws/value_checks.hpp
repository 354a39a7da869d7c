// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "laws/wrong_element.hpp"
#include "memory/memory.hpp"
#include "oracle/remembered.hpp"

/// Shared by the laws about values: which element is expected, and the message for a wrong one.
namespace bcast::proptests {

using shape = std::vector<std::int64_t>;

/// The number of elements of a shape.
inline std::int64_t elements_of(shape const& sizes) {
  std::int64_t all = 1;
  for (std::int64_t size : sizes) all *= size;
  return all;
}

inline std::int64_t flat_of(shape const& sizes, std::span<std::int64_t const> i) {
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) flat = flat * sizes[k] + i[k];
  return flat;
}

inline std::string needs_values(kit::subject const& s) {
  return s.apply ? "" : "does not compute values";
}

/// Whether a subject computes an element type.
inline bool takes(kit::subject const& s, std::string_view element) {
  auto const& all = s.declares.dtypes;
  if (all.empty()) return is_usual(element);
  return std::ranges::find(all, element) != all.end();
}

template <class T>
std::string shown(T const& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return "'" + value + "'";
  } else if constexpr (std::is_same_v<T, bool>) {
    std::uint8_t byte = 0;
    std::memcpy(&byte, &value, 1);
    return std::to_string(byte);
  } else if constexpr (sizeof(T) == 1) {
    return std::to_string(static_cast<int>(value));
  } else {
    return fmt::format("{}", value);
  }
}

/// The positions in a tensor's storage that hold `value`, gaps included.
template <class T>
std::vector<std::int64_t> positions_of(held<T> const& x, T const& value) {
  std::vector<std::int64_t> found;
  for (std::int64_t p = 0; p < x.where().places; ++p) {
    if (same(x.place_at(p), value)) found.push_back(p);
  }
  return found;
}

/// Whether the result of the case's operands can be written to a target of the given sizes. The
/// rule is join(result, target) = target.
inline bool fits(test_case const& c, shape const& target) {
  std::vector<shape> all{target};
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  return remembered_join(all) == target;
}

inline std::optional<shape> joined(test_case const& c) {
  std::vector<shape> all;
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  return remembered_join(all);
}

/// What an element of a target holds.
template <class T>
std::string found_in(T const& value) {
  return same(value, poison<T>()) ? "was not written" : "is " + shown(value);
}

/// Compares output m with the elements that the oracle selects from operand m. Storage positions of
/// operands hold different values, so that a wrong value shows which one was read.
template <class T>
std::optional<std::string> wrong_copy(held<T> const& z, held<T> const& x, std::size_t m) {
  std::optional<wrong_element> first;
  std::int64_t wrongs = 0, all = 0;
  std::vector<bool> wrong;
  element_map source(x.where().sizes, z.where().sizes);
  each_index(z.where().sizes, [&](indices const& i) {
    const auto from = source(i);
    ++all;
    if (same(z.at(i), x.at(from))) return;
    wrong.resize(static_cast<std::size_t>(all), false);
    wrong.back() = true;
    if (wrongs++ != 0) return;
    first.emplace(wrong_element{fmt::format("Z{}", m), z.where(), i, fmt::format("X{}", m),
                                x.where(), indices(from.begin(), from.end()), std::nullopt});
  });
  if (!first) return std::nullopt;
  first->wrong = std::move(wrong);
  if (!same(z.at(first->at), poison<T>())) {
    const std::vector<std::int64_t> hold = positions_of(x, z.at(first->at));
    if (hold.size() == 1) first->read = hold.front();
    first->unknown = fmt::format("{} positions of {} hold it", hold.size(), first->operand);
  }
  return fmt::format("{} {}; expected {}, which {} holds       {} of {} wrong\n{}",
                     element_name(first->result, first->at), found_in(z.at(first->at)),
                     shown(x.at(first->expected)), element_name(first->operand, first->expected),
                     wrongs, all, shown(*first));
}

/// x1 - x2 - ... at one index of the result. The oracle selects the element of each operand.
template <class Read>
auto difference_of(std::vector<element_map>& sources, indices const& i, Read read) {
  auto z = read(0, sources.front()(i));
  for (std::size_t m = 1; m < sources.size(); ++m) {
    z = static_cast<decltype(z)>(z - read(m, sources[m](i)));
  }
  return z;
}

template <class T>
constexpr bool subtracts = !std::is_same_v<T, bool> && !std::is_same_v<T, std::string>;

// Which cases the laws apply to -------------------------------------------------------------------

/// Whether every shape of a static case, and the shape of the larger sizes, fits in memory.
/// Positions that an empty axis leaves unused count too.
inline bool few_elements(test_case const& c) {
  constexpr std::int64_t most = std::int64_t{1} << 22;
  shape larger;
  const auto take = [&](kit::shape const& t) {
    const shape sizes = sizes_of(t);
    if (sizes.size() > larger.size())
      larger.insert(larger.begin(), sizes.size() - larger.size(), 1);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      std::int64_t& size = larger[larger.size() - sizes.size() + k];
      size = std::max(size, sizes[k]);
    }
  };
  for (operand const& o : c.operands) take(o.type);
  if (c.result) take(c.result->type);
  std::int64_t places = 1;
  for (std::int64_t size : larger) {
    if (size > most / places) return false;
    places *= std::max<std::int64_t>(size, 1);
  }
  return true;
}

inline bool any(kit::subject const&, test_case const& c) {
  return !c.operands.empty() && is_static(c) && few_elements(c);
}

inline bool subtraction(kit::subject const& s, test_case const& c) {
  return any(s, c) && c.operands.size() <= s.declares.max_operands && c.element != "bool" &&
         c.element != "string";
}

/// Whether no two elements of the target share a position. Otherwise the target is rejected.
inline bool with_plain_target(kit::subject const& s, test_case const& c) {
  return any(s, c) && !(c.result && c.result->layout.has(layout_flag::repeated));
}

inline bool with_target(kit::subject const& s, test_case const& c) {
  return with_plain_target(s, c) && c.result;
}

inline bool legal_subtraction(kit::subject const& s, test_case const& c) {
  return subtraction(s, c) && joined(c).has_value();
}

/// Compares an output with the difference of the elements that the oracle selects.
template <class T>
std::optional<std::string> wrong_difference(held<T> const& z, std::vector<held<T>> const& x) {
  std::optional<indices> first;
  std::int64_t wrongs = 0, all = 0;
  std::vector<element_map> sources;
  for (held<T> const& h : x) sources.emplace_back(h.where().sizes, z.where().sizes);
  const auto difference_at = [&](indices const& i) {
    return difference_of(sources, i, [&](auto m, auto at) { return x[m].at(at); });
  };
  each_index(z.where().sizes, [&](indices const& i) {
    ++all;
    if (!same(z.at(i), difference_at(i)) && wrongs++ == 0) first = i;
  });
  if (!first) return std::nullopt;
  std::string terms, offsets = "\n" + offset_line("wrong", "Z", z.where(), *first);
  for (std::size_t m = 0; m < x.size(); ++m) {
    const auto from = sources[m](*first);
    terms += (m == 0 ? "" : " - ") + shown(x[m].at(from));
    offsets += "\n" + offset_line("expected", fmt::format("X{}", m), x[m].where(), from);
  }
  return fmt::format("{} {}; expected {} = {}       {} of {} wrong{}", element_name("Z", *first),
                     found_in(z.at(*first)), shown(difference_at(*first)), terms, wrongs, all,
                     offsets);
}

inline std::optional<std::string> unexpected(kit::result const& got, bool expected,
                                             std::string_view of) {
  if ((got.verdict == kit::result::kind::ok) == expected &&
      got.verdict != kit::result::kind::unsupported)
    return std::nullopt;
  if (expected) return fmt::format("{} was refused", of);
  return fmt::format("{} was accepted; expected a refusal", of);
}

/// Calls a law, a template over the element type, with the case's element type.
template <class F>
std::optional<std::string> for_element(test_case const& c, F f) {
  std::optional<std::string> wrong;
  with_element(c.element, [&](auto type) { wrong = f(type); });
  return wrong;
}

}  // namespace bcast::proptests
