// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/laws.hpp"

/// Laws respect what a subject declares about itself: no law asks for more.
namespace bcast::proptests {

/// Why a law cannot be asked of a subject, given what it declares; empty if it can.
std::string beyond_contract(law const& l, kit::subject const& s);

/// The capability beyond which a call of the law is; empty if the call is within what the subject
/// declares.
std::string_view beyond_case(law const& l, kit::subject const& s, test_case const& c);
bool within_contract(law const& l, kit::subject const& s, test_case const& c);

/// The case with declared replacements for an element type, operation or layouts that the subject
/// does not declare, and with operands for the operation. `i` selects among the declared ones; one
/// case in eight goes to the operations that do not take the case's number of operands. A case of a
/// law about sequences that has no calls before it becomes a sequence: the case, the calls between,
/// the case again.
test_case fitted(law const& l, kit::subject const& s, test_case c, std::uint64_t i);

}  // namespace bcast::proptests
