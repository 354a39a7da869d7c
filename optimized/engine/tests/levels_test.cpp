// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/engine/operation.hpp"
#include "level.hpp"
#include "tests/support/guarded.hpp"

// Code compiled for each instruction set, on every level of this processor: elements go where the
// loops say, and no other byte is touched.

namespace {

using namespace bcast::engine::detail;

using guarded::bytes;
using guarded::memory;

struct loops {
  std::vector<std::int64_t> sizes, steps;  ///< steps in elements
  std::int64_t columns;                    ///< of everything that the loops cover
  std::int64_t rows = 1, from_row = 0;     ///< in elements
};

/// Elements from the first one, at the step `column` of the loops.
std::int64_t place(loops const& l, std::int64_t column) {
  std::int64_t at = 0;
  for (std::size_t k = l.sizes.size(); k-- > 0;) {
    at += (k == 0 ? column : column % l.sizes[k]) * l.steps[k];
    column /= l.sizes[k];
  }
  return at;
}

std::string described(std::size_t element, loops const& l) {
  std::string s = std::to_string(element) + " bytes, " + std::to_string(l.rows) + " x " +
                  std::to_string(l.columns) + " of rows " + std::to_string(l.from_row) + " apart:";
  for (std::size_t k = 0; k < l.sizes.size(); ++k) {
    s += " " + std::to_string(l.sizes[k]) + " by " + std::to_string(l.steps[k]);
  }
  return s;
}

/// Gathers on every level and compares with the definition.
void check_gather(loops const& l, std::size_t element, std::int64_t gap = 0) {
  std::int64_t low = 0, high = 0;
  for (std::int64_t r : {std::int64_t{0}, l.rows - 1}) {
    for (std::int64_t c = 0; c < l.columns; ++c) {
      low = std::min(low, r * l.from_row + place(l, c));
      high = std::max(high, r * l.from_row + place(l, c));
    }
  }
  memory source(static_cast<std::size_t>(high - low + 1) * element);
  const auto size = static_cast<std::int64_t>(element);
  std::byte const* const from = source.data() - low * size;
  const std::int64_t to_row = l.columns * size + gap;
  const auto all = static_cast<std::size_t>((l.rows - 1) * to_row + l.columns * size);
  std::vector<std::int64_t> steps;
  for (std::int64_t step : l.steps) steps.insert(steps.end(), {step * size, -1, -1});
  for (std::size_t which = 0; which < levels().size(); ++which) {
    memory target(64 + all + gathering::slack);
    bytes expected = target.copy();
    std::byte* const to = target.data() + 64;
    for (std::int64_t r = 0; r < l.rows; ++r) {
      for (std::int64_t c = 0; c < l.columns; ++c) {
        std::memcpy(expected.data() + 64 + r * to_row + c * size,
                    from + (r * l.from_row + place(l, c)) * size, element);
      }
    }
    levels()[which]->gather({element, to, to_row, from, l.rows, l.columns, l.from_row * size,
                             l.sizes.size(), l.sizes.data(), steps.data(), 3});
    bytes told = target.copy();
    expected.resize(64 + all);
    told.resize(64 + all);
    // Bytes between the rows may be overwritten.
    for (std::int64_t r = 0; gap > 0 && r + 1 < l.rows; ++r) {
      const std::int64_t behind = 64 + r * to_row + l.columns * size;
      std::memset(expected.data() + behind, 0, static_cast<std::size_t>(gap));
      std::memset(told.data() + behind, 0, static_cast<std::size_t>(gap));
    }
    ASSERT_EQ(told, expected) << described(element, l) << " on level " << which;
  }
}

constexpr std::size_t element_sizes[] = {1, 2, 4, 8, 16};

TEST(Levels, GatherARowOfAnyStep) {
  for (std::size_t element : element_sizes) {
    for (std::int64_t step : {0, 1, 2, -1, -3, 37}) {
      for (std::int64_t columns : {1, 2, 3, 8, 15, 16, 17, 63, 64, 65, 300}) {
        check_gather({{columns}, {step}, columns}, element);
        check_gather({{columns + 1}, {step}, columns}, element);
      }
    }
  }
}

TEST(Levels, GatherWhatLoopsGoThrough) {
  for (std::size_t element : element_sizes) {
    for (std::int64_t a : {2, 3, 5}) {
      for (std::int64_t b : {2, 3, 17}) {
        for (std::int64_t c : {2, 3, 4}) {
          for (std::int64_t first : {0, 1, 50}) {
            for (std::int64_t second : {0, 1, 7}) {
              for (std::int64_t third : {0, 1, -2}) {
                // All of it, and its first part.
                check_gather({{a, b, c}, {first, second, third}, a * b * c}, element);
                check_gather({{9, b, c}, {first, second, third}, a * b * c - 1}, element);
              }
            }
          }
        }
      }
    }
  }
}

TEST(Levels, RepeatEachElement) {
  for (std::size_t element : element_sizes) {
    for (std::int64_t n : {1, 2, 7, 8, 9, 16, 17, 40}) {
      for (std::int64_t times = 2; times < 20; ++times) {
        for (std::int64_t step : {1, 2, -1}) {
          check_gather({{n, times}, {step, 0}, n * times}, element);
          check_gather({{n + 1, times}, {step, 0}, n * times + 1}, element);
        }
      }
    }
  }
}

TEST(Levels, TransposeOneRectangle) {
  for (std::size_t element : element_sizes) {
    for (std::int64_t rows : {1, 2, 4, 15, 16, 17, 33}) {
      for (std::int64_t columns : {1, 2, 8, 16, 31, 32, 35}) {
        for (std::int64_t step : {40, -50}) {
          check_gather({{columns}, {step}, columns, rows, 1}, element);
        }
        check_gather({{columns}, {2}, columns, rows, 70}, element);
        check_gather({{columns}, {0}, columns, rows, 1}, element);
        check_gather({{columns}, {1}, columns, rows, 1}, element);
        check_gather({{columns, 2}, {40, 0}, 2 * columns, rows, 1}, element);
      }
    }
    check_gather({{20}, {40}, 20, 20, 1}, element, 64);
    check_gather({{20}, {2}, 20, 3, 45}, element, 64);
  }
}

TEST(Levels, ScatterToRowsAndColumns) {
  for (std::size_t element : element_sizes) {
    const auto size = static_cast<std::int64_t>(element);
    for (std::int64_t step : {1, 2, 5}) {
      for (std::int64_t rows : {1, 2, 5}) {
        for (std::int64_t columns : {1, 3, 16, 33}) {
          const std::int64_t to_row = (columns * step + 3) * size, from_row = (columns + 1) * size;
          memory source(static_cast<std::size_t>((rows - 1) * from_row + columns * size));
          for (level const* level : levels()) {
            memory target(
                static_cast<std::size_t>((rows - 1) * to_row + ((columns - 1) * step + 1) * size));
            bytes expected = target.copy();
            for (std::int64_t r = 0; r < rows; ++r) {
              for (std::int64_t c = 0; c < columns; ++c) {
                std::memcpy(expected.data() + r * to_row + c * step * size,
                            source.data() + r * from_row + c * size, element);
              }
            }
            level->scatter({element, target.data(), to_row, step * size, source.data(), from_row,
                            rows, columns});
            ASSERT_EQ(target.copy(), expected) << element << " bytes, step " << step;
          }
        }
      }
    }
  }
}

TEST(Levels, StreamAnyBytes) {
  for (std::size_t n : {0, 1, 63, 64, 65, 127, 128, 200, 1000}) {
    for (std::size_t offset : {0, 1, 8, 63}) {
      memory source(n + 1);
      for (level const* level : levels()) {
        memory target(offset + n + 64);
        bytes expected = target.copy();
        std::copy_n(source.data() + 1, n, expected.begin() + static_cast<std::ptrdiff_t>(offset));
        level->stream(target.data() + offset, source.data() + 1, n);
        ASSERT_EQ(target.copy(), expected) << n << " bytes at " << offset;
      }
    }
  }
}

}  // namespace
