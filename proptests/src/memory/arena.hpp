// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace bcast::proptests {

/// Memory for one tensor. If arenas of the thread are guarded, the memory is followed by `slack`
/// bytes that may be read and then by a page that cannot be accessed. So it is if it is more than
/// 1 GiB: pages of it that are never written take no memory. Otherwise it is on the heap.
class arena {
 public:
  /// `tensor` is its name in reports, of which 15 bytes are kept. Throws std::bad_alloc.
  arena(std::size_t bytes, std::size_t alignment, std::size_t slack,
        std::string_view tensor = "a tensor");
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

/// Where an address is that is near a guarded arena.
struct place_beside {
  std::ptrdiff_t bytes = 0;      ///< past its memory, from 1; negative before it; 0: near none
  char const* tensor = nullptr;  ///< its name
};

/// Of the nearest one. Can be called in a signal handler.
place_beside beside_arena(void const* address);

}  // namespace bcast::proptests
