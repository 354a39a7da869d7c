// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// Memory that is allocated from now on has no zeros, whatever the process had before, until it is
/// used: who reads it uninitialised is mostly wrong here, and in a replay as well. Only with glibc.
void soil_heap();

}  // namespace bcast::proptests
