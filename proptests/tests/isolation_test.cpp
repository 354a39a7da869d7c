// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "isolation/child.hpp"
#include "oracle/plain.hpp"
#include "tests/support/one_answer.hpp"
#include "tests/support/processes.hpp"

// Subjects in separate processes: how these end, and what is known then.

namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using namespace std::chrono_literals;

/// Plain, whose `broadcast_shapes` does something else before it answers.
isolated_subject that(std::function<void(std::vector<kit::shape> const&)> const& does) {
  return {"odd", "array_api", [does] {
            kit::subject s = plain();
            s.broadcast_shapes = [does, right = s.broadcast_shapes](auto const& operands,
                                                                    auto const& dimensions) {
              does(operands);
              return right(operands, dimensions);
            };
            return s;
          }};
}

outcome asked(isolated_subject const& s, char const* text, bool shrinks = false,
              isolation const& limits = {}) {
  return run_case_isolated(*find_law("shape"), s, parse_case(text), shrinks, limits);
}

/// All of a law's cases.
outcome asked_all(isolated_subject const& s, settings const& with, isolation const& limits = {}) {
  law const* const l = find_law("shape");
  return run_all_isolated(std::span(&l, 1), std::span(&s, 1), with, limits).front();
}

std::string what(outcome const& o) { return o.failure ? o.failure->what : "holds"; }

void die(std::vector<kit::shape> const&) { std::raise(SIGKILL); }

TEST(Isolation, NoMemoryOfANewProcessHoldsZeros) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
  GTEST_SKIP() << "the allocator is not glibc's";
#endif
  // As if bcast had used and freed memory of zeros before.
  for (std::size_t bytes = 8; bytes < 100'000; bytes *= 2) std::free(std::calloc(1, bytes));
  const ending e = child([](shared_state&) {
                     for (std::size_t bytes = 40; bytes < 1'000'000; bytes *= 3) {
                       // The compiler must not see that nothing was written there.
                       auto* volatile const block = static_cast<char*>(std::malloc(bytes));
                       if (block[bytes / 2] == 0) return std::to_string(bytes);
                     }
                     return std::string("none");
                   }).wait(5s);
  EXPECT_EQ(e.answer, "none");
}

TEST(Isolation, AGivenCaseIsTheFirstThatItsProcessIsAsked) {
  const isolated_subject wrong{"wrong", "array_api", [] { return bcast::tests::answering({}); }};
  for (isolated_subject const& s : {that(die), wrong}) {
    const outcome o = asked(s, "2 2");
    ASSERT_TRUE(o.failure) << s.name;
    EXPECT_EQ(o.failure->again, replayed::fails) << s.name;
  }
}

TEST(Isolation, WhatIsThrownThatIsNoExceptionIsAVerdict) {
  const std::string told = what(asked(that([](auto const&) { throw 5; }), "2 3"));
  EXPECT_TRUE(told.starts_with("an exception: not a std::exception\n")) << told;
}

TEST(Isolation, OneThatEndsBeforeItsFirstCaseSaysSo) {
  const isolated_subject s{"unmade", "array_api", []() -> kit::subject {
                             std::raise(SIGKILL);
                             return {};
                           }};
  EXPECT_EQ(what(asked(s, "2 3")), "died of SIGKILL before the first case");
}

TEST(Isolation, ACaseThatIsLongerThanTheMemoryIsNotTold) {
  std::string text = "1";
  for (int k = 0; k < 3000; ++k) text += "x1";
  const outcome o = asked(that(die), text.c_str());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->what, "died of SIGKILL");
  EXPECT_EQ(o.failure->source, "given");
  EXPECT_EQ(to_string(o.failure->found), "()");
}

TEST(Isolation, ACrashIsShrunkToTheSmallestCaseThatFails) {
  const outcome o = asked(that([](auto const& operands) {
                            if (operands.size() > 1) die(operands);
                          }),
                          "4x3 1x3 2", true);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(to_string(o.failure->smallest), "() ()");
  EXPECT_EQ(to_string(o.failure->found), "4x3 1x3 2");
  EXPECT_GT(o.failure->steps, 0);
}

