// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <chrono>
#include <climits>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/isolate.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/table.hpp"
#include "bcast/proptests/test.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"
#include "tests/support/rows.hpp"

// What a careless caller of the library gives: an exception that names it, and no crash.

namespace careless_test {

namespace kit = bcast::kit;
namespace spec = bcast::spec;
namespace gen = bcast::proptests::gen;
using namespace bcast::proptests;
using bcast::tests::expect_parts;
using bcast::tests::of_core;
using bcast::tests::refusal;

law const& join() { return *find_law("shape"); }

/// Every shape is a scalar.
kit::subject wrong() { return bcast::tests::scalar("mine"); }

TEST(Careless, ARuleWithoutDimensionsTakesNone) {
  for (spec::document_rule const& r : spec::document_rules) {
    if (takes_dimensions(r.name)) continue;
    EXPECT_EQ(refusal([&] { oracle::broadcast_shapes(r.name, parse_case("2 2x3 dims=0")); }),
              "'" + std::string(r.name) + "' has no broadcast dimensions");
  }
  EXPECT_EQ(refusal([] { oracle::verify("mlir", parse_case("2 3")); }),
            "the case to verify declares no result");
}

TEST(Careless, ARecipeIsDrawnFromOrRefused) {
  const auto drawn = [](recipe const& r) {
    for (std::uint64_t k = 0; k < 400; ++k) {
      for (operand const& o : draw(r, 1, k).operands) {
        EXPECT_LE(o.type.sizes.size(), static_cast<std::size_t>(r.max_rank) + 3);
      }
    }
  };
  drawn({.max_rank = 0});
  drawn({.max_operands = 1});
  drawn({.max_size = 1});
  drawn({.max_rank = 0, .max_operands = 1, .max_size = 1, .unknown = true, .result = true});
  for (auto const& [r, says] : std::vector<std::pair<recipe, std::string>>{
           {{.max_rank = -1}, "max_rank is -1; expected from 0 to 4096"},
           {{.max_rank = INT_MAX}, "max_rank is 2147483647; expected from 0 to 4096"},
           {{.max_operands = 0}, "max_operands is 0; expected from 1 to 4096"},
           {{.max_size = 0}, "max_size is 0; expected from 1 to 2147483647"}}) {
    EXPECT_EQ(refusal([&r = r] { draw(r, 1, 1); }), says);
    EXPECT_EQ(refusal([&r = r] { gen::shape(r); }), says);
  }
}

TEST(Careless, AGeneratorHasAValueOrIsRefused) {
  const rc::Random words = gen::random_of(1, 1);
  const auto any = gen::number(INT_MIN, INT_MAX);
  EXPECT_NE(any(words, 1).value(), any(gen::random_of(1, 2), 1).value());
  EXPECT_EQ(gen::number(INT_MAX, INT_MAX)(words, 1).value(), INT_MAX);
  EXPECT_EQ(refusal([] { gen::number(5, 4); }), "no number is at least 5 and at most 4");
  EXPECT_NE(refusal([] { gen::size(0); }), "taken");
  EXPECT_EQ(gen::once_in(0, rc::gen::just(1), rc::gen::just(2))(words, 1).value(), 2);
  EXPECT_FALSE(gen::parts(words, 1).once_in(0));
  EXPECT_EQ(gen::near_miss(test_case{})(words, 1).value(), test_case{});
  using gen::relation;
  EXPECT_NE(refusal([] { gen::related_operands(relation::last_alone, 0, {2}, {}); }), "taken");
  EXPECT_NE(refusal([] { gen::related_operands(relation::equal_counts, 1, {2, 2}, {}); }), "taken");
  EXPECT_NE(refusal([] { gen::related_operands(relation::equal_counts, 2, {2}, {}); }), "taken");
  EXPECT_EQ(
      gen::related_operands(relation::equal_counts, 2, {3, 3}, {})(words, 1).value().shapes.size(),
      2U);
}

TEST(Careless, ALimitIsATimeToWait) {
  test_options options{.with = of_core()};
  options.limits.answer = std::chrono::milliseconds(0);
  EXPECT_EQ(test(join(), plain(), options).failure, "a limit is 0 ms; expected at least 1 ms");
}

TEST(Careless, WhereNoFreshInstanceIsMadeTheFailureIsTold) {
  kit::subject s = wrong();
  s.fresh = []() -> kit::subject { throw std::runtime_error("device lost"); };
  const tested t = test(join(), s, {.with = of_core(), .isolated = false});
  expect_parts(t.failure, {"FAIL  shape  mine", "\n  not asked again: device lost\n"});
}

TEST(Careless, WhereThereIsNoMemoryTheLawIsNamed) {
  kit::subject s = wrong();
  s.broadcast_shapes = [](auto const&, auto const&) -> kit::result { throw std::bad_alloc(); };
  EXPECT_EQ(test(join(), s, {.with = of_core(), .isolated = false}).failure,
            "shape of mine: there is not enough memory");
}

TEST(Careless, AnOutcomeWithoutAFailureHasNoReport) {
  const outcome o = run(join(), plain(), of_core());
  ASSERT_FALSE(o.failure);
  EXPECT_EQ(report(o), "");
  EXPECT_EQ(drawing(o), "");
  EXPECT_EQ(expected_failure_line(o), "");
  EXPECT_EQ(replay_by_check(o, "check", ""), "");
  EXPECT_EQ(replay_by_this_program(o), "");
}

TEST(Careless, ALibraryHasAName) {
  EXPECT_EQ(refusal([] { load_subjects(""); }), "a shared library has a name; this one is empty");
}

/// What a program says, on standard error, and its exit status.
std::pair<int, std::string> said(built_in const& subjects, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const auto count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const int status = check_main(count, arguments.data(), subjects);
  return {status, testing::internal::GetCapturedStderr() + testing::internal::GetCapturedStdout()};
}

TEST(Careless, AProgramNamesTheSubjectThatIsNotMade) {
  EXPECT_EQ(said({}, {"mine"}).second, "mine: there is no subject; name one with --subject\n");
  EXPECT_EQ(said({}, {}).second, "check: there is no subject; name one with --subject\n");
  EXPECT_EQ(said({{{"first", "array_api", nullptr}}}, {"mine"}).second,
            "mine: subject 'first' cannot be made: bad_function_call\n");
  EXPECT_EQ(said({{{"first", "array_api", []() -> kit::subject { throw 7; }}}}, {"mine"}).second,
            "mine: subject 'first' cannot be made: not a std::exception\n");
}

TEST(Careless, SubjectsOfOneNameAreToldApart) {
  const built_in two{{{"mine", "array_api", [] { return plain(); }},
                      {"mine", "array_api", [] { return wrong(); }},
                      {"./mine.so", "array_api", [] { return wrong(); }}}};
  const auto all = said(two, {"check", "--law", "shape", "--size", "core", "--shrink", "0"});
  EXPECT_EQ(all.first, 1);
  expect_parts(all.second, {"--subject 'mine#2' --case", "--subject './mine.so' --case"});
  for (char const* name : {"mine#2", "./mine.so"}) {
    const auto one = said(two, {"check", "--law", "shape", "--subject", name, "--case", "2"});
    EXPECT_EQ(one.first, 1) << one.second;
  }
  EXPECT_EQ(said(two, {"check", "--law", "shape", "--subject", "mine", "--case", "2"}).first, 0);
  EXPECT_EQ(said(two, {"check", "--subject", "yours"}).second,
            "check: no subject is called 'yours'; there are mine, mine#2, ./mine.so, and shared "
            "libraries, NAME.so\n");
}

}  // namespace careless_test
