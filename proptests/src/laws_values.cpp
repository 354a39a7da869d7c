#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "law_list.hpp"
#include "memory.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::answer::kind;
using shape = std::vector<std::int64_t>;

std::string needs_values(kit::subject const& s) { return s.apply ? "" : "it computes no values"; }

template <class T>
std::string shown(T const& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    return "'" + value + "'";
  } else if constexpr (sizeof(T) == 1) {
    return std::to_string(static_cast<int>(value));
  } else {
    return fmt::format("{}", value);
  }
}

/// The element of a tensor that holds `value`, if one does: which element was read.
template <class T>
std::string element_with(held<T> const& x, T const& value) {
  std::string found = "no element of it";
  bool first = true;
  each_index(x.where().sizes, [&](indices const& i) {
    if (!first || !same(x.at(i), value)) return;
    found = fmt::format("element [{}]", fmt::join(i, ","));
    first = false;
  });
  return found;
}

/// Whether the result of the case's operands may be written to a target of the given sizes; the
/// rule is join(result, target) = target.
bool fits(test_case const& c, shape const& target) {
  std::vector<shape> all{target};
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  const kit::answer joined = oracle_join(all);
  return joined.verdict == kind::ok && joined.common == type_of(target);
}

std::optional<shape> joined(test_case const& c) {
  std::vector<shape> all;
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  const kit::answer a = oracle_join(all);
  if (a.verdict != kind::ok) return std::nullopt;
  return sizes_of(a.common);
}

/// Compares an output with the elements that the oracle selects from one operand.
template <class T>
std::optional<std::string> wrong_copy(held<T> const& z, held<T> const& x, std::size_t m) {
  std::optional<std::string> wrong;
  std::int64_t wrongs = 0, all = 0;
  each_index(z.where().sizes, [&](indices const& i) {
    const indices from = oracle_source(x.where().sizes, z.where().sizes, i);
    ++all;
    if (same(z.at(i), x.at(from))) return;
    ++wrongs;
    if (wrong) return;
    wrong =
        fmt::format("Z{0}[{1}] has to be element [{2}] of operand {0}, which is {3}; it is {4}", m,
                    fmt::join(i, ","), fmt::join(from, ","), shown(x.at(from)),
                    same(z.at(i), poison<T>()) ? "unwritten"
                                               : shown(z.at(i)) + ", " + element_with(x, z.at(i)));
  });
  if (wrong) *wrong += fmt::format("\n{} of {} elements are wrong", wrongs, all);
  return wrong;
}

/// x1 - x2 - ... at an index of the result, by the elements that the oracle selects.
template <class T>
T difference_at(std::vector<held<T>> const& x, shape const& result, indices const& i) {
  T z = x.front().at(oracle_source(x.front().where().sizes, result, i));
  for (std::size_t m = 1; m < x.size(); ++m) {
    z = static_cast<T>(z - x[m].at(oracle_source(x[m].where().sizes, result, i)));
  }
  return z;
}

template <class T>
constexpr bool subtracts = !std::is_same_v<T, bool> && !std::is_same_v<T, std::string>;

// Which cases the laws speak of -------------------------------------------------------------------

bool any(kit::subject const&, test_case const& c) { return !c.operands.empty() && is_static(c); }

bool subtraction(kit::subject const& s, test_case const& c) {
  return any(s, c) && c.operands.size() <= s.max_operands && c.element != "bool" &&
         c.element != "string";
}

bool with_target(kit::subject const& s, test_case const& c) { return any(s, c) && c.result; }

bool with_own_target(kit::subject const& s, test_case const& c) {
  return subtraction(s, c) && !c.operands.front().layout.has(layout_flag::repeated);
}

bool legal_subtraction(kit::subject const& s, test_case const& c) {
  return subtraction(s, c) && joined(c).has_value();
}

template <class T>
std::optional<std::string> wrong_difference(held<T> const& z, std::vector<held<T>> const& x) {
  std::optional<std::string> wrong;
  each_index(z.where().sizes, [&](indices const& i) {
    if (wrong) return;
    const T due = difference_at(x, z.where().sizes, i);
    if (same(z.at(i), due)) return;
    wrong = fmt::format("Z[{}] has to be {}; it is {}", fmt::join(i, ","), shown(due),
                        same(z.at(i), poison<T>()) ? "unwritten" : shown(z.at(i)));
  });
  return wrong;
}

