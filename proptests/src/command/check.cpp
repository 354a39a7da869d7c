// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fnmatch.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/asks.hpp"
#include "bcast/proptests/command.hpp"
#include "bcast/proptests/expectations.hpp"
#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/suggest.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/text.hpp"
#include "color.hpp"
#include "expected.hpp"
#include "files.hpp"
#include "numbers.hpp"
#include "progress.hpp"
#include "shards.hpp"
#include "shell_word.hpp"

namespace bcast::proptests {
namespace {

struct arguments {
  std::vector<std::string> laws;
  std::vector<std::string> subjects;
  std::vector<std::string> commands;
  std::vector<std::string> only;
  std::optional<std::string> only_case;
  std::string expected, json, junit, part;
  std::optional<std::string> seed;
  std::optional<std::uint64_t> random;
  std::string size = "push";
  double limit = 10;
  bool list = false, skipped = false, features = false, no_fork = false, quiet = false,
       shrinks = true;
};

/// What a run is about: subjects in this process, and subjects in children of it.
struct subjects {
  std::vector<kit::subject> inside;
  std::vector<isolated_subject> apart;
  std::vector<std::pair<std::string, std::string>> chosen_by;

  void add(isolated_subject s, bool isolate) {
    if (s.chosen_by.empty()) s.chosen_by = "--subject " + shell_word(s.name);
    std::string name = s.name;
    const auto taken = [&](auto const& other) { return other.first == name; };
    for (int k = 2; std::any_of(chosen_by.begin(), chosen_by.end(), taken); ++k) {
      name = fmt::format("{}#{}", s.name, k);
    }
    chosen_by.emplace_back(name, s.chosen_by);
    if (name != s.name) {
      s.make = [name, make = s.make] {
        kit::subject named = make();
        named.name = name;
        return named;
      };
      s.name = name;
    }
    if (isolate) {
      apart.push_back(s);
    } else {
      inside.push_back(s.make());
    }
  }
  bool empty() const { return inside.empty() && apart.empty(); }

