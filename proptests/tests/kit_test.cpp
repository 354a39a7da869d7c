// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "mutants.hpp"
#include "subjects.hpp"

namespace {

using namespace bcast::proptests;
namespace mutants = bcast::mutants;

settings few_random() {
  settings with;
  with.seed = 7;
  with.random = 200;
  return with;
}

// The small scope, in full.
TEST(Kit, RightImplementationsHold) {
  settings with;
  with.seed = 7;
  with.random = 200;
  with.sources = {"core", "examples", "scope", "random"};
  for (bcast::kit::subject const& right : mutants::right()) {
    for (law const& l : all_laws()) {
      const outcome o = run(l, right, with);
      EXPECT_FALSE(o.failure) << report(o);
    }
  }
}

// BCAST_CASES is the number of random cases a law and a seed; the test of label `long` sets it.
TEST(Kit, RightImplementationsHoldWithAHundredSeeds) {
  char const* const given = std::getenv("BCAST_CASES");
  settings with;
  with.random = given != nullptr ? std::strtoull(given, nullptr, 10) : 4;
  with.sources = {"random"};
  for (with.seed = 0; with.seed < 100; ++with.seed) {
    for (bcast::kit::subject const& right : mutants::right()) {
      for (law const& l : all_laws()) {
        const outcome o = run(l, right, with);
        ASSERT_FALSE(o.failure) << "seed " << with.seed << "\n" << report(o);
      }
    }
  }
}

/// The rows of docs/data/mutants.json, which the test `mutants.table` holds against the mutants.
nlohmann::json mutant_table() {
  std::ifstream in(BCAST_SOURCE_DIR "/docs/data/mutants.json");
  return nlohmann::json::parse(in);
}

// A mutant that the examples or the small scope catch is caught whatever the seed; the others by
// the core cases or by random ones.
TEST(Kit, AnyOfTenSeedsCatchesWhatTheScopeDoesNot) {
  settings with;
  with.sources = {"core", "random"};
  with.shrinks = false;
  int asked = 0;
  for (auto const& row : mutant_table()) {
    if (row.at("source") != "random") continue;
    ++asked;
    mutants::mutant const& m = mutants::find(row.at("mutant"));
    for (with.seed = 0; with.seed < 10; ++with.seed) {
      const outcome o = run(*find_law(row.at("law").get<std::string>()), m.subject, with);
      EXPECT_TRUE(o.failure) << m.name << " is not caught with seed " << with.seed;
    }
  }
  EXPECT_GT(asked, 0);
}

TEST(Kit, TheMutantsAreManyAndNoneIsNamedTwice) {
  std::set<std::string> names, wrongs;
  for (mutants::mutant const& m : mutants::all()) {
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_FALSE(m.wrong.empty()) << m.name;
    EXPECT_EQ(m.subject.name, m.name);
  }
  EXPECT_GE(names.size(), 80U);
}

TEST(Core, EveryMutantFailsCoreCasesAndEveryCaseIsNeeded) {
  std::set<std::string> ids, used;
  for (auto const& row : mutant_table()) {
    EXPECT_GE(row.at("core").size(), 1U) << row.at("mutant");
    for (std::string const id : row.at("core")) used.insert(id);
  }
  for (core_case const& c : core_cases()) {
    EXPECT_TRUE(ids.insert(c.id).second) << c.id;
    EXPECT_TRUE(used.contains(c.id)) << c.id << " fails no mutant";
    EXPECT_FALSE(c.because.empty());
    EXPECT_EQ(to_string(parse_case(c.text)), c.text);
    for (std::string const& name : c.laws) EXPECT_NE(find_law(name), nullptr) << name;
  }
}

TEST(Core, IsDeterministicAndAsksNothingElse) {
  settings with;
  with.size = run_size::core;
  for (law const& l : all_laws()) {
    const outcome o = run(l, mutants::right().front(), with);
    EXPECT_FALSE(o.failure) << report(o);
    for (seen const& s : o.sources) EXPECT_EQ(s.source, "core");
  }
}

TEST(Kit, AFailureIsReplayedByItsText) {
  bcast::kit::subject const& s = mutants::find("join/left_aligned").subject;
  const outcome o = run(*find_law("join"), s, few_random());
  const test_case again = parse_case(to_string(o.failure->smallest));
  EXPECT_EQ(again, o.failure->smallest);
  EXPECT_TRUE(run_case(*o.stated, s, again, false).failure);
}

TEST(Kit, ALawThatCannotBeAskedIsSkippedWithAReason) {
  bcast::kit::subject nothing;
  nothing.name = "nothing";
  settings with;
  for (law const& l : all_laws()) {
    const outcome o = run(l, nothing, with);
    EXPECT_FALSE(o.skipped.empty()) << l.name;
    EXPECT_EQ(o.cases(), 0U);
    EXPECT_FALSE(o.failure);
  }
}

TEST(Kit, AnExceptionOfTheSubjectIsAFailureAndNotTheEnd) {
  bcast::kit::subject throws = mutants::right().front();
  throws.infer = [](auto const&, auto const&) -> bcast::kit::answer {
    throw std::runtime_error("out of luck");
  };
  const outcome o = run(*find_law("join"), throws, {});
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->what, "an exception: out of luck");
}

TEST(Kit, AReportNamesTheClauseTheCaseAndTheReplay) {
  const bcast::kit::subject subject = mutants::find("reads/flat_modulo").subject;
  const std::string text = report(run(*find_law("values"), subject, few_random()));
  for (std::string_view part : {"[sonnx.F6] (must)", "case    2x1 2", "operand 0    2  1>2",
                                "element [1,0]", "bcast check --law 'values'", "--case '2x1 2'"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Kit, TheEngineDeclinesElementTypesThatDiffer) {
  const bcast::kit::subject engine = bcast::subjects::engine();
  double x[2] = {1, 2}, z[2] = {-1, -1};
  bool flag = true;
  const bcast::kit::tensor in{x, "float64", {2}, {1}}, other{&flag, "bool", {}, {}};
  const bcast::kit::tensor out{z, "float64", {2}, {1}};
  using kind = bcast::kit::answer::kind;
  EXPECT_EQ(engine.apply("broadcast", {in, other}, {out, out}).verdict, kind::unsupported);
  EXPECT_EQ(engine.apply("copy", {other}, {out}).verdict, kind::unsupported);
  EXPECT_EQ(engine.apply("copy", {}, {out}).verdict, kind::unsupported);
  EXPECT_EQ(z[0], -1);
}

}  // namespace
