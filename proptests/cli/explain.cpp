#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "explanation.hpp"
#include "help.hpp"
#include "output.hpp"
#include "subjects.hpp"
#include "walk.hpp"

namespace bcast::cli {
namespace {

struct arguments {
  std::vector<std::string> shapes;
  std::string profile = "array_api";
  std::optional<std::string> dims;
  std::optional<std::string> at;
  output to;
};

std::vector<std::int64_t> position(std::string const& text, kit::answer const& answer) {
  const bool fixed = answer.verdict == kit::answer::kind::ok && proptests::is_static(answer.common);
  if (!fixed) throw std::invalid_argument("--at needs a result whose sizes are all known");
  const auto result = proptests::sizes_of(answer.common);
  std::vector<std::int64_t> at;
  if (text != "()") at = proptests::parse_tuple(text);
  if (at.size() != result.size()) {
    throw std::invalid_argument(fmt::format("--at {} has {} positions, the result {} has rank {}",
                                            text, at.size(), proptests::to_string(answer.common),
                                            result.size()));
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] >= 0 && at[k] < result[k]) continue;
    throw std::invalid_argument(fmt::format("--at {}: position {} on axis {} is outside [0, {}]",
                                            text, at[k], k, result[k] - 1));
  }
  return at;
}

int explain(arguments const& a) {
  proptests::test_case c;
  for (std::string const& text : a.shapes) c.operands.push_back({proptests::parse_type(text), {}});
  if (a.dims) c.dimensions = proptests::parse_tuple(*a.dims);
  const std::vector<kit::type> operands = proptests::types_of(c);
  const kit::answer answer = subjects::verifier(a.profile).infer(operands, c.dimensions);
  std::optional<std::vector<std::int64_t>> at;
  if (a.at) at = position(*a.at, answer);

  const std::string elements = at ? walk_values(c, answer, *at) : "";
  if (a.to.json) {
    nlohmann::ordered_json j = to_json(answer);
    j["explanation"] = explanation(a.profile, c, answer);
    if (at) j["elements"] = elements;
    print(j);
  } else if (!a.to.quiet) {
    fmt::print("{}{}{}", explanation(a.profile, c, answer), at ? "\n" : "", elements);
  }
  return status_of(answer);
}

}  // namespace

command add_explain(CLI::App& program) {
  auto a = std::make_shared<arguments>();
  CLI::App* sub = program.add_subcommand(
      "explain", "How shapes are aligned, step by step, with the clause of each step");
  sub->add_option("shapes", a->shapes, "8x1x6x1, (8,1,6,1), tensor<8x1xf32>, (), ?x4, *")
      ->required();
  takes(sub->add_option("--profile", a->profile, "The rule, with its switches")
            ->capture_default_str(),
        "PROFILE");
  sub->add_option("--dims", a->dims, "XLA's broadcast dimensions: 0,2");
  sub->add_option("--at", a->at, "A position in the result, from 0: which elements it is made of");
  add_output(*sub, a->to);
  add_examples(*sub, {{"bcast explain 8x1x6x1 7x1x5", "the alignment, and each step's clause"},
                      {"bcast explain 8x1x6x1 7x1x5 --at 1,2,3,4", "where one element comes from"},
                      {"bcast explain '?' 3 --profile mlir", "by MLIR's table"},
                      {"bcast explain 4 1x2 --profile xla --dims 0", "with XLA's dimensions"}});
  return [a] { return explain(*a); };
}

}  // namespace bcast::cli
