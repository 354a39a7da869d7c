#include "bcast/proptests/run.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/sources.hpp"
#include "contract.hpp"

namespace bcast::proptests {
namespace {

bool asked(law const& l, kit::subject const& s, test_case const& c) {
  return within_contract(l, s, c) && l.speaks_of(s, c);
}

/// What is wrong, an exception of the subject included: a law never ends a run. Throws
/// subject_gone.
std::optional<std::string> ask_anew(law const& l, kit::subject const& s, test_case const& c) {
  if (!asked(l, s, c)) return std::nullopt;
  try {
    return l.broken(s, c);
  } catch (subject_gone const&) {
    throw;
  } catch (subject_failure const& f) {
    return f.what();
  } catch (std::exception const& e) {
    return std::string("an exception: ") + e.what();
  }
}

std::optional<std::string> ask(law const& l, kit::subject const& s, test_case const& c) {
  try {
    return ask_anew(l, s, c);
  } catch (subject_gone const& gone) {
    return gone.what();
  }
}

/// The counterexample of a case that fails with `what`, shrunk if `shrinks`. A subject that is gone
/// meanwhile ends the shrinking.
counterexample shrink_failure(law const& l, kit::subject const& s, test_case const& c,
                              std::string_view source, std::string const& what, bool shrinks) {
  counterexample ce{source, c, c, 0, what};
  if (!shrinks || !c.example.empty()) return ce;  // an example is what is printed, and stays it
  const auto fails = [&](test_case const& t) {
    try {
      const auto again = ask_anew(l, s, t);
      if (again) ce.what = *again;
      return again.has_value();
    } catch (subject_gone const&) {
      return false;
    }
  };
  const shrunk s1 = shrink(c, fails);
  ce.smallest = s1.smallest;
  ce.steps = s1.steps;
  return ce;
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
  constexpr std::uint64_t stride = 256;
  for (source const& from : sources_of(l.cases, with.seed, with.random)) {
    o.sources.push_back({from.name, 0});
    std::uint64_t told = 0;
    for (std::uint64_t i = 0; i < from.count && !o.failure; ++i) {
      const test_case c = fitted(l, s, from.at(i), i);
      if (asked(l, s, c)) ++o.sources.back().cases;
      if (const auto what = ask(l, s, c)) {
        o.failure = shrink_failure(l, s, c, from.name, *what, with.shrinks);
      }
      if (!with.progress || (i + 1) % stride != 0) continue;
      with.progress(stride);
      told += stride;
    }
    if (with.progress) with.progress(from.count - told);
  }
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
  outcome o = begin(l, s);
  const test_case c = fitted(l, s, given, 0);
  if (o.skipped.empty() && !asked(l, s, c)) o.skipped = "it does not speak of this case";
  if (!o.skipped.empty()) return o;
  const auto start = std::chrono::steady_clock::now();
  o.sources.push_back({"given", 1});
  if (const auto what = ask(l, s, c)) o.failure = shrink_failure(l, s, c, "given", *what, shrinks);
  o.time = std::chrono::steady_clock::now() - start;
  return o;
}

std::uint64_t planned_cases(law const& l, kit::subject const& s, settings const& with) {
  std::uint64_t all = 0;
  if (!l.skipped(s).empty() || !beyond_contract(l, s).empty()) return 0;
  for (source const& from : sources_of(l.cases, with.seed, with.random)) all += from.count;
  return all;
}

}  // namespace bcast::proptests
