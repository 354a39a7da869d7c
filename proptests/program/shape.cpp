// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "explain/answer.hpp"
#include "output.hpp"

namespace bcast::program {

proptests::test_case case_of(question const& q) {
  proptests::test_case c;
  for (std::string const& text : q.shapes) c.operands.push_back({proptests::parse_type(text), {}});
  if (q.dims) c.dimensions = proptests::parse_tuple(*q.dims);
  return c;
}

int shape(question const& q) {
  const proptests::test_case c = case_of(q);
  const explain::answered found = explain::answer_under(q.profile, c);
  kit::answer const& answer = found.answer;
  const int status = status_of(answer);
  if (q.to.json) print(to_json(found));
  if (q.to.json || q.to.quiet) return status;
  if (status == holds) {
    fmt::print("{}\n", proptests::to_string(answer.common));
    return status;
  }
  std::fputs((explain::line_of(answer) + "\n").c_str(), stderr);
  return status;
}

}  // namespace bcast::program
