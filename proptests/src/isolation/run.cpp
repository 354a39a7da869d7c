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
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/text.hpp"
#include "isolation/alone.hpp"
#include "isolation/child.hpp"
#include "isolation/reported.hpp"
#include "isolation/use.hpp"
#include "reports/merge.hpp"
#include "run/interrupted.hpp"
#include "run/restarts.hpp"
#include "run/sequence.hpp"
#include "run/valid.hpp"
#include "support/json_text.hpp"
#include "support/reasonable.hpp"
#include "support/thrown.hpp"

namespace bcast::proptests {
namespace {

/// The settings of a run in a child, which records each case before it is asked. A law about
/// sequences asks `unused` about single calls.
settings inside(law const& l, isolated_subject const& s, settings with, isolation const& limits,
                shared_state& shared, std::optional<unused_process>& unused) {
  with.observe = [&shared](std::string_view source, std::string const& asked) {
    note(shared, source, asked);
  };
  if (l.between == nullptr) return with;
  try {
    unused.emplace(l, s, limits.answer / 2);
    with.holds_alone = [&unused](test_case const& call) { return unused->holds(call); };
  } catch (std::system_error const&) {
    // Without another process such a law finds less.
  }
  return with;
}

/// The subject in a child, under the name by which it is known. What is known of fresh instances
/// comes from other processes.
kit::subject made(isolated_subject const& s) {
  kit::subject subject = s.make();
  subject.name = s.name;
  subject.fresh = nullptr;
  return subject;
}

/// The same of a subject of which nothing is known yet: an error names it.
kit::subject made_to_be_known(isolated_subject const& s) {
  try {
    return s.make();
  } catch (...) {
    throw std::invalid_argument(
        fmt::format("subject '{}' cannot be made: {}", s.name, thrown_text()));
  }
}

/// A child that asks one case.
child asking(law const& l, isolated_subject const& s, test_case const& c, settings const& with,
             isolation const& limits) {
  return child(
      [&](shared_state& shared) {
        std::optional<unused_process> unused;
        const settings own = inside(l, s, with, limits, shared, unused);
        return to_json(run_case(l, made(s), c, false, own));
      },
      allowance{limits.memory, s.kept});
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

/// Asks a case in a process of its own.
std::optional<failing> asked_afresh(law const& l, isolated_subject const& s, test_case const& c,
                                    settings const& with, isolation const& limits) {
  const kit::subject named{s.name, s.profile};
  if (with.expect && with.expect(l, named, c)) return std::nullopt;
  ending e = asking(l, s, c, with, limits).wait(limits.answer);
  if (const auto o = report_in(e, l, s.name)) return failing_of(*o);
  const test_case last = case_of(e).value_or(c);
  return failing{last, described(l, last, e.how) + last_words_in(e.last_words)};
}

/// The cases that a run asks before a given one. The contract of the subject says which, so it is
/// made, in a child.
std::vector<test_case> asked_before(law const& l, isolated_subject const& s, settings const& with,
                                    isolation const& limits, test_case const& found,
                                    occurrence which) {
  const ending e = child(
                       [&](shared_state&) {
                         nlohmann::json all{{"cases", nlohmann::json::array()}};
                         for (test_case const& c : asked_before(l, made(s), with, found, which)) {
                           all["cases"].push_back(to_string(c));
                         }
                         return all.dump();
                       },
                       allowance{limits.memory, s.kept})
                       .wait(limits.answer);
  if (e.by != ended::well) return {};
  try {
    std::vector<test_case> all;
    const members told = members_of(e.answer);
    for (std::string const& c : told.at("cases")) all.push_back(parse_case(c));
    return all;
  } catch (std::logic_error const&) {
    return {};  // the subject wrote into the list
  }
}

/// Whether a case that ends like that costs much time: the limit of time, or a limit of use.
bool is_costly(ended by) { return by != ended::well && by != ended::by_dying; }

/// Tries the failure of a run again, in processes that have asked nothing else. Of cases that hang
/// or use up a limit few are tried.
void settle(counterexample& f, law const& l, isolated_subject const& s, settings const& with,
            isolation const& limits, ending const& first) {
  retrial again{.of = l, .place = "in a fresh process"};
  const auto ask_within = [&](std::chrono::milliseconds answer) {
    isolation within = limits;
    within.answer = answer;
    again.ask = [&, within](test_case const& c) { return asked_afresh(l, s, c, with, within); };
  };
  again.earlier = [&](occurrence which) {
    return asked_before(l, s, with, limits, f.found, which);
  };
  again.shrinks = with.shrinks;
  again.shrunk = again.timed = first.by == ended::well;
  again.time = with.shrink_time;
  if (is_costly(first.by)) again.asks = 12;
  try {
    constexpr std::chrono::milliseconds short_time{1000};
    if (first.by == ended::by_hanging && limits.answer > short_time) {
      // A smaller case gets less time, and the smallest all of it.
      counterexample smallest = f;
      ask_within(short_time);
      settle(smallest, again);
      ask_within(limits.answer);
      const auto hangs =
          smallest.again == replayed::fails ? again.ask(smallest.smallest) : std::nullopt;
      if (hangs) {
        f = smallest;
        f.what = hangs->what;
        return;
      }
      again.shrinks = false;
    }
    ask_within(limits.answer);
    settle(f, again);
  } catch (std::system_error const& e) {
    // If the run was stopped, no process is started.
    if (!is_stopped(with)) f.what += fmt::format("\nnot asked again: {}", e.what());
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

/// A child that asks a whole law, until it is full. What it has kept does not count for the case
/// that it is asked.
child child_for(law const& l, isolated_subject const& s, settings const& with,
                isolation const& limits) {
  return child(
      [&](shared_state& shared) {
        std::optional<unused_process> unused;
        settings own = inside(l, s, with, limits, shared, unused);
        own.progress = [&](std::uint64_t n) { shared.done += n; };
        own.full = is_full(limits.memory);
        return to_json(run(l, made(s), own));
      },
      allowance{limits.memory + limits.memory / 2, s.kept});
}

/// The failure of a law when a child ends without an answer, and whether its case is known.
std::pair<counterexample, bool> failure_of(law const& l, ending const& e) {
  const std::optional<test_case> known = case_of(e);
  if (!known) {
    test_case c;
    c.operands.push_back({});
    const std::string when = e.case_text.empty() ? " before the first case" : "";
    return {{"given", c, c, 0, e.how + when + last_words_in(e.last_words)}, false};
  }
  test_case const& c = *known;
  counterexample ce{"given", c, c, 0, described(l, c, e.how) + last_words_in(e.last_words)};
  for (std::string_view source : {"core", "examples", "scope", "random", "corpus"}) {
    if (source == e.source) ce.source = source;
  }
  return {ce, true};
}

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
  settings with;
  child process;
  std::uint64_t told = 0;
};

/// What a child says, or how it ended. The failure of a run is tried again; that of one case was
/// the first thing that its process asked.
outcome outcome_of(law const& l, isolated_subject const& s, ending e, settings const& with,
                   isolation const& limits, bool whole_run) {
  outcome o;
  bool known = true;
  if (auto reported = report_in(e, l, s.name)) {
    o = std::move(*reported);
  } else {
    o.stated = &l;
    o.subject = s.name;
    o.profile = s.profile;
    std::tie(o.failure, known) = failure_of(l, e);
    o.sources.push_back({o.failure->source, 1});
  }
  if (!o.failure) return o;
  if (whole_run) o.failure->whole = arguments_of(with);
  if (!whole_run) o.failure->again = replayed::fails;
  const bool shrinks = with.shrinks && e.by != ended::well;
  if (known && (whole_run || shrinks)) settle(*o.failure, l, s, with, limits, e);
  return o;
}

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
  expect_valid(laws, with);
  const isolation limits = reasonable(given);
  std::vector<outcome> all(laws.size() * subjects.size());
  const std::size_t most =
      limits.processes != 0 ? limits.processes : std::max(1U, std::thread::hardware_concurrency());
  constexpr int most_refused = 100;  // 5 s
  std::list<job> active;
  std::deque<task> left;
  for (std::size_t number = 0; number < all.size(); ++number) {
    left.push_back({number, laws[number / subjects.size()], &subjects[number % subjects.size()]});
  }
  int refused = 0;
  const auto interrupt = [&](task const& t, std::string asking = "") -> outcome& {
    return all[t.number] =
               interrupted(*t.stated, t.subject->name, t.subject->profile, std::move(asking));
  };
  const auto give_up = [&](char const* why) {
    for (job const& j : active) interrupt(j.of);
    for (task const& t : left) interrupt(t);
    throw unfinished_run(why, std::move(all));
  };
  while (!left.empty() || !active.empty()) {
    while (active.size() < most && !left.empty()) {
      task& t = left.front();
      if (is_stopped(with)) {
        interrupt(t);
        left.pop_front();
        continue;
      }
      try {
        settings own = with;
        own.first = t.first;
        child asked = child_for(*t.stated, *t.subject, own, limits);
        active.push_back({std::move(t), std::move(own), std::move(asked)});
      } catch (std::system_error const& e) {
        // Another subject may have all processes that there are, until these have ended.
        if (!active.empty()) break;
        if (++refused > most_refused) give_up(e.what());
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        continue;
      }
      refused = 0;
      left.pop_front();
    }
    if (active.empty()) break;  // the run was stopped
    std::vector<pollfd> ready;
    int pause = INT_MAX;
    for (job const& j : active) {
      ready.push_back({j.process.descriptor(), POLLIN, 0});
      ready.push_back({j.process.output(), POLLIN, 0});
      pause = std::min(pause, j.process.pause());
    }
    poll(ready.data(), ready.size(), pause);
    for (auto j = active.begin(); j != active.end();) {
      if (with.progress) {
        const std::uint64_t done = j->process.done();
        with.progress(done - std::exchange(j->told, done));
      }
      try {
        const auto e = j->process.poll(limits.answer);
        if (!e && !is_stopped(with)) {
          ++j;
          continue;
        }
        if (is_stopped(with)) {
          interrupt(j->of, j->process.asking()).sources.push_back({"core", j->process.done()});
        } else if (auto o = concluded(j->of, outcome_of(*j->of.stated, *j->of.subject, *e, j->with,
                                                        limits, true))) {
          all[j->of.number] = std::move(*o);
        } else {
          left.push_front(std::move(j->of));
        }
      } catch (std::runtime_error const& why) {
        give_up(why.what());
      }
      j = active.erase(j);
    }
  }
  return all;
}

outcome run_case_isolated(law const& l, isolated_subject const& s, test_case const& c, bool shrinks,
                          isolation const& given) {
  const isolation limits = reasonable(given);
  settings with;
  with.shrinks = shrinks;
  const ending e = asking(l, s, c, with, limits).wait(limits.answer);
  return outcome_of(l, s, e, with, limits, false);
}

void expect_known(isolated_subject const& s, isolation const& given) {
  const isolation limits = reasonable(given);
  const ending e = child(
                       [&](shared_state&) {
                         expect_known(made_to_be_known(s));
                         return std::string("known");
                       },
                       allowance{limits.memory, s.kept})
                       .wait(limits.answer);
  if (e.by == ended::by_throwing) throw std::invalid_argument(e.how);
}

std::vector<isolated_subject> isolated_library(std::string const& file, isolation const& given,
                                               sandbox kept) {
  const isolation limits = reasonable(given);
  const ending e = child(
                       [&](shared_state&) {
                         nlohmann::json all{{"names", nlohmann::json::array()},
                                            {"profiles", nlohmann::json::array()}};
                         for (kit::subject const& s : load_subjects(file)) {
                           all["names"].push_back(s.name);
                           all["profiles"].push_back(s.profile);
                         }
                         return all.dump();
                       },
                       allowance{limits.memory, kept})
                       .wait(limits.answer);
  if (e.by == ended::by_throwing) {
    const std::string name = file + ": ";
    if (access(file.c_str(), R_OK) != 0 || !e.how.starts_with(name)) {
      throw std::invalid_argument(e.how);
    }
    throw loading_error(file, e.how.substr(name.size()));
  }
  if (e.by != ended::well) {
    const std::string_view how = e.how;
    throw loading_error(file, fmt::format("loading it {}{}", how.substr(0, how.find(" in the")),
                                          last_words_in(e.last_words)));
  }
  try {
    const members told = members_of(e.answer);
    std::vector<std::string> const& names = told.at("names");
    std::vector<isolated_subject> all;
    for (std::size_t number = 0; number < names.size(); ++number) {
      std::string const& profile = told.at("profiles").at(number);
      for (std::string const& one : {names[number], profile}) expect_printable(one);
      all.push_back({names[number], profile,
                     [file, number] { return load_subjects(file).at(number); }, "", kept});
    }
    return all;
  } catch (std::logic_error const&) {
    throw loading_error(file, fmt::format("it {}", forged));
  }
}

}  // namespace bcast::proptests
