// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include "memory/arena.hpp"

/// Memory with an inaccessible page after it.
namespace guarded {

using bytes = std::vector<std::byte>;

/// Memory that ends where an inaccessible page begins; its bytes count up.
class memory {
 public:
  explicit memory(std::size_t size) : arena_(guarded(size)), size_(size) {
    for (std::size_t k = 0; k < size; ++k) data()[k] = static_cast<std::byte>(k * 131 + k / 256);
  }
  std::byte* data() { return arena_.data(); }
  bytes copy() { return {data(), data() + size_}; }

 private:
  static bcast::proptests::arena guarded(std::size_t size) {
    bcast::proptests::guard_arenas(true);
    return {size, 1, 0};
  }
  bcast::proptests::arena arena_;
  std::size_t size_;
};

}  // namespace guarded
