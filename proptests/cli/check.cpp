#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/timer/progress_display.hpp>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "subjects.hpp"

namespace bcast::cli {
namespace {

struct arguments {
  std::vector<std::string> laws;
  std::vector<std::string> subjects;
  std::optional<std::string> command;
  double timeout = 10;
  std::optional<std::string> only_case;
  std::uint64_t seed = 0;
  std::uint64_t random = 2000;
  bool list = false;
  bool skipped = false;
};

std::vector<proptests::law const*> chosen_laws(std::vector<std::string> const& names) {
  std::vector<proptests::law const*> chosen;
  if (names.empty()) {
    for (proptests::law const& l : proptests::all_laws()) chosen.push_back(&l);
  }
  for (std::string const& name : names) {
    proptests::law const* l = proptests::find_law(name);
    if (l == nullptr) {
      throw std::invalid_argument("no law is called '" + name + "'; `bcast check --list` has them");
    }
    chosen.push_back(l);
  }
  return chosen;
}

std::vector<kit::subject> chosen_subjects(std::vector<std::string> const& names) {
  if (names.empty()) return subjects::all();
  std::vector<kit::subject> chosen;
  for (std::string const& name : names) {
    if (name == "engine") {
      chosen.push_back(subjects::engine());
    } else if (name.starts_with("verifier/")) {
      chosen.push_back(subjects::verifier(name.substr(9)));
    } else {
      throw std::invalid_argument("no subject is called '" + name +
                                  "'; there are engine and verifier/<profile>");
    }
  }
  return chosen;
}

kit::subject program_of(arguments const& a) {
  proptests::pipe_limits limits;
  limits.answer = std::chrono::milliseconds(static_cast<std::int64_t>(a.timeout * 1000));
  return proptests::pipe_subject(a.command.value(), limits);
}

int list(std::vector<proptests::law const*> const& laws) {
  for (proptests::law const* l : laws) {
    fmt::print("{:<18}  {:<14}  {}\n", l->name, l->tag, l->statement);
  }
  return holds;
}

int check(arguments const& a) {
  const auto laws = chosen_laws(a.laws);
  if (a.list) return list(laws);
  const auto subjects = a.command ? std::vector{program_of(a)} : chosen_subjects(a.subjects);
  std::optional<proptests::test_case> given;
  if (a.only_case) given = proptests::parse_case(*a.only_case);
  proptests::settings with;
  with.seed = a.seed;
  with.random = a.random;

  std::unique_ptr<boost::timer::progress_display> bar;
  if (!a.only_case && isatty(STDERR_FILENO) != 0) {
    std::uint64_t planned = 0;
    for (proptests::law const* l : laws) {
      for (kit::subject const& s : subjects) planned += proptests::planned_cases(*l, s, with);
    }
    bar = std::make_unique<boost::timer::progress_display>(planned, std::cerr);
    with.progress = [&](std::uint64_t n) { *bar += n; };
  }

  const auto start = std::chrono::steady_clock::now();
  std::vector<proptests::outcome> all;
  if (given) {
    for (proptests::law const* l : laws) {
      for (kit::subject const& s : subjects) {
        all.push_back(proptests::run_case(*l, s, *given, false));
      }
    }
  } else {
    all = proptests::run_all(laws, subjects, with);
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  std::vector<std::string> reports;
  std::uint64_t cases = 0, asked = 0;
  for (proptests::outcome const& o : all) {
    if (o.failure) reports.push_back(proptests::report(o));
    if (o.skipped.empty()) ++asked;
    cases += o.cases();
  }

  if (asked == 0)
    throw std::invalid_argument(given ? "none of these laws speaks of this case"
                                      : "none of these laws can be asked of these subjects");
  fmt::print("{}", proptests::table(all));
  if (a.skipped) {
    fmt::print("\n");
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].skipped.empty()) continue;
      fmt::print("not asked  {:<18}  {:<20}  {}\n", all[k].stated->name, all[k].subject,
                 all[k].skipped);
    }
  }
  for (std::string const& r : reports) fmt::print("\n{}", r);
  const std::string seed = given ? "" : fmt::format(", seed {}", a.seed);
  fmt::print("\n{} of {} laws hold, {} cases, {:.1f} s{}\n", asked - reports.size(), asked, cases,
             time.count(), seed);
  return reports.empty() ? holds : broken;
}

}  // namespace

command add_check(CLI::App& program) {
  auto a = std::make_shared<arguments>();
  a->seed = std::random_device{}();
  CLI::App* sub = program.add_subcommand(
      "check", "Hold the engine and the verifier against the documents' transcriptions");
  sub->add_option("--law", a->laws, "Only this law; repeat for more");
  sub->add_option("--subject", a->subjects, "Only this subject: engine, verifier/<profile>");
  sub->add_option("--exec", a->command,
                  "Only the program behind this shell command, which answers asks line by line")
      ->excludes("--subject");
  sub->add_option("--timeout", a->timeout, "Seconds that the program has for an answer")
      ->check(CLI::Range(0.001, 86400.0))
      ->capture_default_str();
  sub->add_option("--case", a->only_case, "Only this case, as a failure prints it");
  sub->add_option("--seed", a->seed, "The seed of the random cases (default: a fresh one)")
      ->envname("BCAST_SEED");
  sub->add_option("--cases", a->random, "Random cases a law")->capture_default_str();
  sub->add_flag("--list", a->list, "List the laws and their clauses");
  sub->add_flag("--skipped", a->skipped, "Say which laws were not asked, and why");
  return [a] { return check(*a); };
}

}  // namespace bcast::cli
