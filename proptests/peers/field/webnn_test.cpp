// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/webnn.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tables.hpp"

namespace bcast::field {
namespace {

using answer_of = shape (*)(std::vector<shape> const&);

// WebNN's rules -----------------------------------------------------------------------------------

shape webnn_bi(std::vector<shape> const& c) { return by_rule("webnn_bi", c); }

shape webnn_uni(std::vector<shape> const& c) { return by_rule("webnn_uni", c); }

shape webnn_blocks(std::vector<shape> const& c) { return by_rule("webnn_blocks", c); }

shape webnn_where(std::vector<shape> const& c) { return webnn_bi({c[0], webnn_bi({c[1], c[2]})}); }

/// Of matrices, or stacks of them.
shape webnn_matmul(std::vector<shape> const& c) {
  shape const &a = c[0], &b = c[1];
  if (a.n() < 2 || b.n() < 2 || a[a.n() - 1] != b[b.n() - 2]) return refused();
  return ref::webnn::stacked(a, b) + shape{a[a.n() - 2], b[b.n() - 1]};
}

/// C is stretched to (M, N).
shape webnn_gemm(std::vector<shape> const& c) { return webnn_uni({c[2], {c[0][0], c[1][1]}}); }

// NumPy's rule, which WebNN's section follows, for a size of 0: webnn.G1
shape numpy_bi(std::vector<shape> const& c) { return by_rule("array_api", c); }

shape numpy_uni(std::vector<shape> const& c) { return stretched_to(c[0], c[1]); }

// What webnn-baseline does ------------------------------------------------------------------------

/// It does not find the element of a scalar in a result that has axes and elements.
bool is_lost(shape const& operand, shape const& result) {
  return operand.n() == 0 && result.n() > 0 &&
         std::find(result.begin(), result.end(), 0) == result.end();
}

shape broadcast(std::vector<shape> const& c) {
  const shape result = numpy_uni(c);
  return is_lost(c[0], result) ? refused() : result;
}

shape add(std::vector<shape> const& c) {
  const shape result = numpy_bi(c);
  return is_lost(c[0], result) || is_lost(c[1], result) ? refused() : result;
}

/// expand and where make a tensor of shape (1) of a scalar.
shape with_an_axis(shape const& s) { return s.n() == 0 ? shape{1} : s; }

/// In both directions.
shape expand(std::vector<shape> const& c) { return numpy_bi({with_an_axis(c[0]), c[1]}); }

shape where(std::vector<shape> const& c) {
  return add({c[0], numpy_bi({with_an_axis(c[1]), with_an_axis(c[2])})});
}

/// The zero that the input is compared with has the shape (1).
shape prelu(std::vector<shape> const& c) {
  const shape compared = add({shape{1}, c[0]});
  return add({compared, add({c[1], compared})});
}

/// A vector is a matrix, and stays one unless both operands are vectors.
shape matmul(std::vector<shape> const& c) {
  shape a = c[0], b = c[1];
  if (a.n() == 1) a.prepend(1);
  if (b.n() == 1) b.append(1);
  const shape result = webnn_matmul({a, b});
  return c[0].n() == 1 && c[1].n() == 1 ? shape{} : result;
}

/// C is multiplied by beta, of shape (1), and added in both directions.
shape gemm(std::vector<shape> const& c) {
  return add({matmul({c[0], c[1]}), add({c[2], shape{1}})});
}

/// No blocks: the scale, which is the zero point as well, is broadcast in both directions.
shape quantized(std::vector<shape> const& c) { return add({add({c[1], c[0]}), c[0]}); }

// Scopes ------------------------------------------------------------------------------------------

cases pairs() { return tuples(2, 3, range(1, 4)); }
cases triples() { return tuples(3, 2, range(1, 4)); }
cases scales() { return tuples(2, 3, range(1, 5)); }

cases gemms() {
  cases all;
  const auto matrices = shapes(2, range(1, 4), 2);
  for (auto const& c : choices<index>({matrices, matrices, shapes(2, range(1, 4))})) {
    if (c[0][1] == c[1][0]) all.push_back(c);
  }
  return all;
}

cases with_a_zero() {
  cases all;
  for (auto const& c : tuples(2, 3, range(0, 4))) {
    if (std::any_of(c.begin(), c.end(),
                    [](shape const& s) { return std::find(s.begin(), s.end(), 0) != s.end(); })) {
      all.push_back(c);
    }
  }
  return all;
}

struct asked {
  cases (*scope)();
  answer_of rule;
  answer_of baseline;
};

std::map<std::string, asked> const& all_asked() {
  static const std::map<std::string, asked> all{
      {"getBroadcastShape", {pairs, webnn_bi, numpy_bi}},
      {"add", {pairs, webnn_bi, add}},
      {"prelu", {pairs, webnn_bi, prelu}},
      {"where", {triples, webnn_where, where}},
      {"broadcast", {pairs, webnn_uni, broadcast}},
      {"expand", {pairs, webnn_uni, expand}},
      {"matmul", {pairs, webnn_matmul, matmul}},
      {"gemm", {gemms, webnn_gemm, gemm}},
      {"dequantizeLinear", {scales, webnn_blocks, quantized}},
      {"quantizeLinear", {scales, webnn_blocks, quantized}},
      {"getBroadcastShape, a size of 0", {with_a_zero, numpy_bi, numpy_bi}},
      {"add, a size of 0", {with_a_zero, numpy_bi, add}},
      {"broadcast, a size of 0", {with_a_zero, numpy_uni, broadcast}},
      {"expand, a size of 0", {with_a_zero, numpy_uni, expand}},
  };
  return all;
}

/// A shape, or none for a refusal.
std::optional<shape> given(answer_of answer, std::vector<shape> const& c) {
  try {
    return answer(c);
  } catch (ref::violation const&) {
  } catch (ref::no_answer const&) {
  }
  return std::nullopt;
}

TEST(FieldWebnn, EveryTableIsThatOfTheBaseline) {
  tables made;
  for (auto const& [name, question] : all_asked()) {
    made[name] = [&of = question] { return table_of(of.scope(), of.baseline); };
  }
  expect_tables("webnn", made, {});
}

TEST(FieldWebnn, EveryVerdictIsThatOfTheBaseline) {
  EXPECT_EQ(same_verdicts("webnn", "add in the baseline", shapes_from, add), 13);
  EXPECT_EQ(same_verdicts("webnn", "expand in the baseline", shapes_from, expand), 13);
  EXPECT_EQ(same_verdicts("webnn", "dequantizeLinear in the baseline", shapes_from, quantized), 13);
  EXPECT_EQ(same_verdicts("webnn", "where in the baseline", shapes_from, where), 1);
}

// All classes that have to do with shapes are counted against the transcription.
TEST(FieldWebnn, EveryDeviationIsFromTheTranscription) {
  for (auto const& [name, of] : all_asked()) {
    std::map<std::string, int> counted;
    for (auto const& c : of.scope()) {
      const auto rule = given(of.rule, c), baseline = given(of.baseline, c);
      if (rule && !baseline) ++counted["refuses what the rule accepts"];
      if (!rule && baseline) ++counted["accepts what the rule refuses"];
      if (rule && baseline && *rule != *baseline) ++counted["another shape"];
    }
    std::map<std::string, int> listed;
    const json q = question("webnn", name);
    for (json const& d : q.at("deviations")) {
      if (d.at("class") != "an array of one number as an element") {
        listed[d.at("class")] = d.at("count");
      }
    }
    EXPECT_EQ(counted, listed) << name;
  }
}

/// The shapes of a question for which `has_array` holds and the baseline gives the rule's shape.
template <class F>
int count_arrays(std::string const& name, F has_array) {
  asked const& of = all_asked().at(name);
  int all = 0;
  for (auto const& c : of.scope()) {
    const auto rule = given(of.rule, c);
    all += rule && given(of.baseline, c) == rule && has_array(c);
  }
  return all;
}

int listed_arrays(std::string const& name) {
  const json q = question("webnn", name);
  for (json const& d : q.at("deviations")) {
    if (d.at("class") == "an array of one number as an element") return d.at("count");
  }
  return 0;
}

// The data of a scalar, which is an array, becomes the one element of a tensor.
TEST(FieldWebnn, AnElementOfAScalarIsAnArray) {
  const auto is_scalar = [](std::vector<shape> const& c) { return c[0].n() == 0; };
  EXPECT_EQ(listed_arrays("expand"), count_arrays("expand", is_scalar));
  // The condition's elements are 0, 1, 0, ...: the first selects the third operand.
  const auto selects = [](std::vector<shape> const& c) {
    const bool one = std::all_of(c[0].begin(), c[0].end(), [](index size) { return size == 1; });
    return c[2].n() == 0 || (c[1].n() == 0 && !one);
  };
  EXPECT_EQ(listed_arrays("where"), count_arrays("where", selects));
}

}  // namespace
}  // namespace bcast::field
