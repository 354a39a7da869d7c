// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "cases/rapid.hpp"

/// Runs a law under RapidCheck, which goes through the cases and shrinks the first one that fails.
namespace bcast::proptests {

/// The result of one case: whether the law holds, fails or does not apply (Discard).
struct judged {
  rapid::CaseResult result;
  bool last = false;  ///< no simpler case is to be asked
};

/// A case on which a law fails, and the smallest failing case that RapidCheck reaches from it.
struct falsified {
  test_case found;
  test_case smallest;
  std::string what;  ///< of the smallest
  int steps = 0;     ///< down the tree of simpler cases
};

/// RapidCheck's check of a property. It prints nothing and reads no environment variables.
rapid::TestResult check_quietly(rapid::Property const& p, rapid::TestParams const& params);

/// A law as a RapidCheck property. It does not use toProperty, because toProperty keeps the text
/// about a case on one stack for all threads, and laws run on several threads.
class property {
 public:
  using judge = std::function<judged(test_case const&)>;

  explicit property(judge of) : judge_(std::move(of)) {}

  /// `c` is known to fail and is not asked again.
  void failed(test_case const& c, std::string const& what);

  /// Checks the cases in order until one fails. That case is shrunk in the tree that `tree` makes
  /// from it. RapidCheck's seed does not matter, because the cases are already drawn.
  std::optional<falsified> check(std::vector<test_case> const& cases,
                                 rc::Shrinkable<test_case> (*tree)(test_case));

 private:
  rc::Shrinkable<rapid::CaseDescription> on(rc::Shrinkable<test_case> const& drawn);
  rapid::CaseDescription describe(test_case const& c);
  judged ask(test_case const& c);

  judge judge_;
  std::optional<test_case> found_, smallest_;
  std::string what_;
  bool over_ = false;
};

}  // namespace bcast::proptests
