// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/pipe.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

namespace {

using namespace bcast::proptests;
using namespace ::bcast::tests;
namespace kit = bcast::kit;
using kind = kit::result::kind;

settings few_random() {
  settings with;
  with.seed = 7;
  with.random = 20;
  return with;
}

pipe_limits impatient() {
  pipe_limits limits;
  limits.answer = std::chrono::milliseconds(500);
  limits.restarts = 30;
  return limits;
}

kit::subject fake(std::string const& mode, std::string const& options = "") {
  return pipe_subject(fmt::format("exec '{}' '{}' '{}'", BCAST_FAKE_SUBJECT, mode, options),
                      impatient());
}

void expect_as_without_a_pipe(kit::subject const& piped) {
  const kit::subject direct = plain();
  EXPECT_EQ(piped.name, "fake");
  EXPECT_EQ(piped.declares.ops, direct.declares.ops);
  for (std::string_view name : {"shape", "values", "elements", "in place", "overlap", "target",
                                "expand", "adjoint", "array_api examples"}) {
    law const& l = *find_law(name);
    for (char const* text :
         {"2x1 1x3", "2 3", "0 1", "() 2x2", "2x1~gr 3~o -> 2x3~t", "2x3~t 1x3 -> 2x3~g type=int8",
          "2 1 -> 2 type=float16", "2 1 -> 2 type=bool", "1 2 -> 3x2 type=string",
          "2x2 2 -> 2x2 type=uint64", "2~u 2 -> 2 type=bfloat16", "2x1 3 -> 2x3 type=float"}) {
      const test_case c = parse_case(text);
      const outcome of_direct = run_case(l, direct, c, false), o = run_case(l, piped, c, false);
      EXPECT_EQ(o.skipped, of_direct.skipped) << name << " " << text;
      EXPECT_EQ(o.cases(), of_direct.cases()) << name << " " << text;
      EXPECT_FALSE(of_direct.failure) << name << " " << text << "\n" << of_direct.failure->what;
      EXPECT_FALSE(o.failure) << name << " " << text << "\n" << o.failure->what;
    }
  }
}

TEST(Pipe, ARightProgramHoldsAsItDoesWithoutAPipe) { expect_as_without_a_pipe(fake("right")); }

TEST(Pipe, ElementsMayBeSentAsTheirBytes) {
  expect_as_without_a_pipe(fake("right", "base64"));
  const outcome o = run_case(*find_law("values"), fake("right", "dense base64"),
                             parse_case("2x1 1x3 type=float"), false);
  EXPECT_FALSE(o.failure) << o.failure->what;
}

TEST(Pipe, AFailureIsTriedAgainInAProgramThatHasJustStarted) {
  const outcome o = in_core("shape", fake("remembers"));
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->again, replayed::fails);
  EXPECT_EQ(o.failure->smallest.before.size(), 1U) << report(o);
  const outcome again = run_case(*find_law("shape"), fake("remembers"), o.failure->smallest, false);
  ASSERT_TRUE(again.failure) << report(o);
  EXPECT_TRUE(o.failure->what.starts_with(again.failure->what)) << o.failure->what;
  const test_case last = calls_of(o.failure->smallest).back();
  EXPECT_FALSE(run_case(*find_law("shape"), fake("remembers"), last, false).failure);
}

// A program that is no longer asked says nothing about a case.
TEST(Pipe, AProgramThatIsGoneBreaksNoLaw) {
  const kit::subject s = fake("exit");
  outcome o;
  for (int k = 0; k < 40; ++k) o = in_core("shape", s);
  EXPECT_FALSE(o.failure) << o.failure->what;
  EXPECT_TRUE(holds(o.skipped, "is not asked again"));
}

TEST(Pipe, WhatADenseProgramCannotDoIsNotAsked) {
  const kit::subject dense = fake("right", "dense");
  EXPECT_FALSE(run(*find_law("in place"), dense, few_random()).skipped.empty());
  const outcome o = run_case(*find_law("values"), dense, parse_case("2x1 1x3"), false);
  EXPECT_FALSE(o.failure) << o.failure->what;
}

/// A fault, a law that finds it, and the message.
struct fault_row {
  char const* mode;
  char const* law;
  char const* verdict;
};

