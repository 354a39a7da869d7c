// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "bcast/verifier/residual.hpp"
#include "subjects/types.hpp"
#include "walk.hpp"

namespace bcast::explain {
namespace {

std::string_view name_of(verifier::prospect p) {
  switch (p) {
    case verifier::prospect::impossible:
      return "impossible";
    case verifier::prospect::possible:
      return "possible";
    default:
      return "certain";
  }
}

}  // namespace

std::optional<run_time> before_run_time(proptests::test_case const& c) {
  const bool all_known = std::all_of(c.operands.begin(), c.operands.end(), [](auto const& operand) {
    return proptests::is_static(operand.type);
  });
  if (c.dimensions || all_known) return std::nullopt;
  subjects::translation known;
  const auto operands = known.to_optimized(proptests::types_of(c));
  run_time found;
  const auto left = verifier::residual(operands);
  if (auto const* v = std::get_if<verifier::violation>(&left)) {
    found.never = fmt::format("[{}] {}{}", v->tag,
                              v->axis ? fmt::format("axis {} of the result: ", *v->axis) : "",
                              reason(*v, known.names()));
  } else {
    for (verifier::condition const& condition : std::get<0>(left)) {
      found.conditions.push_back(verifier::to_string(condition));
    }
  }
  if (c.result) {
    found.declared = name_of(verifier::prospect_of(operands, known.to_optimized(c.result->type)));
  }
  return found;
}

std::string to_string(run_time const& known) {
  std::string text = "before run time\n";
  if (known.never) {
    text += fmt::format("  no sizes broadcast {}\n", *known.never);
  } else if (known.conditions.empty()) {
    text += "  all sizes broadcast; nothing to assert [bcast.P42]\n";
  }
  for (std::string const& condition : known.conditions) {
    text += fmt::format("  to assert: {} [bcast.P42]\n", condition);
  }
  if (known.declared) {
    text += fmt::format("  the declared result is {} [bcast.{}]\n", *known.declared,
                        *known.declared == "certain" ? "P41" : "P40");
  }
  return text;
}

nlohmann::ordered_json to_json(run_time const& known) {
  nlohmann::ordered_json j{{"conditions", known.conditions}};
  if (known.never) j["never"] = *known.never;
  if (known.declared) j["declared"] = *known.declared;
  return j;
}

}  // namespace bcast::explain
