// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// What the explorer asks of the oracle and of the verifier.
namespace bcast::explorer {

using json = nlohmann::ordered_json;

/// Answers a question in JSON: `{"shapes": ["8x1x6x1", ...], "dims": "0,2" or absent, "profile":
/// "xla", "result": "8x7" or absent, "at": [0, 1] or absent}`.
///
/// `{"error": ..., "field": ...}` where an entry cannot be read; `field` is the shape's position,
/// `"dims"`, `"result"` or `"profile"`. Otherwise `verdicts`: for each profile its name, its note,
/// its `verdict` (`ok`, `reject`, `no_answer`, `refused` where the question itself is none of the
/// profile's), what gave it (`by`: a transcription or the verifier), its shape, or the clause's
/// tag, axis, operands and reason; and of the chosen profile the drawing, the steps, the values
/// where all sizes are known and there are few, and the steps to the element at `at`. Where a size
/// is unknown, `before_run_time`: the `conditions` that are left to be asserted, or why the shapes
/// `never` broadcast, and whether the `declared` result is `impossible`, `possible` or `certain`.
json answer(json const& question);

/// The same from text to text. Text that is not JSON of that form is answered with an error.
std::string answer_text(std::string const& question);

}  // namespace bcast::explorer
