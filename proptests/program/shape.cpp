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
#include "oracle/intervals.hpp"
#include "output.hpp"

namespace bcast::program {

proptests::test_case case_of(question const& q) {
  proptests::test_case c;
  for (std::string const& text : q.shapes) c.operands.push_back({proptests::parse_type(text), {}});
  if (q.dims) c.dimensions = proptests::parse_tuple(*q.dims);
  return c;
}

namespace {

/// The operands of the product that is asked for; none if the question is about a broadcast.
std::optional<proptests::product_text> product_of(question const& q) {
  const bool is_product =
      std::any_of(q.shapes.begin(), q.shapes.end(),
                  [](std::string const& text) { return proptests::is_product(text); });
  if (!is_product && q.relation != "batch") return std::nullopt;
  if (q.dims) throw std::invalid_argument("a product of matrices has no broadcast dimensions");
  if (q.relation && q.relation != "batch") {
    throw std::invalid_argument("a product of matrices has the relation batch");
  }
  if (q.shapes.size() == 1 && is_product) return proptests::parse_product(q.shapes.front());
  if (q.shapes.size() == 2 && !is_product) {
    return proptests::parse_product(q.shapes[0] + "@" + q.shapes[1]);
  }
  throw std::invalid_argument("a product of matrices has two operands: A@B, or A B");
}

/// The rule for products: the one that is named, or else NumPy's.
std::string product_rule_of(question const& q) {
  return q.profile == question{}.profile ? "gufunc_matmul" : q.profile;
}

answers::answered answer_to(question const& q) {
  if (const auto p = product_of(q)) {
    return answers::product_under(product_rule_of(q), proptests::sizes_of(p->a),
                                  proptests::sizes_of(p->b));
  }
  const std::string with = q.relation ? " relation=" + *q.relation : "";
  return answers::answer_under(q.profile + with, case_of(q));
}

/// The shapes of a question about intervals.
std::vector<proptests::intervals> intervals_of(question const& q) {
  if (q.profile != question{}.profile && q.profile != "openvino") {
    throw std::invalid_argument("only the profile openvino knows sizes by two bounds");
  }
  if (q.dims || q.relation) {
    throw std::invalid_argument("sizes between two bounds have no --dims and no --relation");
  }
  std::vector<proptests::intervals> all;
  for (std::string const& text : q.shapes) all.push_back(proptests::parse_intervals(text));
  return all;
}

int shape_of_intervals(question const& q) {
  const std::optional<proptests::intervals> found = proptests::merged(intervals_of(q));
  const std::string text = found ? proptests::to_string(*found) : "";
  if (q.to.json) {
    nlohmann::ordered_json j{{"verdict", found ? "ok" : "reject"}};
    if (found) j["shape"] = text;
    j["by"] = "openvino";
    print(j);
  } else if (!q.to.quiet && found) {
    fmt::print("{}\n", text);
  } else if (!q.to.quiet) {
    std::fputs("does not broadcast: the intervals of an axis have no size in common\n", stderr);
  }
  return found ? holds : broken;
}

}  // namespace

bool asks_intervals(std::vector<std::string> const& shapes) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [](std::string const& text) { return proptests::is_intervals(text); });
}

int shape(question const& q) {
  if (asks_intervals(q.shapes)) return shape_of_intervals(q);
  const answers::answered found = answer_to(q);
  kit::answer const& answer = found.answer;
  const int status = status_of(answer);
  if (q.to.json) print(to_json(found));
  if (q.to.json || q.to.quiet) return status;
  if (status == holds) {
    fmt::print("{}\n", proptests::to_string(answer.common));
    return status;
  }
  std::fputs((answers::line_of(answer) + "\n").c_str(), stderr);
  return status;
}

}  // namespace bcast::program
