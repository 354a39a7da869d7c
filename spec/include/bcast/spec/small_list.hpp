// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace bcast::spec {

/// A sequence of any length. Up to `Near` elements are stored in the object itself, without an
/// allocation.
template <class T, std::size_t Near>
class small_list {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  small_list() noexcept {}
  /// `count` elements, which are unspecified until written.
  explicit small_list(std::size_t count) { lengthen_to(count); }
  small_list(std::size_t count, T element) { assign(count, element); }
  small_list(std::initializer_list<T> elements) : small_list(elements.begin(), elements.end()) {}
  small_list(std::span<T const> elements) : small_list(elements.begin(), elements.end()) {}
  small_list(std::vector<T> const& elements) : small_list(std::span(elements)) {}
  template <std::input_iterator Iterator>
  small_list(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }
  small_list(small_list const& other) { assign(other); }
  small_list(small_list&& other) noexcept { take(other); }
  small_list& operator=(small_list const& other) {
    if (this != &other) assign(other);
    return *this;
  }
  small_list& operator=(small_list&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~small_list() = default;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T* data() { return far_ ? far_.get() : near_; }
  T const* data() const { return far_ ? far_.get() : near_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  T const* begin() const { return data(); }
  T const* end() const { return data() + size_; }
  T& operator[](std::size_t k) { return std::span(data(), size_)[k]; }
  T const& operator[](std::size_t k) const { return std::span(data(), size_)[k]; }
  T& front() { return (*this)[0]; }
  T const& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - 1]; }
  T const& back() const { return (*this)[size_ - 1]; }

  void clear() { size_ = 0; }

  void push_back(T element) {
    reserve(size_ + 1);
    std::construct_at(data() + size_, element);
    ++size_;
  }

  /// Makes it `count` elements long, each of them `element`.
  void assign(std::size_t count, T element) {
    size_ = 0;
    reserve(count);
    std::uninitialized_fill_n(data(), count, element);
    size_ = count;
  }

  /// Makes it `count` elements long and returns a pointer to them; they are unspecified until
  /// written.
  T* lengthen_to(std::size_t count) {
    reserve(count);
    size_ = count;
    return data();
  }

  friend bool operator==(small_list const& a, small_list const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    const std::size_t larger = std::max(count, 2 * capacity_);
    std::unique_ptr<T[]> moved(new T[larger]);  // unspecified until written
    std::copy_n(data(), size_, moved.get());
    far_ = std::move(moved);
    capacity_ = larger;
  }

  void assign(small_list const& other) {
    size_ = 0;
    reserve(other.size_);
    std::uninitialized_copy_n(other.data(), other.size_, data());
    size_ = other.size_;
  }

  void take(small_list& other) noexcept {
    far_ = std::move(other.far_);
    capacity_ = std::exchange(other.capacity_, Near);
    size_ = std::exchange(other.size_, 0);
    if (!far_) std::uninitialized_copy_n(other.near_, size_, near_);
  }

  std::size_t size_ = 0;
  std::size_t capacity_ = Near;
  std::unique_ptr<T[]> far_;
  union {
    T near_[Near];
  };
};

}  // namespace bcast::spec
