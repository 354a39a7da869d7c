// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace bcast::proptests {

/// A cache of a function's values, with shapes as the keys. It holds at most `most` values and is
/// cleared before one more is added.
template <class Value>
class shape_memo {
 public:
  explicit shape_memo(std::size_t most) : most_(most) {}

  /// The value for these shapes. `compute` computes it if it is missing. Valid until the next call.
  template <class F>
  Value const& operator()(std::span<std::vector<std::int64_t> const> shapes, F compute) {
    key_.clear();
    for (auto const& sizes : shapes) {
      key_.push_back(static_cast<std::int64_t>(sizes.size()));
      key_.insert(key_.end(), sizes.begin(), sizes.end());
    }
    const auto at = known_.find(key_);
    if (at != known_.end()) return at->second;
    if (known_.size() >= most_) known_.clear();
    return known_.emplace(key_, compute()).first->second;
  }

 private:
  struct hash {
    std::size_t operator()(std::vector<std::int64_t> const& key) const {
      std::uint64_t h = key.size();
      for (std::int64_t k : key) {
        h = (h ^ static_cast<std::uint64_t>(k)) * 0x9E3779B97F4A7C15U;
        h ^= h >> 29U;
      }
      return h;
    }
  };

  std::size_t most_;
  std::vector<std::int64_t> key_;
  std::unordered_map<std::vector<std::int64_t>, Value, hash> known_;
};

}  // namespace bcast::proptests
