// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/spec/clause.hpp"

namespace bcast::proptests {

/// What a law asks an implementation to compute.
enum class computation {
  none,
  broadcast,    ///< `broadcast`
  copy,         ///< `copy`
  subtraction,  ///< `sub`, bit by bit
  any,          ///< any operation that the implementation declares: the case names it
  in_place,     ///< the same, and the target may be an operand
  masked,       ///< any operation with a mask
  product,      ///< `matmul`
};

/// How a law asks about the operands of a case.
enum class taken {
  together,    ///< a contract may want more of them
  one_by_one,  ///< each is a question of its own, whatever their number
};

/// A property that must hold for every case.
struct law {
  std::string_view name;
  std::string_view tag;  ///< the clause that it states
  spec::level obligation;
  std::string_view statement;
  family cases;

  /// Why the law cannot be asked of the subject; empty if it can.
  std::string (*skipped)(kit::subject const&);

  /// Whether the law applies to a case; only then is the case asked and counted.
  bool (*applies_to)(kit::subject const&, test_case const&);

  /// What is wrong, in lines for a reader; none if the law holds for the case.
  std::optional<std::string> (*violation)(kit::subject const&, test_case const&);

  computation asks = computation::none;

  taken operands = taken::together;

  /// For a law about sequences, which judges every call of a case: the calls to make between a case
  /// and the same case again. Those beyond the law or the contract are left out. Null for any other
  /// law, which judges the last call of a case alone.
  std::vector<test_case> (*between)(kit::subject const&, test_case const&) = nullptr;
};

/// All laws, in the order of a report.
std::span<law const> all_laws();

/// The law of a name, or none.
law const* find_law(std::string_view name);

/// Throws std::invalid_argument if the subject names a rule, an operation or an element type
/// that the laws do not know; the message lists those that they know.
void expect_known(kit::subject const& s);

}  // namespace bcast::proptests
