// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "citations.hpp"

#include "bcast/spec/documents.hpp"

namespace bcast::verifier {

spec::citations const& citations_of(spec::rule const& p) { return spec::citations_of(p); }

}  // namespace bcast::verifier
