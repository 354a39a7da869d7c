// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explanation.hpp"

#include <fmt/core.h>

#include "bcast/proptests/text.hpp"
#include "walk.hpp"

namespace bcast::explain {

std::string explanation(std::string_view rule, proptests::test_case const& c,
                        result const& answer) {
  const std::string steps = fmt::format(
      "{}\nby: {}\n{}", proptests::picture(proptests::types_of(c), c.dimensions, answer), answer.by,
      walk(rule, c));
  if (answer.verdict == kit::result::kind::ok) {
    return fmt::format("{}\n{}", steps, stretches(c, answer));
  }
  return fmt::format("{}\n{}\n", steps, answers::line_of(answer));
}

}  // namespace bcast::explain
