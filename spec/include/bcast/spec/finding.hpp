// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>
#include <string_view>

#include "bcast/spec/clause.hpp"

/// Where a document fails, and where it does not speak.
namespace bcast::spec {

/// How a document fails, and what a row must show for it.
enum class defect {
  cannot_run,             ///< what is printed gives no value: `printed` says why
  contradicts_itself,     ///< two passages of the document disagree: `at` and `against`
  contradicts_another,    ///< it disagrees with another text: `against` is the clause or the text
  implemented_otherwise,  ///< a system does something else: `against` is the system and its version
  omission,               ///< a constraint is missing: what it accepts makes a passage untrue
  ambiguous,              ///< one passage has two readings: `printed` and `corrected`
};

/// What a passage is compared with.
struct opposite {
  std::string_view of;  ///< a clause, a text, or a system with its version
  passages at;          ///< its lines in the transcribed text
  passages newest;      ///< its lines in the newest text that was read
};

/// A defect with its counterexample: a program evaluates the example as printed and as corrected,
/// and a test compares both results with the row. What its maintainers need is in
/// tools/findings/reports.
struct finding {
  std::string_view tag;
  std::string_view clause;  ///< the clause at fault
  spec::defect defect;
  passages at;                 ///< the lines at fault in the transcribed text
  opposite against;            ///< depends on the defect
  std::string_view title;      ///< the defect in a sentence
  std::string_view example;    ///< the smallest counterexample, as a case
  std::string_view printed;    ///< what the example gives as printed
  std::string_view corrected;  ///< as corrected, by the other reading, or by what it is compared
                               ///< with
  passages newest;       ///< the lines at fault in the newest text; none if it is gone from it
  std::string_view why;  ///< why it matters

  /// Whether the newest text that was read (`document::newest`) still has it.
  constexpr bool open() const { return !newest.empty(); }
};

/// A place that a document does not cover, which is no defect. Its rules have no answer there.
struct scope_note {
  std::string_view tag;
  passages at;                              ///< the lines to which an answer would belong
  std::string_view statement;               ///< what is not said
  std::optional<std::string_view> example;  ///< the smallest case; none if no rule can be asked
};

}  // namespace bcast::spec
