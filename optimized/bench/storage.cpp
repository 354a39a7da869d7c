// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>
#include <type_traits>

#include "dispatch.hpp"
#include "formulas.hpp"
#include "workload.hpp"

namespace bcast::engine::bench {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t rounded(std::size_t bytes, std::size_t unit) { return (bytes / unit + 1) * unit; }

// Integers from 0 to values - 1, or real numbers in [1, values), of both signs if asked for, that
// use all bits of their fraction, because some machines move zero bytes faster than other bytes.
template <class T>
void fill(block const& b, std::size_t bytes, std::uint64_t seed, std::uint64_t values,
          bool both_signs = false) {
  T* const data = reinterpret_cast<T*>(b.data());
  for (std::size_t i = 0; i < bytes / sizeof(T); ++i) {
    const std::uint64_t drawn = (i + seed) * 0x9E3779B97F4A7C15u;
    if constexpr (std::is_floating_point_v<T> || short_float<T>) {
      double real =
          1 + std::ldexp(static_cast<double>(drawn >> 11), -53) * static_cast<double>(values - 1);
      if (both_signs && (drawn >> 40 & 1) != 0) real = -real;
      if constexpr (short_float<T>) {
        data[i] = T(static_cast<float>(real));
      } else {
        data[i] = static_cast<T>(real);
      }
    } else {
      data[i] = static_cast<T>((drawn >> 33) % values);
    }
  }
}

// Position of the element at `index`, a row-major position in `sizes`, in operand `x`.
std::vector<std::int64_t> padded_strides(layout const& x, std::size_t rank) {
  std::vector<std::int64_t> strides(rank, 0);
  const std::size_t missing = rank - x.sizes.size();
  for (std::size_t a = 0; a < x.sizes.size(); ++a) {
    strides[missing + a] = x.sizes[a] == 1 ? 0 : x.strides[a];
  }
  return strides;
}

template <class T>
void expect_sum(workload const& w, storage const& s, T* z) {
  shape const& sizes = w.operands[0].sizes;
  const std::vector<std::int64_t> strides = padded_strides(contiguous(w.result), sizes.size());
  T const* const x = reinterpret_cast<T const*>(s.operands[0].data());
  std::vector<double> sums(result_bytes(w) / sizeof(T), 0);
  shape index(sizes.size(), 0);
  for (std::size_t i = 0; i < stored_bytes(w, 0) / sizeof(T); ++i) {
    const auto at =
        std::inner_product(index.begin(), index.end(), strides.begin(), std::int64_t{0});
    sums[static_cast<std::size_t>(at)] += static_cast<double>(x[i]);
    for (std::size_t a = sizes.size(); a-- > 0 && ++index[a] == sizes[a];) index[a] = 0;
  }
  std::transform(sums.begin(), sums.end(), z, [](double sum) { return static_cast<T>(sum); });
}

template <class T>
void expect(workload const& w, storage const& s, T* z) {
  const std::size_t rank = w.result.size();
  std::vector<std::vector<std::int64_t>> strides;
  for (std::size_t k = 0; k < w.operands.size(); ++k) {
    strides.push_back(padded_strides(layout_of(w, k), rank));
  }
  shape index(rank, 0);
  std::vector<std::int64_t> at(w.operands.size(), 0);
  const auto value = [&](auto k) {
    if constexpr (std::is_same_v<decltype(k), condition>) {
      return s.operands[0].data()[at[0]];
    } else {
      return reinterpret_cast<T const*>(s.operands[k].data())[at[k]];
    }
  };
  const auto as_element = [](auto number) {
    if constexpr (short_float<T>) {
      return T(static_cast<float>(number));
    } else {
      return static_cast<T>(number);
    }
  };
  const std::size_t elements = result_bytes(w) / sizeof(T);
  for (std::size_t i = 0; i < elements; ++i) {
    if (w.what == operation::copy) {
      z[i] = value(nth<0>());
    } else if (w.what == operation::add_sat) {
      const int sum = static_cast<int>(value(nth<0>())) + static_cast<int>(value(nth<1>()));
      z[i] = as_element(std::clamp(sum, -128, 127));
    } else {
      with_formula<T>(w.what, [&](auto formula, auto... k) {
        z[i] = as_element(formula(scalars(), value(k)...));
      });
    }
    for (std::size_t a = rank; a-- > 0;) {
      for (std::size_t k = 0; k < at.size(); ++k) at[k] += strides[k][a];
      if (++index[a] < w.result[a]) break;
      for (std::size_t k = 0; k < at.size(); ++k) at[k] -= strides[k][a] * w.result[a];
      index[a] = 0;
    }
  }
}

}  // namespace

block::block(std::size_t bytes) : bytes_(bytes) {
  const std::size_t unit = bytes < huge_page ? page : huge_page;
  const std::size_t size = rounded(bytes, unit);
  data_.reset(static_cast<std::byte*>(std::aligned_alloc(unit, size)));
  if (data_ == nullptr) throw std::bad_alloc();
  if (unit == huge_page) madvise(data_.get(), size, MADV_HUGEPAGE);
  std::memset(data_.get(), 0, size);
}

void block::release::operator()(std::byte* p) const { std::free(p); }

storage::storage(workload const& w) : result(result_bytes(w)) {
  for (std::size_t k = 0; k < w.operands.size(); ++k) {
    const std::size_t bytes = stored_bytes(w, k);
    block const& b = operands.emplace_back(bytes);
    if (has_condition(w.what) && k == 0) {
      fill<std::uint8_t>(b, bytes, k, 2);
    } else {
      // Sums of i8 fit, unless what does not fit is to be met. What a chain cancels leaves about as
      // many digits whichever way it is rounded.
      const std::uint64_t values = w.what == operation::add_sat ? 127
                                   : w.type == element::i8      ? 11
                                   : is_chain(w.what)           ? 2
                                                                : 4093;
      with_any_type(w.type,
                    [&]<class T>(T) { fill<T>(b, bytes, k * 1000003, values, is_chain(w.what)); });
    }
  }
}

std::vector<std::byte> expected_result(workload const& w, storage const& s) {
  std::vector<std::byte> result(result_bytes(w));
  if (w.what == operation::shape) {
    std::memcpy(result.data(), w.result.data(), result.size());
  } else if (w.what == operation::sum_to) {
    with_type(w.type,
              [&]<class T>(T) { expect_sum<T>(w, s, reinterpret_cast<T*>(result.data())); });
  } else {
    with_any_type(w.type,
                  [&]<class T>(T) { expect<T>(w, s, reinterpret_cast<T*>(result.data())); });
  }
  return result;
}

bool is_as_expected(workload const& w, std::vector<std::byte> const& expected,
                    std::byte const* found) {
  if (!is_chain(w.what) && w.what != operation::sum_to)
    return std::memcmp(found, expected.data(), expected.size()) == 0;
  auto const* const right = reinterpret_cast<float const*>(expected.data());
  auto const* const z = reinterpret_cast<float const*>(found);
  for (std::size_t i = 0; i < expected.size() / sizeof(float); ++i) {
    const float of = w.what == operation::sum_to ? std::abs(right[i]) : 1;
    if (!(std::abs(z[i] - right[i]) <= 1e-5F * of)) return false;
  }
  return true;
}

}  // namespace bcast::engine::bench
