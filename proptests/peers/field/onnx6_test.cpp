// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/onnx6.hpp"

#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

shape numpys(shape const& a, shape const& b) { return by_rule("onnx_multi", {a, b}); }

/// The reference evaluator reads no attribute, and adds as NumPy does.
shape evaluated(shape const& a, shape const& b, index) { return numpys(a, b); }

/// The version converter appends a dimension of 1 for each that B lacks, wherever the axis is,
/// unless B is at the end of A; the evaluator then refuses to insert none.
shape converted(shape const& a, shape const& b, index axis) {
  if (axis == a.n() - b.n()) return numpys(a, b);
  if (a.n() <= b.n()) return refused();
  shape longer = b;
  while (longer.n() < a.n()) longer.append(1);
  return numpys(a, longer);
}

/// Shape inference looks at A alone.
shape inferred(shape const& a, shape const&, index) { return a; }

shape onnx6(shape const& a, shape const& b, index axis) { return ref::onnx6::add(a, b, 1, axis); }

table along(shape (*added)(shape const&, shape const&, index)) {
  table t;
  for (shape const& a : shapes(3, range(1, 4))) {
    for (shape const& b : shapes(2, range(1, 4))) {
      for (index axis : range(0, 3)) {
        t.add(joined<index>({a, b}) + " " + axes({axis}), [&] { return added(a, b, axis); });
      }
    }
  }
  return t;
}

TEST(FieldOnnx6, EveryTableIsWhatEachPartOfOnnxDoes) {
  const auto pairs = [](auto added) {
    return [=] {
      return table_of(tuples(2, 2, range(0, 4)),
                      [=](std::vector<shape> const& c) { return added(c[0], c[1]); });
    };
  };
  const tables made{
      {"Add, the reference evaluator", pairs(numpys)},
      {"Add, converted to version 7", pairs(numpys)},
      {"Add, shape inference", pairs([](shape const& a, shape const&) { return a; })},
      {"Add along an axis, the reference evaluator", [] { return along(evaluated); }},
      {"Add along an axis, converted to version 7", [] { return along(converted); }},
      {"Add along an axis, shape inference", [] { return along(inferred); }},
  };
  expect_tables("onnx6", made, {});
}

TEST(FieldOnnx6, NoneOfThemIsTheRule) {
  const table rule = along(onnx6);
  EXPECT_EQ(rule.cases, 1560);
  EXPECT_EQ(rule.accepted, 469);
  for (char const* part :
       {"the reference evaluator", "converted to version 7", "shape inference"}) {
    const json q = question("onnx6", std::string("Add along an axis, ") + part);
    EXPECT_LT(q.at("agree"), 1560) << part;
  }
}

/// The bias of each channel, which is the printed example (onnx6.S5) with fewer dimensions, is not
/// converted; and where the sizes allow it, it is added along another axis.
TEST(FieldOnnx6, TheConverterTakesTheWrongAxis) {
  EXPECT_THROW(converted({2, 3, 2}, {3}, 1), ref::violation);
  EXPECT_EQ(converted({2, 2, 1}, {2}, 1), (shape{2, 2, 1}));
  for (json const& d :
       question("onnx6", "Add along an axis, converted to version 7").at("deviations")) {
    if (d.at("class") != "other values") continue;
    EXPECT_EQ(d.at("smallest").at("case"), "2x2x1 2 [1]");
  }
}

}  // namespace
}  // namespace bcast::field
