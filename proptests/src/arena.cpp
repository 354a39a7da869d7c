#include "arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>
#include <utility>
#include <vector>

namespace bcast::proptests {
namespace {

thread_local bool guarded_here = false;

/// Mappings that are free, by size. They are kept for the thread's life: mapping anew for each case
/// would cost more than the case.
std::map<std::size_t, std::vector<std::byte*>>& free_mappings() {
  thread_local std::map<std::size_t, std::vector<std::byte*>> free;
  return free;
}

std::size_t page() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

/// `bytes` of whole pages between two that cannot be touched.
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

arena::arena(std::size_t bytes, std::size_t alignment, std::size_t slack) : bytes_(bytes) {
  alignment = std::max<std::size_t>(alignment, 1);
  if (guarded_here) {
    mapped_ = (bytes + slack + alignment + page() - 1) / page() * page();
    mapping_ = map(mapped_);
    const auto end = reinterpret_cast<std::uintptr_t>(mapping_ + mapped_ - slack);
    data_ = mapping_ + mapped_ - slack - bytes - (end - bytes) % alignment;
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
  if (mapping_ != nullptr) free_mappings()[mapped_].push_back(mapping_);
}

}  // namespace bcast::proptests
