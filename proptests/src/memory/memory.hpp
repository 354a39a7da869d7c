// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/spec/element_types.hpp"

/// Tensors in memory for the laws: storage, layouts, and the values of their elements.
namespace bcast::proptests {

using indices = std::vector<std::int64_t>;

/// Calls f(type_identity<T>) for the element type with a given name. Throws std::invalid_argument
/// for an unknown name.
template <class F>
void with_element(std::string_view name, F f) {
  bool found = false;
  boost::hana::for_each(spec::element_types, [&](auto const& row) {
    if (boost::hana::first(row) != name) return;
    found = true;
    f(std::type_identity<typename std::decay_t<decltype(boost::hana::second(row))>::type>{});
  });
  if (!found) throw std::invalid_argument("no element type is called '" + std::string(name) + "'");
}

/// The value at position p in the storage of operand m. The first few thousand values differ in
/// every type that is wide enough, and they are never exact in a float.
template <class T>
T value_of(std::size_t m, std::size_t p) {
  if constexpr (std::is_same_v<T, std::string>) {
    return "operand " + std::to_string(m) + ", place " + std::to_string(p);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(m + 1) / static_cast<T>(p + 3);
  } else if constexpr (std::is_same_v<T, bool>) {
    return (((p + 1) * 0x9E3779B97F4A7C15U + m) >> 37U & 1U) != 0;
  } else {
    // Beyond the range in which a float or double of the same size is exact.
    constexpr std::uint64_t far = sizeof(T) == 8 ? std::uint64_t{1} << 54 : std::uint64_t{1} << 24;
    return static_cast<T>(far + (m + 1) * 7919 + p);
  }
}

/// A value that no operand holds, in types that are wide enough.
template <class T>
T poison() {
  if constexpr (std::is_same_v<T, std::string>) {
    return "unwritten";
  } else {
    return static_cast<T>(-86);
  }
}

/// Whether two elements are the same, bit by bit. A bool from a subject may be neither true nor
/// false.
template <class T>
bool same(T const& a, T const& b) {
  if constexpr (std::is_same_v<T, std::string>) {
    return a == b;
  } else {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }
}

/// Where a tensor's elements are in its storage.
struct placement {
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;
  std::int64_t first = 0;   ///< the position of the element at index 0
  std::int64_t places = 1;  ///< of the storage

  std::int64_t at(std::span<std::int64_t const> i) const {
    std::int64_t place = first;
    for (std::size_t k = 0; k < i.size(); ++k) place += i[k] * strides[k];
    return place;
  }
};

placement place(std::vector<std::int64_t> const& sizes, layout_flags flags);

/// Calls f for each index of a shape, in row-major order. If there are more than `most` elements,
/// it visits at most `most` of them, evenly spread.
template <class F>
void each_index(std::vector<std::int64_t> const& sizes, F f,
                std::int64_t most = std::int64_t{1} << 14) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count *= size;
  // An odd step that does not divide the usual sizes visits every row, column and corner.
  const std::int64_t step = count <= most ? 1 : count / most * 2 + 1;
  indices i(sizes.size());
  for (std::int64_t flat = 0; flat < count; flat += step) {
    std::int64_t rest = flat;
    for (std::size_t k = sizes.size(); k-- > 0;) {
      i[k] = rest % sizes[k];
      rest /= sizes[k];
    }
    f(std::as_const(i));
  }
}

/// A tensor with its own storage.
template <class T>
class held {
 public:
  held(std::string_view element, std::vector<std::int64_t> const& sizes, layout_flags flags)
      : element_(element),
        where_(place(sizes, flags)),
        storage_(std::make_unique<T[]>(static_cast<std::size_t>(where_.places))) {}

  /// Every position in the storage, gaps included.
  template <class F>
  void fill(F value) {
    for (std::int64_t p = 0; p < where_.places; ++p) {
      storage_[static_cast<std::size_t>(p)] = value(static_cast<std::size_t>(p));
    }
  }

  placement const& where() const { return where_; }
  T const& at(std::span<std::int64_t const> i) const { return place_at(where_.at(i)); }
  T const& place_at(std::int64_t p) const { return storage_[static_cast<std::size_t>(p)]; }
  T& place_at(std::int64_t p) { return storage_[static_cast<std::size_t>(p)]; }

  kit::tensor tensor() {
    return {storage_.get() + where_.first, element_, where_.sizes, where_.strides,
            static_cast<std::size_t>(where_.first) * sizeof(T)};
  }

 private:
  std::string_view element_;
  placement where_;
  std::unique_ptr<T[]> storage_;
};

/// The case's operands, filled with value_of.
template <class T>
std::vector<held<T>> hold_operands(test_case const& c, bool layouts) {
  std::vector<held<T>> x;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    x.emplace_back(c.element, sizes_of(c.operands[m].type),
                   layouts ? c.operands[m].layout : layout_flags{});
    x.back().fill([&](std::size_t p) { return value_of<T>(m, p); });
  }
  return x;
}

template <class T>
std::vector<kit::tensor> tensors(std::vector<held<T>>& x) {
  std::vector<kit::tensor> all;
  for (held<T>& h : x) all.push_back(h.tensor());
  return all;
}

}  // namespace bcast::proptests
