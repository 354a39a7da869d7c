// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "events.hpp"

namespace bcast::explain {

/// A run of a document's transcription.
struct run {
  kit::result answer;
  std::vector<traced::event> events;
};

/// Runs the traced copy of a document's transcription; for `mlir` with a declared result, its
/// Verify. More than two operands of `array_api` are folded from the left [bcast.P3].
run run_of(std::string_view document, proptests::test_case const& c);

}  // namespace bcast::explain
