// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace bcast::engine::detail {

/// n elements whose values are unspecified until they are written. Up to `Inline` of them need no
/// allocation.
template <class T, std::size_t Inline>
class small_array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit small_array(std::size_t n)
      : size_(n), heap_(n > Inline ? std::make_unique_for_overwrite<T[]>(n) : nullptr) {}
  small_array(small_array const& other) : small_array(other.size_) {
    std::copy_n(other.data(), size_, data());
  }
  small_array(small_array&& other) noexcept : size_(other.size_), heap_(std::move(other.heap_)) {
    if (!heap_) std::copy_n(other.inline_, std::min(size_, Inline), inline_);
    other.size_ = 0;
  }
  small_array& operator=(small_array other) noexcept {
    size_ = other.size_;
    heap_ = std::move(other.heap_);
    if (!heap_) std::copy_n(other.inline_, std::min(size_, Inline), inline_);
    return *this;
  }

  std::size_t size() const { return size_; }
  T* data() { return heap_ ? heap_.get() : inline_; }
  T const* data() const { return heap_ ? heap_.get() : inline_; }
  T& operator[](std::size_t k) { return std::span(data(), size_)[k]; }
  T const& operator[](std::size_t k) const { return std::span(data(), size_)[k]; }

 private:
  std::size_t size_;
  std::unique_ptr<T[]> heap_;
  T inline_[Inline];
};

}  // namespace bcast::engine::detail
