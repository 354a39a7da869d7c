// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/rules.hpp"
#include "subjects/types.hpp"
#include "tests/support/rows.hpp"

// What the verifier says under each rule. A question is `rule: operands`, or
// `rule: operands -> declared result`.

namespace verifier_test {

using namespace bcast::verifier;
using bcast::spec::unknown;
using bcast::tests::expect_rows;
using bcast::tests::refusal;
using tuple = std::vector<std::int64_t>;

const type any_rank{{}, false};

/// A question and its answer.
struct asked {
  bcast::subjects::translation known;
  verdict answer;
  explicit asked(std::string const& question) {
    const std::size_t colon = question.find(':');
    const auto rule = rule_of(question.substr(0, colon));
    const auto c = bcast::proptests::parse_case(question.substr(colon + 1));
    const std::vector<type> operands = known.to_optimized(bcast::proptests::types_of(c));
    answer = c.result ? verify(rule, operands, known.to_optimized(c.result->type))
                      : broadcast_shapes(rule, operands, c.dimensions);
  }
};

/// The type, the tag of a violation, or `no answer` and the tag.
std::string text(verdict const& v) {
  if (auto const* t = std::get_if<type>(&v)) return to_string(*t);
  if (auto const* bad = std::get_if<violation>(&v)) return std::string(bad->tag);
  return "no answer " + std::string(std::get<gap>(v).tag);
}

std::string told(std::string const& question) { return text(asked(question).answer); }

/// The same, with the axis and the reason.
std::string explained(std::string const& question) {
  const asked a(question);
  if (auto const* bad = std::get_if<violation>(&a.answer)) {
    const std::string at = bad->axis ? " at " + std::to_string(*bad->axis) : "";
    return std::string(bad->tag) + at + ": " + reason(*bad, a.known.names());
  }
  auto const* none = std::get_if<gap>(&a.answer);
  return text(a.answer) + (none != nullptr ? ": " + reason(*none) : "");
}

/// Expects an answer of every rule, except of those that are named with another one.
template <class Ask>
void expect_of_all(std::string const& answer,
                   std::map<std::string, std::vector<std::string_view>> const& others, Ask ask) {
  for (bcast::spec::rule const& p : bcast::spec::rules) {
    std::string expected = answer;
    for (auto const& [other, names] : others) {
      if (std::find(names.begin(), names.end(), p.name) != names.end()) expected = other;
    }
    std::string found = "refused";
    try {
      found = text(ask(p));
      if (found.starts_with("no answer")) found = "no answer";
      if (found.find('.') != std::string::npos) found = "error";
    } catch (std::invalid_argument const&) {
    }
    EXPECT_EQ(found, expected) << p.name;
  }
}

/// Asks what is inferred of these operands.
auto inferring(std::vector<type> const& operands,
               std::optional<tuple> const& dimensions = std::nullopt) {
  return [=](bcast::spec::rule const& p) { return broadcast_shapes(p, operands, dimensions); };
}

// A switch of a row in spec/ that changes is noticed here, whatever the row is.
TEST(Verifier, EveryRuleOnRanksAndOperands) {
  expect_of_all(
      "2x3",
      {{"error", {"xla", "xla_client", "onnx_uni", "pytorch_in_place", "webnn_blocks", "tosa"}}},
      inferring({{{3}}, {{2, 3}}}));
  expect_of_all("2x3",
                {{"error",
                  {"xla", "xla_client", "webnn_uni", "webnn_blocks", "tosa", "stablehlo",
                   "broadcast3_numpy"}}},
                inferring({{{2, 3}}, {{3}}}));
  expect_of_all("3",
                {{"no answer",
                  {"xla", "xla_client", "onnx_uni", "pytorch_in_place", "webnn_uni", "webnn_bi",
                   "webnn_blocks", "tosa", "chlo", "stablehlo", "gufunc", "broadcast3_numpy",
                   "broadcast3_bi"}}},
                inferring({{{3}}}));
  expect_of_all("error", {{"no answer", {"webnn_uni", "webnn_bi", "webnn_blocks"}}},
                inferring({{{2, 3}}, {{4, 0}}}));
  expect_of_all("2x3", {{"error", {"onnx_uni", "pytorch_in_place", "webnn_blocks", "tosa"}}},
                inferring({type{}, {{2, 3}}}));
  expect_of_all("3", {{"error", {"onnx_uni", "pytorch_in_place"}}}, inferring({{{1}}, {{3}}}));
  expect_of_all("refused", {{"2", {"xla_client", "chlo", "stablehlo"}}, {"no answer", {"xla"}}},
                inferring({{{2}}, {{2}}}, tuple{0}));
}

TEST(Verifier, EveryRuleOnWhatIsNotKnown) {
  const auto n = dim::named(1), m = dim::named(2);
  expect_of_all("no answer",
                {{"3x?", {"mlir", "mlir@19", "xla_client"}},
                 {"3xs1", {"onnx", "openvino", "torch_unbacked", "per_axis"}},
                 {"?x?", {"array_api@2025.12"}},
                 {"error", {"jax_symbolic"}},
                 {"3xs1<=3", {"sound"}}},
                inferring({{{n, 1}}, {{3, n}}}));
  expect_of_all("no answer",
                {{"?",
                  {"array_api@2025.12", "mlir", "mlir@19", "xla_client", "onnx", "openvino",
                   "per_axis", "sound"}},
                 {"error", {"jax_symbolic"}},
                 {"s1", {"torch_unbacked"}}},
                inferring({{{n}}, {{m}}}));
  expect_of_all("no answer",
                {{"0", {"xla_client", "onnx", "openvino", "torch_unbacked", "per_axis", "sound"}},
                 {"?", {"array_api@2025.12", "mlir@19"}}},
                inferring({{{0}}, {{unknown}}}));
  expect_of_all("no answer",
                {{"*", {"onnx", "openvino", "per_axis", "sound"}}, {"2", {"mlir", "mlir@19"}}},
                inferring({any_rank, {{2}}}));
}

TEST(Verifier, EveryRuleOnDeclaredResultsAndVectors) {
  const auto verifying = [](std::vector<type> const& operands, type const& result) {
    return [=](bcast::spec::rule const& p) { return verify(p, operands, result); };
  };
  expect_of_all("no answer",
                {{"error", {"array_api@2025.12", "mlir", "xla_client", "jax_symbolic"}},
                 {"s1", {"onnx", "openvino", "torch_unbacked", "per_axis", "sound"}},
                 {"?", {"mlir@19"}}},
                verifying({{{dim::named(1)}}, {{1}}}, {{3}}));
  const type n_by_n{{dim::named(1), dim::named(1)}};
  expect_of_all("1x2", {{"error", {"sound"}}}, verifying({{{1, 2}}, {{1, 2}}}, n_by_n));
  expect_of_all("error", {{"3", {"mlir@19"}}}, verifying({{{3}}, {{3}}}, {{1, 3}}));
  expect_of_all("3", {{"error", {"mlir@19"}}}, inferring({{{3}, true, container::vector}, {{3}}}));
}

TEST(Verifier, JoinsWhatEachRuleJoins) {
  expect_rows(R"(
    # an opaque size breaks a clause of its own
    jax_symbolic: N M                                       => bcast.P44
    jax_symbolic: N 3                                       => bcast.P44
    jax_symbolic: 3 N                                       => bcast.P44
    jax_symbolic: 2 3                                       => array_api.A14
    sonnx unknown=opaque symbols=axis: N M                  => bcast.P44
    sonnx unknown=opaque symbols=axis: N 3                  => bcast.P44
    sonnx unknown=opaque symbols=axis: 3 N                  => bcast.P44
    sonnx unknown=opaque symbols=axis: 2 3                  => sonnx.C1
    # each axis by itself, with names and bounds
    per_axis: N 1                                           => s1
    per_axis: <=5 <=3                                       => <=5
    per_axis: <=0 ?                                         => 0
    per_axis: <=0 3                                         => bcast.P1
    per_axis: Nx1 3xN                                       => 3xs1
    # a bound is none to a rule without bounds
    tosa unknown=infer: <=0 1                               => ?
    tosa unknown=infer: 0 1                                 => tosa.X2
    # of blocks, the second size is the result's; 0 divides nothing
    webnn_blocks unknown=infer: ? 6                         => 6
    webnn_blocks unknown=infer: 3 ?                         => ?
    webnn_blocks unknown=tight: ? 6                         => 6
    webnn_blocks unknown=tight: 3 ?                         => ?
    webnn_blocks zero=other: 0 0                            => webnn.A29
    webnn_blocks zero=other: 3 0                            => 0
    # in one direction, an unknown size that is kept is what the other one is
    onnx_uni unknown=tight: ? 3                             => 3
    onnx_uni unknown=tight: ? 1                             => ?
    onnx_uni unknown=tight: 3 ?                             => 3
    onnx_uni unknown=tight: 1 ?                             => 1
    onnx_uni unknown=tight: ? 0                             => 0
    onnx_uni unknown=tight: 0 ?                             => 0
    webnn_uni unknown=tight relation=first: ? 3             => 3
    webnn_uni unknown=tight relation=first: ? 1             => ?
    webnn_uni unknown=tight relation=first: 3 ?             => 3
    webnn_uni unknown=tight relation=first: 1 ?             => 1
    webnn_uni unknown=tight: 3 ?                            => 3
    webnn_uni unknown=tight: 1 ?                            => ?
    webnn_uni operands=any: 1x4 4 3x4                       => webnn.A3
    # there, a rank that is unknown is not too large, and sizes are not solved as a join
    onnx_uni unranked=set_aside: * 2x3                      => 2x3
    onnx_uni unranked=set_aside: 2 *                        => 2
    onnx_uni unranked=absorb: * 2x3                         => *
    webnn_uni unranked=set_aside: 2x3 *                     => 2x3
    onnx_uni unknown=tight unknown_result=accept symbols=solve: N 3 -> 3 => 3
    onnx_uni unknown=tight unknown_result=accept symbols=solve: N 1 -> 7 => s1
    # a rule of two operands
    xla: 3                                                  => no answer xla.G1
    xla: 3 3 3                                              => no answer xla.G1
    xla_client: 3                                           => no answer xla.G1
    xla_client: 3 3 3                                       => no answer xla.G1
    xla operands=any: 3 1 3                                 => 3
    xla operands=any: 1 1 3                                 => 3
    xla operands=any: 3                                     => 3
    webnn_blocks: 4 4 4                                     => no answer webnn.N3
    # unknown against 0, and the order under MLIR 19
    array_api: ? 0                                          => no answer array_api.G2
    mlir: ? 0                                               => no answer mlir.G1
    mlir@19: ? 0                                            => ?
    sound: ? 0                                              => 0
    mlir@19: ? 0 3                                          => 3
    mlir@19: ? 3 0                                          => mlir.I6
    mlir@19: 0 ? 3                                          => 3
    sound: ? 0 3                                            => bcast.P1
    # a switch changes one thing
    mlir zero=other: 0 1                                    => 0
    array_api zero=maximum: 0 1                             => 1
    array_api rank=equal: 2x3 3                             => array_api.X5
    array_api rank=equal: 2x3 1x3                           => 2x3
    array_api rank=equal unranked=set_aside: * 2 1          => 2
    array_api rank=equal unranked=set_aside: * 2 ()         => array_api.X5
    array_api operands=two: 3 3 3                           => no answer array_api.G1
    array_api unknown=infer: ? 3                            => 3
    array_api unranked=absorb: * 2                          => *
    onnx symbols=forget: N N                                => ?
    # unknown ranks
    mlir: * 2                                               => 2
    sound: * 2                                              => *
    sound: * 2 3                                            => bcast.P1
    array_api: *                                            => no answer array_api.G2
    # each rule for an unknown size
    torch_unbacked: ? 0                                     => 0
    onnx: N<=8                                              => s1
    onnx: N<=8 N<=5                                         => s1
    array_api@2025.12: ? 3                                  => ?
    # symbols meet in one axis
    onnx: 3 N                                               => 3
    onnx: 1 N                                               => s1
    onnx: N N                                               => s1
    onnx: N M                                               => ?
    onnx: 0 N                                               => 0
    onnx: 0 3                                               => onnx.X4
    onnx: NxN 3x1                                           => 3xs1
    mlir: N N                                               => ?
    # an unknown size takes a tuple's axis
    xla unknown=propagate: ?x3 3 dims=1                     => ?x3
    xla unknown=propagate: 3 3x? dims=0                     => 3x?
    xla unknown=propagate: 2x3 ? dims=1                     => 2x?
    xla unknown=propagate: ? 2x3 dims=1                     => 2x?
    xla unknown=infer: 2x3 ? dims=1                         => 2x3
    xla unknown=infer: 2x? 3 dims=1                         => 2x3
    xla unknown=infer: 2x4 3 dims=1                         => xla.X6
    xla zero=reject: 2x0 1 dims=1                           => xla.X11
    xla: 2x0 1 dims=1                                       => 2x1
    stablehlo relation=join zero=reject: 2 2x0 dims=0       => stablehlo.C5
    stablehlo relation=join: 2 2x0 dims=0                   => 2x0
    # XlaBuilder has an answer where the text is silent
    xla tuple=client: 2x3 2x3 dims=0,1                      => 2x3
    xla_client: 2x3 2x3 dims=0,1                            => 2x3
    xla_client: 2x3 2x3 dims=0                              => xla.G2
    xla_client: 2x3 3 dims=                                 => xla.X3
    xla_client: 2x3 3 dims=0,1                              => xla.X9
    # it checks entry by entry, sizes before the order; the text rule by rule
    xla_client: 16x8x4 8x4 dims=2,1                         => xla.X6
    xla_client: 8x8x8 8x8 dims=0,0                          => xla.X10
    xla: 2x3x4 3x9 dims=1,1                                 => xla.X6
    xla: 8x8x8 8x8 dims=1,1                                 => xla.X10
    xla: 2x3 9 dims=-1                                      => xla.X9
    xla: 2 () dims=                                         => 2
    xla: 2 () dims=0                                        => xla.X9
    xla: 2x2x2x2x2 2x2x2x2 dims=0,1,2,4                     => 2x2x2x2x2
    # StableHLO has the axes of the first operand, in any order
    stablehlo: 1x3 2x3x2 dims=2,1                           => 2x3x2
    stablehlo: 2x3 3x2 dims=1,0                             => 3x2
    stablehlo: 2x3x4 4x2x3 dims=1,2,0                       => 4x2x3
    stablehlo unknown=tight: ?x1 3x2 dims=1,0               => 3x2
    stablehlo unknown=propagate: ? 3x2 dims=0               => ?x2
    # CHLO those of the lower rank, which increase
    chlo: 2x3 2 dims=0                                      => 2x3
    chlo: 2 1x3 dims=0                                      => 2x3
    chlo: 1x3 2x1 dims=0,1                                  => 2x3
  )",
              told);
}

