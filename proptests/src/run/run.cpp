// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/property.hpp"
#include "cases/random_cases.hpp"
#include "laws/contract.hpp"
#include "laws/known.hpp"
#include "memory/arena.hpp"
#include "oracle/remembered.hpp"
#include "run/expectations.hpp"
#include "run/interrupted.hpp"
#include "run/law_property.hpp"
#include "run/restarts.hpp"
#include "run/sequence.hpp"

namespace bcast::proptests {
namespace {

/// Counts a case for the line that applies to it.
void count(outcome& o, expected_failure const& of, bool failing) {
  auto at = std::find_if(o.expected.begin(), o.expected.end(),
                         [&](expectation_count const& m) { return m.is_of(of.file, of.line); });
  if (at == o.expected.end()) at = o.expected.insert(at, {of.line, 0, 0, of.file});
  ++at->cases;
  at->failing += failing ? 1 : 0;
}

/// The sources of a family that a run uses: only the core cases if each case is expensive.
std::vector<source> sources_of(family f, kit::subject const& s, settings const& with) {
  const run_size size = s.declares.costly ? run_size::core : with.size;
  auto all = proptests::sources_of(f, size, with.seed, with.random);
  if (with.sources.empty()) return all;
  std::erase_if(all, [&](source const& from) {
    return std::find(with.sources.begin(), with.sources.end(), from.name) == with.sources.end();
  });
  return all;
}

outcome begin(law const& l, kit::subject const& s) {
  outcome o;
  o.stated = &l;
  o.subject = s.name;
  o.rule = s.rule;
  o.skipped = l.skipped(s);
  if (o.skipped.empty()) o.skipped = beyond_contract(l, s);
  return o;
}

/// Why a law that was run has not been asked; empty if it has. A part of its cases may have none.
std::string why_without_cases(outcome const& o, kit::subject const& s, settings const& with,
                              std::vector<source> const& sources) {
  if (o.cases() != 0 || o.failure || o.interrupted) return "";
  if (o.declined != 0) return "supports none of the cases";
  if (with.every > 1 || with.first != 0) return "";
  if (o.out_of_time) return "the time was over before its first case";
  if (!o.expected.empty()) return "the file of expected failures skips each case";
  std::uint64_t given = 0;
  std::map<std::string_view, std::uint64_t> beyond;
  for (source const& from : sources) {
    given += from.count;
    for (std::uint64_t i = 0; i < from.count; ++i) {
      ++beyond[beyond_case(*o.stated, s, fitted(*o.stated, s, from.at(i), i))];
    }
  }
  if (given == 0) return "this size has no case of it";
  beyond.erase("");
  const auto most =
      std::max_element(beyond.begin(), beyond.end(),
                       [](auto const& a, auto const& b) { return a.second < b.second; });
  return most == beyond.end()
             ? "it applies to no case of this size"
             : fmt::format("what the subject declares leaves no case: `{}`", most->first);
}

/// The case and the cases to which it can shrink. An example does not shrink, because it must stay
/// as printed.
rc::Shrinkable<test_case> shrinkable(test_case c) {
  return c.example.empty() ? gen::tree(std::move(c)) : rc::shrinkable::just(std::move(c));
}

rc::Shrinkable<test_case> alone(test_case c) { return rc::shrinkable::just(std::move(c)); }

/// The case as its law reads it: of a target whose layout alone matters, the shape is that of the
/// operands.
test_case as_read(law const& l, test_case c) {
  if (l.cases != family::layouts) return c;
  for (test_case& call : c.before) call = as_read(l, std::move(call));
  if (!c.result) return c;
  std::vector<std::vector<std::int64_t>> all;
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  c.result->type = type_of(remembered_join(all).value_or(larger_sizes(c)));
  if (c.result->layout.bits == 0) c.result.reset();
  return c;
}

counterexample counterexample_of(law const& l, std::string_view source, falsified const& f,
                                 bool cut) {
  return {source, as_read(l, f.found), as_read(l, f.smallest), f.steps, f.what, "", cut};
}

/// Whether the run asks a case that a source gives it under a number of the whole run.
std::optional<test_case> given(law const& l, kit::subject const& s, settings const& with,
                               source const& from, std::uint64_t i, std::uint64_t number) {
  if (number % std::max<std::uint64_t>(with.every, 1) != 0 || number < with.first)
    return std::nullopt;
  test_case c = fitted(l, s, from.at(i), i);
  if (!asked(l, s, c)) return std::nullopt;
  return c;
}

using clock = std::chrono::steady_clock;

/// One source of a law's cases, checked batch by batch.
class source_run {
 public:
  source_run(law const& l, kit::subject const& s, settings const& with, source const& from,
             clock::duration& first, outcome& o)
      : law_(l), subject_(s), with_(with), from_(from), first_(first), out_(o), ask_(l, s, with) {}

