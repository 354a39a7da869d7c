// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string_view>

#include "bcast/spec/clause.hpp"

/// Where a document fails: a departure or a gap, with its counterexample. Every row is run: a
/// program evaluates its example as printed and as corrected, and a test compares both results with
/// the row.
namespace bcast::spec {

/// How a document fails, and what a row must show for it.
enum class defect {
  cannot_run,             ///< what is printed gives no value: `printed` says why
  contradicts_itself,     ///< two passages of the document disagree: `at` and `against`
  contradicts_another,    ///< it disagrees with another document: `against` is the other clause
  implemented_otherwise,  ///< a system does something else: `against` is the system and its version
  unsound,                ///< the run-time sizes in `witness` contradict a verdict
  side_effect,            ///< it changes something that it does not own
  ambiguous,              ///< one passage has two readings: `printed` and `corrected`
  consequence,            ///< it follows from another finding: `against`
  silent,                 ///< it says nothing where an implementer needs an answer
};

/// Whether the newest text that was read (`document::newest`) still has it.
enum class standing { open, gone };

/// What a passage is compared with.
struct opposite {
  std::string_view of;  ///< a clause, a finding, or a system with its version
  passages at;          ///< its lines in the transcribed text
  passages newest;      ///< its lines in the newest text that was read
};

struct finding {
  std::string_view tag;
  std::string_view clause;  ///< the clause at fault, or the one that needs the answer
  spec::defect defect;
  passages at;                 ///< the lines at fault in the transcribed text
  opposite against;            ///< depends on the defect
  std::string_view title;      ///< the defect in a sentence
  std::string_view example;    ///< the smallest counterexample, as a case
  std::string_view witness;    ///< for an unsound verdict: the run-time sizes
  std::string_view printed;    ///< what the example gives as printed
  std::string_view corrected;  ///< as corrected, by the other reading, or by what it is compared
                               ///< with; for a gap, what bcast returns if it must return something
  spec::standing standing;
  passages newest;         ///< the lines at fault in the newest text; none if it is gone
  std::string_view why;    ///< why it matters
  std::string_view mend;   ///< the smallest change to the text that fixes it
  std::string_view rules;  ///< what the rules do about it
};

}  // namespace bcast::spec