TEST(Pipe, EveryFaultIsAClearVerdictAndTheRunEnds) {
  constexpr fault_row faults[]{
      {"crash", "shape", "the program ended with signal 11 (Segmentation fault)"},
      {"crash", "values", "its last words  `about to crash`"},
      {"exit", "values", "the program ended with exit status 3"},
      {"raise", "values",
       "exit status 1\nits last words\n  line 3\n  line 4\n  line 5\n  line 6\n  line 7.[31m\n"
       "  line 8\n  line 9\n  line 10\n  line 11\n  line 12\nit was asked"},
      {"hang", "shape", "the program has not answered after 500 ms; does it flush"},
      {"garbage", "shape", "is not a JSON object: `Warning: . not what was expected`"},
      {"blank", "shape", "is not a JSON object: ``"},
      {"endless", "values", "the program's answer has not ended after"},
      {"other id", "shape", "the program answered ask `\"another\"` instead of this one"},
      {"no id", "shape", "the program's answer has no \"id\""},
      {"no verdict", "shape", "none of \"ok\", \"reject\""},
      {"large", "shape", "number overflow parsing '1e999': `{\"id\":"},
      {"leaves another", "shape", "the program ended with exit status 3; a process that"},
      {"error", "shape", "an error instead of a verdict: out of luck"},
      {"count", "values", "elements; the shape"},
      {"rank", "shape", "; expected 2"},
      {"rank", "values", "output 0 has the shape [1,2]; expected [2]"},
      {"negative", "shape", "the size -1 is negative"},
      {"no list", "values", "the elements of output 0 are not a list: `\"many\"`"},
      {"no number", "values", "`[]` is not a whole number"},
      {"unwritten", "values", "was not written"},
      {"outputs", "values", "\"ok\" must be a list of"},
  };
  for (fault_row const& row : faults) {
    const outcome o = run(*find_law(row.law), fake(row.mode, "dense"), few_random());
    ASSERT_TRUE(o.failure) << row.mode;
    EXPECT_TRUE(holds(o.failure->what, row.verdict)) << row.mode << ": " << o.failure->what;
  }
}

TEST(Pipe, AStridedProgramIsHeldToItsStorage) {
  for (auto const& [mode, says] :
       {std::pair{"count", "the storage of output 0 has"}, {"unwritten", "was not written"}}) {
    const outcome o = run(*find_law("layouts"), fake(mode), few_random());
    ASSERT_TRUE(o.failure) << mode;
    EXPECT_TRUE(holds(o.failure->what, says));
  }
}

TEST(Pipe, ACrashIsShrunkAndTheOtherLawsAreAskedOfARestartedProgram) {
  const kit::subject crashes = fake("crash", "dense");
  const outcome o = run(*find_law("shape"), crashes, few_random());
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(to_string(o.failure->smallest), "2");
  EXPECT_FALSE(run_case(*find_law("values"), crashes, parse_case("3x1 1x3"), false).failure);
}

TEST(Pipe, RestartsAreBoundedAndWhatIsLeftSaysSo) {
  pipe_limits one;
  one.restarts = 1;
  const kit::subject crashes = pipe_subject(fmt::format("'{}' crash", BCAST_FAKE_SUBJECT), one);
  const outcome first = run(*find_law("shape"), crashes, few_random());
  ASSERT_TRUE(first.failure);
  EXPECT_TRUE(holds(first.failure->what, "the program ended with"));
  const outcome second = run(*find_law("order"), crashes, few_random());
  EXPECT_FALSE(second.failure);  // its case would hold
  EXPECT_TRUE(holds(second.skipped, "is not asked again"));
  const outcome third = run_case(*find_law("values"), crashes, parse_case("2 1"), false);
  EXPECT_FALSE(third.failure);
  EXPECT_TRUE(holds(third.skipped, "is not asked again"));
}

TEST(Pipe, AProgramThatDoesNotStartIsABadArgument) {
  for (char const* command :
       {"false", "echo hi", "nonsuch-program", "kill -9 $$", "cat", "true",
        R"(read x; echo '{"id":"1","bcast":7,"ask":["broadcast_shapes"]}')",
        R"(read x; echo '{"id":"1","bcast":1,"ask":["broadcast_shapes"],"dtypes":["int5"]}')",
        R"(read x; echo '{"id":"1","bcast":1,"ask":["broadcast_shapes"],"max_rank":-1}')"}) {
    EXPECT_THROW(pipe_subject(command, impatient()), std::invalid_argument) << command;
  }
}