/// A place of a target's storage that is none of its elements and was written.
template <class T>
std::optional<std::string> written_outside(held<T> const& z) {
  std::set<std::int64_t> inside;
  each_index(
      z.where().sizes, [&](indices const& i) { inside.insert(z.where().at(i)); }, INT64_MAX);
  for (std::int64_t p = 0; p < z.where().places; ++p) {
    if (inside.contains(p) || same(z.place_at(p), poison<T>())) continue;
    return fmt::format("place {} of the target's storage is none of its elements and was written",
                       p - z.where().first);
  }
  return std::nullopt;
}

std::optional<std::string> unexpected(kit::answer const& got, bool due, std::string_view of) {
  if ((got.verdict == kind::ok) == due && got.verdict != kind::unsupported) return std::nullopt;
  if (due) return fmt::format("{} was refused: {}", of, got.why);
  return fmt::format("{} was accepted", of);
}

// values ------------------------------------------------------------------------------------------

template <class T>
std::optional<std::string> broadcast_values(kit::subject const& s, test_case const& c,
                                            bool layouts) {
  const std::optional<shape> result = joined(c);
  std::vector<held<T>> x = hold_operands<T>(c, layouts), z;
  for (std::size_t m = 0; m < x.size(); ++m) {
    z.emplace_back(c.element, result.value_or(shape{}),
                   layouts && c.result ? c.result->layout : layout_flags{});
    z.back().fill([](std::size_t) { return poison<T>(); });
  }
  const kit::answer got = s.apply("broadcast", tensors(x), tensors(z));
  if (auto wrong = unexpected(got, result.has_value(), "broadcast")) return wrong;
  if (got.verdict != kind::ok) return std::nullopt;
  for (std::size_t m = 0; m < x.size(); ++m) {
    if (auto wrong = wrong_copy(z[m], x[m], m)) return wrong;
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
    const kit::answer got = s.apply("sub", tensors(x), tensors(z));
    if (auto wrong = unexpected(got, result.has_value(), "sub")) return wrong;
    if (got.verdict != kind::ok) return std::nullopt;
    return wrong_difference(z.front(), x);
  }
}

/// Calls a law that is a template over the element type, for the case's.
template <class F>
std::optional<std::string> for_element(test_case const& c, F f) {
  std::optional<std::string> wrong;
  with_element(c.element, [&](auto type) { wrong = f(type); });
  return wrong;
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
    if (wrong || !subtraction(s, c)) return wrong;
    return subtract<T>(s, c, true);
  });
}

// targets -----------------------------------------------------------------------------------------

template <class T>
std::optional<std::string> write_target(kit::subject const& s, test_case const& c) {
  const shape target = sizes_of(c.result->type);
  test_case one = c;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    one.operands = {c.operands[m]};
    std::vector<held<T>> x = hold_operands<T>(one, true), z;
    z.emplace_back(c.element, target, c.result->layout);
    z.back().fill([](std::size_t) { return poison<T>(); });
    const bool due = fits(one, target);
    const kit::answer got = s.apply("copy", tensors(x), tensors(z));
    const std::string what =
        to_string(one.operands.front().type) + " into " + to_string(c.result->type);
    if (auto wrong = unexpected(got, due, "copying " + what)) return wrong;
    if (auto wrong = written_outside(z.front())) return what + ": " + *wrong;
    if (got.verdict == kind::ok) {
      if (auto wrong = wrong_copy(z.front(), x.front(), m)) return what + ": " + *wrong;
      continue;
    }
    for (std::int64_t p = 0; p < z.front().where().places; ++p) {
      if (!same(z.front().place_at(p), poison<T>())) return what + ": refused, and yet written";
    }
  }
  return std::nullopt;
}

std::optional<std::string> target(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return write_target<T>(s, c); });
}

// in place, overlap -------------------------------------------------------------------------------

template <class T>
std::optional<std::string> subtract_in_place(kit::subject const& s, test_case const& c) {
  if constexpr (!subtracts<T>) {
    return std::nullopt;
  } else {
    std::vector<held<T>> x = hold_operands<T>(c, true);
    const std::vector<held<T>> before = hold_operands<T>(c, true);
    const shape target = x.front().where().sizes;
    const bool due = fits(c, target);
    const kit::answer got = s.apply("sub", tensors(x), {x.front().tensor()});
    if (auto wrong = unexpected(got, due, "the operation in place")) return wrong;
    std::optional<std::string> wrong;
    if (got.verdict == kind::ok) wrong = wrong_difference(x.front(), before);
    if (got.verdict == kind::reject) {
      each_index(target, [&](indices const& i) {
        if (!same(x.front().at(i), before.front().at(i))) wrong = "refused, and yet written";
      });
    }
    return wrong;
  }
}

