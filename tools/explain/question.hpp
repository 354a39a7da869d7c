// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// Questions in JSON, of the package in Python and of the explorer.
namespace bcast::explain {

/// Answers a question. A shape is a text, `"8x1"`, or a list of its sizes, `[8, "N"]`; `dims` and
/// `at` are a text, `"0,2"`, or a list. `ask` is one of
///
/// - `shape`, of `shapes`, and optionally `rule` and `dims`: the `verdict` (`ok`, `refused`,
///   `silent`) and who gives it (`by`), with the `shape`, or with `clause`, `statement`, `axis`,
///   `operands` and `why`;
/// - `index`, also of `at`: of each operand the `index` of the element that is read, in `elements`;
/// - `verify`, also of `result`: if a size is not known, `before_run_time` has the `conditions`
/// that
///   are left to assert, or why the shapes `never` broadcast, and whether the `declared` result is
///   `impossible`, `possible` or `certain`;
/// - `explain`, optionally of `at` and `result` too: `text` and `svg`;
/// - `rules`;
/// - `capabilities`, what a subject in Python can declare;
/// - `explore`, of what `explain` takes, or of one product of matrices: `verdicts` of all rules
///   (`not_asked` if a rule does not take the question), `groups` of the rules with one answer,
///   and, of the `chosen` rule, the drawing, the steps, the values if there are few, and the steps
///   to the element at `at`.
///
/// What is wrong is `{"error": ..., "field": ...}`; the field is the position of a shape, `dims`,
/// `result` or `rule`, or null. Throws std::bad_alloc only.
std::string answer_to(std::string_view question);

}  // namespace bcast::explain
