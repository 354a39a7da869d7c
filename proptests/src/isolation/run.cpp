// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/text.hpp"
#include "isolation/child.hpp"
#include "process/memory_limit.hpp"
#include "process/system.hpp"
#include "run/added.hpp"
#include "run/interrupted.hpp"
#include "run/restarts.hpp"
#include "run/sequence.hpp"
#include "support/json_text.hpp"
#include "support/thrown.hpp"
#include "support/valid_limits.hpp"

namespace bcast::proptests {
namespace {

/// The subject in a child, under the name by which it is known. What is known of fresh instances
/// comes from other processes.
kit::subject made(isolated_subject const& s) {
  kit::subject subject = s.make();
  subject.name = s.name;
  subject.fresh = nullptr;
  return subject;
}

/// What a child reports; nothing if it ended otherwise, or its subject forked and both reported.
std::optional<outcome> report_in(ending& e) {
  if (e.by != ended::well) return std::nullopt;
  try {
    return outcome_from_json(e.answer);
  } catch (std::invalid_argument const&) {
    e.by = ended::by_dying;
    e.how = "did not report";
    return std::nullopt;
  }
}

/// What to say of a law whose subject ended in the middle of a case.
std::string described(law const& l, test_case const& c, std::string const& how) {
  if (l.between == nullptr) return how;
  const std::vector<test_case> calls = calls_of(c);
  if (calls.size() == 1) return fmt::format("{}: {}\nas the first call", to_string(c), how);
  return fmt::format("call {0} of {0}, {1}: {2}", calls.size(), to_string(calls.back()), how);
}

/// The case that was being asked, unless none was begun or its text is cut: a part of a case can be
/// another case.
std::optional<test_case> case_of(ending const& e) {
  if (e.case_text.size() + 1 >= sizeof shared_state::case_text) return std::nullopt;
  try {
    return parse_case(e.case_text);
  } catch (text_error const&) {
    return std::nullopt;
  }
}

/// Whether this process has kept half of what a case may use, since its first case.
std::function<bool()> is_full(std::uint64_t memory) {
  if (memory == 0) return nullptr;
  using clock = std::chrono::steady_clock;
  return [half = memory / 2, at_first = std::uint64_t{0}, next = clock::time_point()]() mutable {
    if (clock::now() < next) return false;
    next = clock::now() + std::chrono::milliseconds(1);
    const std::uint64_t now = memory_of(getpid());
    if (at_first == 0) at_first = now;
    return now > at_first + half;
  };
}

/// A law that is asked of a subject in processes of their own.
class asking {
 public:
  asking(law const& l, isolated_subject const& s, settings const& with, isolation const& limits)
      : law_(l), subject_(s), with_(with), limits_(limits) {}

  /// A child that asks the whole law, until it is full. What it has kept does not count for the
  /// case that it is asked.
  child whole() const {
    return started(limits_.memory + limits_.memory / 2, [&](shared_state& shared, settings& own) {
      own.progress = [&](std::uint64_t n) { shared.done += n; };
      own.full = is_full(limits_.memory);
      return run(law_, made(subject_), own);
    });
  }

  /// A child that asks one case.
  child one(test_case const& c) const {
    return started(limits_.memory, [&](shared_state&, settings& own) {
      return run_case(law_, made(subject_), c, false, own);
    });
  }

  /// What a child says, or how it ended. If `retries`, a failure is tried again.
  outcome outcome_of(ending e, bool retries) const {
    outcome o = report_in(e).value_or(outcome_of_ended(e));
    if (!o.failure) return o;
    o.failure->whole = arguments_of(with_);
    if (retries && o.failure->again != replayed::lost) try_again(*o.failure, e.by);
    if (retries) {
      std::erase_if(
          o.more, [&](further_cause const& one) { return !afresh(one.smallest, limits_.answer); });
    }
    return o;
  }

 private:
  /// The settings of a run in a child record each case before it is asked. A law about sequences
  /// asks an unused process about single calls.
  template <class Run>
  child started(std::uint64_t memory, Run const& asks) const {
    return child(
        [&](shared_state& shared) {
          settings own = with_;
          own.observe = [&](std::string_view source, std::string const& asked) {
            note(shared, source, asked);
          };
          std::optional<unused_process> unused;
          try {
            if (law_.between != nullptr) unused.emplace(law_, subject_, limits_.answer / 2);
          } catch (std::system_error const&) {
            // Without another process such a law finds less.
          }
          if (unused) {
            own.holds_alone = [&](test_case const& call) { return unused->holds(call); };
          }
          return to_json(asks(shared, own));
        },
        allowance{memory, subject_.keeps_output});
  }

