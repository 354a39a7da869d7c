// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <string_view>

#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/rules.hpp"

/// What a running program asks the documents' rows. One unit includes them, so that a changed row
/// compiles little else.
namespace bcast::proptests {

/// The rules of all documents.
std::span<spec::document_rule const> registered_document_rules();

/// As spec::find_document_rule.
spec::document_rule const* registered_document_rule(std::string_view name);

/// The rule that a name means, which may be one of spec::rule_aliases. Throws
/// std::invalid_argument for a name that no rule has, with a suggestion and the list.
std::string_view rule_called(std::string_view name);

/// As spec::citations_of.
spec::citations const& registered_citations(spec::rule const& p);

}  // namespace bcast::proptests
