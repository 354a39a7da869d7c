// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Replaces operators new and delete in the program that links this: counts allocations, and
/// refuses those of this thread on demand.
namespace bcast::faults {

/// While it exists, the next `left` allocations succeed; the one after and all that follow throw
/// std::bad_alloc.
class refusing {
 public:
  explicit refusing(std::int64_t left);
  ~refusing();
  refusing(refusing const&) = delete;
  refusing& operator=(refusing const&) = delete;

  /// Whether an allocation was refused.
  bool refused() const;
};

/// The number of allocations, of all threads, that were not released.
std::int64_t live_allocations();

/// The number of allocations that were made.
std::int64_t made_allocations();

}  // namespace bcast::faults
