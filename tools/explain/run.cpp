// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "walk.hpp"

// The generated traced copies, in a generated list.
#include "traced/all.hpp"

namespace bcast::proptests {
namespace texts = bcast::traced;
}

#include "oracle/transcriptions.hpp"

namespace bcast::explain {

run run_of(std::string_view document, proptests::test_case const& c) {
  using namespace proptests;
  run r;
  const auto next = [](std::size_t m) {
    const std::string words = "then operand " + std::to_string(m);
    traced::tell({traced::kind::step, {{"bcast.P3", ""}}, words, {}, {}, {}, {}});
  };
  const bool takes_result = c.result && rule_named<index>(document).verify != nullptr;
  r.answer = traced::recorded(r.events, [&] {
    return takes_result ? verified(document, c) : answer_of(document, c, next);
  });
  r.answer = with_axis(document, std::move(r.answer), c);
  if (r.answer.verdict == kind::ok && takes_result) {
    r.answer.shape = answer_of(document, c, [](std::size_t) {}).shape;
  }
  return r;
}

}  // namespace bcast::explain
