// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include "bcast/proptests/oracle.hpp"
#include "laws/decode.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"

namespace bcast::proptests {
namespace {

using where = target_place::where;

std::optional<std::string> elements(kit::subject const& s, test_case const& c) {
  return wrong_elements(s, c, false, {where::apart});
}

std::optional<std::string> strides(kit::subject const& s, test_case const& c) {
  return wrong_elements(s, c, true, {where::apart});
}

bool target_can_be_operand_0(kit::subject const& s, test_case const& c) {
  return any(s, c) && !c.operands.front().layout.has(layout_flag::repeated);
}

std::optional<std::string> in_place(kit::subject const& s, test_case const& c) {
  if (auto wrong = wrong_elements(s, c, true, {where::operand})) return wrong;
  const std::size_t last = c.operands.size() - 1;
  operand const& o = c.operands[last];
  const bool fills = joined(c) == sizes_of(o.type) && !o.layout.has(layout_flag::repeated);
  if (last == 0 || !fills) return std::nullopt;
  auto wrong = wrong_elements(s, c, true, {where::operand, 0, last});
  if (wrong) *wrong = fmt::format("the target is operand {}: {}", last, *wrong);
  return wrong;
}

bool legal(kit::subject const& s, test_case const& c) {
  return with_plain_target(s, c) && joined(c).has_value();
}

std::optional<std::string> overlap(kit::subject const& s, test_case const& c) {
  for (const std::int64_t shift : {0, 1, -2}) {
    if (auto wrong = wrong_elements(s, c, true, {where::shifted, shift})) {
      return fmt::format("target {} elements after operand 0: {}", shift, *wrong);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<law> element_laws() {
  return {
      {"elements", "sonnx.F4", spec::level::must,
       "For each element of a result, each operand is read where f says.", family::shapes,
       needs_values, any, elements, computation::any},
      {"strides", "bcast.P7", spec::level::derived,
       "The layouts of the operands and the target do not change which elements are read.",
       family::layouts, needs_values, with_plain_target, strides, computation::any},
      {"in place", "array_api.I1", spec::level::must,
       "An operation in place keeps its target's shape, or is refused and writes nothing.",
       family::layouts, needs_values, target_can_be_operand_0, in_place, computation::in_place},
      {"overlap", "bcast.P9", spec::level::derived,
       "If target and operand overlap, the result is the same, or is refused and not written.",
       family::layouts, needs_values, legal, overlap, computation::in_place},
  };
}

}  // namespace bcast::proptests