TEST(Verifier, HoldsADeclaredResultAgainstTheInferredOne) {
  for (std::string const rule : {"sonnx", "array_api", "mlir", "mlir@19", "onnx", "sound"}) {
    EXPECT_EQ(told(rule + ": 2x1 3 -> 2x3"), "2x3") << rule;
    EXPECT_EQ(told(rule + ": () () -> ()"), "()") << rule;
  }
  for (std::string const rule : {"mlir", "mlir@19", "onnx", "sound"}) {
    EXPECT_EQ(told(rule + ": ?x1 3 -> ?x3"), "?x3") << rule;
    EXPECT_EQ(told(rule + ": ?x1 3 -> ?x?"), "?x3") << rule;
  }
  expect_rows(R"(
    sound: ? -> 4                           => ?
    mlir: ? -> 4                            => mlir.V2
    mlir unknown_result=accept: ? -> 4      => ?
    torch_unbacked: ? -> 4                  => ?
    array_api: ? -> ?                       => no answer array_api.G2
    array_api@2025.12: ? 3 -> 3             => array_api@2025.12.X6
    xla_client: <=4 <=4 -> 4                => xla.G5
    # clashes, in every order
    array_api: 2 3 -> 3                     => array_api.A14
    array_api: 3 2 -> 3                     => array_api.A14
    sound: 2 ? 3 -> 3                       => bcast.P1
    sound: ? 2 3 -> 3                       => bcast.P1
    sonnx: 0 1 -> 0                         => sonnx.C1
    array_api: 0 1 -> 0                     => 0
    # ranks, and the number of operands
    array_api rank=equal: 2x3 3 -> 2x3      => array_api.X5
    array_api operands=two: 3 3 3 -> 3      => no answer array_api.G1
    array_api operands=two: 3 1 -> 3        => 3
    xla: 3 3 -> 3                           => 3
    array_api: 2x3 -> 3                     => array_api.X5
    mlir@19: 3 -> 1x3                       => 3
    mlir@19: 1x3 -> 3                       => mlir.A5
    mlir: 3 -> 1x3                          => mlir.A5
    mlir leading=accept: 3 -> 1x3           => 3
    sound: 3 -> 1x3                         => bcast.P40
    sound leading=accept: 3 -> 1x3          => 3
    sound leading=accept: 3 -> 7x4          => bcast.P40
    sound leading=accept: N -> N            => s1
    # unknown ranks
    sound: * 2 -> 2                         => *
    mlir: * 2 -> 2                          => 2
    mlir: * * -> 2                          => *
  )",
              told);
}

