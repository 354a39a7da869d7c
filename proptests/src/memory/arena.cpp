// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <new>
#include <utility>
#include <vector>

namespace bcast::proptests {
namespace {

thread_local bool guarded_here = false;

/// A guarded arena that is alive, or a free slot. A signal handler reads the list of these.
struct live_arena {
  std::atomic<std::byte const*> data;
  std::atomic<std::size_t> bytes, slack;
  std::array<char, 16> tensor;  // ends with 0
};
std::array<live_arena, 256> live{};
static_assert(std::atomic<std::byte const*>::is_always_lock_free);

void enlist(std::byte const* data, std::size_t bytes, std::size_t slack, std::string_view tensor) {
  for (live_arena& a : live) {
    std::byte const* none = nullptr;
    if (!a.data.compare_exchange_strong(none, data)) continue;
    a.bytes = bytes;
    a.slack = slack;
    a.tensor[tensor.copy(a.tensor.data(), a.tensor.size() - 1)] = '\0';
    return;
  }
}

/// Free mappings, by size. They are kept for the lifetime of the thread, because mapping memory
/// again for each case would cost more than the case.
std::map<std::size_t, std::vector<std::byte*>>& free_mappings() {
  thread_local std::map<std::size_t, std::vector<std::byte*>> free;
  return free;
}

std::size_t page() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// Maps whole pages of `bytes` bytes in total, between two pages that cannot be accessed.
std::byte* map(std::size_t bytes) {
  auto& free = free_mappings()[bytes];
  if (!free.empty()) {
    std::byte* const mapping = free.back();
    free.pop_back();
    return mapping;
  }
  void* const mapping = mmap(nullptr, bytes + 2 * page(), PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  std::byte* const first = static_cast<std::byte*>(mapping) + page();
  if (mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  return first;
}

}  // namespace

void guard_arenas(bool guarded) { guarded_here = guarded; }

guarded_arenas::guarded_arenas(bool guarded) : before_(guarded_here) {
  guarded_here = guarded_here || guarded;
}

guarded_arenas::~guarded_arenas() { guarded_here = before_; }

place_beside beside_arena(void const* address) {
  auto const* const at = static_cast<std::byte const*>(address);
  place_beside nearest;
  for (live_arena const& a : live) {
    std::byte const* const data = a.data;
    if (data == nullptr) continue;
    const std::ptrdiff_t behind = at - (data + a.bytes), before = at - data;
    const std::ptrdiff_t distance = behind >= 0 ? behind + 1 : before < 0 ? before : 0;
    const auto far = static_cast<std::ptrdiff_t>(page() + a.slack);
    if (distance == 0 || std::abs(distance) > far) continue;
    if (nearest.bytes == 0 || std::abs(distance) < std::abs(nearest.bytes)) {
      nearest = {distance, a.tensor.data()};
    }
  }
  return nearest;
}

arena::arena(std::size_t bytes, std::size_t alignment, std::size_t slack, std::string_view tensor)
    : bytes_(bytes) {
  alignment = std::max<std::size_t>(alignment, 1);
  constexpr std::size_t most_on_heap = std::size_t{1} << 30;
  if (guarded_here || bytes > most_on_heap) {
    mapped_ = (bytes + slack + alignment + page() - 1) / page() * page();
    mapping_ = map(mapped_);
    const auto end = reinterpret_cast<std::uintptr_t>(mapping_ + mapped_ - slack);
    data_ = mapping_ + mapped_ - slack - bytes - (end - bytes) % alignment;
    enlist(data_, bytes, slack, tensor);
    return;
  }
  heap_ = std::make_unique<std::byte[]>(bytes + slack + alignment);
  const auto start = reinterpret_cast<std::uintptr_t>(heap_.get());
  data_ = heap_.get() + (alignment - start % alignment) % alignment;
}

arena::arena(arena&& other) noexcept
    : data_(other.data_),
      bytes_(other.bytes_),
      mapping_(std::exchange(other.mapping_, nullptr)),
      mapped_(other.mapped_),
      heap_(std::move(other.heap_)) {}

arena::~arena() {
  if (mapping_ == nullptr) return;
  for (live_arena& a : live) {
    std::byte const* mine = data_;
    a.data.compare_exchange_strong(mine, nullptr);
  }
  free_mappings()[mapped_].push_back(mapping_);
}

}  // namespace bcast::proptests
