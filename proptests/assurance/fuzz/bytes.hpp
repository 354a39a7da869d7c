// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace bcast::fuzz {

/// Small numbers from a fuzzer's bytes; 0 when there are no more.
class bytes {
 public:
  bytes(std::uint8_t const* data, std::size_t size) : next_(data), end_(data + size) {}

  /// A number in [0, most].
  std::int64_t upto(std::int64_t most) { return next_ == end_ ? 0 : *next_++ % (most + 1); }

 private:
  std::uint8_t const* next_;
  std::uint8_t const* end_;
};

}  // namespace bcast::fuzz