TEST(Verifier, ADeclaredSizeIsHeldAgainstEachAxisOfEachRank) {
  const auto verified = [](char const* rule, std::vector<type> const& operands,
                           type const& result) {
    return text(verify(rule_of(rule), operands, result));
  };
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

TEST(Verifier, SaysWhichAxisAndWhichOperands) {
  expect_rows(R"(
    array_api: 2x3 1 4x1                    => array_api.A14 at 0: operand 0 has 2, operand 2 has 4
    # SONNX checks all operands on the first axis; the others join the first two on both axes
    sonnx: 2x4 3x5 1                        => sonnx.C1 at 0: operand 0 has 2, operand 1 has 3
    sonnx zero=other: 2x4 3x5 1             => sonnx.C1 at 0: operand 0 has 2, operand 1 has 3
    array_api: 2x4 3x5 1                    => array_api.A14 at 1: operand 0 has 4, operand 1 has 5
    onnx: 2x4 3x5 1                         => onnx.X4 at 0: operand 0 has 2, operand 1 has 3
    mlir: 2x4 3x5 1                         => mlir.I6 at 0: operand 0 has 2, operand 1 has 3
    mlir@19: 2x4 3x5 1                      => mlir.I6 at 0: operand 0 has 2, operand 1 has 3
    sonnx: 2x4 5 3x1                        => sonnx.C1 at 0: operand 0 has 2, operand 2 has 3
    array_api: 2x4 5 3x1                    => array_api.A14 at 1: operand 0 has 4, operand 1 has 5
    mlir: 2x4 5 3x1                         => mlir.I6 at 1: operand 0 has 4, operand 1 has 5
    sound symbols=axis: 2x4 5 3x1           => bcast.P1 at 1: operand 0 has 4, operand 1 has 5
    xla: 2x4 3x5                            => xla.X11 at 0: operand 0 has 2, operand 1 has 3
    xla_client: 2x4 3x5                     => xla.X11 at 0: operand 0 has 2, operand 1 has 3
    # of two ranks, the one that is kept is named first
    onnx_uni: 3 2x3                         => onnx.X11: rank 1 against rank 2
    webnn_uni: 2x3x4 4                      => webnn.A3: rank 1 against rank 3
    webnn_uni operands=any: 1x4 4 3x4       => webnn.A3: rank 1 against rank 2
    tosa: 2x3 3                             => tosa.A2: rank 2 against rank 1
    array_api rank=equal: 2x3 3             => array_api.X5: rank 2 against rank 1
    # operands are named in their order, although a tuple turns them
    xla: 5x3 2 dims=0                       => xla.X6 at 0: operand 0 has 5, operand 1 has 2
    xla: 2 5x3 dims=0                       => xla.X6 at 0: operand 0 has 2, operand 1 has 5
    xla: 3 2x4 dims=1                       => xla.X6 at 1: operand 0 has 3, operand 1 has 4
    xla: 2x4 3 dims=1                       => xla.X6 at 1: operand 0 has 4, operand 1 has 3
    # names
    jax_symbolic: N M                       => bcast.P44 at 0: operand 0 has N, operand 1 has M
    jax_symbolic: M 4                       => bcast.P44 at 0: operand 0 has M, operand 1 has 4
    xla_client: <=4 3                       => xla.X11 at 0: operand 0 has <=4, operand 1 has 3
    xla_client: 3 <=4                       => xla.X11 at 0: operand 0 has 3, operand 1 has <=4
    xla_client: <=1 4                       => xla.X11 at 0: operand 0 has <=1, operand 1 has 4
    xla_client: 9223372036854775807 3       => xla.X11 at 0: operand 0 has 9223372036854775807, operand 1 has 3
    xla_client: 3 9223372036854775807       => xla.X11 at 0: operand 0 has 3, operand 1 has 9223372036854775807
    xla_client: 2x3 <=4 dims=1              => xla.X6 at 1: operand 0 has 3, operand 1 has <=4
    # tuples
    xla: 2x3 3 dims=0,1                     => xla.X9: 2 broadcast dimensions for rank 1
    xla: 2x3 3 dims=                        => xla.X8: 0 broadcast dimensions for rank 1
    xla: 2x3 3 dims=5                       => xla.X9: broadcast dimension 5 of rank 2
    xla: 2x2x2x2x2 2x2x2x2 dims=0,1,2,2     => xla.X10: the broadcast dimensions do not increase strictly
    xla: 2x2x2x2x2 2x2x2x2 dims=1,0,2,3     => xla.X10: the broadcast dimensions do not increase strictly
    xla_client: 2x3 3 dims=0,1              => xla.X9: 2 broadcast dimensions for rank 1
    xla_client: 2x3 3 dims=5                => xla.X9: broadcast dimension 5 of rank 2
    xla_client: 2x2x2x2x2 2x2x2x2 dims=0,1,2,2 => xla.X10: the broadcast dimensions do not increase strictly
    xla_client: 2x2x2x2x2 2x2x2x2 dims=1,0,2,3 => xla.X10: the broadcast dimensions do not increase strictly
    xla_client: 2x3 2x3 dims=1,1            => xla.G2: broadcast dimensions between equal ranks
    stablehlo: 2x2 2x2x2 dims=0,0           => stablehlo.C4: broadcast dimension 0 is given twice
    stablehlo: 2x2 2x2x2 dims=1,1           => stablehlo.C4: broadcast dimension 1 is given twice
    stablehlo: 2x2 2x2x2 dims=2,2           => stablehlo.C4: broadcast dimension 2 is given twice
    stablehlo: 2x2 2x2 dims=1,1             => stablehlo.C4: broadcast dimension 1 is given twice
    stablehlo: 2x3 2x3 dims=1,0             => stablehlo.C5 at 1: operand 0 has 2, operand 1 has 3
    stablehlo: 0 1 dims=0                   => stablehlo.C5 at 0: operand 0 has 0, operand 1 has 1
    stablehlo: 2 2 dims=                    => stablehlo.C2: 0 broadcast dimensions for rank 1
    stablehlo: 2 2 dims=-1                  => stablehlo.C3: broadcast dimension -1 of rank 1
    stablehlo: 2 dims=0                     => no answer stablehlo.I1: the text does not cover this number of operands
    chlo: 2x3 2 dims=1                      => chlo.X1 at 1: operand 0 has 3, operand 1 has 2
    chlo: 2x2 2x2x3 dims=1,0                => no answer chlo.G1: the broadcast dimensions do not increase strictly
    chlo: 2x3 2 dims=2                      => no answer chlo.G1: broadcast dimension 2 of rank 2
    chlo: 2x3 2 dims=                       => no answer chlo.G1: 0 broadcast dimensions for rank 1
    chlo: 2 2 2 dims=0                      => no answer chlo.G3: the text does not cover this number of operands
  )",
              explained);
}

