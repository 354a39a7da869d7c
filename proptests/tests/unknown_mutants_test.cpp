// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "mutants/unknown_sizes.hpp"

namespace unknown_mutants_test {
namespace {

using namespace bcast::proptests;
namespace mutants = bcast::mutants;

settings few_random() {
  settings with;
  with.seed = 7;
  with.random = 200;
  with.sources = {"examples", "scope", "random"};  // the core cases may change
  return with;
}

/// A mutant, the law that catches it, and the smallest such case.
struct catch_row {
  std::string_view mutant;
  std::string_view law;
  std::string_view smallest;
};

TEST(UnknownMutants, EachIsCaughtByItsSmallestCase) {
  constexpr std::array expected{
      catch_row{"unknown is 1", "soundness", "?"},
      catch_row{"unknown is not 1", "possible", "? -> 1"},
      catch_row{"unknown and n give unknown", "precision", "2 ?"},
      catch_row{"unknown sizes are equal", "soundness", "N ?"},
      catch_row{"zero gives way", "soundness", "0"},
      catch_row{"left aligned", "soundness", "1x1 2"},
      catch_row{"folded from the first only", "soundness", "() 1 ()"},
  };
  ASSERT_EQ(expected.size() + 1, mutants::unknown_mutants().size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    mutants::unknown_mutant const& m = mutants::unknown_mutants()[k + 1];
    ASSERT_EQ(m.name, expected[k].mutant);
    const outcome o = run(*find_law(expected[k].law), mutants::subject_of(m), few_random());
    ASSERT_TRUE(o.failure) << m.name << " is not caught";
    EXPECT_EQ(to_string(o.failure->smallest), expected[k].smallest) << m.name;
  }
}

TEST(UnknownMutants, TheRightOneHolds) {
  const bcast::kit::subject right = mutants::subject_of(mutants::unknown_mutants().front());
  settings with = few_random();
  with.part = {0, 11};  // a prime that divides no number of shapes
  for (law const& l : all_laws()) {
    const outcome o = run(l, right, with);
    EXPECT_FALSE(o.failure) << report(o);
  }
}

}  // namespace
}  // namespace unknown_mutants_test
