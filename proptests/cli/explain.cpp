// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "explanation.hpp"
#include "help.hpp"
#include "output.hpp"
#include "question.hpp"
#include "run_time.hpp"
#include "walk.hpp"

namespace bcast::cli {
namespace {

using namespace explain;

struct arguments {
  question q;
  std::optional<std::string> at;
  std::optional<std::string> result;
};

/// 1,2 or (1,2), and () in a scalar.
std::vector<std::int64_t> read_position(std::string const& text) {
  std::string_view list = text;
  if (list.starts_with('(') && list.ends_with(')')) list = list.substr(1, list.size() - 2);
  try {
    return proptests::parse_tuple(list, "position");
  } catch (proptests::text_error const& e) {
    throw std::invalid_argument(fmt::format("--at {}: {}", text, e.what()));
  }
}

std::vector<std::int64_t> position(std::string const& text, proptests::test_case const& c,
                                   kit::answer const& answer) {
  const bool fixed = answer.verdict == kit::answer::kind::ok &&
                     std::all_of(c.operands.begin(), c.operands.end(),
                                 [](auto const& o) { return proptests::is_static(o.type); }) &&
                     proptests::is_static(answer.common);
  if (!fixed)
    throw std::invalid_argument("--at needs shapes and a result whose sizes are all known");
  const auto result = proptests::sizes_of(answer.common);
  const std::vector<std::int64_t> at = read_position(text);
  if (at.size() != result.size()) {
    throw std::invalid_argument(fmt::format("--at {} has {} positions, the result {} has rank {}",
                                            text, at.size(), proptests::to_string(answer.common),
                                            result.size()));
  }
  if (std::find(result.begin(), result.end(), 0) != result.end()) {
    throw std::invalid_argument(fmt::format("--at {}: the result {} has no elements", text,
                                            proptests::to_string(answer.common)));
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] >= 0 && at[k] < result[k]) continue;
    throw std::invalid_argument(fmt::format("--at {}: position {} on axis {} is outside [0, {}]",
                                            text, at[k], k, result[k] - 1));
  }
  return at;
}

int explain_shapes(arguments const& a) {
  proptests::test_case c = case_of(a.q);
  if (a.result) c.result = proptests::operand{proptests::parse_type(*a.result), {}};
  const answered found = answer_under(a.q.profile, c);
  kit::answer const& answer = found.answer;
  const auto known = before_run_time(c);
  std::optional<std::vector<std::int64_t>> at;
  if (a.at) at = position(*a.at, c, answer);

  const std::string elements = at ? walk_values(c, answer, *at) : "";
  if (a.q.to.json) {
    nlohmann::ordered_json j = to_json(found);
    j["explanation"] = explanation(a.q.profile, c, found);
    if (at) j["elements"] = elements;
    if (known) j["before_run_time"] = to_json(*known);
    print(j);
  } else if (!a.q.to.quiet) {
    fmt::print("{}{}{}", explanation(a.q.profile, c, found), at ? "\n" : "", elements);
    if (known) fmt::print("\n{}", to_string(*known));
  }
  return status_of(answer);
}

}  // namespace

command add_explain(CLI::App& program) {
  auto a = std::make_shared<arguments>();
  CLI::App* sub = program.add_subcommand(
      "explain", "How shapes are aligned, step by step, with the clause of each step");
  add_question(*sub, a->q);
  sub->add_option("--result", a->result,
                  "A declared result: may it be, before the sizes are known?")
      ->type_name("SHAPE")
      ->excludes(sub->get_option("--dims"));
  sub->add_option("--at", a->at, "A position in the result, from 0: which elements it is made of")
      ->type_name("POSITION");
  add_examples(*sub,
               {{"bcast explain 8x1x6x1 7x1x5", "the alignment, and each step's clause"},
                {"bcast explain 8x1x6x1 7x1x5 --at 1,2,3,4", "where one element comes from"},
                {"bcast explain '?' 3 --profile mlir", "by MLIR's table"},
                {"bcast explain Nx3 4x1 --profile sound --result 4x3", "what is left to assert"},
                {"bcast explain 4 1x2 --profile xla --dims 0", "with XLA's dimensions"}});
  return [a] { return explain_shapes(*a); };
}

}  // namespace bcast::cli