TEST(Verifier, ZeroAgainstOneInEveryRule) {
  const std::map<std::string_view, std::string> other_than_zero{
      {"sonnx", "sonnx.C1"},
      {"sonnx@2026-01", "sonnx@2026-01.E1"},
      {"xla", "1"},
      {"mlir", "no answer mlir.G1"},
      {"webnn_uni", "no answer webnn.G1"},
      {"webnn_bi", "no answer webnn.G1"},
      {"webnn_blocks", "no answer webnn.G1"},
      {"tosa", "tosa.X2"},
      {"stablehlo", "stablehlo.C5"},
      {"broadcast3_numpy", "openvino_broadcast.X3"},
  };
  std::size_t others = 0;
  for (bcast::spec::rule const& p : bcast::spec::rules) {
    const auto other = other_than_zero.find(p.name);
    others += other != other_than_zero.end();
    const std::string expected = other == other_than_zero.end() ? "0" : other->second;
    EXPECT_EQ(told(std::string(p.name) + ": 0 1"), expected) << p.name;
  }
  EXPECT_EQ(others, other_than_zero.size());
}

TEST(Verifier, NoOperands) {
  expect_rows(R"(
    sonnx        => no answer sonnx.G2
    sonnx@2026-01 => sonnx@2026-01.N2
    array_api    => no answer array_api.G1
    xla          => no answer xla.G1
    webnn_blocks => no answer webnn.N3
    mlir         => *
    sound        => ()
  )",
              [](std::string const& rule) { return text(broadcast_shapes(rule_of(rule), {})); });
  EXPECT_EQ(reason(std::get<gap>(broadcast_shapes(rule_of("sonnx"), {}))), "no operands");
  expect_rows(R"(
    mlir: 3      => *
    mlir@19: 3   => *
    sound: ()    => ()
    sound: 3     => bcast.P40
  )",
              [](std::string const& line) {
                const std::size_t colon = line.find(':');
                const auto result = bcast::proptests::parse_shape(line.substr(colon + 2));
                return text(verify(rule_of(line.substr(0, colon)), {},
                                   bcast::subjects::translation().to_optimized(result)));
              });
}

