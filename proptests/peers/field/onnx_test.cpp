// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "bcast/reference/gufunc.hpp"
#include "tables.hpp"

namespace bcast::field {
namespace {

shape onnx_multi(std::vector<shape> const& c) { return by_rule("onnx_multi", c); }

shape onnx_uni(std::vector<shape> const& c) { return by_rule("onnx_uni", c); }

shape matmul(std::vector<shape> const& c) { return ref::gufunc::matmul(c[0], c[1]); }

/// C is stretched to (M, N).
shape gemm(std::vector<shape> const& c) { return onnx_uni({shape{c[0][0], c[1][1]}, c[2]}); }

/// The shape inference of Gemm does not look at C.
shape gemm_without_c(std::vector<shape> const& c) { return shape{c[0][0], c[1][1]}; }

/// That of PRelu does not look at the slope.
shape prelu_without_slope(std::vector<shape> const& c) { return c[0]; }

type inferred(std::vector<type> const& c) { return by_verifier("onnx", c); }

cases gemms() {
  cases all;
  for (auto const& c : choices<index>(
           {shapes(2, range(0, 4), 2), shapes(2, range(0, 4), 2), shapes(2, range(0, 4))})) {
    if (c[0][1] == c[1][0]) all.push_back(c);
  }
  return all;
}

cases norms() { return choices<index>({shapes(3, range(1, 4), 1), shapes(3, range(0, 4))}); }

cases batches() {
  cases all;
  for (auto const& c : tuples(2, 2, range(0, 4))) {
    all.push_back({c[0] + shape{2, 3}, c[1] + shape{3, 4}});
  }
  return all;
}

/// Two names, sizes without one, and numbers.
std::vector<kit::dim> unknown() {
  return {std::nullopt, {std::nullopt, "N"}, {std::nullopt, "M"}, 0, 1, 2, 3};
}

using rule = shape (*)(std::vector<shape> const&);

/// The rule whose table a system has. PRelu at run time broadcasts in all directions, against its
/// page.
rule rule_of(std::string const& asked, std::string const& named) {
  if (asked == "ONNX Runtime: PRelu") return onnx_multi;
  if (asked == "shape inference: PRelu") return prelu_without_slope;
  if (asked == "shape inference: Gemm") return gemm_without_c;
  if (asked == "ONNX Runtime: Gemm") return gemm;
  if (named == "onnx, multidirectional" || named == "onnx, Expand") return onnx_multi;
  return named == "onnx, MatMul" ? matmul : onnx_uni;
}

cases cases_of_question(std::string const& asked, std::string const& scope) {
  if (asked.ends_with("Gemm")) return gemms();
  if (asked.ends_with("batches")) return batches();
  if (asked.ends_with("axis -1")) return norms();
  if (scope.starts_with("three operands")) return tuples(3, 2, range(0, 4));
  return tuples(2, 3, range(0, 4));
}

/// All questions of a file but `others`.
tables made_for(std::string const& system, std::map<std::string, std::string> const& others) {
  tables made;
  const json all = facts(system);
  for (json const& q : all.at("questions")) {
    const std::string asked = q.at("asked"), named = q.at("rule"), scope = q.at("scope");
    if (others.contains(asked)) continue;
    if (asked == "shape inference: Add, unknown sizes") {
      made[asked] = [] { return table_of(tuples(2, 2, unknown()), inferred); };
    } else if (asked == "shape inference: Where, unknown sizes") {
      made[asked] = [] { return table_of(tuples(3, 1, unknown()), inferred); };
    } else {
      made[asked] = [=] {
        return table_of(cases_of_question(asked, scope), rule_of(asked, named));
      };
    }
  }
  return made;
}

TEST(FieldOnnx, EveryTableIsThatOfATranscriptionOrARule) {
  const std::map<std::string, std::string> others{
      {"ONNX Runtime: MatMul", "version 1.31.1 refuses empty batches and gives others a size"},
      {"ONNX Runtime: MatMul, batches", "the same"},
      {"reference evaluator: PRelu", "a slope of rank 1 is moved to the second axis"},
      {"reference evaluator: MatMul", "scalars are multiplied"},
  };
  expect_tables("onnx", made_for("onnx", others), others);
  expect_tables("onnxruntime_1_32", made_for("onnxruntime_1_32", {}), {});
}

TEST(FieldOnnx, EveryVerdictIsThatOfATranscription) {
  EXPECT_EQ(same_verdicts("onnx", "Add in ONNX Runtime", shapes_from, onnx_multi), 13);
  EXPECT_EQ(same_verdicts("onnx", "PRelu in ONNX Runtime", shapes_from, onnx_multi), 13);
  EXPECT_EQ(same_verdicts("onnx", "Add in shape inference", shapes_from, onnx_multi), 13);
}

// PRelu takes a slope that is larger than its input, which its page does not allow.
TEST(FieldOnnx, PReluBroadcastsInAllDirections) {
  int larger = 0;
  for (auto const& c : tuples(2, 3, range(0, 4))) {
    try {
      onnx_uni(c);
    } catch (ref::violation const&) {
      try {
        onnx_multi(c);
        ++larger;
      } catch (ref::violation const&) {
      }
    }
  }
  for (char const* system : {"onnx", "onnxruntime_1_32"}) {
    const json d = deviation(system, "ONNX Runtime: PRelu");
    EXPECT_EQ(d.at("count"), larger) << system;
    EXPECT_EQ(d.at("smallest").at("case"), "() 0") << system;
  }
}

}  // namespace
}  // namespace bcast::field
