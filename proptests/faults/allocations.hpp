// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Allocations, counted, and those of this thread refused on demand: the operators new and delete
/// of the program that links this.
namespace bcast::faults {

/// While it lives, the allocation after the next `left` ones is refused with std::bad_alloc, and so
/// are all that follow.
class refusing {
 public:
  explicit refusing(std::int64_t left);
  ~refusing();
  refusing(refusing const&) = delete;
  refusing& operator=(refusing const&) = delete;

  /// Whether an allocation was refused.
  bool refused() const;
};

/// How many allocations, of all threads, have not been given back.
std::int64_t live_allocations();

}  // namespace bcast::faults
