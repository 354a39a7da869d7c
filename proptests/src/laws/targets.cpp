// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include "laws/decode.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

/// A position in a target's storage that was written but is not one of its elements.
template <class T>
std::optional<std::string> written_outside(held<T> const& z) {
  std::vector<bool> inside(static_cast<std::size_t>(z.where().places), false);
  each_element(z.where().sizes,
               [&](indices const& i) { inside[static_cast<std::size_t>(z.where().at(i))] = true; });
  for (std::int64_t p = 0; p < z.where().places; ++p) {
    if (inside[static_cast<std::size_t>(p)] || same(z.place_at(p), poison<T>())) continue;
    return fmt::format(
        "wrote position {} of the target's storage, which is not one of its elements",
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
    const bool expected = fits(one, target);
    const kit::result got = s.apply("copy", tensors(x), tensors(z));
    const std::string what =
        to_string(one.operands.front().type) + " into " + to_string(c.result->type);
    if (auto wrong = unexpected(got, expected, "copying " + what)) return wrong;
    if (auto wrong = written_outside(z.front())) return what + ": " + *wrong;
    if (got.verdict == kind::ok) {
      if (auto wrong = wrong_copy(z.front(), hold_operands<T>(one, true).front(), m))
        return what + ": " + *wrong;
      continue;
    }
    for (std::int64_t p = 0; p < z.front().where().places; ++p) {
      if (!same(z.front().place_at(p), poison<T>())) return what + ": refused, but written";
    }
  }
  return std::nullopt;
}

std::optional<std::string> target(kit::subject const& s, test_case const& c) {
  return for_element(c, [&]<class T>(std::type_identity<T>) { return write_target<T>(s, c); });
}

/// Another law is about `copy`.
bool with_operation(kit::subject const& s, test_case const& c) {
  return with_target(s, c) && c.operation != "copy";
}

std::optional<std::string> fill(kit::subject const& s, test_case const& c) {
  return wrong_elements(s, c, true, {target_place::where::apart, 0, 0, true});
}

// negative sizes ----------------------------------------------------------------------------------

std::string needs_negative_sizes(kit::subject const& s) {
  if (!s.expand) return "does not stretch shapes";
  return s.connected >= kit::binding::pipe ? "the pipe has no negative sizes" : "";
}

bool with_axes(kit::subject const& s, test_case const& c) {
  return with_target(s, c) && !c.result->type.sizes.empty();
}

std::optional<std::string> negative_size(kit::subject const& s, test_case const& c) {
  for (operand const& o : c.operands) {
    for (std::size_t axis = 0; axis < c.result->type.sizes.size(); ++axis) {
      kit::shape target = c.result->type;
      target.sizes[axis] = -1;
      const std::string what = to_string(o.type) + " to exactly " + to_string(target);
      if (auto wrong = unexpected(s.expand(o.type, target), false, what)) return wrong;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<law> target_laws() {
  return {
      {"target", "bcast.P8", spec::level::derived,
       "A target is filled, never stretched, and nothing beside it is written.", family::targets,
       needs_values, with_target, target, computation::copy, taken::one_by_one},
      {"fill", "bcast.P8", spec::level::derived,
       "An operation fills a target of its result's shape or a larger one, or refuses it.",
       family::targets, needs_values, with_operation, fill, computation::any},
      {"negative size", "bcast.P8", spec::level::derived,
       "A target with a size of -1 is refused: no shape broadcasts to it.", family::targets,
       needs_negative_sizes, with_axes, negative_size, computation::none, taken::one_by_one},
  };
}

}  // namespace bcast::proptests