TEST(Verifier, VectorsAndTensors) {
  const type v2{{2}, true, container::vector}, v3{{3}, true, container::vector}, t2{{2}};
  struct row {
    char const* rule;
    std::vector<type> operands;
    type result;
    char const* answer;
  };
  for (row const& r :
       {row{"mlir", {v2, v2}, v3, "mlir.V4"}, row{"mlir", {v2, t2}, t2, "2"},
        row{"mlir@19", {v2, v3}, v3, "*"}, row{"mlir@19", {t2, t2}, v2, "mlir.X3"},
        row{"mlir@19", {v2, v2}, t2, "mlir.X3"}, row{"mlir@19", {v2, t2}, t2, "mlir.X3"},
        row{"mlir@19", {v2}, type{{}, false}, "mlir.X3"}, row{"mlir@19", {}, v2, "*"},
        row{"mlir@19 vectors=compare", {v2, v2}, v3, "mlir.V4"}}) {
    EXPECT_EQ(text(verify(rule_of(r.rule), r.operands, r.result)), r.answer)
        << r.rule << " " << r.operands.size() << " " << to_string(r.result);
  }
  const verdict mixed = broadcast_shapes(rule_of("mlir@19"), std::vector{v2, t2});
  EXPECT_EQ(reason(std::get<violation>(mixed)), "vectors and tensors are mixed");
}

