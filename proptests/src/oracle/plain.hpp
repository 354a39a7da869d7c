// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/kit/subject.hpp"

namespace bcast::proptests {

/// A slow and correct implementation of every function of the kit: each element of a result is read
/// where the transcription of SONNX says, and each shape is that of the Array API's. Its operations
/// are those that the laws know; all but `copy`, `broadcast` and `sub` work on whole numbers from 0
/// to 100.
kit::subject plain();

}  // namespace bcast::proptests
