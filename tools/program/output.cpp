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

int status_of(kit::answer const& answer) {
  switch (answer.verdict) {
    case kit::answer::kind::ok:
      return holds;
    case kit::answer::kind::reject:
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

json to_json(kit::answer const& answer) {
  if (answer.verdict == kit::answer::kind::ok) {
    return {{"verdict", "ok"}, {"shape", to_json(answer.common)}};
  }
  const bool refused = answer.verdict == kit::answer::kind::reject;
  json j{{"verdict", refused ? "reject" : "no_answer"}, {"clause", answer.tag}};
  if (answer.axis) j["axis"] = *answer.axis;
  if (!answer.operands.empty()) j["operands"] = answer.operands;
  j["why"] = answer.why;
  return j;
}

json to_json(answers::answered const& found) {
  json j = to_json(found.answer);
  j["by"] = found.by;
  return j;
}

}  // namespace bcast::program
