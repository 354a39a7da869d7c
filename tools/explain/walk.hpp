// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "events.hpp"

/// The steps of a broadcast, in lines for a reader, each with the tag of its clause.
namespace bcast::explain {

/// The steps of the transcription that the rule is based on; if they do not end in the shape
/// that the rule infers, one line that says so.
std::string walk(std::string_view rule, proptests::test_case const& c);

/// Which sizes of which operands are stretched; the operands must broadcast.
std::string stretches(std::string_view rule, proptests::test_case const& c,
                      kit::result const& answer);

/// Throws std::invalid_argument if `at` is not the position of an element of the result, from 0,
/// and if a size is not known.
void check_position(proptests::test_case const& c, kit::result const& answer,
                    std::vector<std::int64_t> const& at);

/// The element of an operand that a position of the result reads.
struct element_source {
  std::vector<std::int64_t> index;  ///< into the operand, from 0
  std::string step;                 ///< the formulas with their numbers, a line for a reader
};

/// For each operand the element that the position `at` reads, by the rule's transcription if it
/// says that, else by SONNX's formulas; `at` is one that check_position accepts.
std::vector<element_source> sources_of_element(std::string_view rule, proptests::test_case const& c,
                                               kit::result const& answer,
                                               std::vector<std::int64_t> const& at);

/// The same in lines for a reader.
std::string walk_values(std::string_view rule, proptests::test_case const& c,
                        kit::result const& answer, std::vector<std::int64_t> const& at);

/// What is known before run time about unknown sizes or ranks, in words; by the rule "the size that
/// is not 1".
struct run_time {
  std::vector<std::string> conditions;  ///< left to assert [bcast.P42]; none if nothing is left
  std::optional<std::string> never;  ///< why no run time broadcasts; then there are no conditions
  std::optional<std::string> declared;  ///< of a declared result: impossible, possible or certain
};

/// None if all sizes and ranks of the operands are known, or if broadcast dimensions are given.
std::optional<run_time> before_run_time(proptests::test_case const& c);

/// The same in lines for a reader.
std::string to_string(run_time const& known);

/// The same as an object with `conditions`, and `never` and `declared` where they are there.
nlohmann::ordered_json to_json(run_time const& known);

/// A run of a document's transcription.
struct run {
  kit::result answer;
  std::vector<traced::event> events;
};

/// Runs the traced copy of a document's transcription; for `mlir` with a declared result, its
/// Verify. More than two operands of `array_api` are folded from the left [bcast.P3].
run run_of(std::string_view document, proptests::test_case const& c);

}  // namespace bcast::explain
