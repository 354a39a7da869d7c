// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/run.hpp"
#include "cases/property.hpp"

/// Asks a subject about one case of a law at a time.
namespace bcast::proptests {

/// A call of `broadcast_shapes`, `expand`, `apply` or `adjoint` that gave no result.
struct refused_call {
  std::vector<kit::shape> operands;
  std::optional<kit::shape> target;
  bool failed = false;  ///< by an exception or an error, not by an answer
  std::string why;      ///< the reason that the answer has
};

/// A call's shapes. None for a call that the laws of static shapes do not make.
std::optional<refused_call> call_of(std::vector<kit::shape> const& operands,
                                    std::optional<kit::broadcast_dimensions> const& dimensions);
std::optional<refused_call> call_of(std::vector<kit::shape> const& operands, kit::shape const&);
std::optional<refused_call> call_of(kit::shape const& operand, kit::shape const& target);
std::optional<refused_call> call_of(std::string_view op, std::vector<kit::tensor> const& operands,
                                    std::vector<kit::tensor> const& outputs);
std::optional<refused_call> call_of(kit::tensor const& gradient, kit::tensor const& out);

/// None: a product has a rule of its own.
std::optional<refused_call> call_of(kit::tensor const& a, kit::tensor const& b,
                                    kit::tensor const& out);

/// A law's message about a case, followed by a line for each thing that helps: the reason of the
/// refusal, how to return one, and the declaration of the largest rank.
std::string with_advice(std::string wrong, refused_call const& call, kit::subject const& s);

/// What the calls for one case have shown.
struct observed {
  bool declined = false;
  std::optional<refused_call> refused;  ///< the last call, if it was refused
};

/// Whether every call of a case is within the contract and the law.
bool asked(law const& l, kit::subject const& s, test_case const& c);

/// A law that is checked on a subject, as a RapidCheck property.
class law_property {
 public:
  law_property(law const& l, kit::subject const& s, settings const& with);

  bool asked(test_case const& c) const { return proptests::asked(law_, subject_, c); }

  std::optional<expected_failure> expected(test_case const& c) const;

  /// Begins the time for simpler cases.
  void shrink() {
    shrink_until_ = std::chrono::steady_clock::now() + with_.shrink_time;
    cut_ = false;
  }

  /// Whether that was too short for all of them.
  bool cut() const { return cut_; }

  /// Whether the subject declined the last case. Then there is no result.
  bool declined() const { return note_.declined; }

  /// Whether the subject is asked no more, so that nothing is known of the last case.
  bool gone() const { return gone_; }

  /// What is wrong with a case that the law applies to. An exception from the subject counts as
  /// wrong, so a law never ends a run.
  std::optional<std::string> ask(std::string_view source, test_case const& c);

  /// The same for a simpler case. The case is discarded if it is expected to fail, so that a
  /// failure never shrinks to a known one, or if the subject is gone by then.
  judged ask_simpler(std::string_view source, test_case const& c);

 private:
  std::optional<std::string> ask_anew(std::string_view source, test_case const& c);
  std::optional<std::string> blame(std::span<test_case const> calls, std::vector<bool> const& held);
  std::optional<bool> holds_alone(test_case const& call) const;

  observed note_;
  bool gone_ = false, cut_ = false;
  std::optional<std::chrono::steady_clock::time_point> shrink_until_;
  std::unordered_set<std::string> held_;  ///< the simpler cases, which are not asked again
  int alone_ = 0;  ///< calls that turned out to be wrong by themselves; each costs an instance
  law const& law_;
  kit::subject subject_;
  settings const& with_;
  pid_t process_;
};

}  // namespace bcast::proptests
