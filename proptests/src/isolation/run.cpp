// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <poll.h>

#include <algorithm>
#include <climits>
#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/text.hpp"
#include "isolation/child.hpp"

namespace bcast::proptests {
namespace {

bool is_stopped(settings const& with) { return with.stopped && with.stopped(); }

/// A child that asks one case.
child asking(law const& l, isolated_subject const& s, test_case const& c, settings const& with,
             isolation const& limits) {
  return child(
      [&](shared_state& shared) {
        settings inside = with;
        inside.observe = [&](std::string_view source, test_case const& asked) {
          note(shared, source, to_string(asked));
        };
        return to_json(run_case(l, s.make(), c, false, inside));
      },
      limits.memory);
}

/// The failure of a law when a child ends without an answer, with the smallest case that ends so. A
/// case that hangs costs the whole limit, so few are tried.
counterexample shrink_ending(law const& l, isolated_subject const& s, ending const& e,
                             settings const& with, isolation const& limits) {
  test_case c;
  try {
    c = parse_case(e.case_text);
  } catch (text_error const&) {
    // The text was longer than the shared memory, or no case was begun.
    c.operands.push_back({});
    return {"given", c, c, 0, e.how + (e.case_text.empty() ? " before the first case" : "")};
  }
  counterexample ce{"given", c, c, 0, e.how};
  for (std::string_view source : {"core", "examples", "scope", "random", "corpus"}) {
    if (source == e.source) ce.source = source;
  }
  if (!with.shrinks || !c.example.empty()) return ce;
  std::string last;
  constexpr int least = 12;  // where a case takes long
  int asks = 0;
  const bool hangs = e.how.starts_with("did not answer");
  const auto limit =
      hangs ? std::min(limits.answer, std::chrono::milliseconds(1000)) : limits.answer;
  const auto end = std::chrono::steady_clock::now() + with.shrink_time;
  const shrunk smallest = shrink(c, [&](test_case const& t) {
    if (is_stopped(with)) return false;
    if (asks++ >= least && std::chrono::steady_clock::now() >= end) {
      ce.cut = true;
      return false;
    }
    const ending again = asking(l, s, t, with, limits).wait(limit);
    if (again.how.empty()) {
      const outcome o = outcome_from_json(again.answer);
      if (!o.failure) return false;
      ce.what = o.failure->what;
      last = to_string(o.failure->found);
      return true;
    }
    ce.what = again.how;
    last = again.case_text;
    return true;
  });
  // As asked: with an element type and an operation that the subject declares.
  ce.smallest = last.empty() ? smallest.smallest : parse_case(last);
  ce.steps = smallest.steps;
  return ce;
}

/// A law that was being asked, or not yet, when the run was stopped.
outcome interrupted(law const& l, isolated_subject const& s, std::string asking) {
  outcome o;
  o.stated = &l;
  o.subject = s.name;
  o.profile = s.profile;
  o.interrupted = true;
  o.asking = std::move(asking);
  return o;
}

/// One law and subject that is being asked.
struct job {
  std::size_t number;
  law const* stated;
  isolated_subject const* subject;
  child process;
  std::uint64_t told = 0;
};

child running(law const& l, isolated_subject const& s, settings const& with,
              isolation const& limits) {
  return child(
      [&](shared_state& shared) {
        settings inside = with;
        inside.observe = [&](std::string_view source, test_case const& asked) {
          note(shared, source, to_string(asked));
        };
        inside.progress = [&](std::uint64_t n) { shared.done += n; };
        return to_json(run(l, s.make(), inside));
      },
      limits.memory);
}

outcome outcome_of(law const& l, isolated_subject const& s, ending const& e, settings const& with,
                   isolation const& limits) {
  if (e.how.empty()) return outcome_from_json(e.answer);
  outcome o;
  o.stated = &l;
  o.subject = s.name;
  o.profile = s.profile;
  o.failure = shrink_ending(l, s, e, with, limits);
  o.sources.push_back({o.failure->source, 1});
  return o;
}

}  // namespace

std::vector<outcome> run_all_isolated(std::span<law const* const> laws,
                                      std::span<isolated_subject const> subjects,
                                      settings const& with, isolation const& limits) {
  std::vector<outcome> all(laws.size() * subjects.size());
  const std::size_t most =
      limits.processes != 0 ? limits.processes : std::max(1U, std::thread::hardware_concurrency());
  std::list<job> active;
  std::size_t next = 0;
  while (next < all.size() || !active.empty()) {
    while (active.size() < most && next < all.size()) {
      law const& l = *laws[next / subjects.size()];
      isolated_subject const& s = subjects[next % subjects.size()];
      if (is_stopped(with)) {
        all[next++] = interrupted(l, s, "");
        continue;
      }
      active.push_back({next, &l, &s, running(l, s, with, limits)});
      ++next;
    }
    std::vector<pollfd> ready;
    int pause = INT_MAX;
    for (job const& j : active) {
      ready.push_back({j.process.descriptor(), POLLIN, 0});
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
        all[j->number] = interrupted(*j->stated, *j->subject, j->process.asking());
        all[j->number].sources.push_back({"core", j->process.done()});
        j = active.erase(j);
        continue;
      }
      if (!e) {
        ++j;
        continue;
      }
      all[j->number] = outcome_of(*j->stated, *j->subject, *e, with, limits);
      j = active.erase(j);
    }
  }
  return all;
}

outcome run_case_isolated(law const& l, isolated_subject const& s, test_case const& c, bool shrinks,
                          isolation const& limits) {
  settings with;
  with.shrinks = shrinks;
  return outcome_of(l, s, asking(l, s, c, with, limits).wait(limits.answer), with, limits);
}

void expect_known(isolated_subject const& s, isolation const& limits) {
  const ending e = child([&](shared_state&) {
                     expect_known(s.make());
                     return std::string("known");
                   }).wait(limits.answer);
  if (e.answer.starts_with('!')) throw std::invalid_argument(e.how);
}

std::vector<isolated_subject> isolated_library(std::string const& file, isolation const& limits) {
  using nlohmann::json;
  const ending e = child(
                       [&](shared_state&) {
                         json all = json::array();
                         for (kit::subject const& s : load_subjects(file)) {
                           all.push_back({s.name, s.profile});
                         }
                         return all.dump();
                       },
                       limits.memory)
                       .wait(limits.answer);
  if (!e.how.empty()) {
    const bool told = e.answer.starts_with('!');
    throw std::invalid_argument(told ? e.how : fmt::format("{}: loading it {}", file, e.how));
  }
  std::vector<isolated_subject> all;
  for (json const& s : json::parse(e.answer)) {
    const std::size_t number = all.size();
    all.push_back({s.at(0).get<std::string>(), s.at(1).get<std::string>(),
                   [file, number] { return load_subjects(file).at(number); }});
  }
  return all;
}

}  // namespace bcast::proptests
