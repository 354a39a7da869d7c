// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "command/width.hpp"
#include "commands.hpp"
#include "explain/explanation.hpp"
#include "explain/walk.hpp"
#include "output.hpp"
#include "support/fold.hpp"

namespace bcast::program {
namespace {

using namespace explain;

/// 1,2, (1,2) or [1,2], and () in a scalar.
std::vector<std::int64_t> read_position(std::string const& text) {
  std::string_view list = text;
  if ((list.starts_with('(') && list.ends_with(')')) ||
      (list.starts_with('[') && list.ends_with(']'))) {
    list = list.substr(1, list.size() - 2);
  }
  try {
    return proptests::parse_tuple(list, "position");
  } catch (proptests::text_error const& e) {
    throw std::invalid_argument(fmt::format("--at {}: {}", text, e.what()));
  }
}

std::vector<std::int64_t> position(std::string const& text, proptests::test_case const& c,
                                   kit::result const& answer) {
  const std::vector<std::int64_t> at = read_position(text);
  try {
    check_position(c, answer, at);
  } catch (std::invalid_argument const& e) {
    throw std::invalid_argument(fmt::format("--at {}: {}", text, e.what()));
  }
  return at;
}

}  // namespace

namespace {

/// The alignment, and the answer in one sentence.
std::string sentence(std::string const& rule, proptests::test_case const& c,
                     bcast::result const& r) {
  const std::string drawn = picture_of(rule, c, r);
  if (r.verdict != kit::result::kind::ok) {
    const bool broken = r.verdict == kit::result::kind::refused;
    const std::string where = r.axis ? fmt::format("on axis {} of the result, ", *r.axis) : "";
    return fmt::format("{}\nUnder {} {}: {}{} [{}].\n", drawn, rule,
                       broken ? "the shapes do not broadcast" : "there is no answer", where, r.why,
                       r.tag);
  }
  return fmt::format("{}\nUnder {} the shapes broadcast to {}.\n", drawn, rule,
                     proptests::to_string(r.shape));
}

/// The picture as it is, and what follows it at the terminal's width.
std::string for_terminal(std::string const& text) {
  const std::size_t picture = std::min(text.find("\nby: "), text.size());
  return text.substr(0, picture) +
         proptests::folded(text.substr(picture), proptests::width_of(stdout), 4);
}

}  // namespace

int explain_shapes(explain_arguments const& a) {
  proptests::test_case c = case_of(a.q);
  if (a.result) c.result = proptests::operand{proptests::parse_shape(*a.result), {}};
  const bcast::result found = answers::broadcast_shapes(a.q.rule, c);
  kit::result const& answer = found;
  const auto known = before_run_time(c);
  std::optional<std::vector<std::int64_t>> at;
  if (a.at) at = position(*a.at, c, answer);

  const std::string elements = at ? walk_values(a.q.rule, c, answer, *at) : "";
  if (a.q.to.json) {
    nlohmann::ordered_json j = to_json(found);
    j["explanation"] = explanation(a.q.rule, c, found);
    if (at) j["elements"] = elements;
    if (known) j["before_run_time"] = to_json(*known);
    print(j);
  } else if (!a.q.to.quiet) {
    std::string text = a.brief ? sentence(a.q.rule, c, found) : explanation(a.q.rule, c, found);
    if (at) text += "\n" + elements;
    if (known) text += "\n" + to_string(*known);
    fmt::print("{}", for_terminal(text));
  }
  return status_of(answer);
}

}  // namespace bcast::program