  /// Of a child that has ended in the middle of a case, or before the first one.
  outcome outcome_of_ended(ending const& e) const {
    outcome o;
    o.stated = &law_;
    o.subject = subject_.name;
    o.rule = subject_.rule;
    const std::optional<test_case> known = case_of(e);
    test_case none;
    none.operands.push_back({});
    test_case const& c = known ? *known : none;
    std::string how = known ? described(law_, c, e.how) : e.how;
    if (e.case_text.empty()) how += " before the first case";
    o.failure = counterexample{"given", c, c, 0, how + e.last_words};
    for (std::string_view source : {"core", "examples", "scope", "random", "corpus"}) {
      if (known && source == e.source) o.failure->source = source;
    }
    if (!known) o.failure->again = replayed::lost;
    o.sources.push_back({o.failure->source, 1});
    return o;
  }

  /// Asks a case in a process of its own.
  std::optional<failing> afresh(test_case const& c, std::chrono::milliseconds answer) const {
    if (with_.expect && with_.expect(law_, {subject_.name, subject_.rule}, c)) {
      return std::nullopt;
    }
    ending e = one(c).wait(answer);
    if (const auto o = report_in(e)) return failing_of(*o);
    const test_case last = case_of(e).value_or(c);
    return failing{last, described(law_, last, e.how) + e.last_words};
  }

  /// The cases that the run asks before a given one. The contract of the subject says which, so it
  /// is made, in a child.
  std::vector<test_case> before(test_case const& found, occurrence which) const {
    const auto list = [&](shared_state&) {
      std::string lines;
      for (test_case const& c : asked_before(law_, made(subject_), with_, found, which)) {
        lines += to_string(c) + "\n";
      }
      return lines + "\n";
    };
    const ending e = child(list, {limits_.memory, subject_.keeps_output}).wait(limits_.answer);
    std::istringstream lines(e.by == ended::well ? e.answer : "");
    std::vector<test_case> all;
    for (std::string line; std::getline(lines, line) && !line.empty();) {
      all.push_back(parse_case(line));
    }
    return all;
  }

  /// Tries a failure again, in processes that have asked nothing else. Of cases that hang or use
  /// up their memory few are tried.
  void try_again(counterexample& f, ended by) const {
    retrial again{.of = law_, .place = "in a fresh process"};
    const auto ask_within = [&](std::chrono::milliseconds answer) {
      again.ask = [this, answer](test_case const& c) { return afresh(c, answer); };
    };
    again.earlier = [&](occurrence which) { return before(f.found, which); };
    again.shrinks = with_.shrinks;
    again.shrunk = again.timed = by == ended::well;
    again.time = with_.shrink_time;
    if (by == ended::by_hanging || by == ended::by_growing) again.asks = 12;
    try {
      constexpr std::chrono::milliseconds short_time{1000};
      if (by == ended::by_hanging && limits_.answer > short_time) {
        // A smaller case gets less time, and the smallest all of it.
        counterexample smallest = f;
        ask_within(short_time);
        proptests::try_again(smallest, again);
        const auto hangs = smallest.again == replayed::fails
                               ? afresh(smallest.smallest, limits_.answer)
                               : std::nullopt;
        if (hangs) {
          f = smallest;
          f.what = hangs->what;
          return;
        }
        again.shrinks = false;
      }
      ask_within(limits_.answer);
      proptests::try_again(f, again);
    } catch (std::system_error const& e) {
      // If the run was stopped, no process is started.
      if (!is_stopped(with_)) f.what += fmt::format("\nnot asked again: {}", e.what());
    }
  }

