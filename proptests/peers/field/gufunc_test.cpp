// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/gufunc.hpp"

#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

/// The product, or another ufunc, of a signature.
shape applied(std::string const& signature, std::vector<shape> const& c) {
  const ref::list<shape> inputs(c);
  return ref::gufunc::applied(ref::gufunc::parse_signature(signature), inputs,
                              ref::list<shape>{})[0];
}

cases cases_of_scope(std::string const& scope) {
  if (scope.starts_with("two operands")) return tuples(2, 3, range(0, 4));
  if (scope.starts_with("three operands")) return tuples(3, 2, range(0, 3));
  cases all;
  for (auto const& c : tuples(2, 2, range(0, 4))) {
    all.push_back({c[0] + shape{2, 3}, c[1] + shape{3, 4}});
  }
  return all;
}

TEST(FieldGufunc, EveryTableIsThatOfTheSignature) {
  const std::string named = "gufunc ";
  tables made;
  std::map<std::string, std::string> others;
  const json all = facts("gufunc");
  for (json const& q : all.at("questions")) {
    const std::string asked = q.at("asked"), rule = q.at("rule"), scope = q.at("scope");
    if (!rule.starts_with(named)) {
      others[asked] = "no signature: batches are equal";
      continue;
    }
    made[asked] = [=] {
      return table_of(cases_of_scope(scope), [&](std::vector<shape> const& c) {
        return applied(rule.substr(named.size()), c);
      });
    };
  }
  EXPECT_EQ(made.size(), 13U);
  expect_tables("gufunc", made, others);
}

TEST(FieldGufunc, EveryVerdictIsThatOfTheSignature) {
  const auto matmul = [](std::vector<shape> const& c) { return ref::gufunc::matmul(c[0], c[1]); };
  EXPECT_EQ(same_verdicts("gufunc", "cross1d", shapes_from,
                          [](std::vector<shape> const& c) { return applied("(3),(3)->(3)", c); }),
            3);
  int same = 0;
  for (char const* asked :
       {"a core axis is missing", "an optional axis is missing", "core 1 against n",
        "core 0 against 0", "loop 0 against 1", "loop 1 against 0", "loop 0 against n",
        "loop 1 against n", "two vectors"}) {
    for (char const* by : {", numpy.matmul", ", torch.matmul"}) {
      const json facts_of = facts("gufunc");
      for (json const& v : facts_of.at("verdicts")) {
        if (v.at("question") != asked + std::string(by)) continue;
        const std::string text = v.at("case");
        table t;
        t.add(text, [&] { return matmul(*shapes_from(text)); });
        EXPECT_EQ(t.lines, text + " | " + std::string(v.at("answer")) + "\n") << asked;
        ++same;
      }
    }
  }
  EXPECT_EQ(same, 18);
}

}  // namespace
}  // namespace bcast::field
