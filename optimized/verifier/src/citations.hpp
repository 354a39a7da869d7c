// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/rules.hpp"

namespace bcast::verifier {

/// As spec::citations_of. One unit includes the documents' rows, so that a changed row compiles
/// little else.
spec::citations const& citations_of(spec::rule const& p);

}  // namespace bcast::verifier
