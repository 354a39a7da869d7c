// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/refusals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/oracle.hpp"

namespace bcast::proptests {
namespace {

using kit::door;

std::string how_to_refuse(door d) {
  switch (d) {
    case door::c_table:
      return "to refuse shapes, return BCAST_REJECT";
    case door::pipe:
      return "to refuse shapes, answer {\"reject\": \"the reason\"}";
    case door::cpp:
      break;
  }
  return "to refuse shapes, return a kit::result whose verdict is kit::result::kind::refused";
}

std::string where_to_say_why(door d) {
  switch (d) {
    case door::c_table:
      return "set `why->text`";
    case door::pipe:
      return "write it as the text of \"reject\"";
    case door::cpp:
      break;
  }
  return "set `why` of the kit::result";
}

std::string declared_rank(door d, std::size_t rank) {
  switch (d) {
    case door::c_table:
      return fmt::format("`max_rank={}` in `caps`", rank);
    case door::pipe:
      return fmt::format("\"max_rank\": {} among its capabilities", rank);
    case door::cpp:
      break;
  }
  return fmt::format("`max_rank = {}` in its kit::capabilities", rank);
}

/// Whether the shapes are to be refused; none if some are unknown.
std::optional<bool> is_illegal(refused_call const& call, kit::subject const& s) {
  test_case c;
  for (kit::shape const& t : call.operands) c.operands.push_back({t, {}});
  if (call.target) c.operands.push_back({*call.target, {}});
  if (!is_static(c)) return std::nullopt;
  const bool by_document = !call.target && is_document(s.rule);
  const kit::result expected = oracle::broadcast_shapes(by_document ? s.rule : "array_api", c);
  if (expected.verdict != kit::result::kind::ok) return true;
  return call.target && expected.shape != *call.target;
}

std::size_t rank_of(refused_call const& call) {
  std::size_t rank = call.target ? call.target->sizes.size() : 0;
  for (kit::shape const& t : call.operands) rank = std::max(rank, t.sizes.size());
  return rank;
}

std::vector<kit::shape> shapes_of(std::vector<kit::tensor> const& all) {
  std::vector<kit::shape> shapes;
  for (kit::tensor const& t : all) shapes.push_back(type_of(t.sizes));
  return shapes;
}

}  // namespace

std::optional<refused_call> call_of(std::vector<kit::shape> const& operands,
                                    std::optional<kit::broadcast_dimensions> const& dimensions) {
  if (dimensions) return std::nullopt;
  return refused_call{operands, std::nullopt, false, ""};
}

std::optional<refused_call> call_of(std::vector<kit::shape> const&, kit::shape const&) {
  return std::nullopt;
}

std::optional<refused_call> call_of(kit::shape const& operand, kit::shape const& target) {
  return refused_call{{operand}, target, false, ""};
}

std::optional<refused_call> call_of(std::string_view, std::vector<kit::tensor> const& operands,
                                    std::vector<kit::tensor> const& outputs) {
  if (outputs.empty()) return std::nullopt;
  return refused_call{shapes_of(operands), type_of(outputs.front().sizes), false, ""};
}

std::optional<refused_call> call_of(kit::tensor const& gradient, kit::tensor const& out) {
  return refused_call{{type_of(out.sizes)}, type_of(gradient.sizes), false, ""};
}

std::optional<refused_call> call_of(kit::tensor const&, kit::tensor const&, kit::tensor const&) {
  return std::nullopt;
}

std::string with_advice(std::string wrong, refused_call const& call, kit::subject const& s) {
  const std::optional<bool> illegal = is_illegal(call, s);
  if (!illegal) return wrong;
  if (*illegal) {
    if (call.failed) wrong += "\n" + how_to_refuse(s.connected);
    return wrong;
  }
  if (!call.failed) {
    wrong += call.why.empty() ? "\nwithout a reason: " + where_to_say_why(s.connected)
                              : "\nits reason: " + call.why;
  }
  constexpr std::size_t common = 3;  // a smaller limit is rare
  if (rank_of(call) >= common) {
    wrong += fmt::format("\nif it takes no rank above {}, declare {}", rank_of(call) - 1,
                         declared_rank(s.connected, rank_of(call) - 1));
  }
  return wrong;
}

}  // namespace bcast::proptests