TEST(Verifier, AReasonIsWrittenWithTheNamesOfTheSizes) {
  const std::vector<std::string> names{"N", "M"};
  EXPECT_EQ(to_string(dim::named(1), names), "N");
  EXPECT_EQ(to_string(dim::named(2), names), "M");
  EXPECT_EQ(to_string(dim::named(3), names), "s3");
  EXPECT_EQ(to_string(dim::bounded(4, 2), names), "M<=4");
  EXPECT_EQ(to_string(unknown, names), "?");
  EXPECT_EQ(to_string(dim(5), names), "5");
  violation wrong;
  wrong.cause = cause::result_size;
  wrong.found = dim::named(2);
  wrong.expected = dim::named(1);
  EXPECT_EQ(reason(wrong, names), "the result has M, not the inferred N");
  // Two operands belong to a violation, not to a gap.
  EXPECT_THROW(reason(gap{"xla.G5", {}, cause::sizes_clash}), std::logic_error);
  EXPECT_THROW(reason(gap{"xla.G5", {}, cause::sizes_matched}), std::logic_error);
}

TEST(Verifier, ARuleOfAnotherDocumentHasNothingToCite) {
  bcast::spec::rule unlisted = rule_of("sound");
  unlisted.document = "unlisted";
  EXPECT_THROW(broadcast_shapes(unlisted, std::vector<type>{{{2}}, {{3}}}), std::logic_error);
}

