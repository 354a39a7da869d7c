// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "command/chosen.hpp"
#include "command/color.hpp"
#include "command/files.hpp"
#include "command/progress.hpp"
#include "command/signals.hpp"
#include "command/status.hpp"
#include "command/what_now.hpp"
#include "command/width.hpp"
#include "pipe/adapters.hpp"
#include "run/expectations.hpp"
#include "run/given_case.hpp"
#include "run/not_asked.hpp"
#include "support/fold.hpp"
#include "support/json_text.hpp"
#include "support/numbers.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

const std::map<std::string, run_size> run_sizes{
    {"core", run_size::core}, {"push", run_size::push}, {"nightly", run_size::nightly}};

int list(std::vector<law const*> const& laws, std::string const& json) {
  if (!json.empty()) write_file(json, to_json(laws));
  if (json == "-") return holds;
  for (law const* l : laws) {
    const std::string head = fmt::format("{:<18}  {:<14}  ", l->name, l->tag);
    fmt::print("{}\n", row(head, l->statement, width_of(stdout)));
  }
  return holds;
}

/// The seed comes from the option, BCAST_SEED, or is fresh, in this order.
settings settings_of(check_arguments const& a, expectations const& expected) {
  settings with = fresh_settings();
  with.shrinks = a.shrink > 0;
  with.shrink_time = std::chrono::milliseconds(static_cast<std::int64_t>(a.shrink * 1000));
  with.guarded = a.no_fork;
  if (const auto seed = given_seed(a.seed)) with.seed = *seed;
  with.size = run_sizes.at(size_of(a));
  if (with.size == run_size::core && a.random) {
    throw std::invalid_argument("--cases: --size core has no random cases");
  }
  if (a.json == "-" && a.junit == "-") {
    throw std::invalid_argument("--json and --junit are one file, -");
  }
  if (a.random) with.random = a.random;
  if (!expected.empty()) with.expect = expected;
  with.stopped = [] { return interruption::arrived() != 0; };
  return with;
}

/// What there is to say of a library, a program or a module that gave no subject: it breaks the
/// first law, and the others are not asked.
void add_unloaded(std::vector<outcome>& all, std::vector<law const*> const& laws,
                  std::string const& subject, std::string const& why) {
  for (law const* l : laws) {
    outcome o;
    o.stated = l;
    o.subject = subject;
    if (l == laws.front()) {
      test_case none;
      none.operands.push_back({});
      o.failure = counterexample{"given", none, none, 0, why};
      o.failure->again = replayed::lost;  // no case is replayed
    } else {
      o.skipped = "it cannot be loaded";
    }
    all.push_back(std::move(o));
  }
}

struct answered {
  std::vector<outcome> outcomes;
  std::string unfinished;  ///< why not all laws could be asked; empty if they were
};

answered ask_all(std::vector<law const*> const& laws, subjects const& s, settings const& with,
                 check_arguments const& a) {
  std::vector<outcome> all;
  std::string unfinished;
  if (a.only_case) {
    const test_case given = given_case("--case", *a.only_case);
    for (law const* l : laws) {
      for (kit::subject const& in : s.inside) {
        all.push_back(run_case(*l, in, given, false, with));
      }
      for (isolated_subject const& isolated : s.isolated) {
        all.push_back(run_case_isolated(*l, isolated, given, false, limits_of(a)));
      }
    }
  } else {
    all = run_all(laws, s.inside, with);
    std::vector<outcome> isolated;
    try {
      isolated = run_all_isolated(laws, s.isolated, with, limits_of(a));
    } catch (unfinished_run& e) {
      isolated = std::move(e.outcomes);
      unfinished = e.what();
    }
    std::move(isolated.begin(), isolated.end(), std::back_inserter(all));
  }
  for (auto const& [name, why] : s.unloaded) add_unloaded(all, laws, name, why);
  return {std::move(all), std::move(unfinished)};
}

std::unique_ptr<progress> progress_line(std::vector<law const*> const& laws, subjects const& s,
                                        settings const& with, double most) {
  // Cases of other processes cannot be counted ahead.
  if (!s.isolated.empty()) return std::make_unique<progress>(0, most);
  std::uint64_t planned = 0;
  for (law const* l : laws) {
    for (kit::subject const& in : s.inside) planned += planned_cases(*l, in, with);
  }
  return std::make_unique<progress>(planned, most);
}

