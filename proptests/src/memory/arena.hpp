// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>

namespace bcast::proptests {

/// Memory for one tensor. Where `guarded` is set for the thread, its last byte is followed by a
/// page that cannot be touched, after `slack` bytes that may be read; otherwise it is the heap's.
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

/// Whether arenas of this thread are guarded: only for a subject in a separate process, because
/// touching a guard page ends it.
void guard_arenas(bool guarded);

/// How far an address is after the memory of the nearest guarded arena, from 1; negative if before
/// it; 0 if it is near none. May be called while a signal is handled.
std::ptrdiff_t bytes_beyond_arena(void const* address);

}  // namespace bcast::proptests
