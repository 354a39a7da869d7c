// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "question.hpp"

#include <CLI/CLI.hpp>

#include "bcast/proptests/text.hpp"
#include "help.hpp"

namespace bcast::cli {

void add_question(CLI::App& sub, question& q) {
  sub.add_option("shapes", q.shapes, "8x1x6x1, (8,1,6,1), tensor<8x1xf32>, (), ?x4, Nx4, <=8, *")
      ->type_name("SHAPE")
      ->required();
  takes(
      sub.add_option("--profile", q.profile, "The rule, with its switches")->capture_default_str(),
      "PROFILE");
  sub.add_option("--dims", q.dims, "XLA's broadcast dimensions: 0,2")->type_name("AXES");
  add_output(sub, q.to);
}

proptests::test_case case_of(question const& q) {
  proptests::test_case c;
  for (std::string const& text : q.shapes) c.operands.push_back({proptests::parse_type(text), {}});
  if (q.dims) c.dimensions = proptests::parse_tuple(*q.dims);
  return c;
}

}  // namespace bcast::cli
