// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/registered.hpp"

#include "bcast/spec/documents.hpp"

namespace bcast::proptests {

std::span<spec::rule const> registered_rules() { return spec::rules; }

spec::rule const* registered_rule(std::string_view name) { return spec::find_rule(name); }

spec::citations const& registered_citations(spec::profile const& p) {
  return spec::citations_of(p);
}

}  // namespace bcast::proptests