struct totals {
  std::uint64_t cases = 0, declined = 0, known_failures = 0;
  std::size_t asked = 0, broken = 0, known = 0, interrupted = 0, cut = 0, not_asked = 0;
};

totals totals_of(std::vector<outcome> const& outcomes) {
  totals t;
  for (outcome const& o : outcomes) {
    t.cases += o.cases();
    t.declined += o.declined;
    t.known_failures += o.known_failures();
    t.known += o.known_failures() != 0 && !o.failure ? 1 : 0;
    t.broken += o.failure ? 1 : 0;
    t.interrupted += o.interrupted ? 1 : 0;
    t.cut += o.out_of_time ? 1 : 0;
    t.asked += o.skipped.empty() && !o.interrupted ? 1 : 0;
  }
  t.not_asked = laws_not_asked(outcomes).size();
  return t;
}

/// The last line of a run.
std::string summary(totals const& t, std::string const& details) {
  std::string line = fmt::format("{} of {} laws hold, {} {}{}", t.asked - t.broken - t.known,
                                 t.asked, t.cases, t.cases == 1 ? "case" : "cases", details);
  if (t.known != 0) {
    line += fmt::format("; {} known failures of {} {}", t.known_failures, t.known,
                        t.known == 1 ? "law" : "laws");
  }
  if (t.not_asked != 0) line += fmt::format("; {} not asked", t.not_asked);
  if (t.cut != 0) line += fmt::format("; {} cut short", t.cut);
  if (t.interrupted != 0) line += fmt::format("; interrupted, {} not finished", t.interrupted);
  return line;
}

