// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/laws.hpp"

/// Laws respect what a subject declares about itself: no law asks for more.
namespace bcast::proptests {

/// Why a law cannot be asked of a subject, given what it declares; empty if it can.
std::string beyond_contract(law const& l, kit::subject const& s);

/// Whether a call of the law is within what the subject declares.
bool within_contract(law const& l, kit::subject const& s, test_case const& c);

/// The case with declared replacements for an element type, operation or layouts that the subject
/// does not declare. `i` selects among the declared ones. A case of a law about sequences that has
/// no calls before it becomes a sequence: the case, the calls between, the case again.
test_case fitted(law const& l, kit::subject const& s, test_case c, std::uint64_t i);

}  // namespace bcast::proptests
