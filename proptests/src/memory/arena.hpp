// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>

namespace bcast::proptests {

/// Memory for one tensor. If arenas of the thread are guarded, the memory is followed by `slack`
/// bytes that may be read and then by a page that cannot be accessed. Otherwise it is on the heap.
class arena {
 public:
  /// Throws std::bad_alloc.
  arena(std::size_t bytes, std::size_t alignment, std::size_t slack);
  arena(arena&&) noexcept;
  arena& operator=(arena&&) = delete;
  ~arena();

  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::byte* mapping_ = nullptr;  ///< of a guarded arena
  std::size_t mapped_ = 0;
  std::unique_ptr<std::byte[]> heap_;
};

/// Sets whether arenas of this thread are guarded. Accessing a guard page ends the process.
void guard_arenas(bool guarded);

/// While it exists, arenas that this thread makes are guarded, if `guarded` or if they were before.
class guarded_arenas {
 public:
  explicit guarded_arenas(bool guarded);
  guarded_arenas(guarded_arenas const&) = delete;
  guarded_arenas& operator=(guarded_arenas const&) = delete;
  ~guarded_arenas();

 private:
  bool before_;
};

/// How many bytes an address is past the memory of the nearest guarded arena, from 1. Negative if
/// the address is before that memory, and 0 if it is near no arena. Can be called in a signal
/// handler.
std::ptrdiff_t bytes_beyond_arena(void const* address);

}  // namespace bcast::proptests
