// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "cases/rapid.hpp"

/// Runs a law under RapidCheck, which goes through the cases, shrinks the first one that fails, and
/// counts the others by tag.
namespace bcast::proptests {

/// The result of one case: whether the law holds, fails or does not apply (Discard), and the tags
/// under which the case is counted.
struct judged {
  rapid::CaseResult result;
  rapid::Tags tags;
  bool last = false;  ///< no simpler case is to be asked
};

/// A case on which a law fails, and the smallest failing case that RapidCheck reaches from it.
struct falsified {
  test_case found;
  test_case smallest;
  std::string what;               ///< of the smallest
  std::size_t index = 0;          ///< of `found` in what was checked
  std::vector<std::size_t> path;  ///< in the tree of simpler cases

  int steps() const { return static_cast<int>(path.size()); }
};

struct checked {
  std::map<std::string, std::uint64_t> tags;  ///< how many of the cases that hold have each
  std::optional<falsified> failure;
};

using reproductions = std::unordered_map<std::string, rapid::Reproduce>;

/// `reproduce=...`, as RC_PARAMS names them.
std::string named(reproductions const& all);

/// RapidCheck's check of a property. It prints nothing and reads no environment variables.
rapid::TestResult check_quietly(rapid::Property const& p, std::string const& id,
                                rapid::TestParams const& params,
                                reproductions const& reproduced = {});

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
  checked check(std::string const& id, std::vector<test_case> const& cases,
                rc::Shrinkable<test_case> (*tree)(test_case));

  /// Runs only the case that a reproduction names, at the end of its path. If the path leads
  /// nowhere or the case does not fail, the failure says so.
  checked reproduce(std::string const& id, rc::Gen<test_case> const& cases,
                    rapid::Reproduce const& of);

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