  law const& law_;
  isolated_subject const& subject_;
  settings with_;
  isolation limits_;
};

/// One law and subject that is to be asked, or the rest of it.
struct task {
  std::size_t number;
  law const* stated;
  isolated_subject const* subject;
  std::uint64_t first = 0;             ///< case
  std::optional<outcome> before = {};  ///< of the cases before it
  std::uint64_t restarts = 0;
  std::optional<outcome> lost = {};  ///< of the whole law, which is asked again
};

/// One that is being asked.
struct job {
  task of;
  asking asks;
  child process;
  std::uint64_t told = 0;
};

/// Takes what a child says. The law has its outcome then, unless something is left to be asked.
std::optional<outcome> concluded(task& of, outcome o) {
  if (of.before) {
    add(*of.before, o);
    of.before->next = o.next;
    o = std::move(*of.before);
    of.before.reset();
  }
  of.first = std::exchange(o.next, 0);
  if (of.first != 0) {
    ++of.restarts;
    of.before = std::move(o);
    return std::nullopt;
  }
  if (of.restarts != 0) o.remarks.push_back(restarted(of.restarts));
  if (of.lost) return in_place_of(*of.lost, std::move(o));
  if (!is_lost(o)) return o;
  of.restarts = 0;
  of.lost = std::move(o);
  return std::nullopt;
}

}  // namespace

std::vector<outcome> run_all_isolated(std::span<law const* const> laws,
                                      std::span<isolated_subject const> subjects,
                                      settings const& with, isolation const& given) {
  const isolation limits = valid(given);
  std::vector<outcome> all(laws.size() * subjects.size());
  const std::size_t most =
      limits.processes != 0 ? limits.processes : std::max(1U, std::thread::hardware_concurrency());
  std::list<job> active;
  std::deque<task> left;
  for (std::size_t number = 0; number < all.size(); ++number) {
    left.push_back({number, laws[number / subjects.size()], &subjects[number % subjects.size()]});
  }
  const auto interrupt = [&](task const& t, std::string asked = "") -> outcome& {
    return all[t.number] =
               interrupted(*t.stated, t.subject->name, t.subject->rule, std::move(asked));
  };
  while (!left.empty() || !active.empty()) {
    try {
      while (active.size() < most && !left.empty() && !is_stopped(with)) {
        task& t = left.front();
        settings own = with_share(with, left.size(), most);
        own.first = t.first;
        const asking asks(*t.stated, *t.subject, own, limits);
        child process = asks.whole();
        active.push_back({std::move(t), asks, std::move(process)});
        left.pop_front();
      }
    } catch (std::system_error const& e) {
      if (active.empty()) {  // otherwise there may be a process when one of these has ended
        for (task const& t : left) interrupt(t);
        throw unfinished_run(e.what(), std::move(all));
      }
    }
    std::vector<pollfd> ready;
    int pause = active.empty() ? 0 : INT_MAX;
    for (job const& j : active) {
      ready.push_back({j.process.answers(), POLLIN, 0});
      ready.push_back({j.process.output(), POLLIN, 0});
      pause = std::min(pause, j.process.pause());
    }
    poll(ready.data(), ready.size(), pause);
    for (auto j = active.begin(); j != active.end();) {
      if (with.progress) {
        const std::uint64_t done = j->process.done();
        with.progress(done - std::exchange(j->told, done));
      }
      const auto e = j->process.poll(limits.answer);
      if (is_stopped(with)) {
        interrupt(j->of, j->process.asking()).sources.push_back({"core", j->process.done()});
      } else if (!e) {
        ++j;
        continue;
      } else if (auto o = concluded(j->of, j->asks.outcome_of(*e, true))) {
        all[j->of.number] = std::move(*o);
      } else {
        left.push_front(std::move(j->of));
      }
      j = active.erase(j);
    }
    if (!is_stopped(with)) continue;
    for (task const& t : left) interrupt(t);
    left.clear();
  }
  return all;
}

outcome run_case_isolated(law const& l, isolated_subject const& s, test_case const& c, bool shrinks,
                          isolation const& given) {
  const isolation limits = valid(given);
  settings with;
  with.shrinks = shrinks;
  const asking asks(l, s, with, limits);
  const ending e = asks.one(c).wait(limits.answer);
  outcome o = asks.outcome_of(e, shrinks && e.by != ended::well);
  if (o.failure) o.failure->again = replayed::fails;  // it was the first that its process asked
  return o;
}

void expect_known(isolated_subject const& s, isolation const& given) {
  const isolation limits = valid(given);
  const auto know = [&](shared_state&) -> std::string {
    kit::subject subject;
    try {
      subject = s.make();
    } catch (...) {
      throw std::invalid_argument(
          fmt::format("subject '{}' cannot be made: {}", s.name, thrown_text()));
    }
    expect_known(subject);
    return "known";
  };
  const ending e = child(know, {limits.memory, s.keeps_output}).wait(limits.answer);
  if (e.by == ended::by_throwing) throw std::invalid_argument(e.how);
}

std::vector<isolated_subject> isolated_library(std::string const& file, isolation const& given) {
  const isolation limits = valid(given);
  const auto list = [&](shared_state&) {
    std::string lines = "\n";
    for (kit::subject const& s : load_subjects(file)) {
      lines += printable(s.name) + "\n" + printable(s.rule) + "\n";
    }
    return lines;
  };
  const ending e = child(list, {limits.memory, true}).wait(limits.answer);
  if (e.by == ended::by_throwing) {
    const std::string name = file + ": ";
    if (access(file.c_str(), R_OK) != 0 || !e.how.starts_with(name)) {
      throw std::invalid_argument(e.how);
    }
    throw loading_error(file, e.how.substr(name.size()));
  }
  if (e.by != ended::well) {
    const std::string_view how = e.how;
    throw loading_error(
        file, fmt::format("loading it {}{}", how.substr(0, how.find(" in the")), e.last_words));
  }
  std::vector<isolated_subject> all;
  std::istringstream lines(e.answer.substr(1));
  for (std::string name, rule; std::getline(lines, name) && std::getline(lines, rule);) {
    const auto make = [file, number = all.size()] { return load_subjects(file).at(number); };
    all.push_back({name, rule, make, "", true});
  }
  return all;
}

}  // namespace bcast::proptests
