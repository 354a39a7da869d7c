// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// The explorer's questions to the oracle and to the verifier.
namespace bcast::explorer {

using json = nlohmann::ordered_json;

/// Answers a question in JSON: `{"shapes": ["8x1x6x1", ...], "dims": "0,2" or absent, "profile":
/// "xla", "result": "8x7" or absent, "at": [0, 1] or absent}`.
///
/// `{"error": ..., "field": ...}` if an entry cannot be read; `field` is the shape's position,
/// `"dims"`, `"result"` or `"profile"`. Otherwise `verdicts`: for each profile its name, its note,
/// its `verdict` (`ok`, `reject`, `no_answer`, `refused` if the profile does not take this
/// question), its source (`by`: a transcription or the verifier), its shape, or the clause's tag,
/// axis, operands and reason. For the chosen profile also the drawing, the steps, the values if all
/// sizes are known and there are few, and the steps to the element at `at`. If a size is unknown,
/// `before_run_time`: the `conditions` that are left to assert, or why the shapes `never`
/// broadcast, and whether the `declared` result is `impossible`, `possible` or `certain`.
json answer(json const& question);

/// The same from text to text. If the text is not JSON of this form, the answer is an error.
std::string answer_text(std::string const& question);

}  // namespace bcast::explorer
