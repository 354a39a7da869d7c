// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "tests/support/command.hpp"

// bcast compare: every rule's answer for given shapes.

namespace compare_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;
namespace spec = ::bcast::spec;
using json = nlohmann::json;

TEST(Compare, RulesThatJoinTheShapesAreOneGroup) {
  const ran r = bcast("compare 3 3");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(r.out.starts_with("3\n  sonnx, sonnx@2026-01, array_api, ")) << r.out;
  EXPECT_TRUE(holds(r.out, "\nsystems, by the rule that each was found to follow\n  NumPy "))
      << r.out;
  // This one asks for axes.
  EXPECT_TRUE(holds(r.out,
                    "  required: with explicit there is axes_mapping\n"
                    "    broadcast3_explicit [openvino_broadcast.X11]\nsystems"));
  EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), 7) << r.out;
}

TEST(Compare, SystemsHaveTheVersionsThatWereRecorded) {
  const std::string out = bcast("compare 0 1").out;
  std::ifstream kit(BCAST_TEST_FACTS "/kit.json");
  const json facts = json::parse(kit);
  for (auto const& [peer, name] :
       {std::pair("numpy", "NumPy"), std::pair("torch", "PyTorch"), std::pair("jax.numpy", "JAX"),
        std::pair("onnxruntime", "ONNX Runtime")}) {
    for (json const& fact : facts) {
      if (fact.at("peer") != peer) continue;
      EXPECT_TRUE(holds(out, name + (" " + fact.at("version").get<std::string>()))) << out;
    }
  }
  std::ifstream in(BCAST_TEST_FACTS "/systems/mlir.json");
  const std::string mlir = json::parse(in).at("versions").at("mlir");
  EXPECT_TRUE(holds(out, "MLIR " + mlir)) << out;
  EXPECT_FALSE(holds(bcast("compare '?' 3").out, "NumPy"));
}

TEST(Compare, AnswersAreGrouped) {
  const std::string out = bcast("compare 0x3 1x3").out;
  EXPECT_TRUE(out.starts_with("0x3\n  array_api, array_api@2025.12, onnx_multi, onnx_uni, "))
      << out;
  expect_parts(out,
               {"\n1x3\n  xla\n",
                "does not broadcast\n  axis 0 of the result: operand 0 has 0, operand 1 has 1\n"
                "    sonnx [sonnx.C1], sonnx@2026-01 [sonnx@2026-01.E1], ",
                " [onnx6.X3], broadcast3_numpy [openvino_broadcast.X3], r, r_without_warning "
                "[r.X4], ufunc_out [ufunc.X8]\n"
                "  required: every size is at least 1\n"
                "    tosa [tosa.X2]\n",
                "\nno answer\n  axis 0 of the result: a static size of 0 has no row\n"
                "    mlir [mlir.G1]\n"});
}

TEST(Compare, AClashIsNamedWhereTheFirstAxesAreAligned) {
  EXPECT_TRUE(holds(bcast("compare 2x4 3").out,
                    "  axis 0 of the result: operand 0 has 2, operand 1 has 3\n"
                    "    octave [octave.X7]\n"));
}

TEST(Compare, EveryRuleAnswersOnce) {
  for (char const* shapes : {"0 1", "'?' 0", "2x3 3", "2 3 4", "'()'"}) {
    std::multiset<std::string> answered;
    for (json const& group : json::parse(bcast("compare --json " + std::string(shapes)).out)) {
      for (json const& rule : group) answered.insert(rule.at("rule"));
    }
    std::multiset<std::string> expected;
    for (auto const& rule : spec::document_rules) expected.emplace(rule.name);
    for (auto const& p : spec::rules) {
      if (spec::find_document_rule(p.name) == nullptr) expected.emplace(p.name);
    }
    EXPECT_EQ(answered, expected) << shapes;
  }
}

TEST(Compare, FitsOneScreen) {
  for (char const* shapes : {"0x3 1x3", "'?' 0", "2x3 3", "2x3 4", "N M", "'*' 3", "1 2 0"}) {
    const std::string out = bcast("compare " + std::string(shapes)).out;
    EXPECT_LE(std::count(out.begin(), out.end(), '\n'), 40) << out;
  }
}

TEST(Compare, AProductOfMatricesIsAskedOfTheRulesThatDefineIt) {
  const ran r = bcast("compare '(1,2,3)@(0,3,4)'");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.out,
            "0x2x4\n"
            "  gufunc_matmul, onnx_matmul, onnx_einsum_matmul\n"
            "no answer\n"
            "  a size is 0, and sizes are positive\n"
            "    webnn_matmul [webnn.G1]\n");
  EXPECT_TRUE(holds(bcast("compare '2x3@3'").out,
                    "does not broadcast\n  an operand is not a matrix\n"
                    "    onnx_einsum_matmul [onnx_einsum.X2], webnn_matmul [webnn.X6]\n"));
  EXPECT_TRUE(holds(bcast("compare '2x2x3@3x3x4'").out,
                    "  axis 0 of the result: operand 0 has 2, operand 1 has 3\n"
                    "    gufunc_matmul, onnx_matmul [gufunc.X6], onnx_einsum_matmul "
                    "[onnx_einsum.X7], webnn_matmul [webnn.A24]\n"));
}

TEST(Compare, AProductThatCannotBeReadIsRefused) {
  const auto said = [](std::string const& text) {
    const ran r = expect_refused(bcast("compare '" + text + "'"));
    return r.out;
  };
  EXPECT_TRUE(holds(said("(1,2)@"), "'(1,2)@': expected a shape after the `@`"));
  EXPECT_TRUE(holds(said("@3"), "'@3': expected a shape before the `@`"));
  EXPECT_TRUE(holds(said("2@3@4"), "'2@3@4', character 4: a product has one `@`"));
  EXPECT_TRUE(holds(said("(1,2)@(3,"), "after the `@`: '(3,', character 4: "));
  EXPECT_TRUE(holds(said("(1,?)@(3)"), "before the `@`: the sizes of a product are numbers"));
  EXPECT_TRUE(holds(said("2x3@3x4' '5"), "'2x3@3x4': a product of matrices is compared alone"));
}

TEST(Shape, AProductOfMatrices) {
  EXPECT_EQ(bcast("shape '(1,2,3)@(0,3,4)'").out, "0x2x4\n");
  expect_run(bcast("shape '2x3@4x5'"), 1, {"[gufunc.X5] operand 0 contracts 3, operand 1 4"});
  EXPECT_EQ(bcast("shape '2x3@3' --rule webnn_matmul").status, 1);
  EXPECT_EQ(bcast("shape '0x3@3x1' --rule webnn_matmul").status, 3);
  EXPECT_TRUE(holds(bcast("shape '2x3@3' --rule xla").out, "no rule for products is called"));
  EXPECT_EQ(bcast("shape '2x3@3x4' 5").status, 2);
  EXPECT_EQ(bcast("shape --dims 0 '2x3@3x4'").status, 2);
}

TEST(Compare, ShapesThatCannotBeReadAreRefused) {
  EXPECT_EQ(bcast("compare").status, 2);
  EXPECT_EQ(bcast("compare 2x").status, 2);
  EXPECT_EQ(bcast("compare -- -1").status, 2);
}

}  // namespace compare_test
