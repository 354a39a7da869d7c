// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::int64_t unlimited = -1;

thread_local std::int64_t left = unlimited;
thread_local bool was_refused = false;
std::atomic<std::int64_t> live = 0;  // one thread may release what another allocated
std::atomic<std::int64_t> made = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  if (left == 0) {
    was_refused = true;
    throw std::bad_alloc();
  }
  if (left > 0) --left;
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (memory == nullptr) throw std::bad_alloc();
  ++live;
  ++made;
  return memory;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  --live;
  std::free(memory);
}

}  // namespace

// The other forms call these.
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace bcast::faults {

refusing::refusing(std::int64_t n) {
  was_refused = false;
  left = n;
}

refusing::~refusing() { left = unlimited; }

bool refusing::refused() const { return was_refused; }

std::int64_t live_allocations() { return live; }

std::int64_t made_allocations() { return made; }

}  // namespace bcast::faults
