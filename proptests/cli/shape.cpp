// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "answer.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "output.hpp"
#include "question.hpp"

namespace bcast::cli {
namespace {

int shape(question const& q) {
  const proptests::test_case c = case_of(q);
  const explain::answered found = explain::answer_under(q.profile, c);
  kit::answer const& answer = found.answer;
  const int status = status_of(answer);
  if (q.to.json) print(to_json(found));
  if (q.to.json || q.to.quiet) return status;
  if (status == holds) {
    fmt::print("{}\n", proptests::to_string(answer.common));
    return status;
  }
  const std::string where = answer.axis ? fmt::format("axis {}: ", *answer.axis) : "";
  const std::string line =
      fmt::format("{} [{}] {}{}\n", status == broken ? "does not broadcast" : "no answer",
                  answer.tag, where, answer.why);
  std::fputs(line.c_str(), stderr);
  return status;
}

}  // namespace

command add_shape(CLI::App& program) {
  auto q = std::make_shared<question>();
  CLI::App* sub = program.add_subcommand("shape", "The shape to which shapes broadcast");
  add_question(*sub, *q);
  add_examples(*sub, {{"bcast shape 8x1x6x1 7x1x5", "8x7x6x5"},
                      {"bcast shape 2x3 4", "refused: axis 1 has 3 and 4"},
                      {"bcast shape '?x1' 4 --profile mlir", "?x4"},
                      {"bcast shape 2x3 3 --profile xla --dims 1", "2x3"},
                      {"bcast shape 0 1 --profile 'mlir zero=other'", "0"},
                      {"bcast shape --json 2x3 4", "the same refusal, as JSON"}});
  return [q] { return shape(*q); };
}

}  // namespace bcast::cli
