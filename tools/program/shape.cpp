// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers/answer.hpp"
#include "answers/compare.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace bcast::program {

proptests::test_case case_of(question const& q) {
  proptests::test_case c;
  for (std::string const& text : q.shapes) c.operands.push_back({proptests::parse_shape(text), {}});
  if (q.dims) c.dimensions = proptests::parse_tuple(*q.dims);
  return c;
}

namespace {

/// The product that is asked for; none if the question is about a broadcast.
std::optional<proptests::product_text> product_of(question const& q) {
  if (std::none_of(q.shapes.begin(), q.shapes.end(), proptests::is_product)) return std::nullopt;
  if (q.dims) throw std::invalid_argument("a product of matrices has no broadcast dimensions");
  if (q.shapes.size() == 1) return proptests::parse_product(q.shapes.front());
  throw std::invalid_argument("a product of matrices is A@B, and asked alone");
}

/// The rule for products: the one that is named, or else NumPy's.
std::string product_rule_of(question const& q) {
  return q.rule == question{}.rule ? "gufunc_matmul" : q.rule;
}

}  // namespace

int shape(question const& q) {
  const auto p = product_of(q);
  const result answer = p ? answers::product_under(product_rule_of(q), proptests::sizes_of(p->a),
                                                   proptests::sizes_of(p->b))
                          : answers::broadcast_shapes(q.rule, case_of(q));
  const int status = status_of(answer);
  if (q.to.json) print(to_json(answer));
  if (q.to.json || q.to.quiet) return status;
  if (status == holds) {
    fmt::print("{}\n", proptests::to_string(answer.shape));
    return status;
  }
  std::fputs((answers::line_of(answer) + "\n").c_str(), stderr);
  const bool unknown = std::any_of(q.shapes.begin(), q.shapes.end(), [](std::string const& text) {
    return !proptests::is_product(text) && !proptests::is_static(proptests::parse_shape(text));
  });
  if (unknown && answer.verdict == result::kind::silent) {
    std::fputs("try --rule sound, which answers for sizes that are not known\n", stderr);
  }
  return status;
}

}  // namespace bcast::program