TEST(Verifier, AnUnknownWordInARuleIsNamed) {
  std::string listed;
  for (auto const& p : bcast::spec::rules) {
    listed += (listed.empty() ? "" : ", ") + std::string(p.name);
  }
  const auto wrong = [](std::string const& rule) { return refusal([&] { rule_of(rule); }); };
  EXPECT_EQ(wrong("nunpy"), "no rule is called 'nunpy'; there are " + listed);
  EXPECT_EQ(wrong(""), "no rule is called ''; there are " + listed);
  expect_rows(R"(
    mlir zero                             => 'zero' is not of the form switch=value
    mlir zero=wild                        => the switch zero has no value 'wild'; it has other, reject, maximum, gap, illegal, forbidden
    mlir size=0                           => no switch is called 'size'; there are relation, zero, rank, unknown, symbols, unknown_result, leading, unranked, vectors, operands, tuple
    mlir zero=other zero=reject           => the switch zero is given twice
    mlir zero=other rank=pad zero=other   => the switch zero is given twice
    sound zero=reject                     => zero=reject has no effect with symbols=solve
    per_axis zero=reject                  => zero=reject has no effect with symbols=bounds
    xla_client zero=gap                   => zero=gap has no effect with unknown=client
    onnx_uni zero=maximum                 => zero=maximum has no effect with relation=first
    sound zero=reject symbols=axis        => taken
    sound zero=other                      => taken
    onnx_uni zero=illegal                 => taken
    onnx_uni zero=gap relation=join       => taken
  )",
              wrong);
}

// A size that is not known has a bound, and no size is at most a negative number.
TEST(Verifier, ANegativeSizeOrBoundIsRefusedWithItsOwner) {
  const auto told = [](std::vector<type> const& operands, type const& result) {
    return refusal([&] { verify(rule_of("sound"), operands, result); });
  };
  for (dim negative : {dim(-2), dim::bounded(-2), dim::bounded(-2, 1)}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      type t{{1, 2, 3}};
      t.sizes[axis] = negative;
      const std::string had = " has the negative size -2 on axis " + std::to_string(axis);
      EXPECT_EQ(told({t, {{3}}}, {{1, 2, 3}}), "operand 0" + had);
      EXPECT_EQ(told({{{3}}, t}, {{1, 2, 3}}), "operand 1" + had);
      EXPECT_EQ(told({{{3}}, {{2, 3}}}, t), "the result" + had);
      EXPECT_THROW(broadcast_shapes(rule_of("sound"), std::vector<type>{t}), std::invalid_argument);
    }
  }
  EXPECT_THROW(
      broadcast_shapes(rule_of("mlir"), std::vector<type>{{{1}}}, std::vector<std::int64_t>{0}),
      std::invalid_argument);
}

}  // namespace verifier_test
