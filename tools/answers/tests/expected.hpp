// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"

/// What a refusal has to say, computed again from each document's rule. It shares no code with the
/// transcriptions, the verifier, the engine or the messages.
namespace bcast::refusals {

using shapes = std::vector<kit::shape>;
using tuple = std::optional<kit::broadcast_dimensions>;

/// A refusal, or no answer. The operands are two, or none where the clause names none.
struct refusal {
  bool broken = true;  ///< false: the document gives no answer
  std::string tag;
  std::optional<std::size_t> axis;                              ///< of the result, from 0
  std::vector<std::pair<std::size_t, std::string>> operands{};  ///< each with its size as text
  std::string why{};  ///< after the clause and the axis; empty: not compared
};

/// `operand 0 has 2, operand 2 has 3`, if two operands are named.
std::string sizes_of(refusal const& r);

/// What a rule refuses in the operands, and in XLA's tuple: none if it accepts them. The
/// rules are those of spec::rules and the document `sonnx@2026-01`.
std::optional<refusal> expected(std::string_view rule, shapes const& operands,
                                tuple const& dimensions = std::nullopt);

/// The same of a declared result, where the rule accepts the operands; of static shapes, or of
/// any under `mlir`.
std::optional<refusal> expected_result(std::string_view rule, shapes const& operands,
                                       kit::shape const& declared);

/// How an answer differs from what is expected: empty if it does not.
std::string difference(kit::result const& got, std::optional<refusal> const& wanted);

/// Calls f for `count` shapes of rank up to `rank` with the sizes, in every combination.
void each_of(std::size_t count, std::size_t rank, std::vector<kit::dim> const& sizes,
             std::function<void(shapes const&)> const& f);

/// Calls f for pairs of shapes and XLA's tuples: ranks up to 2 with each tuple of up to two entries
/// from -1 to 2; and ranks 2 and 3, either first, with two entries from 0 to 3.
void each_with_tuple(std::function<void(shapes const&, tuple const&)> const& f);

/// Calls f for random operands that nearly broadcast: one size in most of them is wrong. The seed
/// is BCAST_SEED, or a fixed one.
void each_random(std::size_t cases, bool unknown, std::function<void(shapes const&)> const& f);

/// `2x3 1 ?`
std::string text_of(shapes const& operands);

}  // namespace bcast::refusals
