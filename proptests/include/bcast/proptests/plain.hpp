// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include "bcast/kit/subject.hpp"

namespace bcast::proptests {

/// An implementation of the kit's every function that is right by being slow: each element of a
/// result is read where the transcription of SONNX says, each shape is that of the Array API's.
/// Its operations are those that the laws know; but for `copy`, `broadcast` and `sub`, on whole
/// numbers from 0 to 100.
kit::subject plain();

}  // namespace bcast::proptests