  /// Checks the cases until one fails. `number` is the number of the first case in the whole run.
  void run(std::uint64_t number) {
    std::uint64_t done = 0;
    while (done < from_.count && !out_.interrupted && !out_.out_of_time && gone_.empty() &&
           out_.next == 0) {
      const std::uint64_t end = out_.failure ? from_.count : std::min(done + batch, from_.count);
      if (!out_.failure) check(done, end, number);
      if (with_.progress && number + end > with_.first) with_.progress(end - done);
      done = end;
    }
  }

  /// Why the subject is asked no more; empty if it is.
  std::string const& gone() const { return gone_; }

 private:
  using type = rapid::CaseResult::Type;
  static constexpr std::uint64_t batch = 256;  // RapidCheck keeps something of each case it checks

  /// Checks the cases in [begin, end) that the run asks and to which the law applies.
  void check(std::uint64_t begin, std::uint64_t end, std::uint64_t number) {
    std::vector<test_case> cases;
    std::vector<std::uint64_t> numbers;
    std::vector<std::pair<std::uint64_t, expected_failure>> unasked;
    std::size_t at = 0;
    cases.reserve(end - begin);
    numbers.reserve(end - begin);
    for (std::uint64_t i = begin; i < end; ++i) {
      std::optional<test_case> c = given(law_, subject_, with_, from_, i, number + i);
      if (!c) continue;
      const auto line = ask_.expected(*c);
      if (line && !line->asked) {
        unasked.emplace_back(number + i, *line);
        continue;
      }
      numbers.push_back(i);
      cases.push_back(std::move(*c));
    }
    bool searching = true;
    property holds([&](test_case const& c) {
      if (!searching) return ask_.ask_simpler(from_.name, c);
      judged j = judge(c, number + numbers[at++]);
      if (j.result.type == type::Failure) {
        searching = false;
        ask_.shrink();
      }
      return j;
    });
    const auto found = holds.check(cases, with_.shrinks ? shrinkable : alone);
    for (auto const& [place, line] : unasked) {
      if (out_.next == 0 || place < out_.next) count(out_, line, false);
    }
    if (found) out_.failure = counterexample_of(law_, from_.name, *found, ask_.cut());
  }

  judged judge(test_case const& c, std::uint64_t number) {
    out_.out_of_time = out_.out_of_time || is_late(with_, first_);
    if (out_.interrupted || out_.out_of_time || !gone_.empty() || out_.next != 0) {
      return {rapid::CaseResult(type::Success, "not asked")};
    }
    const auto start = clock::now();
    judged j = judge(c);
    if (first_ == clock::duration::zero()) first_ = clock::now() - start;
    if (j.result.type != type::Failure && with_.full && with_.full()) out_.next = number + 1;
    return j;
  }

  judged judge(test_case const& c) {
    const auto line = ask_.expected(c);
    auto wrong = ask_.ask(from_.name, c);
    if (is_stopped(with_)) {  // the answer may be that of a subject that was ended
      out_.interrupted = true;
      out_.asking = to_string(c);
      return {rapid::CaseResult(type::Success, "interrupted")};
    }
    if (ask_.gone()) {  // nothing is known of this case; another one has failed
      gone_ = std::move(*wrong);
      return {rapid::CaseResult(type::Success, "not asked")};
    }
    if (ask_.declined()) {
      ++out_.declined;
      return {rapid::CaseResult(type::Success, "declined")};
    }
    ++out_.sources.back().cases;
    if (line) count(out_, *line, wrong.has_value());
    if (wrong && !line) return {rapid::CaseResult(type::Failure, std::move(*wrong))};
    return {rapid::CaseResult(type::Success)};
  }

