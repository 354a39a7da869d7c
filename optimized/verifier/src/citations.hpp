// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/spec/documents.hpp"

namespace bcast::verifier {

using spec::citations_of;

}  // namespace bcast::verifier
