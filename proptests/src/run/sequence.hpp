// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/run.hpp"

/// Failures that depend on earlier calls: a failure is tried again, of an instance of the subject
/// that has answered nothing yet, before it is printed.
namespace bcast::proptests {

/// What is wrong with one call; none if the law holds. An exception of the subject counts as wrong.
/// Throws subject_gone.
std::optional<std::string> wrong_call(law const& l, kit::subject const& s, test_case const& call);

/// A case that fails, as it was asked, and what is wrong.
struct failing {
  test_case of;
  std::string what;
};

/// Of the outcome of one case.
std::optional<failing> failing_of(outcome const& o);

/// The arguments of `check` that ask a law for all the cases of a run.
std::string arguments_of(settings const& with);

/// A case that a run asks more than once, because a subject without layouts gets it for several.
enum class occurrence { first, last };

/// The cases that a run asks before a given one, the latest 4096 of them; empty if the run does not
/// ask that one.
std::vector<test_case> asked_before(law const& l, kit::subject const& s, settings const& with,
                                    test_case const& found, occurrence which);

/// How a failure is tried again.
struct retrial {
  law const& of;
  std::string place;  ///< `in a fresh process`

  /// Asks a case of an instance that has answered nothing yet.
  std::function<std::optional<failing>(test_case const&)> ask{};

  /// Those asked before the case that was found.
  std::function<std::vector<test_case>(occurrence)> earlier{};
  bool shrinks = true;
  bool shrunk = true;                    ///< the failure is as small as shrinking could make it
  bool timed = true;                     ///< shrinking ends after `time`
  std::chrono::milliseconds time{2000};  ///< also of the search for a sequence
  int asks = 200;                        ///< at most, besides the search
};

/// Replaces the smallest case by one that fails when it is tried again: itself, or the case that
/// was found, alone or after the shortest sequence of earlier ones. If none fails, the failure is
/// lost.
void try_again(counterexample& f, retrial const& again);

bool is_lost(outcome const& o);

/// What to say of a law whose failure is lost, when a fresh instance has been asked the whole of
/// it: if that has failed too, its failure, and otherwise a remark.
outcome in_place_of(outcome const& lost, outcome again);

}  // namespace bcast::proptests
