// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "command/width.hpp"
#include "commands.hpp"
#include "support/fold.hpp"

namespace bcast::program {

using json = nlohmann::ordered_json;

int status_of(kit::result const& answer) {
  switch (answer.verdict) {
    case kit::result::kind::ok:
      return holds;
    case kit::result::kind::refused:
      return broken;
    default:
      return no_answer;
  }
}

void print(json const& value) {
  fmt::print("{}\n", value.dump(2, ' ', false, json::error_handler_t::replace));
}

void print_row(std::string_view before, std::string_view text) {
  fmt::print("{}\n", proptests::row(before, text, proptests::width_of(stdout)));
}

json to_json(kit::shape const& t) {
  if (!t.ranked) return nullptr;
  json sizes = json::array();
  for (kit::dim const& d : t.sizes) sizes.push_back(d ? json(*d) : json(nullptr));
  return sizes;
}

json to_json(kit::result const& answer) {
  if (answer.verdict == kit::result::kind::ok) {
    json j{{"verdict", "ok"}, {"shape", to_json(answer.shape)}};
    if (!answer.by.empty()) j["by"] = answer.by;
    return j;
  }
  const bool refused = answer.verdict == kit::result::kind::refused;
  json j{{"verdict", refused ? "refused" : "silent"}, {"clause", answer.tag}};
  if (answer.axis) j["axis"] = *answer.axis;
  if (!answer.operands.empty()) j["operands"] = answer.operands;
  j["why"] = answer.why;
  if (!answer.by.empty()) j["by"] = answer.by;
  return j;
}

}  // namespace bcast::program
