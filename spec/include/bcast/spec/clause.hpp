// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string_view>

namespace bcast::spec {

/// How binding a clause is: in the document's own words (the indicative counts as must, "can" and
/// "is supported" as may), or `silent` where it has none and an implementer needs one, or `derived`
/// where the clause is ours and follows from the others.
enum class level { must, should, may, silent, derived };

/// A formula in plain text, as printed.
struct formula : std::string_view {
  using std::string_view::string_view;
};

/// One clause of a document.
///
/// A tag is `<document>.<letter><n>`. The letters: N a notation or a definition, F a formula,
/// C a constraint, X a rule in prose, A a step of an algorithm or a pseudo-function, I a row of an
/// inference table (an in-place rule in array_api), V a row of a verification table, S a worked
/// example, P a property that we derive, D a departure from what is printed, G a gap.
struct clause {
  std::string_view tag;
  level obligation;
  std::string_view section;    ///< where it stands in the document
  spec::formula formula;       ///< empty where the clause is prose
  std::string_view statement;  ///< what it says, in our words
};

/// One of the four documents.
struct document {
  std::string_view name;  ///< as in the tags
  std::string_view title;
  std::string_view edition;  ///< the edition that is transcribed
  std::string_view newest;   ///< what the newest known edition changed
};

}  // namespace bcast::spec
