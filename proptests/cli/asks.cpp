// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/asks.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/plain.hpp"
#include "command/files.hpp"
#include "command/numbers.hpp"
#include "commands.hpp"
#include "help.hpp"
#include "subjects.hpp"

namespace bcast::cli {
namespace {

struct gen_arguments {
  proptests::asked_run which{{}, 0, 2000};
  std::optional<std::string> profile;
  std::string capabilities;
  std::optional<std::string> seed;
};

kit::subject declared_by(std::string const& file) {
  const std::string text = proptests::read_file(file);
  try {
    return proptests::declared_in(text);
  } catch (std::invalid_argument const& e) {
    throw std::invalid_argument(file + ": " + e.what());
  }
}

/// An implementation that is right by a profile, and declares no more than it is asked for.
kit::subject right_by(gen_arguments const& a) {
  kit::subject right = proptests::plain();
  right.declares = {};
  right.declares.elements = {"bool", "int32", "double"};
  right.declares.max_operands = 2;
  right.declares.strided = false;
  right.declares.overlapping = false;
  if (!a.capabilities.empty()) {
    const kit::subject declared = declared_by(a.capabilities);
    right.profile = declared.profile;
    right.declares = declared.declares;
  }
  if (a.profile) right.profile = *a.profile;
  if (right.profile != "array_api") {
    const kit::subject verifier = subjects::verifier(right.profile);
    right.infer = verifier.infer;
    right.verify = verifier.verify;
    if (a.capabilities.empty()) right.declares.unknown_sizes = true;
  }
  return right;
}

}  // namespace

command add_gen(CLI::App& program) {
  auto a = std::make_shared<gen_arguments>();
  CLI::App* sub =
      program.add_subcommand("gen", "Write the asks of a run, one a line: gen | program | judge");
  sub->add_option("--law", a->which.laws, "Only this law; repeat for more")->type_name("LAW");
  sub->add_option("--seed", a->seed, "The seed of the random cases (default: BCAST_SEED, or 0)")
      ->type_name("N");
  sub->add_option("--cases", a->which.random, "Random cases a law")
      ->check(CLI::Validator(CLI::Range(0.0, 1e15)).description(""))
      ->type_name("N")
      ->capture_default_str();
  takes(sub->add_option("--profile", a->profile, "The rule that the program follows (array_api)"),
        "PROFILE");
  sub->add_option("--caps", a->capabilities,
                  "A file with the program's answer to the first ask (default: `copy`, `broadcast` "
                  "and `sub` on bool, int32 and float64)")
      ->type_name("FILE");
  add_examples(*sub,
               {{"bcast gen | ./mine | bcast judge", "what nearly every program can do"},
                {"bcast gen --caps caps.json --law elements > asks", "what a program declares"}});
  return [a] {
    a->which.seed = proptests::given_seed(a->seed).value_or(0);
    std::ios::sync_with_stdio(false);
    proptests::write_asks(a->which, right_by(*a), std::cout);
    if (!std::cout) throw std::runtime_error("standard output cannot be written");
    return holds;
  };
}

command add_judge(CLI::App& program) {
  CLI::App* sub = program.add_subcommand(
      "judge", "Read the answers to the asks of gen, in any order, and report as check does");
  add_examples(*sub, {{"bcast gen | ./mine | bcast judge", "in one go"},
                      {"bcast judge answers --junit report.xml", "from a file"}});
  return proptests::add_judge(*sub);
}

}  // namespace bcast::cli
