// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers/answer.hpp"
#include "answers/compare.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "pipe/shapes.hpp"
#include "support/numbers.hpp"

namespace bcast::program {
namespace {

using proptests::test_case;
using json = nlohmann::ordered_json;

std::vector<std::int64_t> sizes(test_case const& c, std::size_t m) {
  return proptests::sizes_of(c.operands[m].type);
}

/// A case, and what the rule answers for its operands.
json described(proptests::family f, test_case const& c, std::string const& rule) {
  json j{{"case", proptests::to_string(c)}, {"shapes", json::array()}};
  for (proptests::operand const& o : c.operands) {
    j["shapes"].push_back(proptests::pipe::to_json(o.type));
  }
  if (c.dimensions) j["dims"] = *c.dimensions;
  if (c.result) j["result"] = proptests::pipe::to_json(c.result->type);
  test_case joined = c;
  joined.result.reset();
  const bcast::result found = f == proptests::family::products
                                  ? answers::product_under(rule, sizes(c, 0), sizes(c, 1))
                                  : answers::broadcast_shapes(rule, joined);
  j.update(to_json(found));
  if (found.verdict == kit::result::kind::ok) {
    j["shape"] = proptests::pipe::to_json(found.shape);
  }
  return j;
}

}  // namespace

int cases(cases_arguments const& a) {
  const proptests::family f = proptests::family_named(a.family);
  const std::string rule = a.rule.value_or(f == proptests::family::tuples     ? "xla"
                                           : f == proptests::family::products ? "gufunc_matmul"
                                                                              : "array_api");
  const std::uint64_t seed = proptests::given_seed(a.seed).value_or(0);
  std::string known;
  for (auto const& from : sources_of(f, proptests::run_size::push, seed, a.count)) {
    if (from.count != 0) known += fmt::format("{}{}", known.empty() ? "" : ", ", from.name);
    if (from.name != a.source) continue;
    const std::uint64_t count = std::min(a.count, from.count);
    for (std::uint64_t i = 0; i < count; ++i) {
      const test_case c = from.at(i);
      const std::string line = a.json ? described(f, c, rule).dump() : proptests::to_string(c);
      fmt::print("{}\n", line);
    }
    if (count != 0) return holds;
  }
  throw std::invalid_argument(fmt::format(
      "the family '{}' has no cases of the source '{}'; there are {}", a.family, a.source, known));
}

}  // namespace bcast::program
