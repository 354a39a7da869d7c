// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/kernel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/guarded.hpp"

// The inner loops, on tiles of every kind: each element is the function of its operands' elements,
// and no other byte is touched.

namespace {

using namespace bcast::engine::detail;
using guarded::memory;

/// The layout of an operand: its row and column steps, in elements.
struct lie {
  std::int64_t row, column;
};

struct shape {
  std::int64_t rows, columns;
  std::int64_t offset = 0;  ///< elements of the target before the first, within a line
  std::int64_t gap = 0;     ///< elements between the target's rows
  bool streamed = false;
};

template <class T>
class elements {
 public:
  elements(shape const& s, lie const& l)
      : where_(l),
        memory_(static_cast<std::size_t>((s.rows - 1) * l.row + (s.columns - 1) * l.column + 1) *
                sizeof(T)) {}
  std::byte* data() { return memory_.data(); }
  std::int64_t row() const { return where_.row * size; }
  std::int64_t column() const { return where_.column * size; }
  T at(std::int64_t r, std::int64_t c) {
    T x;
    std::memcpy(&x, data() + r * row() + c * column(), sizeof x);
    return x;
  }

 private:
  static constexpr auto size = static_cast<std::int64_t>(sizeof(T));
  lie where_;
  memory memory_;
};

/// Runs the kernel of `f` on a tile and compares with the definition.
template <class Z, class... X, class F, std::size_t... K>
void check(F const& f, shape const& s, std::array<lie, sizeof...(X)> const& lies,
           std::index_sequence<K...>) {
  std::tuple<elements<X>...> x{elements<X>(s, lies[K])...};
  const auto size = static_cast<std::int64_t>(sizeof(Z));
  const std::int64_t row = (s.columns + s.gap) * size;
  // The memory ends with a page, so a whole number of lines before the end is the start of a line.
  const std::int64_t used = s.offset * size + (s.rows - 1) * row + s.columns * size;
  const std::int64_t all = (used + 63) / 64 * 64;
  memory target(static_cast<std::size_t>(all));
  guarded::bytes expected = target.copy();
  std::byte* const to = target.data() + s.offset * size;
  for (std::int64_t r = 0; r < s.rows; ++r) {
    for (std::int64_t c = 0; c < s.columns; ++c) {
      const Z z = f(std::get<K>(x).at(r, c)...);
      std::memcpy(expected.data() + s.offset * size + r * row + c * size, &z, sizeof z);
    }
  }
  std::byte* const at[]{to, std::get<K>(x).data()...};
  const std::int64_t rows[]{row, std::get<K>(x).row()...};
  const std::int64_t columns[]{size, std::get<K>(x).column()...};
  kernel_of<F, Z, X...>.run(&f, {s.rows, s.columns, at, rows, columns, s.streamed});
  std::string lying;
  for (lie const& l : lies) lying += " " + std::to_string(l.row) + "," + std::to_string(l.column);
  ASSERT_EQ(target.copy(), expected) << s.rows << " x " << s.columns << " at " << s.offset << lying
                                     << (s.streamed ? " streamed" : "");
}

template <class Z, class... X, class F>
void check(F const& f, shape const& s, std::array<lie, sizeof...(X)> const& lies) {
  check<Z, X...>(f, s, lies, std::index_sequence_for<X...>());
}

/// All combinations of operands with steps along the rows or without, and with rows that move or do
/// not.
template <class Z, class... X, class F>
void check_rows(F const& f) {
  for (std::int64_t columns : {1, 3, 15, 16, 17, 64, 65, 200}) {
    for (std::int64_t offset : {0, 1, 3}) {
      for (bool streamed : {false, true}) {
        for (std::size_t ways = 0; ways < (std::size_t{1} << (2 * sizeof...(X))); ++ways) {
          std::array<lie, sizeof...(X)> lies{};
          for (std::size_t k = 0; k < lies.size(); ++k) {
            const bool moves = ways >> (2 * k) & 1, runs = ways >> (2 * k + 1) & 1;
            lies[k] = {moves ? (runs ? columns + 1 : 1) : 0, runs ? 1 : 0};
          }
          check<Z, X...>(f, {3, columns, offset, 2, streamed}, lies);
          if (offset == 0) check<Z, X...>(f, {17, columns, offset, 0, streamed}, lies);
        }
      }
    }
  }
}

TEST(Kernel, RowsOfOneByteRepeated) {
  check_rows<std::uint8_t, std::uint8_t>(same());
  for (const std::int64_t columns : {long_row - 1, long_row, long_row + 1}) {
    for (const std::int64_t moves : {0, 1, 2}) {
      check<std::uint8_t, std::uint8_t>(same(), {3, columns, 1, 2}, {lie{moves, 0}});
      check<std::uint8_t, std::uint8_t>(same(), {3, columns, 0, 0, true}, {lie{moves, 0}});
    }
    check<std::uint8_t, std::uint8_t>(same(), {3, columns, 1, 2}, {lie{columns, 1}});
    check<std::uint16_t, std::uint16_t>(same(), {3, columns, 1, 2}, {lie{1, 0}});
  }
}

TEST(Kernel, ThreeOperandsAndAFunctionWithState) {
  check_rows<std::uint32_t, std::uint8_t, std::uint32_t, std::uint32_t>(
      [flip = std::uint8_t{1}](std::uint8_t a, std::uint32_t b, std::uint32_t c) {
        return ((a ^ flip) & 1) != 0 ? b : c;
      });
}

struct pure_product : pure {
  std::uint16_t operator()(std::uint32_t a, std::uint8_t b) const {
    return static_cast<std::uint16_t>(a * b + 1);
  }
};

TEST(Kernel, APureFunctionIsCalledOnceForARowOfOneValue) {
  check_rows<std::uint16_t, std::uint32_t, std::uint8_t>(pure_product());
  for (std::int64_t rows : {63, 64, 65, 129, 200}) {
    for (bool streamed : {false, true}) {
      check<std::uint16_t, std::uint32_t, std::uint8_t>(pure_product(), {rows, 33, 1, 3, streamed},
                                                        {{{1, 0}, {2, 0}}});
    }
  }
}

/// Four to a line.
struct two_numbers {
  std::uint64_t x[2];
};

TEST(Kernel, AChainOfFiveOperands) {
  const auto chain = [](two_numbers a, std::uint64_t b, two_numbers c, std::uint32_t d,
                        two_numbers e) {
    return two_numbers{{(a.x[0] - b) * c.x[0] * d + e.x[0], (a.x[1] - b) * c.x[1] * d + e.x[1]}};
  };
  for (std::int64_t columns : {1, 3, 4, 15, 16, 17, 33, 100}) {
    for (std::size_t ways = 0; ways < 32; ++ways) {
      std::array<lie, 5> lies{};
      for (std::size_t k = 0; k < lies.size(); ++k) {
        lies[k] = (ways >> k & 1) != 0 ? lie{columns + 1, 1} : lie{1, 0};
      }
      for (bool streamed : {false, true}) {
        const auto offset = static_cast<std::int64_t>(ways % 3);
        check<two_numbers, two_numbers, std::uint64_t, two_numbers, std::uint32_t, two_numbers>(
            chain, {5, columns, offset, 1, streamed}, lies);
      }
    }
  }
}

TEST(Kernel, NoOperand) {
  check_rows<std::uint16_t>([] { return std::uint16_t{4711}; });
}

struct three_bytes {
  std::uint8_t x[3];
};
struct two_lanes {
  double x[4];
};
struct counted {
  counted(counted const& other) : x(other.x + 1) {}
  int x;
};
struct made_of_one {
  explicit made_of_one(int n) : x(n) {}
  int x;
};
struct fixed {
  const int x = 0;
};

TEST(Kernel, PlainElementsFillLines) {
  EXPECT_TRUE(plain<std::uint8_t> && plain<std::complex<double>> && plain<made_of_one> &&
              plain<fixed>);
  EXPECT_FALSE(plain<three_bytes> || plain<two_lanes> || plain<counted> || plain<std::string>);
  EXPECT_TRUE(buildable<std::uint8_t> && buildable<std::complex<double>>);
  EXPECT_FALSE(buildable<made_of_one> || buildable<fixed> || buildable<counted> ||
               buildable<std::string>);
  const auto first = [](counted const& x) { return x.x; };
  EXPECT_FALSE((kernel_of<decltype(first), int, counted>.turns));
}

TEST(Kernel, ElementsThatBeginBetweenTwoOfALineAreStored) {
  using element = std::complex<double>;  // 16 bytes, at every multiple of 8
  const auto twice = [](element const& a) { return a + a; };
  constexpr std::size_t n = 40;
  alignas(64) double from[2 * n] = {};
  for (std::size_t k = 0; k < 2 * n; ++k) from[k] = static_cast<double>(k);
  for (std::size_t before : {1, 7}) {  // several elements end before the next line, or none does
    alignas(64) double to[2 * n + 8] = {};
    std::byte* const at[]{reinterpret_cast<std::byte*>(to + before),
                          reinterpret_cast<std::byte*>(from)};
    const std::int64_t rows[]{0, 0}, columns[]{16, 16};
    kernel_of<decltype(twice), element, element>.run(&twice, {1, n, at, rows, columns, true});
    for (std::size_t k = 0; k < 2 * n; ++k) ASSERT_EQ(to[before + k], 2 * from[k]) << k;
    EXPECT_EQ(to[before - 1], 0);
    EXPECT_EQ(to[before + 2 * n], 0);
    const auto sum = [](element const& a, element const& b, element const& c, element const& d) {
      return a + b + c + d;
    };
    std::byte* const of_many[]{at[0], at[1], at[1], at[1], at[1]};
    const std::int64_t no_rows[]{0, 0, 0, 0, 0}, adjacent[]{16, 16, 16, 16, 16};
    kernel_of<decltype(sum), element, element, element, element, element>.run(
        &sum, {1, n, of_many, no_rows, adjacent, true});
    for (std::size_t k = 0; k < 2 * n; ++k) ASSERT_EQ(to[before + k], 4 * from[k]) << k;
    EXPECT_EQ(to[before - 1], 0);
    EXPECT_EQ(to[before + 2 * n], 0);
  }
}

TEST(Kernel, ElementsThatAreNotPlainAreTakenAtAnyStep) {
  std::vector<std::string> z(13), x{"a", "b", "c", "d", "e", "f", "g"};
  const auto twice = [](std::string const& a, char b) { return a + b; };
  char const letters[] = "xyz";
  constexpr kernel const& k = kernel_of<decltype(twice), std::string, std::string, char>;
  static_assert(k.any_step && !k.turns);
  constexpr auto size = static_cast<std::int64_t>(sizeof(std::string));
  std::byte* const at[]{reinterpret_cast<std::byte*>(z.data()),
                        reinterpret_cast<std::byte*>(x.data()),
                        reinterpret_cast<std::byte*>(const_cast<char*>(letters))};
  const std::int64_t rows[]{6 * size, 4 * size, 0}, columns[]{2 * size, size, 1};
  k.run(&twice, {2, 3, at, rows, columns, false});
  EXPECT_EQ(z, (std::vector<std::string>{"ax", "", "by", "", "cz", "", "ex", "", "fy", "", "gz", "",
                                         ""}));
}

}  // namespace
