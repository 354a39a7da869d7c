// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/spec/documents.hpp"
#include "fold.hpp"

namespace bcast::verifier {

spec::citations const& citations_of(spec::rule const& p) { return spec::citations_of(p); }

}  // namespace bcast::verifier