TEST(Isolation, ProgressOfEveryChildIsTold) {
  std::uint64_t told = 0;
  settings with;
  with.random = 600;
  with.sources = {"random"};
  with.progress = [&](std::uint64_t n) { told += n; };
  const std::vector<law const*> laws{find_law("shape"), find_law("order")};
  const std::vector<isolated_subject> subjects{that([](auto const&) {})};
  isolation one_at_a_time;
  one_at_a_time.processes = 1;
  for (isolation const& limits : {isolation{}, one_at_a_time}) {
    const auto all = run_all_isolated(laws, subjects, with, limits);
    ASSERT_EQ(all.size(), 2U);
    for (outcome const& o : all) EXPECT_FALSE(o.failure);
  }
  EXPECT_GT(told, 0U);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// The message for a subject that does something to the operands and the target of a case.
std::string reaching(
    std::string const& law_name, char const* text,
    std::function<void(char volatile* x0, char volatile* x1, char volatile* z)> const& how) {
  const isolated_subject s{"touches", "array_api", [how] {
                             kit::subject p = plain();
                             const auto first = [](kit::tensor const& of) {
                               return static_cast<char volatile*>(of.data);
                             };
                             p.apply = [how, first](auto, auto const& x, auto const& z) {
                               how(first(x.front()), first(x.back()), first(z.front()));
                               return kit::result{};
                             };
                             p.adjoint = [how, first](auto const& y, auto const& x) {
                               how(first(y), first(y), first(x));
                               return kit::result{};
                             };
                             return p;
                           }};
  const outcome o = run_case_isolated(*find_law(law_name), s, parse_case(text), false, {});
  return o.failure ? o.failure->what : "";
}

#if defined(__x86_64__) || defined(__aarch64__)
constexpr char const *wrote = "wrote", *read_it = "read";
#else
constexpr char const *wrote = "touched", *read_it = "touched";
#endif

TEST(Isolation, AByteBesideATensorIsCountedAndTheTensorIsNamed) {
  const std::ptrdiff_t page = sysconf(_SC_PAGESIZE);
  const auto at = [&](std::ptrdiff_t byte, char const* did, std::string const& where) {
    return fmt::format("died of SIGSEGV: it {} byte {} {}", did, byte, where);
  };
  struct row {
    char const* law;
    char const* text;
    std::function<void(char volatile*, char volatile*, char volatile*)> does;
    std::string says;
  };
  const row rows[]{
      {"elements", "4 4 type=int8 op=add", [](auto, auto, auto z) { z[5] = 1; },
       at(0, wrote, "after the memory of Z")},
      {"elements", "4 4 type=int8 op=add", [](auto, auto, auto z) { (void)z[6]; },
       at(1, read_it, "after the memory of Z")},
      {"elements", "4 4 type=int8 op=add", [](auto x, auto, auto) { (void)x[4]; },
       at(0, read_it, "after the memory of X0")},
      {"elements", "4 4 type=int8 op=add", [](auto, auto x, auto) { x[5] = 1; },
       at(1, wrote, "after the memory of X1")},
      {"elements", "4 4 type=int8 op=add", [&](auto, auto, auto z) { z[-page] = 1; }, ""},
      {"in place", "4 4 type=int8 op=add", [](auto, auto, auto z) { z[5] = 1; },
       at(0, wrote, "after the memory of X0 and Z")},
      {"adjoint", "4 type=int8", [](auto y, auto, auto) { (void)y[4]; },
       at(0, read_it, "after the memory of Y")},
      {"adjoint", "4 type=int8", [](auto, auto, auto x) { x[4] = 1; },
       at(0, wrote, "after the memory of X")},
  };
  for (row const& of : rows) {
    const std::string what = reaching(of.law, of.text, of.does);
    if (!of.says.empty()) {
      EXPECT_EQ(what, of.says);
      continue;
    }
    EXPECT_TRUE(what.starts_with(fmt::format("died of SIGSEGV: it {} byte -", wrote))) << what;
    EXPECT_TRUE(what.ends_with(" before the memory of Z")) << what;
  }
}
#endif

/// While a case that hangs is shrunk, less time counts as hanging.
TEST(Isolation, ACaseThatIsOnlySlowIsNotReportedAsOneThatHangs) {
  isolation limits;
  limits.answer = 1500ms;
  const isolated_subject s = that([](auto const& operands) {
    for (kit::shape const& x : operands) {
      if (x.sizes != std::vector<kit::dim>{3}) return;
    }
    if (operands.size() == 1) std::this_thread::sleep_for(750ms);
    while (operands.size() > 1) pause();
  });
  settings with;
  with.only = parse_case("3 3");
  const outcome o = asked_all(s, with, limits);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->what, "did not answer within 1500 ms");
  EXPECT_EQ(to_string(o.failure->smallest), "3 3");
  EXPECT_EQ(o.failure->again, replayed::fails);
}

TEST(Isolation, AProcessThatASubjectLeavesBehindEndsWithIt) {
  std::atomic<pid_t>& left = shared_number();
  const outcome o = asked(that([&](auto const&) {
                            if (const pid_t id = fork(); id != 0) {
                              left = id;
                            } else {
                              while (true) pause();
                            }
                          }),
                          "2 2");
  EXPECT_FALSE(o.failure) << o.failure->what;
  ASSERT_GT(left, 0);
  EXPECT_TRUE(is_gone(left));
}

TEST(Isolation, ARunThatIsStoppedBeforeItsFirstCaseEnds) {
  settings with;
  with.stopped = [] { return true; };
  EXPECT_TRUE(asked_all(that([](auto const&) {}), with).interrupted);
}

const isolation little_memory{.memory = std::uint64_t{1} << 26};
constexpr char const* const too_much = "used more than 0.062 GiB of memory";

