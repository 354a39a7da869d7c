// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "pipe/elements.hpp"

/// Both sides of the pipe's contract: one JSON object a line, an ask or its answer. It is defined
/// by schema/pipe-1.schema.json.
namespace bcast::proptests::pipe {

inline constexpr int version = 1;

/// What an answering program declares about itself.
struct capabilities {
  std::string name;
  std::string profile;
  std::vector<std::string> asks;  ///< of join, verify, expand, apply, adjoint
  kit::contract declares;
  std::size_t max_elements = 1 << 14;  ///< of all tensors of an ask
  bool base64 = false;                 ///< elements are sent as their bytes in base64
};

/// The first ask.
json caps_ask();

/// Throws malformed for anything that is not an answer to it.
capabilities to_capabilities(json const& answer);

/// What a subject can do, in terms of the pipe.
capabilities capabilities_of(kit::subject const& s);
json to_json(capabilities const& c);

/// The verdict of an answer, with what it names. Throws malformed for an answer without a verdict,
/// or with an error instead.
kit::answer to_verdict(json const& answer);

/// A function that answers an ask, with at most `elements` elements in the answer; it throws if
/// there is no answer.
using responder = std::function<json(json const& ask, std::size_t elements)>;

/// The subject whose functions are asked of a responder. They throw subject_failure for an answer
/// that is malformed.
kit::subject subject_of(capabilities const& c, responder const& ask);

/// The answer of a subject to an ask; an ask that it cannot answer gives an error, never an
/// exception.
json respond(kit::subject const& s, json const& ask);

}  // namespace bcast::proptests::pipe
