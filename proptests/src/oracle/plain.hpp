// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/kit/subject.hpp"

namespace bcast::proptests {

/// A slow and correct implementation of every function of the kit. The transcription of SONNX
/// selects each element that is read, and the transcription of the Array API gives each shape. It
/// has the operations that the laws know. All but `copy`, `broadcast` and `sub` work on integers
/// from 0 to 100.
kit::subject plain();

}  // namespace bcast::proptests
