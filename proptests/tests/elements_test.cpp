// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/guess.hpp"

namespace elements_test {

using namespace bcast::proptests;
namespace kit = bcast::kit;

/// A subject of one operation, `add` in float, which reads operand m at flat index read(m, flat).
kit::subject adds(std::function<std::size_t(std::size_t, std::size_t)> const& read) {
  kit::subject s;
  s.name = "adds";
  s.rule = "array_api";
  s.declares.ops = {"add"};
  s.declares.dtypes = {"float"};
  s.declares.strided = s.declares.overlap = s.declares.reject = false;
  s.apply = [read](std::string_view, std::vector<kit::tensor> const& x,
                   std::vector<kit::tensor> const& z) {
    std::size_t count = 1;
    for (std::int64_t size : z[0].sizes) count *= static_cast<std::size_t>(size);
    for (std::size_t flat = 0; flat < count; ++flat) {
      float sum = 0;
      for (std::size_t m = 0; m < x.size(); ++m) {
        sum += static_cast<float const*>(x[m].data)[read(m, flat)];
      }
      static_cast<float*>(z[0].data)[flat] = sum;
    }
    return kit::result{};
  };
  return s;
}

std::string complaint(kit::subject const& s, std::string_view law, std::string_view text) {
  const outcome o = run_case(*find_law(law), s, parse_case(text), false);
  EXPECT_EQ(o.skipped, "");
  return o.failure ? o.failure->what : "";
}

TEST(SonnxF4, TheElementThatWasReadIsNamedAndTheMistakeGuessed) {
  const kit::subject right =
      adds([](std::size_t m, std::size_t flat) { return m ? flat / 2 : flat; });
  EXPECT_EQ(complaint(right, "elements", "2x2 2x1"), "");
  const kit::subject modulo =
      adds([](std::size_t m, std::size_t flat) { return m ? flat % 2 : flat; });
  EXPECT_EQ(complaint(modulo, "elements", "2x2 2x1"),
            "add float 2x2 2x1 -> 2x2\n"
            "Z[0,1] must come from X1[0,0], but X1[1,0] was read       2 of 4 wrong\n"
            "found 0, expected 1, where X1[0,0] holds 1 and X1[1,0] holds 0\n"
            "  wrong     Z[0,1]      offset 1 = 0*2 + 1*1\n"
            "  expected  X1[0,0]     offset 0 = 0*1 + 0*1\n"
            "  read      X1[1,0]     offset 1 = 1*1 + 0*1\n"
            "  Z      X1\n"
            "  . #    E\n"
            "  # .    R\n"
            "  (# wrong, E expected, R read; offsets and strides in elements)\n"
            "X1 read at [0 1 0 1], expected [0 0 1 1] (row-major positions, -1: none)\n"
            "looks like: the flat index modulo the operand's element count");
}

/// Sums the rows of a gradient, or takes its first row alone.
kit::subject sums_back(bool first_row_only) {
  kit::subject s;
  s.name = "sums";
  s.declares.dtypes = {"float"};
  s.adjoint = [first_row_only](kit::tensor const& y, kit::tensor const& x) {
    std::size_t n = 1, all = 1;
    for (std::int64_t size : x.sizes) n *= static_cast<std::size_t>(size);
    for (std::int64_t size : y.sizes) all *= static_cast<std::size_t>(size);
    for (std::size_t k = 0; k < n; ++k) {
      float sum = 0;
      for (std::size_t at = k; at < (first_row_only ? n : all); at += n) {
        sum += static_cast<float const*>(y.data)[at];
      }
      static_cast<float*>(x.data)[k] = sum;
    }
    return kit::result{};
  };
  return s;
}

TEST(BcastP26, TheSumOverTheStretchedAxesIsDue) {
  EXPECT_EQ(complaint(sums_back(false), "adjoint", "2x3 3 ()"), "");
  EXPECT_EQ(complaint(sums_back(true), "adjoint", "2x3 3"),
            "float 2x3 summed back to 3: X[1] is 0; expected 1");
  EXPECT_EQ(complaint(sums_back(false), "adjoint", "0x3 3"), "");
}

/// The gradients of two operands of one shape. Of equal ones, max gives all of it to `winner`.
kit::subject differentiates(std::size_t winner) {
  kit::subject s;
  s.name = "gradients";
  s.declares.dtypes = {"float"};
  s.declares.ops = {"mul_gradient", "max_gradient"};
  s.declares.strided = false;
  s.apply = [winner](std::string_view op, std::vector<kit::tensor> const& x,
                     std::vector<kit::tensor> const& z) {
    const auto at = [](kit::tensor const& t, std::int64_t k) -> float& {
      return static_cast<float*>(t.data)[k];
    };
    for (std::int64_t k = 0; k < x[0].sizes.at(0); ++k) {
      const float g = at(x[0], k), a = at(x[1], k), b = at(x[2], k);
      const bool first = a > b || (a == b && winner != 1);
      const bool second = b > a || (a == b && winner != 0);
      at(z[0], k) = op == "mul_gradient" ? g * b : first ? g : 0;
      at(z[1], k) = op == "mul_gradient" ? g * a : second ? g : 0;
    }
    return kit::result{};
  };
  return s;
}

TEST(BcastP81, EqualOperandsDivideTheGradientBetweenThem) {
  EXPECT_EQ(complaint(differentiates(0), "gradients", "5 5"), "");
  EXPECT_EQ(complaint(differentiates(1), "gradients", "5"), "");
  EXPECT_EQ(complaint(differentiates(2), "gradients", "5 5"),
            "max_gradient of 5 and 5: all of D0 and D1 is 14, and all of G is 9");
}

/// Adds an int8 and a uint8, in int16 or (`narrow`) in int8.
kit::subject promotes(bool narrow) {
  kit::subject s;
  s.name = "promotes";
  s.declares.dtypes = {"int8", "uint8", "int16"};
  s.declares.ops = {"add"};
  s.declares.promotes = true;
  s.apply = [narrow](std::string_view, std::vector<kit::tensor> const& x,
                     std::vector<kit::tensor> const& z) {
    const auto number = [](kit::tensor const& t, std::int64_t k) -> int {
      if (t.element == "int8") return static_cast<std::int8_t const*>(t.data)[k];
      if (t.element == "uint8") return static_cast<std::uint8_t const*>(t.data)[k];
      return static_cast<std::int16_t const*>(t.data)[k];
    };
    for (std::int64_t k = 0; k < z[0].sizes.at(0); ++k) {
      const int sum = number(x[0], k) + number(x[1], k);
      static_cast<std::int16_t*>(z[0].data)[k] =
          static_cast<std::int16_t>(narrow ? static_cast<std::int8_t>(sum) : sum);
    }
    return kit::result{};
  };
  return s;
}

TEST(BcastP82, BothOperandsFitInTheTypeOfTheResult) {
  EXPECT_EQ(complaint(promotes(false), "promotion", "3 3 type=int8 op=add"), "");
  EXPECT_EQ(complaint(promotes(true), "promotion", "3 3 type=int8 op=add"),
            "add of int8 and int16: Z[0] is -6; expected 16378, in int16");
}

/// Copies bools, of whose bytes it looks at some bits.
kit::subject copies_bools(unsigned bits) {
  kit::subject s;
  s.name = "copies";
  s.declares.dtypes = {"bool"};
  s.declares.ops = {"copy"};
  s.declares.any_bool = true;
  s.apply = [bits](std::string_view, std::vector<kit::tensor> const& x,
                   std::vector<kit::tensor> const& z) {
    for (std::int64_t k = 0; k < z[0].sizes.at(0); ++k) {
      const unsigned byte = static_cast<unsigned char const*>(x[0].data)[k];
      static_cast<unsigned char*>(z[0].data)[k] = (byte & bits) != 0;
    }
    return kit::result{};
  };
  return s;
}

TEST(BcastP85, ABoolIsTrueWhateverItsByteIs) {
  EXPECT_EQ(complaint(copies_bools(0xFF), "truth", "8 type=bool op=copy"), "");
  EXPECT_NE(complaint(copies_bools(1), "truth", "8 type=bool op=copy"), "");
}

}  // namespace elements_test
