// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <stdexcept>

namespace bcast::proptests {

/// A subject crashed, hung or gave unreadable output instead of an answer. The law that asked is
/// broken, with this text.
struct subject_failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The subject answered that it failed.
struct subject_error : subject_failure {
  using subject_failure::subject_failure;
};

/// The subject failed too often and is not asked again.
struct subject_gone : subject_failure {
  using subject_failure::subject_failure;
};

}  // namespace bcast::proptests
