// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/verifier/verifier.hpp"
#include "tests/support/verdicts.hpp"

// Verifying known sizes takes a shortcut where it can; its answer is the same as by inference and
// the declared sizes.

namespace verifier_plain_test {
namespace {

using namespace bcast::verifier;
using bcast::spec::unknown;
using verdicts::verified;

TEST(VerifierPlain, TheAnswerIsTheInferredType) {
  for (std::string_view profile : {"sonnx", "array_api", "mlir", "mlir@19", "onnx", "sound"}) {
    EXPECT_EQ(verified(profile, {{{2, 1}}, {{3}}}, {{2, 3}}), "2x3") << profile;
    EXPECT_EQ(verified(profile, {{{}}, {{}}}, {{}}), "()") << profile;
  }
  for (std::string_view profile : {"mlir", "mlir@19", "onnx", "sound"}) {
    EXPECT_EQ(verified(profile, {{{unknown, 1}}, {{3}}}, {{unknown, 3}}), "?x3") << profile;
    EXPECT_EQ(verified(profile, {{{unknown, 1}}, {{3}}}, {{unknown, unknown}}), "?x3") << profile;
  }
  EXPECT_EQ(verified("sound", {{{unknown}}}, {{4}}), "?");
  EXPECT_EQ(verified("mlir", {{{unknown}}}, {{4}}), "mlir.V2");
}

TEST(VerifierPlain, ADeclaredSizeIsHeldAgainstEachAxisOfEachRank) {
  for (std::size_t rank = 1; rank <= 10; ++rank) {
    for (std::int64_t size : {1, 3}) {
      type all;
      all.sizes.assign(rank, size);
      EXPECT_EQ(verified("mlir", {all, {{1}}}, all), to_string(all));
      for (std::size_t axis = 0; axis < rank; ++axis) {
        for (std::int64_t other : {0, 1, 2, 5}) {
          if (other == size) continue;
          type wrong = all;
          wrong.sizes[axis] = other;
          EXPECT_EQ(verified("mlir", {all, {{1}}}, wrong), "mlir.V4") << rank << " " << axis;
          EXPECT_EQ(verified("sonnx", {{{1}}, all}, wrong), "sonnx.N5") << rank << " " << axis;
        }
        type open = all;
        open.sizes[axis] = unknown;
        EXPECT_EQ(verified("sound", {all}, open), to_string(all)) << rank << " " << axis;
      }
    }
  }
}

TEST(VerifierPlain, ClashesAreFoundInEveryOrder) {
  EXPECT_EQ(verified("array_api", {{{2}}, {{3}}}, {{3}}), "array_api.A14");
  EXPECT_EQ(verified("array_api", {{{3}}, {{2}}}, {{3}}), "array_api.A14");
  EXPECT_EQ(verified("sound", {{{2}}, {{unknown}}, {{3}}}, {{3}}), "bcast.P1");
  EXPECT_EQ(verified("sound", {{{unknown}}, {{2}}, {{3}}}, {{3}}), "bcast.P1");
  EXPECT_EQ(verified("sonnx", {{{0}}, {{1}}}, {{0}}), "sonnx.C1");
  EXPECT_EQ(verified("array_api", {{{0}}, {{1}}}, {{0}}), "0");
}

TEST(VerifierPlain, TheRuleOfRanksAndTheNumberOfOperandsComeFirst) {
  EXPECT_EQ(verified("array_api rank=equal", {{{2, 3}}, {{3}}}, {{2, 3}}), "array_api.X5");
  EXPECT_EQ(verified("array_api operands=two", {{{3}}, {{3}}, {{3}}}, {{3}}),
            "no answer array_api.G1");
  EXPECT_EQ(verified("array_api", {{{2, 3}}}, {{3}}), "array_api.X5");
  EXPECT_EQ(verified("mlir@19", {{{3}}}, {{1, 3}}), "3");
}

TEST(VerifierPlain, VectorsTakeTheLongWay) {
  const type v2{{2}, true, container::vector}, t2{{2}};
  EXPECT_EQ(verified("mlir@19", {t2, t2}, v2), "mlir.X3");
  EXPECT_EQ(verified("mlir@19", {v2, v2}, t2), "mlir.X3");
  EXPECT_EQ(verified("mlir@19", {v2, t2}, t2), "mlir.X3");
  EXPECT_EQ(verified("mlir", {v2, t2}, t2), "2");
  EXPECT_EQ(verified("mlir@19", {}, v2), "*");
}

TEST(VerifierPlain, AnUnknownRankTakesTheLongWay) {
  const type any_rank{{}, false};
  EXPECT_EQ(verified("sound", {any_rank, {{2}}}, {{2}}), "*");
  EXPECT_EQ(verified("mlir", {any_rank, {{2}}}, {{2}}), "2");
}

TEST(VerifierPlain, ANegativeSizeIsNamedWithItsOwner) {
  const auto refused = [](std::vector<type> const& operands, type const& result) {
    try {
      verify(profile_of("sound"), operands, result);
    } catch (std::invalid_argument const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused({{{3}}}, {{-1}}), "the result has the negative size -1 on axis 0");
  EXPECT_EQ(refused({{{3}}, {{-7}}}, {{3}}), "operand 1 has the negative size -7 on axis 0");
}

}  // namespace
}  // namespace verifier_plain_test
