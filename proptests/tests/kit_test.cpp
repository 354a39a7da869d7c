#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
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

mutants::mutant mutant_of(std::string_view name) {
  for (mutants::mutant const& m : mutants::all()) {
    if (m.name == name) return m;
  }
  throw std::invalid_argument("no mutant is called " + std::string(name));
}

TEST(Kit, ARightImplementationHolds) {
  const bcast::kit::subject right = mutants::subject_of(mutant_of("none"));
  for (law const& l : all_laws()) {
    const outcome o = run(l, right, few_random());
    EXPECT_FALSE(o.failure) << report(o);
  }
}

/// A mutant, the law that catches it, and the smallest case there is.
struct catch_row {
  std::string_view mutant;
  std::string_view law;
  std::string_view smallest;
};

TEST(Kit, EveryMutantIsCaughtByItsSmallestCase) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "some mutants read outside of their operands, which ends a sanitized run";
#endif
  constexpr std::array due{
      catch_row{"maximum", "join", "() 0"},
      catch_row{"zero is a wildcard", "join", "() 0"},
      catch_row{"multiples", "join", "2 4"},
      catch_row{"no check", "join", "2 3"},
      catch_row{"first shape", "join", "() 1"},
      catch_row{"left aligned", "join", "1x1 2"},
      catch_row{"only right", "join", "() 2"},
      catch_row{"unit stride", "values", "1 2"},
      catch_row{"flat modulo", "values", "2x1 2"},
      catch_row{"no strides", "layouts", "2~g"},
      catch_row{"target stretched", "target", "1 -> ()"},
      catch_row{"no overlap check", "overlap", "2 op=sub"},
      catch_row{"row lost", "values", "3"},
      catch_row{"swapped", "arithmetic", "() 1"},
      catch_row{"writes gap", "target", "() -> 2"},
  };
  EXPECT_EQ(due.size() + 1, mutants::all().size());
  for (catch_row const& row : due) {
    const mutants::mutant m = mutant_of(row.mutant);
    const outcome o = run(*find_law(row.law), mutants::subject_of(m), few_random());
    ASSERT_TRUE(o.failure) << row.mutant << " is not caught";
    EXPECT_EQ(to_string(o.failure->smallest), row.smallest) << row.mutant;
    fmt::print("{:<20} {:<12} {:>6} cases  {}\n", row.mutant, row.law, o.cases(),
               to_string(o.failure->smallest));
  }
}

TEST(Kit, AFailureIsReplayedByItsText) {
  const mutants::mutant m = mutant_of("left aligned");
  const outcome o = run(*find_law("join"), mutants::subject_of(m), few_random());
  const test_case again = parse_case(to_string(o.failure->smallest));
  EXPECT_EQ(again, o.failure->smallest);
  EXPECT_TRUE(run_case(*o.stated, mutants::subject_of(m), again, false).failure);
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
  bcast::kit::subject throws = mutants::subject_of(mutants::all().front());
  throws.infer = [](auto const&, auto const&) -> bcast::kit::answer {
    throw std::runtime_error("out of luck");
  };
  const outcome o = run(*find_law("join"), throws, {});
  ASSERT_TRUE(o.failure);
  EXPECT_EQ(o.failure->what, "an exception: out of luck");
}

TEST(Kit, AReportNamesTheClauseTheCaseAndTheReplay) {
  const bcast::kit::subject subject = mutants::subject_of(mutant_of("flat modulo"));
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
