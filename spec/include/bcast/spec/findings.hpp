// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include "bcast/spec/documents.hpp"
#include "bcast/spec/finding.hpp"

namespace bcast::spec {

/// The findings of all documents, in their order.
inline constexpr auto findings = gathered<&rows::findings>();

/// The scope notes of all documents.
inline constexpr auto notes = gathered<&rows::notes>();

}  // namespace bcast::spec
