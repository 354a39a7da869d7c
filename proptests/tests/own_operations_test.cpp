// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/own_operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>

#include "bcast/check.hpp"
#include "bcast/proptests/pipe.hpp"
#include "mutants/mutants.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/one_answer.hpp"

// A subject's own operations, asked as the built-in ones are.

namespace own_operations_test {

using namespace bcast::tests;
namespace kit = bcast::kit;
namespace proptests = bcast::proptests;
using bcast::view;

/// Calls f with the position of each element of z in z and in the operands.
template <class T, class F>
void each(view<T> z, std::vector<view<T const>> const& x, F f) {
  std::vector<std::int64_t> i(z.rank(), 0);
  std::int64_t count = 1;
  for (std::int64_t size : z.sizes) count *= size;
  for (std::int64_t flat = 0; flat < count; ++flat) {
    std::int64_t rest = flat, to = 0;
    std::vector<T> values(x.size());
    std::vector<std::int64_t> from(x.size(), 0);
    for (std::size_t k = z.rank(); k-- > 0; rest /= z.sizes[k]) {
      const std::int64_t at = rest % z.sizes[k];
      to += at * z.strides[k];
      for (std::size_t m = 0; m < x.size(); ++m) {
        const std::size_t missing = z.rank() - x[m].rank();
        if (k < missing || x[m].sizes[k - missing] == 1) continue;
        from[m] += at * x[m].strides[k - missing];
      }
    }
    for (std::size_t m = 0; m < x.size(); ++m) values[m] = x[m].data[from[m]];
    z.data[to] = f(flat, values);
  }
}

double clipped(double x, double low, double high) {
  return low <= high ? std::clamp(x, low, high) : std::nan("");
}

/// `swapped` is the element of eight whose bounds are swapped, or -1.
template <class T>
auto clip(int swapped) {
  return [=](view<T> z, view<T const> x, view<T const> low, view<T const> high) {
    each<T>(z, {x, low, high}, [=](std::int64_t flat, std::vector<T> v) {
      if (flat % 8 == swapped) std::swap(v[1], v[2]);
      return std::min(std::max(v[0], v[1]), v[2]);
    });
  };
}

kit::subject clips(int swapped) {
  bcast::subject mine("mine");
  mine.elementwise<float>("clip", clip<float>(swapped), clipped);
  mine.elementwise<std::uint8_t>("clip", clip<std::uint8_t>(swapped), clipped);
  mine.elementwise<double>(
      "fma",
      [](view<double> z, view<double const> a, view<double const> b, view<double const> c) {
        each<double>(z, {a, b, c}, [](auto, auto const& v) { return v[0] * v[1] + v[2]; });
      },
      [](double a, double b, double c) { return a * b + c; });
  return mine;
}

/// The laws of which a subject has core cases, and those that it breaks.
struct asked {
  std::string laws, broken, reports;
  std::uint64_t cases = 0;
};

asked all_in_core(kit::subject const& s) {
  asked all;
  for (proptests::law const& l : proptests::all_laws()) {
    const outcome o = in_core(l.name, s);
    if (!o.skipped.empty()) continue;
    all.laws += std::string(l.name) + ",";
    all.cases += o.cases();
    if (!o.failure) continue;
    all.broken += std::string(l.name) + ",";
    all.reports += report(o);
  }
  return all;
}

TEST(OwnOperations, ARightOneHoldsEveryLaw) {
  const asked all = all_in_core(clips(-1));
  EXPECT_EQ(all.broken, "") << all.reports;
  EXPECT_EQ(all.laws, "elements,strides,operands,computed,far,alike,repeat,together,fill,");
  EXPECT_GT(all.cases, 500U);
}

TEST(OwnOperations, AWrongOneIsReportedByItsName) {
  const asked all = all_in_core(clips(5));
  for (char const* law : {"elements,", "strides,", "computed,", "fill,"}) {
    EXPECT_TRUE(holds(all.broken, law)) << all.broken;
  }
  EXPECT_TRUE(holds(all.reports, "clip float")) << all.reports;
  EXPECT_TRUE(holds(all.reports, "op=clip")) << all.reports;
  const std::string text = said("computed", clips(5), "8 () 8 type=float op=clip");
  EXPECT_TRUE(holds(text, "= clip(")) << text;
}

TEST(OwnOperations, EveryLengthIsAskedInEveryType) {
  EXPECT_EQ(said("computed", clips(5), "4 4 4 type=uint8 op=clip"), "holds");
  EXPECT_NE(said("computed", clips(5), "7 7 7 type=uint8 op=clip"), "holds");
}

/// Whatever is taken of each operand's numbers, the low bound is not above the high one.
TEST(OwnOperations, NothingIsAskedWhereTheMeaningIsNone) {
  clips(-1);
  auto const* const own = proptests::find_own_operation("clip");
  ASSERT_NE(own, nullptr);
  using in = proptests::own_operation::elements;
  for (in e : {in::floats, in::ints, in::uints}) {
    auto const& numbers = own->samples_for(e);
    EXPECT_LE(*std::ranges::max_element(numbers[1]), *std::ranges::min_element(numbers[2]));
    for (auto const& one : numbers) EXPECT_GT(one.size(), 1U);
  }
}

/// Core is not only for operations of two operands.
TEST(OwnOperations, ACopyIsAskedEveryLayoutToo) {
  kit::subject copies = bcast::mutants::right().front();
  copies.declares.ops = {"copy"};
  const asked all = all_in_core(copies);
  EXPECT_EQ(all.broken, "") << all.reports;
  for (char const* law : {"elements,", "strides,", "in place,", "overlap,", "computed,", "far,",
                          "alike,", "repeat,", "together,", "target,", "own overlap,"}) {
    EXPECT_EQ(holds("," + all.laws, "," + std::string(law)), law != std::string("alike,")) << law;
  }
}

TEST(OwnOperations, ALawWithoutACaseNamesWhatIsDeclared) {
  kit::subject few = proptests::plain();
  few.declares.max_rank = 0;
  few.declares.strided = false;
  EXPECT_EQ(in_core("own overlap", few).skipped, "declares that a target has no gaps");
  few.declares.strided = true;
  EXPECT_EQ(in_core("own overlap", few).skipped,
            "what the subject declares leaves no case: `max_rank`");
}

TEST(OwnOperations, TargetsOfOtherShapesAreAskedWithTwoOperands) {
  kit::subject counts = proptests::plain();
  counts.declares.ops = {"add", "sub", "less"};
  std::set<std::string> shapes;
  counts.apply = [&, apply = counts.apply](auto op, auto const& x, auto const& z) {
    if (x.size() == 2) shapes.insert(proptests::to_string(proptests::type_of(z[0].sizes)));
    return apply(op, x, z);
  };
  const outcome o = in_core("fill", counts);
  EXPECT_FALSE(o.failure) << report(o);
  EXPECT_GT(shapes.size(), 8U);
}

std::string refused(char const* name, std::size_t n,
                    std::function<double(std::span<double const>)> const& value) {
  return refusal([&] { proptests::define_operation(name, n, value); });
}

TEST(OwnOperations, WhatCannotBeAskedIsRefused) {
  clips(-1);
  const auto sum = [](std::span<double const> x) { return x[0] + x[1]; };
  EXPECT_EQ(refused("add", 2, sum),
            "the laws know what 'add' means; give your own operation another name");
  EXPECT_EQ(refused("clip", 2, sum),
            "the operation 'clip' has two meanings; give one another name");
  EXPECT_EQ(refused("five", 5, sum), "the operation 'five' has 5 operands; expected 1 to 4");
  EXPECT_TRUE(refused("first", 2, [](auto x) {
                return x[0];
              }).starts_with("the operation 'first': operand 1 is not seen in its results; "));
}

TEST(OwnOperations, AProgramSaysWhatItsOwnMean) {
  std::istringstream asks(R"({"id":"1","ask":"caps"}
{"id":"2","ask":"value","op":"clip","in":[[5,1,3],[5,3,1]]}
)");
  std::ostringstream answers;
  proptests::serve(clips(-1), asks, answers);
  EXPECT_TRUE(holds(answers.str(), R"("own_ops":{"clip":3,"fma":3})")) << answers.str();
  EXPECT_TRUE(holds(answers.str(), R"({"id":"2","ok":[3.0,null]})")) << answers.str();
}

}  // namespace own_operations_test
