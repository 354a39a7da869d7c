// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/run.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/sources.hpp"
#include "contract.hpp"

namespace bcast::proptests {
namespace {

/// The subject, with a note of whether it declined to answer.
kit::subject watched(kit::subject const& s, bool& declined) {
  const auto watch = [&declined](auto const& function) {
    auto same_type = function;
    if (function) {
      same_type = [&declined, function](auto const&... arguments) {
        kit::answer a = function(arguments...);
        declined = declined || a.verdict == kit::answer::kind::unsupported;
        return a;
      };
    }
    return same_type;
  };
  kit::subject w = s;
  w.infer = watch(s.infer);
  w.verify = watch(s.verify);
  w.expand = watch(s.expand);
  w.apply = watch(s.apply);
  w.adjoint = watch(s.adjoint);
  return w;
}

bool asked(law const& l, kit::subject const& s, test_case const& c) {
  return within_contract(l, s, c) && l.speaks_of(s, c);
}

/// A law and a subject, case by case.
class questioner {
 public:
  questioner(law const& l, kit::subject const& s, settings const& with)
      : law_(l), subject_(watched(s, declined_)), with_(with) {}

  bool asked(test_case const& c) const { return proptests::asked(law_, subject_, c); }

  std::optional<foreseen> expected(test_case const& c) const {
    return with_.expect ? with_.expect(law_, subject_, c) : std::nullopt;
  }

  /// Whether the last case was declined: then nothing was found out.
  bool declined() const { return declined_; }

  /// What is wrong, an exception of the subject included: a law never ends a run.
  std::optional<std::string> ask(std::string_view source, test_case const& c) {
    try {
      return ask_anew(source, c);
    } catch (subject_gone const& gone) {
      return gone.what();
    }
  }

  /// The counterexample of a case that fails with `what`, shrunk if `shrinks`: never into a case
  /// that is expected to fail. A subject that is gone meanwhile ends the shrinking.
  counterexample shrink_failure(std::string_view source, test_case const& c,
                                std::string const& what, bool shrinks) {
    counterexample ce{source, c, c, 0, what};
    if (!shrinks || !c.example.empty()) return ce;  // an example is what is printed, and stays it
    const auto fails = [&](test_case const& t) {
      if (expected(t)) return false;
      try {
        const auto again = ask_anew(source, t);
        if (again) ce.what = *again;
        return again.has_value();
      } catch (subject_gone const&) {
        return false;
      }
    };
    const shrunk s = shrink(c, fails);
    ce.smallest = s.smallest;
    ce.steps = s.steps;
    return ce;
  }

 private:
  /// Throws subject_gone.
  std::optional<std::string> ask_anew(std::string_view source, test_case const& c) {
    declined_ = false;
    if (!asked(c)) return std::nullopt;
    if (with_.observe) with_.observe(source, c);
    std::optional<std::string> wrong;
    try {
      wrong = law_.broken(subject_, c);
    } catch (subject_gone const&) {
      throw;
    } catch (subject_failure const& f) {
      wrong = f.what();
    } catch (std::bad_alloc const&) {
      throw;  // of the laws' own tensors too: nothing was found out
    } catch (std::exception const& e) {
      wrong = std::string("an exception: ") + e.what();
    }
    return declined_ ? std::nullopt : wrong;
  }

  bool declined_ = false;
  law const& law_;
  kit::subject subject_;
  settings const& with_;
};

/// Counts a case at the line that speaks of it.
void count(outcome& o, std::size_t line, bool failing) {
  auto at = std::find_if(o.expected.begin(), o.expected.end(),
                         [&](met const& m) { return m.line == line; });
  if (at == o.expected.end()) at = o.expected.insert(at, {line, 0, 0});
  ++at->cases;
  at->failing += failing ? 1 : 0;
}

/// The sources of a family that a run asks: the core cases alone where each shape is expensive.
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
  o.profile = s.profile;
  o.skipped = l.skipped(s);
  if (o.skipped.empty()) o.skipped = beyond_contract(l, s);
  return o;
}

}  // namespace

std::uint64_t outcome::cases() const {
  std::uint64_t all = 0;
  for (seen const& s : sources) all += s.cases;
  return all;
}

outcome run(law const& l, kit::subject const& s, settings const& with) {
  outcome o = begin(l, s);
  if (!o.skipped.empty()) return o;
  const auto start = std::chrono::steady_clock::now();
  questioner q(l, s, with);
  constexpr std::uint64_t stride = 256;
  std::uint64_t number = 0;
  for (source const& from : sources_of(l.cases, s, with)) {
    o.sources.push_back({from.name, 0});
    std::uint64_t told = 0;
    for (std::uint64_t i = 0; i < from.count && !o.failure; ++i) {
      if (with.progress && (i + 1) % stride == 0) {
        with.progress(stride);
        told += stride;
      }
      if (number++ % with.part.count != with.part.index) continue;
      const test_case c = fitted(l, s, from.at(i), i);
      if (!q.asked(c)) continue;
      const auto line = q.expected(c);
      if (line && !line->asked) {
        count(o, line->line, false);
        continue;
      }
      const auto wrong = q.ask(from.name, c);
      if (q.declined()) {
        ++o.declined;
        continue;
      }
      ++o.sources.back().cases;
      if (line) count(o, line->line, wrong.has_value());
      if (wrong && !line) o.failure = q.shrink_failure(from.name, c, *wrong, with.shrinks);
    }
    if (with.progress) with.progress(from.count - told);
  }
  if (o.cases() == 0 && o.declined != 0) o.skipped = "it supports none of the cases";
  o.time = std::chrono::steady_clock::now() - start;
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
  std::atomic<std::size_t> next = 0;
  std::exception_ptr thrown;
  const auto work = [&] {
    for (std::size_t k = next++; k < all.size(); k = next++) {
      try {
        all[k] = run(*laws[k / subjects.size()], subjects[k % subjects.size()], told);
      } catch (...) {
        const std::lock_guard lock(telling);
        thrown = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t) others.emplace_back(work);
    work();
  }
  if (thrown) std::rethrow_exception(thrown);
  return all;
}

outcome run_case(law const& l, kit::subject const& s, test_case const& given, bool shrinks) {
  return run_case(l, s, given, shrinks, {});
}

outcome run_case(law const& l, kit::subject const& s, test_case const& given, bool shrinks,
                 settings const& with) {
  outcome o = begin(l, s);
  if (!o.skipped.empty()) return o;
  questioner q(l, s, with);
  const test_case c = fitted(l, s, given, 0);
  if (!q.asked(c)) {
    o.skipped = "it does not speak of this case";
    return o;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto wrong = q.ask("given", c);
  if (q.declined()) {
    o.declined = 1;
    o.skipped = "it does not support this case";
    return o;
  }
  o.sources.push_back({"given", 1});
  if (wrong) o.failure = q.shrink_failure("given", c, *wrong, shrinks);
  o.time = std::chrono::steady_clock::now() - start;
  return o;
}

std::uint64_t planned_cases(law const& l, kit::subject const& s, settings const& with) {
  std::uint64_t all = 0;
  if (!l.skipped(s).empty() || !beyond_contract(l, s).empty()) return 0;
  for (source const& from : sources_of(l.cases, s, with)) all += from.count;
  return all;
}

}  // namespace bcast::proptests
