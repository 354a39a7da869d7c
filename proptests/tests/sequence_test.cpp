// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/sequence.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "isolation/child.hpp"
#include "mutants/mutants.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"
#include "tests/support/processes.hpp"

// Subjects whose answers depend on earlier calls: sequences of calls, and failures that are tried
// again.

namespace {

namespace kit = bcast::kit;
namespace mutants = bcast::mutants;
using namespace bcast::proptests;
using namespace ::bcast::tests;

// Sequences ---------------------------------------------------------------------------------------

TEST(Sequence, IsWrittenAsItsCallsInOrder) {
  const test_case c = parse_case("2x1~t 3 op=sub; 2 ;() 1");
  ASSERT_EQ(c.before.size(), 2U);
  EXPECT_EQ(c.before[0], parse_case("2x1~t 3 op=sub"));
  EXPECT_EQ(c.before[1], parse_case("2"));
  EXPECT_EQ(calls_of(c).back(), parse_case("() 1"));
  EXPECT_EQ(to_string(c), "2x1~t 3 op=sub ; 2 ; () 1");
  EXPECT_EQ(in_sequence(calls_of(c)), c);
  for (char const* text : {"2 ;", "; 2", "2 ; ; 2", ";"}) {
    EXPECT_THROW(parse_case(text), text_error) << text;
  }
}

TEST(Sequence, ShrinksToFewCallsAndThenToSmallOnes) {
  const test_case from = parse_case("4 ; 2x1 3 ; 5x5 5 ; 7 ; 3x1 2x4x3 ; 9");
  // A call of rank 2 somewhere, and last a call of two operands.
  const auto fails = [](test_case const& c) {
    bool rank_2 = false;
    for (test_case const& call : c.before) {
      for (operand const& o : call.operands) rank_2 = rank_2 || o.type.sizes.size() == 2;
    }
    return rank_2 && c.operands.size() == 2;
  };
  const shrunk s = shrink(from, fails);
  EXPECT_EQ(to_string(s.smallest), "1x1 ; () ()");
}

TEST(Sequence, ACallThatIsMadeTwiceStaysTheSame) {
  const auto repeats = [](test_case const& c) {
    return !c.before.empty() && c.before.front() == calls_of(c).back();
  };
  EXPECT_EQ(to_string(shrink(parse_case("3x1 4 ; 2 ; 3x1 4"), repeats).smallest), "() ; ()");
}

TEST(Sequence, CallsShrinkTogether) {
  const auto types_match = [](test_case const& c) {
    return !c.before.empty() && types_of(c) == types_of(c.before[0]) && c.operands.size() == 2 &&
           c.operation != c.before[0].operation;
  };
  EXPECT_EQ(to_string(shrink(parse_case("5x4 1 op=less ; 5x4 1 op=sub"), types_match).smallest),
            "() () op=less ; () () op=sub");
  const auto ranks_match = [](test_case const& c) {
    return !c.before.empty() &&
           c.before[0].operands[0].type.sizes.size() == c.operands[0].type.sizes.size() &&
           types_of(c) != types_of(c.before[0]);
  };
  EXPECT_EQ(to_string(shrink(parse_case("2x2 ; 3x3"), ranks_match).smallest), "1 ; 2");
  const auto sizes_match = [](test_case const& c) {
    return !c.before.empty() && larger_sizes(c) == larger_sizes(c.before[0]) &&
           c.operands.size() == 2 && c.before[0].operands.size() == 2 &&
           types_of(c) != types_of(c.before[0]) && larger_sizes(c) > std::vector<std::int64_t>{1};
  };
  EXPECT_EQ(to_string(shrink(parse_case("1 4 ; 4 1"), sizes_match).smallest), "() 2 ; 2 ()");
}

// In this process ---------------------------------------------------------------------------------

law const& law_of(char const* name) { return *find_law(name); }

class StateMutants : public testing::TestWithParam<std::string> {};

TEST_P(StateMutants, FailCoreCasesInASequenceThatIsReplayed) {
  mutants::mutant const& m = mutants::find(GetParam());
  const outcome o = run(law_of("repeat"), mutants::unused(m), of_core());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  EXPECT_FALSE(o.failure->smallest.before.empty());
  const test_case again = parse_case(to_string(o.failure->smallest));
  EXPECT_TRUE(run_case(law_of("repeat"), mutants::unused(m), again, false).failure);
  const bool counts = GetParam() == "state/every_thirtieth_call";
  EXPECT_TRUE(counts || again.before.size() == 1U) << report(o);
  // Which call it was right as depends, with a mutant that counts, on the case that comes
  // thirtieth.
  char const* const why = counts ? "\nright as " : "\nright as the first call of a fresh instance";
  EXPECT_TRUE(holds(o.failure->what, why));
}

TEST_P(StateMutants, HoldWhenEachCallIsAskedOfAFreshInstance) {
  mutants::mutant const& m = mutants::find(GetParam());
  for (core_case const& row : core_cases()) {
    const test_case c = parse_case(row.text);
    double elements = 1;
    for (std::int64_t size : larger_sizes(c)) elements *= static_cast<double>(size);
    if (elements > 1000 || c.operands.size() > 29) continue;  // some compute each operand by itself
    for (law const& l : all_laws()) {
      if (l.between != nullptr || l.asks == computation::none || row.cases_of != l.cases) continue;
      const outcome o = run_case(l, mutants::unused(m), c, false);
      EXPECT_FALSE(o.failure) << report(o);
    }
  }
}

std::vector<std::string> state_mutants() {
  std::vector<std::string> names;
  for (mutants::mutant const& m : mutants::all()) {
    if (m.name.starts_with("state/")) names.push_back(m.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Each, StateMutants, testing::ValuesIn(state_mutants()),
                         [](auto const& of) { return of.param.substr(6); });

TEST(State, AnInstanceThatAnsweredOthersGivesASequenceAllTheSame) {
  mutants::mutant const& m = mutants::find("state/first_key_wins");
  const outcome o = run(law_of("elements"), mutants::unused(m), of_core());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  ASSERT_EQ(o.failure->smallest.before.size(), 1U) << report(o);
  EXPECT_TRUE(holds(o.failure->what, "only after the call before it: alone, in a fresh instance"));
  const test_case last = calls_of(o.failure->smallest).back();
  EXPECT_TRUE(run_case(law_of("elements"), mutants::unused(m), o.failure->smallest, false).failure);
  EXPECT_FALSE(run_case(law_of("elements"), mutants::unused(m), last, false).failure);
}

TEST(State, AnImplementationThatIsAlwaysWrongIsNoMatterOfSequences) {
  mutants::mutant const& wrong = mutants::find("reads/flat_modulo");
  kit::subject s = wrong.subject;
  s.fresh = [&] { return wrong.subject; };
  EXPECT_TRUE(run(law_of("elements"), s, of_core()).failure);
  const outcome o = run(law_of("repeat"), s, of_core());
  EXPECT_FALSE(o.failure) << report(o);
}

TEST(State, WithoutAFreshInstanceACallIsComparedWithItself) {
  const auto calls = std::make_shared<int>(0);
  kit::subject s = plain();
  s.apply = [calls, right = s.apply](auto op, auto const& x, auto const& z) {
    if (++*calls < 12) return right(op, x, z);
    return kit::result{};  // nothing is written
  };
  const outcome o =
      run_case(law_of("repeat"), s, parse_case("2x1 2 op=sub ; 2 2 op=sub ; 2x1 2 op=sub"), false);
  ASSERT_TRUE(o.failure);
  expect_parts(o.failure->what, {"call 3 of 3, 2x1 2 op=sub:\n", "was not written\n"});
  EXPECT_TRUE(o.failure->what.ends_with("\nright as call 1")) << o.failure->what;
  *calls = 100;
  EXPECT_FALSE(run_case(law_of("repeat"), s, parse_case("2x1 2 op=sub"), false).failure);
}

TEST(State, OneOfTheCallsBetweenHasAnotherOperation) {
  kit::subject s = plain();
  s.declares.ops = {"add", "sub", "mul"};
  for (std::string const& own : s.declares.ops) {
    const test_case c = parse_case("2x1 2 op=" + own);
    std::vector<std::string> others;
    for (test_case const& call : law_of("repeat").between(s, c)) {
      if (call.operation != own) others.push_back(call.operation);
    }
    EXPECT_EQ(others, std::vector<std::string>{own == "add"   ? "sub"
                                               : own == "sub" ? "mul"
                                                              : "add"});
  }
}

TEST(State, WhatIsNotTriedAgainSaysSo) {
  const kit::subject s = answering({});
  const std::string text = report(in_core("shape", s));
  EXPECT_TRUE(holds(text, "  alone   not tried in a fresh process\n"));
  const std::string given = report(run_case(law_of("shape"), s, parse_case("2 1"), false));
  EXPECT_FALSE(holds(given, "not tried"));
}

TEST(State, TheArgumentsOfARunAskItsCasesAgain) {
  settings with;
  with.seed = 3;
  with.size = run_size::push;
  EXPECT_EQ(arguments_of(with), "--seed 3 --size push");
  with.random = 50000;
  EXPECT_EQ(arguments_of(with), "--seed 3 --size push --cases 50000");
  with.size = run_size::core;  // which has no random cases
  EXPECT_EQ(arguments_of(with), "--seed 3 --size core");
}

TEST(State, AReportKeepsWhatBecameOfTheReplay) {
  outcome o = in_core("shape", answering({}));
  o.failure->smallest = parse_case("2 ; 2 1");
  for (replayed how : {replayed::untried, replayed::fails, replayed::lost}) {
    o.failure->again = how;
    o.failure->whole = "--seed 3 --size core";
    const outcome read = outcome_from_json(to_json(o));
    EXPECT_EQ(read.failure->again, how);
    EXPECT_EQ(read.failure->whole, "--seed 3 --size core");
    EXPECT_EQ(read.failure->smallest, o.failure->smallest);
    EXPECT_EQ(report(read), report(o));
  }
}

/// Without layouts, several core cases are one case.
TEST(State, ACaseThatIsAskedTwiceHasTwoPlaces) {
  kit::subject s = plain();
  s.declares.strided = false;
  s.declares.ops = {"add"};
  s.declares.dtypes = {"float"};
  settings with = of_core();
  std::optional<test_case> first;
  with.observe = [&](std::string_view, std::string const& asked) {
    if (!first) first = parse_case(asked);
  };
  run(law_of("repeat"), s, with);
  ASSERT_TRUE(first);
  EXPECT_TRUE(asked_before(law_of("repeat"), s, with, *first, occurrence::first).empty());
  EXPECT_FALSE(asked_before(law_of("repeat"), s, with, *first, occurrence::last).empty());
}

/// Plain, which counts its calls and writes nothing into more than 8192 elements.
kit::subject unwritten_from_8193(std::shared_ptr<int> const& calls) {
  kit::subject s = plain();
  s.apply = [calls, right = s.apply](auto op, auto const& x, auto const& z) {
    ++*calls;
    std::int64_t count = 1;
    for (std::int64_t size : z.front().sizes) count *= size;
    return count > 8192 ? kit::result{} : right(op, x, z);
  };
  return s;
}

TEST(Asks, WhatIsWrongOnlyOfManyElementsIsFoundEarly) {
  const auto calls = std::make_shared<int>(0);
  settings with;
  with.shrinks = false;
  kit::subject adds = unwritten_from_8193(calls);
  adds.declares.ops = {"add"};  // of two operands, whatever core's order of operations is
  const outcome o = run(law_of("elements"), adds, with);
  ASSERT_TRUE(o.failure);
  EXPECT_LE(*calls, 1000);  // 20 s of a subject that takes 20 ms
}

TEST(Asks, NoSimplerCaseIsAskedTwice) {
  const auto calls = std::make_shared<int>(0);
  settings with = of_core();
  with.shrink_time = std::chrono::hours(1);
  with.causes = 0;
  std::vector<std::string> asked;
  with.observe = [&](std::string_view, std::string const& c) { asked.push_back(c); };
  const outcome o = run(law_of("elements"), unwritten_from_8193(calls), with);
  ASSERT_TRUE(o.failure);
  const auto found = std::ranges::find(asked, to_string(o.failure->found));
  std::vector<std::string> simpler(found, asked.end());
  EXPECT_GT(simpler.size(), 10U);
  std::ranges::sort(simpler);
  EXPECT_EQ(std::ranges::adjacent_find(simpler), simpler.end());
  EXPECT_LE(*calls, 1000);
}

// In processes of their own -----------------------------------------------------------------------

/// Plain, whose `broadcast_shapes` says something else after it `saw` some operands.
isolated_subject after(std::function<bool(std::vector<kit::shape> const&)> const& saw,
                       std::function<void()> const& then,
                       bool (*applies)(std::vector<kit::shape> const&)) {
  return {"state", "array_api", [=] {
            kit::subject s = plain();
            s.broadcast_shapes = [=, seen = std::make_shared<bool>(false),
                                  right = s.broadcast_shapes](auto const& operands,
                                                              auto const& dimensions) {
              kit::result a = right(operands, dimensions);
              if (*seen && applies(operands)) {
                then();
                a = {};
              }
              *seen = *seen || saw(operands);
              return a;
            };
            return s;
          }};
}

bool has_rank_3(std::vector<kit::shape> const& operands) {
  for (kit::shape const& t : operands) {
    if (t.sizes.size() == 3) return true;
  }
  return false;
}
bool two_vectors(std::vector<kit::shape> const& operands) {
  return operands.size() == 2 && operands[0].sizes.size() == 1 && operands[1].sizes.size() == 1;
}

outcome checked_alone(isolated_subject const& s, char const* law_name, settings const& with) {
  const std::vector<law const*> laws{&law_of(law_name)};
  const std::vector<isolated_subject> subjects{s};
  return run_all_isolated(laws, subjects, with, {}).front();
}

settings at_random(std::uint64_t seed) {
  settings with;
  with.seed = seed;
  with.sources = {"random"};
  return with;
}

TEST(IsolatedState, AFailureAfterOthersIsASequence) {
  const isolated_subject s = after(
      has_rank_3, [] {}, two_vectors);
  const outcome o = checked_alone(s, "shape", at_random(1));
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  EXPECT_EQ(to_string(o.failure->smallest), "1x1x1 ; 1 1") << report(o);
  EXPECT_EQ(
      o.failure->what,
      "got (); expected 1\nonly after the call before it: alone, in a fresh process, it holds");
  EXPECT_TRUE(run_case_isolated(law_of("shape"), s, o.failure->smallest, false, {}).failure);
  EXPECT_FALSE(run_case_isolated(law_of("shape"), s, parse_case("1 1"), false, {}).failure);
  EXPECT_TRUE(holds(report(o), "BCAST_CASE='1x1x1 ; 1 1' "));
}

TEST(IsolatedState, ACrashAfterOthersIsASequence) {
  const isolated_subject s = after(
      has_rank_3, [] { std::raise(SIGKILL); }, two_vectors);
  const outcome o = checked_alone(s, "shape", at_random(1));
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(to_string(o.failure->smallest), "1x1x1 ; 1 1") << report(o);
  EXPECT_TRUE(o.failure->what.starts_with("died of SIGKILL\nonly after the call before it"))
      << o.failure->what;
  const outcome again = run_case_isolated(law_of("shape"), s, o.failure->smallest, false, {});
  ASSERT_TRUE(again.failure);
  EXPECT_EQ(again.failure->what, "died of SIGKILL");
}

TEST(IsolatedState, WhatFailsByItselfIsTriedAlone) {
  const isolated_subject s{"scalar", "array_api", [] { return answering({}); }};
  const outcome o = checked_alone(s, "shape", of_core());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  EXPECT_TRUE(o.failure->smallest.before.empty());
  EXPECT_FALSE(holds(report(o), "not tried"));
  EXPECT_FALSE(holds(o.failure->what, "only after"));
}

/// Plain, which counts its calls and gives another answer when `fails` says so.
kit::subject counting(std::atomic<int>& calls, bool (*fails)(int call)) {
  kit::subject s = plain();
  s.broadcast_shapes = [&calls, fails, right = s.broadcast_shapes](auto const& operands,
                                                                   auto const& dimensions) {
    if (fails(++calls)) return kit::result{};
    return right(operands, dimensions);
  };
  return s;
}

void expect_a_remark(outcome const& o) {
  EXPECT_FALSE(o.failure) << report(o);
  EXPECT_GT(o.cases(), 100U);
  ASSERT_EQ(o.remarks.size(), 1U);
  EXPECT_TRUE(o.remarks.front().starts_with("a fresh process did not repeat a failure at "))
      << o.remarks.front();
  EXPECT_TRUE(holds(o.remarks.front(), ": got (); expected "));
}

TEST(IsolatedState, WhatAFreshProcessDoesNotRepeatIsARemark) {
  std::atomic<int>& calls = shared_number();  // of all processes
  const isolated_subject s{"once", "array_api",
                           [&] { return counting(calls, [](int call) { return call == 5; }); }};
  expect_a_remark(checked_alone(s, "shape", of_core()));
}

TEST(State, WhatAFreshInstanceDoesNotRepeatIsARemark) {
  std::atomic<int> calls = 0;  // of all instances
  kit::subject s = counting(calls, [](int call) { return call == 5; });
  s.fresh = [&calls] { return counting(calls, [](int) { return false; }); };
  expect_a_remark(run(law_of("shape"), s, of_core()));
}

/// Longer than a sequence that can be printed.
TEST(IsolatedState, WhatOnlyTheWholeLawRepeatsIsReplayedByIt) {
  const isolated_subject s{"late", "array_api", [] {
                             static std::atomic<int> calls;
                             return counting(calls, [](int call) { return call >= 20'000; });
                           }};
  settings with = at_random(9);
  with.random = 30'000;
  const outcome o = checked_alone(s, "shape", with);
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::lost);
  const std::string text = report(o);
  EXPECT_TRUE(holds(text, "  replay  BCAST_SEED=9 "));
  EXPECT_FALSE(holds(text, "BCAST_CASE"));
  EXPECT_TRUE(
      holds(text, "  alone   only the whole law fails, and it has failed in two processes\n"))
      << text;
}

TEST(IsolatedState, RepeatComparesWithAFreshProcess) {
  mutants::mutant const& m = mutants::find("state/first_key_wins");
  const isolated_subject s{m.name, "array_api", [&] { return mutants::unused(m); }};
  const outcome o = checked_alone(s, "repeat", of_core());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  EXPECT_EQ(o.failure->smallest.before.size(), 1U) << report(o);
  const outcome again = run_case_isolated(law_of("repeat"), s, o.failure->smallest, false, {});
  ASSERT_TRUE(again.failure);
  EXPECT_EQ(again.failure->what, o.failure->what);
}

TEST(IsolatedState, RepeatDoesNotBlameWhoIsWrongFromTheFirstCall) {
  mutants::mutant const& wrong = mutants::find("reads/flat_modulo");
  const isolated_subject s{wrong.name, "array_api", [&] { return wrong.subject; }};
  const outcome o = checked_alone(s, "repeat", of_core());
  EXPECT_FALSE(o.failure) << report(o);
}

/// Plain, which dies when both of two operands have the same shape.
isolated_subject dies_of_equal_shapes() {
  return {"equal", "array_api", [] {
            kit::subject s = plain();
            s.apply = [right = s.apply](auto op, auto const& x, auto const& z) {
              if (x.size() == 2 && x[0].sizes == x[1].sizes) std::raise(SIGKILL);
              return right(op, x, z);
            };
            return s;
          }};
}

TEST(IsolatedState, RepeatSaysWhichCallCrashed) {
  const outcome given = run_case_isolated(law_of("repeat"), dies_of_equal_shapes(),
                                          parse_case("2x1 2 op=sub"), false, {});
  ASSERT_TRUE(given.failure);
  EXPECT_TRUE(holds(given.failure->what, ", 2x1 2x1 op=sub: died of SIGKILL"));
  const outcome o = checked_alone(dies_of_equal_shapes(), "repeat", of_core());
  ASSERT_TRUE(o.failure);
  EXPECT_TRUE(holds(o.failure->what, ": died of SIGKILL\nas the first call"));
  EXPECT_TRUE(o.failure->smallest.before.empty()) << report(o);
}

}  // namespace