  std::string how_chosen(outcome const& o) const {
    for (auto const& [name, arguments] : chosen_by) {
      if (name == o.subject) return arguments;
    }
    return "";
  }
};

const std::map<std::string, run_size> sizes{
    {"core", run_size::core}, {"push", run_size::push}, {"nightly", run_size::nightly}};

isolation limits_of(arguments const& a) {
  isolation limits;
  limits.answer = std::chrono::milliseconds(static_cast<std::int64_t>(a.limit * 1000));
  return limits;
}

/// The names without those that stand before.
std::vector<std::string> once(std::vector<std::string> const& names) {
  std::vector<std::string> all;
  for (std::string const& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

std::vector<law const*> chosen_laws(std::vector<std::string> const& names) {
  std::vector<law const*> chosen;
  if (names.empty()) {
    for (law const& l : all_laws()) chosen.push_back(&l);
  }
  for (std::string const& name : names) {
    bool known_name = false;
    for (law const& l : all_laws()) {
      if (l.name != name && l.tag != name) continue;
      known_name = true;
      if (std::find(chosen.begin(), chosen.end(), &l) == chosen.end()) chosen.push_back(&l);
    }
    if (!known_name) {
      std::vector<std::string> known;
      for (law const& l : all_laws()) known.emplace_back(l.name);
      throw std::invalid_argument("no law is called '" + name + "'" + suggestion(name, known) +
                                  "; --list has them");
    }
  }
  return chosen;
}

bool is_library(std::string const& name) {
  return name.ends_with(".so") || name.find(".so.") != std::string::npos ||
         name.ends_with(".dylib");
}

/// A command whose program runs apart by itself.
isolated_subject of_command(std::string const& command, arguments const& a) {
  pipe_limits limits;
  limits.answer = limits_of(a).answer;
  auto s = std::make_shared<kit::subject>(pipe_subject(command, limits));
  return {s->name, s->profile, [s] { return *s; }, "--exec " + shell_word(command)};
}

subjects chosen_subjects(arguments const& a, built_in const& own) {
  subjects chosen;
  const auto wanted = [&](std::string const& name) {
    return a.only.empty() || std::any_of(a.only.begin(), a.only.end(), [&](auto const& pattern) {
             return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
           });
  };
  const auto add = [&](isolated_subject const& s, bool isolate) {
    if (wanted(s.name)) chosen.add(s, isolate && !a.no_fork);
  };
  for (std::string const& name : once(a.subjects)) {
    if (is_library(name)) {
      // A name without a folder would be looked for among the system's libraries.
      const std::string file = name.find('/') == std::string::npos ? "./" + name : name;
      for (isolated_subject s : isolated_library(file, limits_of(a))) {
        s.chosen_by = fmt::format("--subject {} --only {}", shell_word(name), shell_word(s.name));
        add(s, true);
      }
      continue;
    }
    const auto at = std::find_if(own.subjects.begin(), own.subjects.end(),
                                 [&](isolated_subject const& s) { return s.name == name; });
    if (at == own.subjects.end()) {
      std::string known;
      for (isolated_subject const& s : own.subjects) known += (known.empty() ? "" : ", ") + s.name;
      throw std::invalid_argument(fmt::format(
          "no subject is called '{}'; there are {}, and shared libraries, NAME.so", name, known));
    }
    add(*at, !own.trusted);
  }
  for (std::string const& command : once(a.commands)) add(of_command(command, a), false);
  if (a.subjects.empty() && a.commands.empty()) {
    for (isolated_subject const& s : own.subjects) add(s, !own.trusted);
  }
  if (chosen.empty()) throw std::invalid_argument("--only leaves no subject");
  return chosen;
}

int list(std::vector<law const*> const& laws) {
  for (law const* l : laws) fmt::print("{:<18}  {:<14}  {}\n", l->name, l->tag, l->statement);
  return 0;
}

std::vector<outcome> ask_all(std::vector<law const*> const& laws, subjects const& s,
                             settings const& with, arguments const& a) {
  std::vector<outcome> all;
  if (a.only_case) {
    const test_case given = parse_case(*a.only_case);
    for (law const* l : laws) {
      for (kit::subject const& in : s.inside) {
        all.push_back(run_case(*l, in, given, false, with));
      }
      for (isolated_subject const& apart : s.apart) {
        all.push_back(run_case_isolated(*l, apart, given, false, limits_of(a)));
      }
    }
    return all;
  }
  all = run_all(laws, s.inside, with);
  for (outcome& o : run_all_isolated(laws, s.apart, with, limits_of(a))) {
    all.push_back(std::move(o));
  }
  return all;
}

std::unique_ptr<progress> progress_line(std::vector<law const*> const& laws, subjects const& s,
                                        settings const& with) {
  std::uint64_t planned = 0;
  for (law const* l : laws) {
    for (kit::subject const& in : s.inside) planned += planned_cases(*l, in, with);
  }
  if (planned == 0 || !s.apart.empty()) return nullptr;  // what is apart cannot be counted before
  return std::make_unique<progress>(planned);
}

int check(arguments const& a, built_in const& own) {
  const auto laws = chosen_laws(a.laws);
  if (a.list) return list(laws);
  const expectations expected = expected_failures(a.expected);
  settings with;
  with.seed = std::random_device{}();
  with.shrinks = a.shrinks;
  with.features = a.features;
  if (const std::string wrong = read_rc_params(with, std::getenv("RC_PARAMS")); !wrong.empty()) {
    throw std::invalid_argument(wrong);
  }
  if (const auto seed = given_seed(a.seed)) with.seed = *seed;
  with.size = sizes.at(a.size);
  if (with.size == run_size::core && a.random) {
    throw std::invalid_argument("--cases: --size core has no random cases");
  }
  if (a.json == a.junit && !a.json.empty()) {
    throw std::invalid_argument(fmt::format("--json and --junit are one file, {}", a.json));
  }
  if (a.random) with.random = a.random;
  if (!a.part.empty()) {
    with.part = parse_shard(a.part);
  } else if (!a.only_case) {
    with.part = shard_from([](char const* name) { return std::getenv(name); });
  }
  if (!expected.empty()) with.expect = expected;
  const subjects chosen = chosen_subjects(a, own);
  std::unique_ptr<progress> line;
  if (!a.only_case && !a.quiet && isatty(STDERR_FILENO) != 0) {
    line = progress_line(laws, chosen, with);
    if (line) with.progress = [&](std::uint64_t n) { line->add(n); };
  }

  const auto start = std::chrono::steady_clock::now();
  const run_report run{with.seed, with.part, ask_all(laws, chosen, with, a)};
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  line.reset();

  std::uint64_t cases = 0;
  std::size_t asked = 0, broken = 0;
  for (outcome const& o : run.outcomes) {
    asked += o.skipped.empty() ? 1 : 0;
    broken += o.failure ? 1 : 0;
    cases += o.cases();
  }
  if (asked == 0) {
    throw std::invalid_argument(a.only_case ? "none of these laws speaks of this case"
                                            : "none of these laws can be asked of these subjects");
  }
  if (!a.json.empty()) write_file(file_of_shard(a.json, with.part), to_json(run));
  const auto described = [&](outcome const& o) {
    return report(o, own.program, chosen.how_chosen(o));
  };
  if (!a.junit.empty()) write_file(file_of_shard(a.junit, with.part), to_junit(run, described));

  const auto promises =
      with.part.count == 1 ? expected.broken_promises(run.outcomes) : std::vector<std::string>{};
  const int status = broken == 0 && promises.empty() ? 0 : 1;
  if (a.json == "-" || a.junit == "-") return status;  // the report stands there alone
  if (!a.quiet) fmt::print("{}", table(run.outcomes));
  if (a.features) fmt::print("\n{}", feature_table(run.outcomes));
  if (a.skipped) {
    fmt::print("\n");
    for (outcome const& o : run.outcomes) {
      if (o.skipped.empty()) continue;
      fmt::print("not asked  {:<18}  {:<20}  {}\n", o.stated->name, o.subject, o.skipped);
    }
  }
  for (outcome const& o : run.outcomes) {
    if (!o.failure) continue;
    const std::string text = described(o);
    const std::size_t verdict = text.find(' ');
    fmt::print("\n{}{}", painted(text.substr(0, verdict), tone::bad), text.substr(verdict));
  }
  for (std::string const& p : promises) fmt::print("\n{}\n", p);
  if (!a.quiet && with.part.count == 1) {
    for (std::string const& r : expected.remarks(run.outcomes)) fmt::print("\nremark  {}\n", r);
  }
  const std::string seed = a.only_case ? "" : fmt::format(", seed {}", with.seed);
  const std::string part =
      with.part.count == 1 ? "" : fmt::format(", shard {}/{}", with.part.index, with.part.count);
  if (!a.quiet || broken != 0) {
    fmt::print("\n{} of {} laws hold, {} {}, {:.1f} s{}{}\n", asked - broken, asked, cases,
               cases == 1 ? "case" : "cases", time.count(), seed, part);
  }
  return status;
}

/// A validator that the help does not spell out.
CLI::Validator plain(CLI::Validator v) { return v.description(""); }

}  // namespace

std::function<int()> add_check(CLI::App& command, built_in const& own) {
  auto a = std::make_shared<arguments>();
  command
      .add_option("--law", a->laws, "Only this law, or those that state this clause; repeatable")
      ->type_name("LAW");
  command
      .add_option("--subject", a->subjects,
                  "Only this subject, or those of a shared library, ./libmine.so; repeatable")
      ->type_name("SUBJECT");
  command
      .add_option("--exec", a->commands,
                  "The program that answers asks on its standard input; repeatable")
      ->type_name("COMMAND");
  command
      .add_option("--only", a->only, "Of the subjects, those with such a name (*, ?); repeatable")
      ->type_name("PATTERN");
  CLI::Option* one =
      command.add_option("--case", a->only_case, "Only this case, as a failure prints it")
          ->type_name("CASE");
  command
      .add_option("--seed", a->seed,
                  "The seed of the random cases (default: BCAST_SEED, or a fresh one)")
      ->type_name("N");
  command
      .add_option(
          "--size", a->size,
          "core: the core cases; push: the small scope in full and 2000 random cases a law; "
          "nightly: 100,000")
      ->check(plain(CLI::IsMember({"core", "push", "nightly"})))
      ->type_name("SIZE")
      ->default_str("push");
  command.add_option("--cases", a->random, "Random cases a law, instead of the size's")
      ->check(plain(CLI::Range(0.0, 1e15)))
      ->excludes(one)
      ->type_name("N");
  command.add_option("--xfail", a->expected, "A file of expected failures")
      ->excludes(one)
      ->type_name("FILE");
  command
      .add_option("--shard", a->part,
                  "Part K of N, from 0 (default: as GoogleTest, Slurm, Open MPI or "
                  "Kubernetes say in the environment)")
      ->excludes(one)
      ->type_name("K/N");
  command.add_option("--limit", a->limit, "What a subject may take for one case")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->check(plain(CLI::Range(0.05, 86400.0)))
      ->check([](std::string const& text) {  // no comparison holds for NaN
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? "'" + text + "' is no number" : "";
      });
  command.add_option("--json", a->json, "Write the report as JSON; - is standard output")
      ->type_name("FILE");
  command.add_option("--junit", a->junit, "Write the report as JUnit XML")->type_name("FILE");
  command.add_flag("--no-fork", a->no_fork, "Ask in this process: for a debugger or a device");
  command.add_flag("--list", a->list, "List the laws and their clauses");
  command.add_flag("--skipped", a->skipped, "Say which laws were not asked, and why");
  command.add_flag("--features", a->features, "Count the features of the cases: zero, rank=3, ...");
  command.add_flag("-q,--quiet", a->quiet, "Print what is broken and nothing else");
  return [a, own] { return check(*a, own); };
}

std::function<int()> add_judge(CLI::App& command) {
  auto a = std::make_shared<arguments>();
  auto file = std::make_shared<std::string>("-");
  command.add_option("answers", *file, "The file of answers (default: standard input)")
      ->type_name("FILE");
  command.add_option("--xfail", a->expected, "A file of expected failures")->type_name("FILE");
  command.add_option("--json", a->json, "Write the report as JSON; - is standard output")
      ->type_name("FILE");
  command.add_option("--junit", a->junit, "Write the report as JUnit XML")->type_name("FILE");
  command.add_flag("--skipped", a->skipped, "Say which laws were not asked, and why");
  command.add_flag("-q,--quiet", a->quiet, "Print what is broken and nothing else");
  return [a, file] {
    std::istringstream text(*file == "-" ? "" : read_file(*file));
    const answered_run answered = read_answers(*file == "-" ? std::cin : text);
    arguments of_run = *a;
    of_run.laws = answered.which.laws;
    of_run.seed = std::to_string(answered.which.seed);
    of_run.random = answered.which.random;
    of_run.part = "0/1";
    of_run.shrinks = false;
    kit::subject const& s = answered.subject;
    const built_in own{
        {{s.name, s.profile, [s] { return s; }, "--exec PROGRAM"}}, true, "bcast check"};
    return check(of_run, own);
  };
}

}  // namespace bcast::proptests