// Each try fills the memory again, which takes long; a crash is tried up to 200 times.
TEST(Isolation, WhatUsesUpItsMemoryIsTriedAFewTimes) {
  std::atomic<pid_t>& tries = shared_number();
  const isolated_subject s = that([&](auto const& operands) {
    if (operands.size() < 2) return;
    ++tries;
    std::vector<std::byte*> kept;
    while (true) {
      constexpr std::size_t some = std::size_t{1} << 24;
      kept.push_back(new std::byte[some]);
      std::memset(kept.back(), 1, some);
    }
  });
  EXPECT_EQ(what(asked_all(s, bcast::tests::of_core(), little_memory)), too_much);
  EXPECT_LE(tries, 13);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Some cases are expected to fail, and some are not asked.
settings with_expectations() {
  settings with = bcast::tests::of_core();
  with.expect = [](law const&, kit::subject const&,
                   test_case const& c) -> std::optional<expected_failure> {
    if (c.operands.size() != 2) return std::nullopt;
    const std::size_t rank = c.operands[0].type.sizes.size();
    if (rank == 1) return expected_failure{1, true};
    if (rank == 2) return expected_failure{2, false};
    return std::nullopt;
  };
  return with;
}

TEST(Isolation, OneThatGrowsIsReplacedAndTheLawIsAskedToItsEnd) {
  // It keeps this much at each call, and declines some cases.
  const auto keeping = [](std::size_t bytes) {
    isolated_subject s = that([bytes, kept = std::make_shared<std::vector<std::string>>()](
                                  auto const&) { kept->emplace_back(bytes, 'x'); });
    s.make = [make = s.make] {
      kit::subject made = make();
      made.broadcast_shapes = [right = made.broadcast_shapes](auto const& operands,
                                                              auto const& dimensions) {
        kit::result a = right(operands, dimensions);
        if (operands.size() == 3) a.verdict = kit::result::kind::unsupported;
        return a;
      };
      return made;
    };
    return asked_all(s, with_expectations(), little_memory);
  };
  const outcome steady = keeping(0), grows = keeping(std::size_t{1} << 20);
  EXPECT_TRUE(steady.remarks.empty()) << steady.remarks.front();
  ASSERT_FALSE(grows.failure) << report(grows);
  ASSERT_EQ(grows.remarks.size(), 1U);
  EXPECT_TRUE(grows.remarks.front().starts_with("restarted ")) << grows.remarks.front();
  EXPECT_TRUE(
      grows.remarks.front().ends_with(" times, because it had used too much memory "
                                      "(--memory)"))
      << grows.remarks.front();
  EXPECT_EQ(grows.cases(), steady.cases());
  EXPECT_EQ(cases_by_source({grows}), cases_by_source({steady}));
  EXPECT_EQ(grows.declined, steady.declined);
  EXPECT_GT(grows.declined, 0U);
  ASSERT_EQ(grows.expected.size(), 2U);
  for (expectation_count const& line : steady.expected) {
    const auto same =
        std::ranges::find_if(grows.expected, [&](auto const& of) { return of.line == line.line; });
    ASSERT_NE(same, grows.expected.end());
    EXPECT_EQ(same->cases, line.cases) << line.line;
    EXPECT_EQ(same->failing, line.failing) << line.line;
  }
  EXPECT_EQ(grows.next, 0U);
}
#endif

TEST(Isolation, TheMemoryOfAProcessThatItStartsCounts) {
  const isolated_subject s = that([](auto const&) {
    const pid_t other = fork();
    if (other == 0) {
      const std::vector<char> large(std::size_t{96} << 20, 'x');
      while (true) pause();
    }
    waitpid(other, nullptr, 0);
  });
  EXPECT_EQ(what(asked(s, "2 2", false, little_memory)), too_much);
}

TEST(Isolation, TheMemoryThatItsParentHasDoesNotCount) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs much memory of its own";
#endif
  const std::vector<char> of_parent(std::size_t{96} << 20, 'x');
  const isolated_subject s = that([&](auto const&) {
    [[maybe_unused]] volatile char last = of_parent.back();
    std::this_thread::sleep_for(200ms);  // it is looked at every 50 ms
  });
  EXPECT_EQ(what(asked(s, "2 2", false, little_memory)), "holds");
}

void stay_on_one_processor() {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  sched_getaffinity(0, sizeof all, &all);
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++k) {
    if (CPU_ISSET(k, &all)) CPU_SET(k, &one);
  }
  sched_setaffinity(0, sizeof one, &one);
}

// Four others want the same processor.
TEST(Isolation, TimeWithoutAProcessorDoesNotCount) {
  if (access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "the system does not count it";
  std::vector<child> others;
  for (int k = 0; k < 4; ++k) {
    others.emplace_back([](shared_state&) -> std::string {
      stay_on_one_processor();
      for (volatile bool busy = true; busy;) {
      }
      return "";
    });
  }
  isolation limits;
  limits.answer = 600ms;
  const isolated_subject s = that([](auto const&) {
    stay_on_one_processor();
    const std::clock_t start = std::clock();  // of this process's processor time
    while (std::clock() - start < CLOCKS_PER_SEC * 3 / 10) {
    }
  });
  EXPECT_EQ(what(asked(s, "2 3", false, limits)), "holds");
}

}  // namespace