std::optional<std::string> in_place(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return subtract_in_place<T>(s, c); });
}

/// The target lies `shift` places behind operand 0, in the same storage.
template <class T>
std::optional<std::string> subtract_shifted(kit::subject const& s, test_case const& c,
                                            shape const& result, std::int64_t shift) {
  if constexpr (!subtracts<T>) {
    return std::nullopt;
  } else {
    std::vector<held<T>> x = hold_operands<T>(c, true);
    const std::vector<held<T>> before = hold_operands<T>(c, true);
    const layout_flags flags = c.result ? c.result->layout : layout_flags{};
    placement where = place(result, flags);
    const std::int64_t first = x.front().where().first, places = x.front().where().places;
    const shape room{2 * (places + where.places + std::abs(shift))};
    held<T> storage(c.element, room, {}), untouched(c.element, room, {});
    storage.fill([](std::size_t p) { return value_of<T>(0, p); });
    const std::int64_t base = where.places + std::abs(shift);
    for (std::int64_t p = 0; p < places; ++p) storage.place_at(base + p) = x.front().place_at(p);
    untouched.fill([&](std::size_t p) { return storage.place_at(static_cast<std::int64_t>(p)); });

    std::vector<kit::tensor> operands = tensors(x);
    operands.front().data = &storage.place_at(base + first);
    const std::int64_t target = base + first + shift;
    kit::tensor z{&storage.place_at(target), c.element, where.sizes, where.strides};
    const kit::answer got = s.apply("sub", operands, {z});
    where.first = target;
    std::set<std::int64_t> written;
    std::optional<std::string> wrong;
    if (got.verdict == kind::ok) {
      each_index(
          result, [&](indices const& i) { written.insert(where.at(i)); }, INT64_MAX);
      each_index(result, [&](indices const& i) {
        const T due = difference_at(before, result, i);
        if (wrong || same(storage.place_at(where.at(i)), due)) return;
        wrong =
            fmt::format("target {} places behind operand 0: Z[{}] has to be {}; it is {}", shift,
                        fmt::join(i, ","), shown(due), shown(storage.place_at(where.at(i))));
      });
    }
    for (std::int64_t p = 0; !wrong && p < storage.where().places; ++p) {
      if (written.contains(p) || same(storage.place_at(p), untouched.place_at(p))) continue;
      wrong = fmt::format("target {} places behind operand 0: {}, and yet place {} was written",
                          shift, got.verdict == kind::ok ? "accepted" : "refused", p - target);
    }
    return wrong;
  }
}

std::optional<std::string> overlap(kit::subject const& s, test_case const& c) {
  const std::optional<shape> result = joined(c);
  return for_element(c, [&]<class T>(std::type_identity<T>) -> std::optional<std::string> {
    for (std::int64_t shift : {0, 1, -2}) {
      if (auto wrong = subtract_shifted<T>(s, c, *result, shift)) return wrong;
    }
    return std::nullopt;
  });
}

}  // namespace

std::vector<law> const& value_laws() {
  static const std::vector<law> laws{
      {"values", "sonnx.F6", spec::level::must,
       "Every element of every output is the one that f selects.", family::shapes, needs_values,
       any, values},
      {"arithmetic", "bcast.P6", spec::level::derived,
       "An element-wise operation reads the elements that f selects, bit by bit.", family::shapes,
       needs_values, subtraction, arithmetic},
      {"layouts", "bcast.P7", spec::level::derived,
       "Strides, gaps, offsets and permutations do not change a result.", family::layouts,
       needs_values, any, layouts},
      {"target", "bcast.P8", spec::level::derived,
       "A target is filled, never stretched, and nothing beside it is written.", family::targets,
       needs_values, with_target, target},
      {"in place", "array_api.I1", spec::level::must,
       "An operation in place leaves its target's shape, or is refused and writes nothing.",
       family::layouts, needs_values, with_own_target, in_place},
      {"overlap", "bcast.P9", spec::level::derived,
       "Where target and operand overlap: the result as without, or refused and nothing written.",
       family::layouts, needs_values, legal_subtraction, overlap},
  };
  return laws;
}

}  // namespace bcast::proptests
