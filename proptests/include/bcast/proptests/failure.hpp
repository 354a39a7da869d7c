// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <stdexcept>

namespace bcast::proptests {

/// What a subject did in place of an answer: it crashed, it hung, it said what cannot be read. The
/// law that had asked is broken, with this text.
struct subject_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The subject did so too often, and is not asked again.
struct subject_gone : subject_failure {
  using subject_failure::subject_failure;
};

}  // namespace bcast::proptests
