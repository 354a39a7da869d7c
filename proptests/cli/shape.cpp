#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "output.hpp"
#include "subjects.hpp"

namespace bcast::cli {
namespace {

struct arguments {
  std::vector<std::string> shapes;
  std::string profile = "array_api";
  std::optional<std::string> dims;
  output to;
};

int shape(arguments const& a) {
  std::vector<kit::type> operands;
  for (std::string const& text : a.shapes) operands.push_back(proptests::parse_type(text));
  std::optional<kit::tuple> dimensions;
  if (a.dims) dimensions = proptests::parse_tuple(*a.dims);
  const kit::answer answer = subjects::verifier(a.profile).infer(operands, dimensions);
  const int status = status_of(answer);
  if (a.to.json) print(to_json(answer));
  if (a.to.json || a.to.quiet) return status;
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
  auto a = std::make_shared<arguments>();
  CLI::App* sub = program.add_subcommand("shape", "The shape to which shapes broadcast");
  sub->add_option("shapes", a->shapes, "8x1x6x1, (8,1,6,1), tensor<8x1xf32>, (), ?x4, *")
      ->required();
  takes(sub->add_option("--profile", a->profile, "The rule, with its switches")
            ->capture_default_str(),
        "PROFILE");
  sub->add_option("--dims", a->dims, "XLA's broadcast dimensions: 0,2");
  add_output(*sub, a->to);
  add_examples(*sub, {{"bcast shape 8x1x6x1 7x1x5", "8x7x6x5"},
                      {"bcast shape 2x3 4", "refused: axis 1 has 3 and 4"},
                      {"bcast shape '?x1' 4 --profile mlir", "?x4"},
                      {"bcast shape 2x3 3 --profile xla --dims 1", "2x3"},
                      {"bcast shape 0 1 --profile 'mlir zero=other'", "0"},
                      {"bcast shape --json 2x3 4", "the same refusal, as JSON"}});
  return [a] { return shape(*a); };
}

}  // namespace bcast::cli