  law const& law_;
  kit::subject const& subject_;
  settings const& with_;
  source const& from_;
  clock::duration& first_;  ///< what the law's first case took: its program may have had to start
  outcome& out_;
  law_property ask_;
  std::string gone_;
};

/// Tries the failure of a run again, of a fresh instance.
void try_again(counterexample& f, law const& l, kit::subject const& s, settings const& with) {
  retrial again{.of = l, .place = "in a fresh instance"};
  settings quiet = with;
  quiet.observe = nullptr;
  again.ask = [&](test_case const& c) {
    return failing_of(run_case(l, s.fresh(), c, false, quiet));
  };
  again.earlier = [&](occurrence which) { return asked_before(l, s, with, f.found, which); };
  again.shrinks = with.shrinks;
  again.time = with.shrink_time;
  try {
    try_again(f, again);
  } catch (std::invalid_argument const&) {
    return;  // there is no fresh instance
  } catch (std::exception const& e) {
    f.what += fmt::format("\nnot asked again: {}", e.what());
  }
}

/// Asks the core cases for further causes: cases that fail in another way, and have features that
/// no failure before them has. A cause without features would cover every case.
void add_causes(outcome& o, law const& l, kit::subject const& s, settings const& with) {
  const bool by_itself = l.between == nullptr && !s.fresh;  // no earlier call has a part in it
  if (!by_itself || s.declares.costly || !with.shrinks || o.interrupted) return;
  std::vector<std::vector<std::string>> known{telling_features(o.failure->smallest)};
  const auto is_known = [&](test_case const& c) {
    const std::vector<std::string> own = telling_features(c);
    return std::any_of(known.begin(), known.end(), [&](std::vector<std::string> const& cause) {
      return std::all_of(cause.begin(), cause.end(), [&](std::string const& feature) {
        return std::find(own.begin(), own.end(), feature) != own.end();
      });
    });
  };
  std::vector<std::string> said{in_a_line(o.failure->smallest, o.failure->what)};
  settings others = with;
  others.shrink_time /= 4;
  others.expect = [&](law const& of, kit::subject const& by, test_case const& c) {
    const auto line = with.expect ? with.expect(of, by, c) : std::nullopt;
    return line || !is_known(c) ? line : expected_failure{};
  };
  law_property ask(l, s, others);
  std::uint64_t number = 0;
  for (source const& from : sources_of(l.cases, s, with)) {
    const std::uint64_t first = std::exchange(number, number + from.count);
    if (from.name != "core") continue;
    const auto end = std::chrono::steady_clock::now() + with.shrink_time;
    for (std::uint64_t i = 0; i < from.count && o.more.size() < with.causes; ++i) {
      if (is_stopped(with) || is_late(with) || std::chrono::steady_clock::now() > end) return;
      const std::optional<test_case> c = given(l, s, with, from, i, first + i);
      if (!c || ask.expected(*c)) continue;
      auto wrong = ask.ask(from.name, *c);
      if (ask.gone()) return;
      if (!wrong || ask.declined()) continue;
      property holds([&](test_case const& t) { return ask.ask_simpler(from.name, t); });
      holds.failed(*c, *wrong);
      ask.shrink();
      std::optional<falsified> failed = holds.check({*c}, shrinkable);
      known.push_back(telling_features(failed->smallest));
      std::string line = in_a_line(failed->smallest, failed->what);
      if (std::find(said.begin(), said.end(), line) != said.end()) continue;
      said.push_back(std::move(line));
      o.more.push_back({as_read(l, std::move(failed->smallest)), std::move(failed->what)});
    }
  }
}

}  // namespace

std::uint64_t outcome::cases() const {
  std::uint64_t all = 0;
  for (seen const& s : sources) all += s.cases;
  return all;
}

std::uint64_t outcome::known_failures() const {
  std::uint64_t all = 0;
  for (expectation_count const& m : expected) all += m.failing;
  return all;
}

std::vector<test_case> asked_before(law const& l, kit::subject const& s, settings const& with,
                                    test_case const& found, occurrence which) {
  constexpr std::size_t most = 4096;
  const std::vector<test_case> sought = calls_of(found);
  const auto is_found = [&](test_case const& c) {  // or begins with it
    const std::vector<test_case> calls = calls_of(c);
    return calls.size() >= sought.size() && std::equal(sought.begin(), sought.end(), calls.begin());
  };
  std::deque<test_case> latest;
  std::vector<test_case> before;
  std::uint64_t number = 0;
  for (source const& from : sources_of(l.cases, s, with)) {
    for (std::uint64_t i = 0; i < from.count; ++i, ++number) {
      std::optional<test_case> c = given(l, s, with, from, i, number);
      if (!c) continue;
      if (is_found(*c)) {
        before.assign(latest.begin(), latest.end());
        if (which == occurrence::first) return before;
      }
      const auto line = with.expect ? with.expect(l, s, *c) : std::nullopt;
      if (line && !line->asked) continue;
      if (latest.size() == most) latest.pop_front();
      latest.push_back(std::move(*c));
    }
  }
  return before;
}

namespace {

/// Asks one instance of the subject the whole law.
outcome run_once(law const& l, kit::subject const& s, settings const& with) {
  outcome o = begin(l, s);
  if (!o.skipped.empty()) return o;
  const auto start = std::chrono::steady_clock::now();
  const auto sources = sources_of(l.cases, s, with);
  std::uint64_t number = 0;
  std::string gone;
  clock::duration first{};
  for (source const& from : sources) {
    o.sources.push_back({from.name, 0});
    source_run cases(l, s, with, from, first, o);
    cases.run(number);
    gone = cases.gone();
    number += from.count;
    if (o.interrupted || o.out_of_time || !gone.empty() || o.next != 0) break;
  }
  o.skipped = gone.empty() ? why_without_cases(o, s, with, sources) : gone;
  if (o.failure) {
    o.failure->whole = arguments_of(with);
    if (s.fresh) try_again(*o.failure, l, s, with);
    add_causes(o, l, s, with);
  }
  o.time = std::chrono::steady_clock::now() - start;
  return o;
}

/// Asks a fresh instance the whole law, after a failure that is lost.
outcome asked_again(outcome first, law const& l, kit::subject const& s, settings const& with) {
  try {
    kit::subject fresh = adopted(s.fresh());
    fresh.name = s.name;
    return in_place_of(first, run_once(l, fresh, with));
  } catch (std::invalid_argument const&) {  // there is none any more
    first.failure->again = replayed::untried;
    return first;
  }
}

}  // namespace

bool is_lost(outcome const& o) { return o.failure && o.failure->again == replayed::lost; }

outcome in_place_of(outcome const& lost, outcome again) {
  again.time += lost.time;
  if (again.failure) return again;
  const std::string_view what = lost.failure->what;
  again.remarks.push_back(fmt::format("a fresh process did not repeat a failure at {}: {}",
                                      to_string(lost.failure->found),
                                      what.substr(0, what.find('\n'))));
  return again;
}

outcome run(law const& l, kit::subject const& asked_of, settings const& with) {
  if (with.only) return run_case(l, asked_of, *with.only, with.shrinks, with);
  const guarded_arenas guards(with.guarded);
  const kit::subject s = adopted(asked_of);
  const std::uint64_t restarts_before = restarts;
  outcome o = run_once(l, s, with);
  if (is_lost(o)) o = asked_again(std::move(o), l, s, with);
  if (restarts != restarts_before) o.remarks.push_back(restarted(restarts - restarts_before));
  return o;
}

std::vector<outcome> run_all(std::span<law const* const> laws,
                             std::span<kit::subject const> subjects, settings const& with) {
  std::vector<outcome> all(laws.size() * subjects.size());
  std::mutex telling;
  settings told = with;
  if (with.progress) {
    told.progress = [&](std::uint64_t n) {
      const std::lock_guard lock(telling);
      with.progress(n);
    };
  }
  const auto is_asked = [&](std::size_t k) {
    return begin(*laws[k / subjects.size()], subjects[k % subjects.size()]).skipped.empty();
  };
  std::atomic<std::size_t> next = 0, left = 0;
  for (std::size_t k = 0; k < all.size(); ++k) left += is_asked(k) ? 1 : 0;
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  std::exception_ptr thrown;
  const auto work = [&] {
    for (std::size_t k = next++; k < all.size(); k = next++) {
      try {
        law const& l = *laws[k / subjects.size()];
        kit::subject const& s = subjects[k % subjects.size()];
        const settings own = with_share(told, left, at_once);
        all[k] = is_stopped(with) ? interrupted(l, s.name, s.rule) : run(l, s, own);
        left -= is_asked(k) ? 1 : 0;
      } catch (...) {
        const std::lock_guard lock(telling);
        thrown = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < at_once; ++t) others.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
  return all;
}

outcome run_case(law const& l, kit::subject const& s, test_case const& given, bool shrinks) {
  return run_case(l, s, given, shrinks, {});
}

outcome run_case(law const& l, kit::subject const& asked, test_case const& given, bool shrinks,
                 settings const& with) {
  const guarded_arenas guards(with.guarded);
  const kit::subject s = adopted(asked);
  outcome o = begin(l, s);
  if (!o.skipped.empty()) return o;
  law_property q(l, s, with);
  const test_case c = fitted(l, s, given, 0);
  if (!q.asked(c)) {
    o.skipped = "does not apply to this case";
    return o;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto wrong = q.ask("given", c);
  if (q.gone()) {
    o.skipped = *wrong;
    return o;
  }
  if (q.declined()) {
    o.declined = 1;
    o.skipped = "does not support this case";
    return o;
  }
  o.sources.push_back({"given", 1});
  if (wrong) {
    property holds([&](test_case const& t) { return q.ask_simpler("given", t); });
    holds.failed(c, *wrong);
    q.shrink();
    const auto found = holds.check({c}, shrinks ? shrinkable : alone);
    o.failure = counterexample_of(l, "given", *found, q.cut());
  }
  o.time = std::chrono::steady_clock::now() - start;
  return o;
}

std::uint64_t planned_cases(law const& l, kit::subject const& given, settings const& with) {
  const kit::subject s = adopted(given);
  std::uint64_t all = 0;
  if (!l.skipped(s).empty() || !beyond_contract(l, s).empty()) return 0;
  for (source const& from : sources_of(l.cases, s, with)) all += from.count;
  return all;
}

}  // namespace bcast::proptests
