// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include "bcast/spec/documents.hpp"
#include "bcast/spec/finding.hpp"

namespace bcast::spec {

/// The findings of all documents, in their order.
inline constexpr auto findings = gathered<&rows::findings>();

}  // namespace bcast::spec