TEST(Pipe, UnknownSizesNamesAndBoundsPass) {
  kit::subject echo;
  echo.name = "echo";
  echo.rule = "sound";
  echo.declares.unknown = true;
  echo.broadcast_shapes = [](std::vector<kit::shape> const& operands,
                             std::optional<kit::broadcast_dimensions> const& dims) {
    kit::result a;
    a.shape = operands.front();
    if (dims) {
      a.verdict = kind::refused;
      a.axis = 1;
      a.operands = {0, 2};
      a.tag = "xla.X10";
      a.why = to_string(*dims);
    }
    return a;
  };
  for (char const* shape : {"[8,1,\"?\",\"N\",\"N<=8\",\"<=8\"]", "\"*\"", "[]",
                            "[\"9007199254740993\",9007199254740992]"}) {
    std::istringstream in(
        fmt::format(R"({{"id":"a","ask":"broadcast_shapes","in":[{}],"later":1}})", shape));
    std::ostringstream out;
    serve(echo, in, out);
    EXPECT_EQ(out.str(), fmt::format("{{\"id\":\"a\",\"ok\":{}}}\n", shape));
  }
  std::istringstream in(R"({"id":"b","ask":"broadcast_shapes","in":[[2]],"dims":[0,-1]})");
  std::ostringstream out;
  serve(echo, in, out);
  EXPECT_EQ(out.str(),
            "{\"id\":\"b\",\"reject\":\"0,-1\",\"tag\":\"xla.X10\","
            "\"at\":{\"axis\":1,\"operands\":[0,2]}}\n");
}

TEST(Pipe, AnAskThatCannotBeReadIsAnsweredWithAnError) {
  for (char const* ask :
       {"[]", "nonsense", R"({"id":"1"})", R"({"id":"1","ask":"broadcast_shapes"})",
        R"({"id":"1","ask":"broadcast_shapes","in":[[-1]]})",
        R"({"id":"1","ask":"broadcast_shapes","in":[["3x"]]})"}) {
    std::istringstream in(ask);
    std::ostringstream out;
    serve(plain(), in, out);
    EXPECT_TRUE(holds(out.str(), "\"error\":") || holds(out.str(), "\"unsupported\":"))
        << ask << "\n"
        << out.str();
  }
}

/// Asked all core cases of a law that ask it about shapes.
outcome asked_join(std::string const& command) {
  pipe_limits limits = impatient();
  limits.answer = std::chrono::seconds(10);
  limits.memory = std::uint64_t{1} << 26;
  return in_core("shape", pipe_subject(command, limits));
}

TEST(Pipe, AProgramThatGrowsIsRestartedAndTheLawIsAskedToItsEnd) {
  const outcome o = asked_join("exec '" BCAST_FAKE_SUBJECT "' grows");
  ASSERT_FALSE(o.failure) << report(o);
  EXPECT_EQ(o.skipped, "");
  EXPECT_EQ(o.cases(), asked_join("exec '" BCAST_FAKE_SUBJECT "' right").cases());
  ASSERT_EQ(o.remarks.size(), 1U);
  EXPECT_TRUE(o.remarks.front().ends_with(" times, because it had used too much memory (--memory)"))
      << o.remarks.front();
}

TEST(Pipe, WhatAFreshProgramDoesNotRepeatIsARemark) {
  const bcast::tests::directory d;
  const std::string first = d.file("first");
  const outcome o =
      asked_join("test -e '" + first + "' && exec '" BCAST_FAKE_SUBJECT "' right; touch '" + first +
                 "'; exec '" BCAST_FAKE_SUBJECT "' raise");
  EXPECT_FALSE(o.failure) << report(o);
  ASSERT_EQ(o.remarks.size(), 1U);
  expect_parts(o.remarks.front(), {"a fresh process did not repeat a failure at ",
                                   ": the program ended with exit status 1"});
}

}  // namespace
