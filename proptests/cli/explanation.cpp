// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explanation.hpp"

#include <fmt/core.h>

#include "bcast/proptests/text.hpp"
#include "walk.hpp"

namespace bcast::cli {

std::string explanation(std::string_view profile, proptests::test_case const& c,
                        kit::answer const& answer) {
  const std::string steps =
      fmt::format("{}\n{}", proptests::picture(proptests::types_of(c), c.dimensions, answer),
                  walk(profile, c, answer));
  switch (answer.verdict) {
    case kit::answer::kind::ok:
      return fmt::format("{}\n{}", steps, stretches(c, answer));
    case kit::answer::kind::reject:
      return fmt::format("{}\ndoes not broadcast [{}] {}{}\n", steps, answer.tag,
                         answer.axis ? fmt::format("axis {}: ", *answer.axis) : "", answer.why);
    default:
      return fmt::format("{}\nno answer [{}] {}\n", steps, answer.tag, answer.why);
  }
}

}  // namespace bcast::cli
