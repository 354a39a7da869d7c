// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "pipe/capabilities.hpp"
#include "pipe/elements.hpp"

/// Both sides of the pipe's contract: one JSON object a line, an ask or its answer. It is defined
/// by schema/pipe-1.schema.json.
namespace bcast::proptests::pipe {

/// The verdict of an answer, with what it names. Throws malformed for an answer without a verdict,
/// or with an error instead.
kit::result to_verdict(json const& answer);

/// A function that answers an ask, with at most `elements` elements in the answer; it throws if
/// there is no answer.
using responder = std::function<json(json const& ask, std::size_t elements)>;

/// Asks what the operations of a program's own mean, and defines them. Throws malformed, and what
/// define_operation does.
void define_own(capabilities& c, responder const& ask);

/// The subject whose functions are asked of a responder. They throw subject_failure for an answer
/// that is malformed.
kit::subject subject_of(capabilities const& c, responder const& ask);

/// The answer of a subject to an ask; an ask that it cannot answer gives an error, never an
/// exception.
json respond(kit::subject const& s, json const& ask);

}  // namespace bcast::proptests::pipe
