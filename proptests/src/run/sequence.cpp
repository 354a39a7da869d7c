// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/sequence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <exception>
#include <iterator>
#include <new>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/text.hpp"
#include "support/thrown.hpp"

namespace bcast::proptests {
namespace {

/// The asks of one failure, until there were too many.
class trial {
 public:
  explicit trial(retrial const& again) : again_(again), timed_(again.timed) {}

  /// Asks a case, however many were asked.
  std::optional<failing> ask(test_case const& c) {
    ++asks_;
    return again_.ask(c);
  }

  bool over() const { return asks_ - searched_ >= again_.asks || is_late(); }

  /// The failure of the latest calls of a run, as few as possible, and then the case.
  std::optional<failing> after(std::vector<test_case> const& earlier, test_case const& found) {
    timed_ = true;
    until_ = std::chrono::steady_clock::now() + again_.time;
    std::size_t holds = 0, fails = 0;
    std::optional<failing> shortest;
    const int before = asks_;
    for (std::size_t n = 1; holds < earlier.size() && !shortest && !is_late(); n *= 2) {
      fails = std::min(n, earlier.size());
      shortest = ask(after_latest(earlier, fails, found));
      if (!shortest) holds = fails;
    }
    while (shortest && fails - holds > 1 && !is_late()) {
      const std::size_t half = holds + (fails - holds) / 2;
      if (auto shorter = ask(after_latest(earlier, half, found))) {
        shortest = std::move(shorter);
        fails = half;
      } else {
        holds = half;
      }
    }
    searched_ += asks_ - before;
    return shortest;
  }

  /// The smallest failure that is reached from one.
  void keep(counterexample& f, failing const& from, bool shrinks) {
    failing smallest = from;
    if (shrinks) {
      std::unordered_set<std::string> held;
      const shrunk done = shrink(
          from.of,
          [&](test_case const& simpler) {
            if (over()) {
              f.cut = true;
              return false;
            }
            std::string text = to_string(simpler);
            if (held.contains(text)) return false;
            auto again = ask(simpler);
            // A law about sequences extends a single call.
            if (!again || again->of.before.size() > simpler.before.size()) {
              held.insert(std::move(text));
              return false;
            }
            smallest = std::move(*again);
            return true;
          },
          [&] { return f.cut; });
      f.steps += done.steps;
    }
    f.smallest = std::move(smallest.of);
    f.what = std::move(smallest.what);
    f.again = replayed::fails;
    if (again_.of.between == nullptr && !f.smallest.before.empty()) {
      f.what += fmt::format("\nonly after the {} before it: alone, {}, it holds",
                            f.smallest.before.size() == 1 ? "call" : "calls", again_.place);
    }
  }

 private:
  static test_case after_latest(std::vector<test_case> const& earlier, std::size_t n,
                                test_case const& found) {
    std::vector<test_case> calls(earlier.end() - static_cast<std::ptrdiff_t>(n), earlier.end());
    for (test_case const& call : calls_of(found)) calls.push_back(call);
    return in_sequence(std::move(calls));
  }

  bool is_late() const { return timed_ && std::chrono::steady_clock::now() > until_; }

  retrial const& again_;
  bool timed_;
  int asks_ = 0, searched_ = 0;
  std::chrono::steady_clock::time_point until_ = std::chrono::steady_clock::now() + again_.time;
};

/// The latest calls that fit on a command line.
std::vector<test_case> printable(std::vector<test_case> calls) {
  constexpr std::size_t most = std::size_t{1} << 16;  // a word may have twice as many characters
  std::size_t length = 0;
  auto first = calls.end();
  while (first != calls.begin() && length < most) {
    --first;
    length += to_string(*first).size() + std::string_view(" ; ").size();
  }
  calls.erase(calls.begin(), length < most ? first : std::next(first));
  return calls;
}

std::string_view name_of(run_size size) {
  switch (size) {
    case run_size::core:
      return "core";
    case run_size::push:
      return "push";
    case run_size::nightly:
      break;
  }
  return "nightly";
}

}  // namespace

std::optional<std::string> wrong_call(law const& l, kit::subject const& s, test_case const& call) {
  try {
    return l.violation(s, call);
  } catch (subject_gone const&) {
    throw;
  } catch (subject_failure const& f) {
    return f.what();
  } catch (std::bad_alloc const&) {
    throw;  // perhaps from the laws' own tensors: there is no result
  } catch (...) {
    return "an exception: " + thrown_text();
  }
}

std::optional<failing> failing_of(outcome const& o) {
  if (!o.failure) return std::nullopt;
  return failing{o.failure->found, o.failure->what};
}

std::string arguments_of(settings const& with) {
  std::string all = fmt::format("--seed {} --size {}", with.seed, name_of(with.size));
  if (with.random && with.size != run_size::core) all += fmt::format(" --cases {}", *with.random);
  return all;
}

void try_again(counterexample& f, retrial const& again) {
  trial t(again);
  const bool shrinks = again.shrinks && f.found.example.empty();
  if (const auto alone = t.ask(f.smallest)) {
    return t.keep(f, *alone, shrinks && !(again.shrunk && alone->of == f.smallest));
  }
  if (f.found != f.smallest) {
    if (const auto alone = t.ask(f.found)) return t.keep(f, *alone, shrinks);
  }
  std::vector<test_case> calls;
  for (const occurrence which : {occurrence::first, occurrence::last}) {
    std::vector<test_case> earlier;
    for (test_case const& c : again.earlier(which)) {
      for (test_case& call : calls_of(c)) earlier.push_back(std::move(call));
    }
    earlier = printable(std::move(earlier));
    if (earlier == calls) continue;
    calls = std::move(earlier);
    const auto after = t.after(calls, f.found);
    if (after && t.ask(after->of)) return t.keep(f, *after, shrinks);
  }
  f.smallest = f.found;
  f.steps = 0;
  f.again = replayed::lost;
}

}  // namespace bcast::proptests
