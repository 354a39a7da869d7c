// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/proptests/command.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/design.hpp"
#include "mutants/mutants.hpp"
#include "subjects/subjects.hpp"
#include "tests/support/directory.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

namespace kit_test {

using namespace bcast::proptests;
using bcast::tests::expect_parts;
namespace mutants = bcast::mutants;

settings few_random() {
  settings with;
  with.seed = 7;
  with.random = 200;
  return with;
}

/// Expects that every law holds for every right implementation.
void expect_right(settings const& with,
                  std::vector<bcast::kit::subject> const& all = mutants::right()) {
  for (bcast::kit::subject const& right : all) {
    for (law const& l : all_laws()) {
      const outcome o = run(l, right, with);
      ASSERT_FALSE(o.failure) << "seed " << with.seed << "\n" << report(o);
    }
  }
}

// The engine and the verifier are asked for the whole small scope, by the suites of the laws'
// clauses.
TEST(Kit, RightImplementationsHold) {
  settings with;
  with.sources = {"core", "examples"};
  expect_right(with);
  with.sources = {"scope"};
  with.every = 11;  // a prime that divides no number of shapes
  expect_right(with);
}

// The test of label `long` sets BCAST_CASES_PER_SEED, the number of random cases of each law and of
// each of a hundred seeds.
TEST(Kit, RightImplementationsHoldWithManySeeds) {
  char const* const given = std::getenv("BCAST_CASES_PER_SEED");
  settings with;
  with.random = given != nullptr ? std::strtoull(given, nullptr, 10) : 20;
  with.sources = {"random"};
  std::vector<bcast::kit::subject> all = bcast::subjects::all();
  for (bcast::kit::subject& right : mutants::right()) all.push_back(std::move(right));
  for (with.seed = 0; with.seed < (given != nullptr ? 100U : 10U); ++with.seed) {
    expect_right(with, all);
  }
}

/// The rows of docs/data/mutants.json, which the test `mutants.table` checks against the mutants.
nlohmann::json mutant_table() {
  std::ifstream in(BCAST_SOURCE_DIR "/docs/data/mutants.json");
  return nlohmann::json::parse(in);
}

// A mutant that the examples or the small scope catch is caught with every seed; the others by the
// core cases or by random ones.
TEST(Kit, AnyOfTenSeedsCatchesWhatTheScopeDoesNot) {
  settings with;
  with.shrinks = false;
  int asked = 0;
  for (auto const& row : mutant_table()) {
    if (row.at("source") != "random") continue;
    ++asked;
    mutants::mutant const& m = mutants::find(row.at("mutant"));
    bcast::proptests::law const& l = *find_law(row.at("law").get<std::string>());
    with.sources = {"core"};
    if (run(l, m.subject, with).failure) continue;
    with.sources = {"random"};
    for (with.seed = 0; with.seed < 10; ++with.seed) {
      EXPECT_TRUE(run(l, m.subject, with).failure)
          << m.name << " is not caught with seed " << with.seed;
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

/// The mutants that fewer than three core cases fail, because the candidates have no more.
const std::map<std::string, std::string> rarely_failed{
    {"blocks/merged_axes_cut",
     "two merged axes of a comparison have 2,049 to 4,096 elements, and no row fills a line"},
    {"stablehlo/permutation_inverted",
     "three axes of different sizes have to go round; an exchange of two is its own inverse"},
};

TEST(Core, EveryMutantFailsCoreCasesAndEveryCaseIsOfADesignOrNeeded) {
  std::set<std::string> ids, used;
  for (auto const& row : mutant_table()) {
    const bool rare = rarely_failed.contains(row.at("mutant"));
    EXPECT_GE(row.at("core").size(), rare ? 1U : 3U) << row.at("mutant");
    EXPECT_TRUE(!rare || row.at("core").size() < 3) << row.at("mutant") << " is no longer rare";
    for (std::string const id : row.at("core")) used.insert(id);
  }
  for (core_case const& c : core_cases()) {
    EXPECT_TRUE(ids.insert(c.id).second) << c.id;
    const bool designed = std::ranges::any_of(
        designs(), [&](design const& d) { return !rows_in(d, c.because).empty(); });
    EXPECT_TRUE(designed || used.contains(c.id)) << c.id << " fails no mutant";
    EXPECT_FALSE(c.because.empty());
    EXPECT_EQ(to_string(parse_case(c.text)), c.text);
    for (std::string const& name : c.laws) {
      law const* const l = find_law(name);
      ASSERT_NE(l, nullptr) << name;
      EXPECT_EQ(name_of(l->cases), name_of(c.cases_of)) << c.id << ": " << name;
    }
  }
}

TEST(Core, IsDeterministicAndAsksNothingElse) {
  for (law const& l : all_laws()) {
    const outcome o = bcast::tests::in_core(l.name, mutants::right().front());
    EXPECT_FALSE(o.failure) << report(o);
    for (seen const& s : o.sources) EXPECT_EQ(s.source, "core");
  }
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

TEST(Kit, AReportNamesTheClauseTheCaseAndTheReplay) {
  const bcast::kit::subject subject = mutants::find("reads/flat_modulo").subject;
  const std::string text = report(run(*find_law("values"), subject, few_random()));
  expect_parts(text, {"[sonnx.F6] (must)", "case    2x1 2", "operand 0    2  1>2",
                      "read      X0[1,0]", "replay  BCAST_CASE='2x1 2' "});
}

// The replay command that a user's own program prints, and writes into JUnit, begins with that
// program.
TEST(Kit, AProgramOfItsOwnNamesItselfInTheReplay) {
  bcast::kit::subject const& wrong = mutants::find("shape/left_aligned").subject;
  const bcast::tests::directory own;
  const std::string junit = own.file("report.xml");
  std::array<std::string, 8> words{"./my tests", "--law",  "shape", "--seed",
                                   "1",          "--size", "core",  "--junit=" + junit};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  const int status = check_main(static_cast<int>(argv.size()), argv.data(),
                                {{{wrong.name, wrong.rule, [&] { return wrong; }}}, true});
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, 1);
  const std::string replay =
      "replay  ./my tests --law 'shape' --subject 'shape/left_aligned' --case";
  expect_parts(out, {replay});
  std::ostringstream written;
  written << std::ifstream(junit).rdbuf();
  expect_parts(written.str(), {replay});
}

// Near misses go only to subjects that validate.
TEST(Kit, WhoRefusesNothingIsAskedForLegalCasesAlone) {
  bcast::kit::subject trusting = mutants::right().front();
  trusting.declares.reject = false;
  trusting.declares.exact = true;
  int refused = 0;
  trusting.apply = [&, right = trusting.apply](auto op, auto const& x, auto const& z) {
    bcast::kit::result a = right(op, x, z);
    refused += a.verdict == bcast::kit::result::kind::refused;
    return a;
  };
  for (std::string_view name :
       {"values", "arithmetic", "layouts", "elements", "strides", "target"}) {
    settings with = few_random();
    with.every = 16;
    const outcome o = run(*find_law(name), trusting, with);
    EXPECT_FALSE(o.failure) << report(o);
    EXPECT_GT(o.cases(), 100U) << name << " " << o.skipped;
    EXPECT_EQ(refused, 0) << name;
  }
  EXPECT_EQ(run(*find_law("own overlap"), trusting, few_random()).skipped,
            "declares that it refuses nothing");
}

// An empty operand makes the whole join countable, but not the join of the others.
TEST(Kit, WhoRefusesTooManyElementsIsNotAskedToGroupThem) {
  bcast::kit::subject limited = mutants::right().front();
  limited.broadcast_shapes = [right = limited.broadcast_shapes](auto const& operands,
                                                                auto const& dimensions) {
    bcast::kit::result a = right(operands, dimensions);
    if (a.verdict != bcast::kit::result::kind::ok) return a;
    double count = 1;
    for (auto const& size : a.shape.sizes) count *= static_cast<double>(size.size.value_or(1));
    if (count >= 0x1p63) a.verdict = bcast::kit::result::kind::refused;
    return a;
  };
  settings with;
  with.seed = 7;
  with.random = 4000;
  with.sources = {"core", "random"};
  const outcome o = run(*find_law("grouping"), limited, with);
  EXPECT_FALSE(o.failure) << report(o);
}

TEST(Kit, TheEngineDeclinesElementTypesThatDiffer) {
  const bcast::kit::subject engine = bcast::subjects::engine();
  double x[2] = {1, 2}, z[2] = {-1, -1};
  bool flag = true;
  const bcast::kit::tensor in{x, "float64", {2}, {1}}, other{&flag, "bool", {}, {}};
  const bcast::kit::tensor out{z, "float64", {2}, {1}};
  using kind = bcast::kit::result::kind;
  EXPECT_EQ(engine.apply("broadcast", {in, other}, {out, out}).verdict, kind::unsupported);
  EXPECT_EQ(engine.apply("copy", {other}, {out}).verdict, kind::unsupported);
  EXPECT_EQ(engine.apply("copy", {}, {out}).verdict, kind::unsupported);
  EXPECT_EQ(z[0], -1);
}

}  // namespace kit_test
