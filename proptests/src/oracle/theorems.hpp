// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bcast::proptests {

/// The counts from running a theorem.
struct counted {
  std::int64_t cases = 0;
  std::int64_t exceptions = 0;
  std::string smallest;    ///< exception; empty where there is none
  std::string unforeseen;  ///< an exception that the theorem does not name, or a named
                           // /< one that is none; empty where the theorem holds
};

/// Runs a theorem of spec::theorems over its whole scope. Throws std::invalid_argument for a tag
/// that no theorem has.
counted run_theorem(std::string_view tag);

/// Runs a theorem on `count` random cases of any rank, drawn from `seed`. Runs none if the theorem
/// is about elements.
counted run_theorem_at_random(std::string_view tag, std::uint64_t seed, std::int64_t count);

}  // namespace bcast::proptests
