// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/check.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "command/chosen.hpp"
#include "command/color.hpp"
#include "command/expected.hpp"
#include "command/files.hpp"
#include "command/numbers.hpp"
#include "command/progress.hpp"
#include "command/shards.hpp"
#include "command/status.hpp"
#include "command/width.hpp"
#include "pipe/asks.hpp"
#include "run/expectations.hpp"
#include "support/fold.hpp"

namespace bcast::proptests {
namespace {

const std::map<std::string, run_size> sizes{
    {"core", run_size::core}, {"push", run_size::push}, {"nightly", run_size::nightly}};

int list(std::vector<law const*> const& laws) {
  for (law const* l : laws) {
    const std::string head = fmt::format("{:<18}  {:<14}  ", l->name, l->tag);
    fmt::print("{}\n", row(head, l->statement, width_of(stdout)));
  }
  return holds;
}

/// The seed comes from the option, BCAST_SEED, RC_PARAMS, or is fresh, in this order; the shard
/// comes from the option or the launcher.
settings settings_of(check_arguments const& a, expectations const& expected) {
  settings with;
  with.seed = std::random_device{}();
  with.shrinks = a.shrinks;
  with.features = a.features;
  if (const std::string wrong = read_rc_params(with, std::getenv("RC_PARAMS")); !wrong.empty()) {
    throw std::invalid_argument(wrong);
  }
  if (const auto seed = given_seed(a.seed)) with.seed = *seed;
  with.size = sizes.at(size_of(a));
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
  return with;
}

std::vector<outcome> ask_all(std::vector<law const*> const& laws, subjects const& s,
                             settings const& with, check_arguments const& a) {
  std::vector<outcome> all;
  if (a.only_case) {
    const test_case given = parse_case(*a.only_case);
    for (law const* l : laws) {
      for (kit::subject const& in : s.inside) {
        all.push_back(run_case(*l, in, given, false, with));
      }
      for (isolated_subject const& isolated : s.isolated) {
        all.push_back(run_case_isolated(*l, isolated, given, false, limits_of(a)));
      }
    }
    return all;
  }
  all = run_all(laws, s.inside, with);
  for (outcome& o : run_all_isolated(laws, s.isolated, with, limits_of(a))) {
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
  if (planned == 0 || !s.isolated.empty())
    return nullptr;  // isolated cases cannot be counted ahead
  return std::make_unique<progress>(planned);
}

struct totals {
  std::uint64_t cases = 0;
  std::size_t asked = 0, broken = 0;
};

totals totals_of(std::vector<outcome> const& outcomes) {
  totals t;
  for (outcome const& o : outcomes) {
    t.asked += o.skipped.empty() ? 1 : 0;
    t.broken += o.failure ? 1 : 0;
    t.cases += o.cases();
  }
  return t;
}

/// A report with its first word, the verdict, in red. Its prose is folded, its pictures and
/// commands are not.
std::string for_terminal(std::string const& report) {
  const std::size_t end = report.find(' ');
  std::istringstream lines(painted(report.substr(0, end), tone::bad) + report.substr(end));
  std::string out;
  bool prose = true;
  for (std::string line; std::getline(lines, line);) {
    prose = prose && !line.starts_with("  axis ");
    const bool is_case = line.starts_with("  case  ") || line.starts_with("  found  ");
    out += (prose && !is_case ? folded(line, width_of(stdout), 0) : line) + "\n";
  }
  return out;
}

void print_skipped(std::vector<outcome> const& outcomes,
                   std::vector<std::pair<std::string, std::string>> const& absent) {
  struct line {
    std::string_view law, subject, why;
  };
  std::vector<line> lines;
  for (outcome const& o : outcomes) {
    if (!o.skipped.empty()) lines.push_back({o.stated->name, o.subject, o.skipped});
  }
  for (auto const& [name, why] : absent) lines.push_back({"every law", name, why});
  std::size_t law = 0, subject = 0;
  for (line const& l : lines) {
    law = std::max(law, columns(l.law));
    subject = std::max(subject, columns(l.subject));
  }
  fmt::print("\n");
  for (line const& l : lines) {
    const std::string head =
        fmt::format("not asked  {:<{}}  {:<{}}  ", l.law, law, l.subject, subject);
    fmt::print("{}\n", row(head, l.why, width_of(stdout)));
  }
}

/// A finished run, and what is needed to report it.
struct finished {
  run_report const& run;
  settings const& with;
  expectations const& expected;
  std::vector<std::string> const& promises;  ///< expectations that were not met
  std::vector<std::pair<std::string, std::string>> const& absent;  ///< subjects, and why
  std::function<std::string(outcome const&)> described;
  double seconds = 0;
};

void print(finished const& f, check_arguments const& a) {
  std::vector<outcome> const& outcomes = f.run.outcomes;
  if (!a.quiet) fmt::print("{}", table(outcomes));
  if (a.features) fmt::print("\n{}", feature_table(outcomes));
  if (a.skipped) print_skipped(outcomes, f.absent);
  for (outcome const& o : outcomes) {
    if (o.failure) fmt::print("\n{}", for_terminal(f.described(o)));
  }
  const auto say = [](std::string const& text) {
    fmt::print("\n{}\n", folded(text, width_of(stdout), 2));
  };
  for (std::string const& p : f.promises) say(p);
  shard const& part = f.with.part;
  if (!a.quiet && part.count == 1) {
    for (std::string const& r : f.expected.remarks(outcomes)) say("remark  " + r);
  }
  if (!a.quiet && !a.size && !a.only_case && size_of(a) == "core") {
    say("remark  only the core cases were asked; --size push asks the rest");
  }
  const totals t = totals_of(outcomes);
  if (a.quiet && t.broken == 0) return;
  const std::string sources = cases_by_source(outcomes);
  if (!a.quiet && sources.find(',') != std::string::npos) say("cases: " + sources);
  const std::string seed = a.only_case ? "" : fmt::format(", seed {}", f.with.seed);
  const std::string of =
      part.count == 1 ? "" : fmt::format(", shard {}/{}", part.index, part.count);
  fmt::print("\n{} of {} laws hold, {} {}, {:.1f} s{}{}\n", t.asked - t.broken, t.asked, t.cases,
             t.cases == 1 ? "case" : "cases", f.seconds, seed, of);
}

}  // namespace

std::string size_of(check_arguments const& a) {
  if (a.size) return *a.size;
  return a.array_modules.empty() || a.random ? "push" : "core";
}

int check(check_arguments const& a, built_in const& own) {
  const auto laws = chosen_laws(a.laws);
  if (a.list) return list(laws);
  const expectations expected = expected_failures(a.expected);
  settings with = settings_of(a, expected);
  const subjects chosen = chosen_subjects(a, own);
  for (std::string const& file : {a.json, a.junit}) {
    if (!file.empty()) expect_writable(file_of_shard(file, with.part));
  }
  std::unique_ptr<progress> line;
  if (!a.only_case && !a.quiet && isatty(STDERR_FILENO) != 0) {
    line = progress_line(laws, chosen, with);
    if (line) with.progress = [&](std::uint64_t n) { line->add(n); };
  }

  const auto start = std::chrono::steady_clock::now();
  const run_report run{with.seed, with.part, ask_all(laws, chosen, with, a)};
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  line.reset();

  const totals t = totals_of(run.outcomes);
  const auto write_json = [&] {
    if (!a.json.empty()) write_file(file_of_shard(a.json, with.part), to_json(run));
  };
  if (t.asked == 0) {
    write_json();  // it says why each law was skipped
    throw std::invalid_argument(a.only_case ? "none of these laws applies to this case"
                                            : "none of these laws can be asked of these subjects");
  }
  const auto described = [&](outcome const& o) {
    return report(o, own.program, chosen.how_chosen(o));
  };
  const auto promises =
      with.part.count == 1 ? expected.broken_promises(run.outcomes) : std::vector<std::string>{};
  const bool report_alone = a.json == "-" || a.junit == "-";
  if (!report_alone) {
    print({run, with, expected, promises, chosen.absent, described, time.count()}, a);
    std::fflush(stdout);  // before a report that cannot be written
  }
  write_json();
  if (!a.junit.empty()) write_file(file_of_shard(a.junit, with.part), to_junit(run, described));
  return t.broken == 0 && promises.empty() ? holds : broken;
}

int judge(judge_arguments const& a) {
  std::istringstream text(a.answers == "-" ? "" : read_file(a.answers));
  const answered_run answered = read_answers(a.answers == "-" ? std::cin : text);
  check_arguments of_run;
  of_run.laws = answered.which.laws;
  of_run.seed = std::to_string(answered.which.seed);
  of_run.random = answered.which.random;
  of_run.part = "0/1";
  of_run.expected = a.expected;
  of_run.json = a.json;
  of_run.junit = a.junit;
  of_run.skipped = a.skipped;
  of_run.quiet = a.quiet;
  of_run.shrinks = false;
  kit::subject const& s = answered.subject;
  const built_in own{
      {{s.name, s.profile, [s] { return s; }, "--exec PROGRAM"}}, true, "bcast check"};
  return check(of_run, own);
}

}  // namespace bcast::proptests