/// A report with its first word, the verdict, in red. Its prose is folded, its pictures and
/// commands are not.
std::string for_terminal(std::string const& report) {
  const std::size_t end = report.find(' ');
  std::istringstream lines(painted(report.substr(0, end), tone::bad) + report.substr(end));
  std::string out;
  bool prose = true;
  for (std::string line; std::getline(lines, line);) {
    prose = prose && !line.starts_with("  axis ") && !line.starts_with("  replay ");
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

void print_known(expectations const& expected, std::vector<outcome> const& outcomes) {
  const auto deviations = expected.known_deviations(outcomes);
  if (deviations.empty()) return;
  fmt::print("\n{} known {}; --no-known reports {}:\n", deviations.size(),
             deviations.size() == 1 ? "deviation" : "deviations",
             deviations.size() == 1 ? "it" : "them");
  std::size_t wide = 0;
  for (auto const& d : deviations) wide = std::max(wide, d.laws.size());
  for (auto const& d : deviations) {
    fmt::print("{}\n", row(fmt::format("  {:<{}}  ", d.laws, wide), d.because, width_of(stdout)));
  }
}

/// The failures of a run, as a reader gets them.
std::vector<failure_told> told_of(std::vector<outcome> const& outcomes, check_arguments const& a) {
  std::vector<failure_told> all;
  for (auto const& group : failures_by_operands(outcomes)) {
    failure_told t{group.front(), report(*group.front(), {group.begin() + 1, group.end()})};
    for (std::string const& module : a.array_modules) {
      if (t.failed->subject.starts_with(module + " ")) t.in_python = in_python(*t.failed, module);
    }
    all.push_back(std::move(t));
  }
  return all;
}

void print_failures(std::vector<failure_told> const& all) {
  for (failure_told const& t : all) {
    fmt::print("\n{}", for_terminal(t.report));
    std::istringstream lines(t.in_python);
    std::string word = "plain";
    for (std::string line; std::getline(lines, line); word = "") {
      fmt::print("  {:<6}  {}\n", word, line);
    }
  }
}

/// A finished run, and what is needed to report it.
struct finished {
  run_report const& run;
  std::vector<failure_told> const& failures;
  settings const& with;
  expectations const& expected;
  std::vector<std::string> const& promises;  ///< expectations that were not met
  subjects const& chosen;
  std::string const& program;
  double seconds = 0;
};

void print(finished const& f, check_arguments const& a) {
  std::vector<outcome> const& outcomes = f.run.outcomes;
  if (!a.quiet) fmt::print("{}", table(outcomes));
  if (a.skipped) print_skipped(outcomes, f.chosen.absent);
  print_failures(f.failures);
  if (char const* const on = std::getenv("GITHUB_ACTIONS");
      on != nullptr && on == std::string_view("true")) {
    fmt::print("\n{}", as_annotations(f.failures));
  }
  const auto say = [](std::string const& text) {
    fmt::print("\n{}\n", folded(text, width_of(stdout), 2));
  };
  for (std::string const& p : f.promises) say(p);
  if (!a.quiet && interruption::arrived() == 0) {
    for (std::string const& r : f.expected.remarks(outcomes)) say("remark  " + r);
  }
  if (!a.quiet && !a.size && !a.only_case && size_of(a) == "core") {
    say("remark  only the core cases were asked; --size push asks the rest");
  }
  if (const std::string hardly = hardly_asked(outcomes); !a.quiet && !hardly.empty()) {
    say("remark  most cases are not supported: " + hardly);
  }
  if (!a.quiet) {
    for (outcome const& o : outcomes) {
      for (std::string const& r : o.remarks) {
        say(fmt::format("remark  {} of {}: {}", o.stated->name, o.subject, printable(r)));
      }
    }
  }
  if (!a.quiet) print_known(f.expected, outcomes);
  const totals t = totals_of(outcomes);
  if (a.quiet && t.broken == 0) return;
  const std::string sources = cases_by_source(outcomes);
  if (!a.quiet && sources.find(',') != std::string::npos) say("cases: " + sources);
  if (!a.quiet && !a.skipped && t.not_asked != 0) say("not asked: " + not_asked(outcomes));
  if (!a.quiet && t.cut != 0 && !a.seconds) {
    say("remark  the run ends after 60 s with the cases it has; --seconds N gives it longer");
  }
  if (!a.quiet && t.declined != 0) {
    say(fmt::format("not supported: {} of {} cases", t.declined, t.cases + t.declined));
  }
  for (outcome const& o : outcomes) {
    if (o.asking.empty()) continue;
    fmt::print("\ninterrupted at  {} --law '{}' {} --case '{}'\n", f.program, o.stated->name,
               f.chosen.how_chosen(o), o.asking);
  }
  std::string details = fmt::format(", {:.1f} s", f.seconds);
  if (!a.only_case) details += fmt::format(", seed {}", f.with.seed);
  fmt::print("\n{}\n", summary(t, details));
  if (a.quiet || f.failures.empty()) return;
  door by;
  const std::string chosen = f.chosen.how_chosen(*f.failures.front().failed);
  const bool is_program = chosen.starts_with("--exec ") || chosen.starts_with("--array-api ") ||
                          chosen.starts_with("--system ");
  if (!a.no_fork && !is_program) {
    by.debugged = [](std::string const& again) {
      return fmt::format("gdb -ex run --args {} --no-fork", again);
    };
  }
  fmt::print("\n{}", what_now(f.failures, by));
}

/// How long a run may take.
std::optional<double> seconds_of(check_arguments const& a, subjects const& s) {
  const bool costly = std::any_of(s.inside.begin(), s.inside.end(),
                                  [](kit::subject const& one) { return one.declares.costly; });
  const bool slow = costly || (!a.commands.empty() && !a.size && !a.random);
  return a.seconds || !slow || a.only_case ? a.seconds : 60;
}

int run_and_report(std::vector<law const*> const& laws, check_arguments const& a,
                   built_in const& own, expectations const& expected) {
  settings with = settings_of(a, expected);
  std::vector<named_file> written;
  for (auto const& [option, file] : {named_file{"--json", a.json}, named_file{"--junit", a.junit},
                                     named_file{"--report", a.issues}}) {
    if (!file.empty()) written.push_back({option, file});
  }
  expect_apart(written, {{"--xfail", a.expected}});
  const subjects chosen = chosen_subjects(a, own);
  for (named_file const& file : written) expect_writable(file.name);
  const std::optional<double> seconds = seconds_of(a, chosen);
  std::unique_ptr<progress> line;
  if (!a.only_case && !a.quiet) {
    line = progress_line(laws, chosen, with,
                         seconds.value_or(std::numeric_limits<double>::infinity()));
    with.progress = [&](std::uint64_t n) { line->add(n); };
  }

  const auto start = std::chrono::steady_clock::now();
  if (seconds) {
    with.end = start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                           std::chrono::duration<double>(*seconds));
  }
  run_report run{with.seed, {}};
  if (!a.only_case) run.asked = size_of(a);
  if (with.random) run.asked += fmt::format(" with {} random cases", *with.random);
  answered asked = ask_all(laws, chosen, with, a);
  run.outcomes = std::move(asked.outcomes);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  line.reset();

  for (outcome& o : run.outcomes) {
    if (!o.failure) continue;
    std::string how = chosen.how_chosen(o);
    // Without it the whole law could end at another failure.
    const bool is_whole = o.failure->again == replayed::lost;
    if (is_whole && !a.expected.empty() && a.expected != "-")
      how += " --xfail " + shell_word(a.expected);
    if (is_whole && a.no_known) how += " --no-known";
    o.failure->replay = replay_by_check(o, own.program, how);
  }
  const totals t = totals_of(run.outcomes);
  const auto write_json = [&] {
    if (!a.json.empty()) write_file(a.json, to_json(run));
  };
  if (t.asked == 0 && t.interrupted == 0) {
    write_json();  // it says why each law was skipped
    throw nothing_to_ask((a.only_case ? "none of these laws applies to this case: "
                                      : "none of these laws can be asked of these subjects: ") +
                         not_asked(run.outcomes));
  }
  const bool whole = t.interrupted == 0 && t.cut == 0;
  const auto promises = whole ? expected.broken_promises(run.outcomes) : std::vector<std::string>{};
  const bool report_alone = a.json == "-" || a.junit == "-" || a.issues == "-";
  const bool ended = interruption::arrived() != 0 || !asked.unfinished.empty();
  const std::vector<failure_told> failures = told_of(run.outcomes, a);
  const auto print_all = [&] {
    if (report_alone) return;
    print({run, failures, with, expected, promises, chosen, own.program, time.count()}, a);
  };
  const auto write_all = [&] {
    for (outcome& o : run.outcomes) {
      if (o.interrupted && o.cases() == 0) o.skipped = "the run was interrupted";
    }
    write_json();
    if (!a.junit.empty()) write_file(a.junit, to_junit(run));
    if (!a.issues.empty()) write_file(a.issues, as_issues(failures));
  };
  print_then_write(print_all, written.empty() ? std::function<void()>() : write_all);
  if (const int signal = interruption::arrived(); signal != 0) return 128 + signal;
  if (ended) throw std::runtime_error(asked.unfinished);
  return t.broken == 0 && promises.empty() ? holds : broken;
}

/// What came with bcast about the modules: xfail/jax.numpy.txt, or that of the package, jax.
void add_known(expectations& expected, std::vector<std::string> const& modules) {
  std::set<std::string> added;
  for (std::string const& module : modules) {
    for (std::string const& name : {module, module.substr(0, module.find('.'))}) {
      const auto text = pipe::known_deviations(name);
      if (!text) continue;
      if (added.insert(name).second) expected.add_known(name + ".txt", *text);
      break;
    }
  }
}

}  // namespace

std::string size_of(check_arguments const& a) {
  if (a.size) return *a.size;
  const bool slow = !a.array_modules.empty() || !a.systems.empty();
  return slow && !a.random ? "core" : "push";
}

int check(check_arguments const& a, built_in const& own) {
  const auto laws = chosen_laws(a.laws);
  if (a.list) return list(laws, a.json);
  // What a pipe without a writer keeps waiting ends at the first signal.
  expectations expected = expected_failures(a.expected);
  if (!a.no_known && !a.only_case) {
    add_known(expected, a.array_modules);
    add_known(expected, a.systems);
  }
  const interruption may_come;
  try {
    return run_and_report(laws, a, own, expected);
  } catch (std::exception const&) {
    // A process that an interrupt has ended answers nothing.
    if (const int signal = interruption::arrived(); signal != 0) return 128 + signal;
    throw;
  }
}

}  // namespace bcast::proptests
