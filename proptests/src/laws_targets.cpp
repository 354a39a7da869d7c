#include <algorithm>
#include <set>

#include "law_list.hpp"
#include "value_checks.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::answer::kind;

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

std::vector<law> const& target_laws() {
  static const std::vector<law> laws{
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
