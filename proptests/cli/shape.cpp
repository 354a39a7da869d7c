#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "subjects.hpp"

namespace bcast::cli {
namespace {

struct arguments {
  std::vector<std::string> shapes;
  std::string profile = "array_api";
  std::optional<std::string> dims;
};

int shape(arguments const& a) {
  std::vector<kit::type> operands;
  for (std::string const& text : a.shapes) operands.push_back(proptests::parse_type(text));
  std::optional<kit::tuple> dimensions;
  if (a.dims) dimensions = proptests::parse_tuple(*a.dims);
  const kit::answer answer = subjects::verifier(a.profile).infer(operands, dimensions);
  if (answer.verdict == kit::answer::kind::ok) {
    fmt::print("{}\n", proptests::to_string(answer.common));
    return holds;
  }
  const std::string where = answer.axis ? fmt::format("axis {}: ", *answer.axis) : "";
  const bool gap = answer.verdict == kit::answer::kind::no_answer;
  const std::string line = fmt::format("{} [{}] {}{}\n", gap ? "no answer" : "does not broadcast",
                                       answer.tag, where, answer.why);
  std::fputs(line.c_str(), stderr);
  return gap ? no_answer : broken;
}

}  // namespace

command add_shape(CLI::App& program) {
  auto a = std::make_shared<arguments>();
  CLI::App* sub = program.add_subcommand("shape", "The shape to which shapes broadcast");
  sub->add_option("shapes", a->shapes, "8x1x6x1, (8,1,6,1), tensor<8x1xf32>, (), ?x4, *")
      ->required();
  sub->add_option("--profile", a->profile, "The rule, with its switches")->capture_default_str();
  sub->add_option("--dims", a->dims, "XLA's broadcast dimensions: 0,2");
  return [a] { return shape(*a); };
}

}  // namespace bcast::cli
