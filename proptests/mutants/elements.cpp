// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "elements.hpp"

#include <string>
#include <type_traits>

#include "memory/memory.hpp"

namespace bcast::mutants {
namespace {

/// How an element is stored in memory. A bool is stored as a byte, so that any byte can be read as
/// one.
template <class T>
using stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

/// a + sign * b; integers wrap.
template <class T>
T sum(T a, T b, int sign) {
  if constexpr (std::is_floating_point_v<T>) {
    return sign > 0 ? a + b : a - b;
  } else {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return static_cast<T>(sign > 0 ? x + y : x - y);
  }
}

template <class T, bool numbers>
bool evaluate(std::string_view op, std::span<void const* const> from, void* to) {
  const auto x = [&](std::size_t m) -> T const& { return *static_cast<T const*>(from[m]); };
  if (op == "copy") {
    *static_cast<T*>(to) = x(0);
    return true;
  }
  if (op == "where" && from.size() == 3) {
    *static_cast<T*>(to) = *static_cast<std::uint8_t const*>(from[0]) != 0 ? x(1) : x(2);
    return true;
  }
  if constexpr (numbers) {
    if (op == "less" && from.size() == 2) {
      *static_cast<std::uint8_t*>(to) = x(0) < x(1) ? 1 : 0;
      return true;
    }
    if (op == "sub") {
      T z = x(0);
      for (std::size_t m = 1; m < from.size(); ++m) z = sum<T>(z, x(m), -1);
      *static_cast<T*>(to) = z;
      return true;
    }
  }
  return false;
}

template <class T, bool numbers>
element_kind kind_named(std::string_view name) {
  element_kind k{};
  k.name = name;
  k.bytes = sizeof(T);
  k.evaluate = evaluate<T, numbers>;
  k.copy = [](void* to, void const* from) { *static_cast<T*>(to) = *static_cast<T const*>(from); };
  k.zero = [](void* to) {
    if constexpr (numbers) *static_cast<T*>(to) = T{};
    return numbers;
  };
  k.add = [](void* to, void const* what) {
    if constexpr (numbers) {
      *static_cast<T*>(to) = sum<T>(*static_cast<T*>(to), *static_cast<T const*>(what), 1);
    }
  };
  k.is_zero = [](void const* what) { return *static_cast<T const*>(what) == T{}; };
  k.beside = []() -> void const* {
    static const T garbage = [] {
      if constexpr (std::is_same_v<T, std::string>) {
        return T("beside");
      } else {
        return static_cast<T>(0x5A);
      }
    }();
    return &garbage;
  };
  k.nowhere = []() -> void* {
    static thread_local T scrap;
    return &scrap;
  };
  return k;
}

}  // namespace

element_kind const& kind_of(std::string_view element) {
  static const std::vector<element_kind> kinds = [] {
    std::vector<element_kind> all;
    boost::hana::for_each(spec::element_types, [&](auto const& row) {
      using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
      constexpr bool numbers = !std::is_same_v<T, bool> && !std::is_same_v<T, std::string>;
      all.push_back(kind_named<stored<T>, numbers>(boost::hana::first(row)));
    });
    for (std::string_view name : {"float16", "bfloat16"}) {
      all.push_back(kind_named<std::uint16_t, false>(name));
    }
    return all;
  }();
  thread_local element_kind const* last = kinds.data();  // usually the same one again
  if (last->name == element) return *last;
  for (element_kind const& k : kinds) {
    if (k.name == element) return *(last = &k);
  }
  throw std::invalid_argument("no element type is called '" + std::string(element) + "'");
}

std::int64_t wrapped(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) +
                                   static_cast<std::uint64_t>(c));
}

std::int64_t count_of(shape const& sizes) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count = wrapped(count, size, 0);
  return count;
}

extent extent_of(kit::tensor const& t) {
  extent e{0, 0};
  for (std::size_t k = 0; k < t.sizes.size(); ++k) {
    if (t.sizes[k] == 0) return {};
    const std::int64_t last = wrapped(t.strides[k], t.sizes[k] - 1, 0);
    (last < 0 ? e.low : e.high) += last;
  }
  return e;
}

void const* read(kit::tensor const& x, std::int64_t place) {
  const extent e = extent_of(x);
  if (place < e.low || place > e.high) return kind_of(x.element).beside();
  return static_cast<std::byte const*>(x.data) + place * bytes_of(x);
}

void* written(kit::tensor const& z, std::int64_t place) {
  const extent e = extent_of(z);
  if (place < e.low || place > e.high) return kind_of(z.element).nowhere();
  return static_cast<std::byte*>(z.data) + place * bytes_of(z);
}

shape dense_strides(shape const& sizes) {
  shape strides(sizes.size(), 1);
  for (std::size_t k = sizes.size(); k-- > 1;) strides[k - 1] = wrapped(strides[k], sizes[k], 0);
  return strides;
}

kit::tensor dense(kit::tensor x) {
  x.strides = dense_strides(x.sizes);
  return x;
}

indices index_at(shape const& sizes, std::int64_t flat) {
  indices i(sizes.size(), 0);
  for (std::size_t k = sizes.size(); k-- > 0;) {
    if (sizes[k] == 0) continue;
    i[k] = flat % sizes[k];
    flat /= sizes[k];
  }
  return i;
}

std::int64_t offset_of(shape const& strides, indices const& i) {
  std::int64_t place = 0;
  for (std::size_t k = 0; k < i.size(); ++k) place = wrapped(i[k], strides[k], place);
  return place;
}

std::int64_t flat_of(shape const& sizes, indices const& i) {
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) flat = wrapped(flat, sizes[k], i[k]);
  return flat;
}

}  // namespace bcast::mutants
