// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/reference/array_api.hpp"
#include "bcast/reference/array_api_2025_12.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/xla.hpp"
#include "expected.hpp"

// What the transcriptions throw: the clause, and the axis in the document's own numbers.

namespace refusals_of_documents {
namespace {

namespace ref = bcast::reference;
using namespace bcast::refusals;
using bcast::kit::dim;

/// The tag, the axis and the words of what is thrown; "nothing" without a throw.
template <class F>
std::string thrown(F f) {
  try {
    f();
  } catch (ref::violation const& v) {
    return fmt::format("{} {} {}", v.tag, v.axis, v.what());
  } catch (ref::no_answer const& n) {
    return fmt::format("{} {}", n.tag, n.what());
  }
  return "nothing";
}

/// The same, as it has to be, where the document's first axis has the number `origin`. MLIR's
/// inference numbers no axis.
std::string as_text(std::optional<refusal> const& r, int origin, bool numbers = true) {
  if (!r) return "nothing";
  if (!r->broken) return fmt::format("{} no answer: {}", r->tag, r->tag);
  if (!r->axis || !numbers) return fmt::format("{} -1 {} is broken", r->tag, r->tag);
  const int axis = origin + static_cast<int>(*r->axis);
  return fmt::format("{} {} {} is broken at axis {}", r->tag, axis, r->tag, axis);
}

template <class Sequence>
Sequence sizes_in(bcast::kit::shape const& t) {
  Sequence s;
  for (dim const& d : t.sizes) s.append(*d);
  return s;
}

void expect_of_static(shapes const& operands) {
  ref::seq<ref::seq<ref::index>> from_one;
  ref::list<ref::list<ref::index>> from_zero;
  ref::list<ref::array_api_2025_12::shape<ref::index>> optional;
  ref::mlir::operation<ref::index> op;
  for (bcast::kit::shape const& t : operands) {
    from_one.append(sizes_in<ref::seq<ref::index>>(t));
    from_zero.append(sizes_in<ref::list<ref::index>>(t));
    optional.append(sizes_in<ref::array_api_2025_12::shape<ref::index>>(t));
    op.operands.append({sizes_in<ref::mlir::dims<ref::index>>(t)});
  }
  const std::string text = text_of(operands);
  ASSERT_EQ(thrown([&] { ref::sonnx::Broadcast_sizes(from_one); }),
            as_text(expected("sonnx", operands), 1))
      << text;
  ASSERT_EQ(thrown([&] { ref::sonnx_2026_01::Broadcast_sizes(from_zero); }),
            as_text(expected("sonnx@2026-01", operands), 0))
      << text;
  ASSERT_EQ(thrown([&] { ref::array_api_2025_12::broadcast_shapes(optional); }),
            as_text(expected("array_api@2025.12", operands), 0))
      << text;
  ASSERT_EQ(thrown([&] { ref::mlir::InferResultShape(op); }),
            as_text(expected("mlir", operands), 0, false))
      << text;
  if (operands.size() != 2) return;
  ASSERT_EQ(thrown([&] { ref::array_api::broadcast(from_zero[0], from_zero[1]); }),
            as_text(expected("array_api", operands), 0))
      << text;
  ASSERT_EQ(thrown([&] { ref::xla::binary(from_zero[0], from_zero[1], std::nullopt); }),
            as_text(expected("xla", operands), 0))
      << text;
}

/// The kit's answers of all documents, whose axes are numbered in the result, from 0.
void expect_answers(
    shapes const& operands,
    std::optional<bcast::kit::broadcast_dimensions> const& dimensions = std::nullopt) {
  bcast::proptests::test_case c;
  for (bcast::kit::shape const& t : operands) c.operands.push_back({t, {}});
  c.dimensions = dimensions;
  for (std::string_view document :
       {"sonnx", "sonnx@2026-01", "array_api", "array_api@2025.12", "xla", "mlir"}) {
    if (dimensions && document != "xla") continue;
    auto wanted = expected(document, operands, dimensions);
    auto got = bcast::proptests::oracle::broadcast_shapes(document, c);
    // The transcriptions name no operands.
    if (wanted) {
      wanted->operands.clear();
      wanted->why.clear();
    }
    ASSERT_EQ(difference(got, wanted), "") << document << ": " << text_of(operands);
  }
}

TEST(Refusals, TranscriptionsNameTheClauseAndTheAxisOfWholeScopes) {
  each_of(1, 2, {0, 1, 2}, expect_of_static);
  each_of(2, 3, {0, 1, 2, 3}, expect_of_static);
  each_of(3, 2, {0, 1, 2, 3}, expect_of_static);
  each_of(4, 1, {0, 1, 2, 3}, expect_of_static);
}

TEST(Refusals, TranscriptionsNameTheClauseAndTheAxisOfRandomShapes) {
  each_random(20000, false, expect_of_static);
}

TEST(Refusals, OraclesAnswersAreNumberedInTheResult) {
  const auto all = [](shapes const& s) { expect_answers(s); };
  each_of(0, 0, {}, all);
  each_of(2, 2, {0, 1, 2, 3}, all);
  each_of(3, 2, {0, 1, 2, 3}, all);
  each_of(2, 2, {0, 1, 2, 3, dim()}, all);
  each_random(5000, false, all);
  each_random(5000, true, all);
}

TEST(Refusals, XlasTuplesAreRefusedRuleByRule) {
  each_with_tuple([](shapes const& s, tuple const& t) {
    expect_answers(s, t);
    const auto lhs = sizes_in<ref::list<ref::index>>(s[0]),
               rhs = sizes_in<ref::list<ref::index>>(s[1]);
    ASSERT_EQ(thrown([&] { ref::xla::binary(lhs, rhs, ref::xla::tuple(*t)); }),
              as_text(expected("xla", s, t), 0))
        << text_of(s);
  });
}

TEST(Refusals, MlirsVerifyNamesTheAxisOfTheResult) {
  const std::vector<dim> sizes{0, 1, 2, dim()};
  each_of(3, 2, sizes, [](shapes const& s) {
    bcast::proptests::test_case c;
    for (std::size_t m = 0; m < 2; ++m) c.operands.push_back({s[m], {}});
    c.result = bcast::proptests::operand{s[2], {}};
    auto wanted = expected_result("mlir", {s[0], s[1]}, s[2]);
    if (wanted) {
      wanted->operands.clear();
      wanted->why.clear();
    }
    ASSERT_EQ(difference(bcast::proptests::oracle::verify("mlir", c), wanted), "") << text_of(s);
  });
}

TEST(Refusals, AnInPlaceOperationNamesItsClause) {
  each_of(2, 2, {0, 1, 2, 3}, [](shapes const& s) {
    const auto target = sizes_in<ref::list<ref::index>>(s[0]),
               source = sizes_in<ref::list<ref::index>>(s[1]);
    auto wanted = expected("array_api", s);
    // The target is unchanged where each size of the source is its own or 1, and there are no more.
    const auto unchanged = [&] {
      auto const &t = s[0].sizes, &x = s[1].sizes;
      if (x.size() > t.size()) return false;
      return std::equal(x.rbegin(), x.rend(), t.rbegin(),
                        [](dim const& a, dim const& b) { return *a == 1 || *a == *b; });
    };
    if (!wanted && !unchanged()) wanted = refusal{true, "array_api.I2", std::nullopt};
    ASSERT_EQ(thrown([&] { ref::array_api::in_place(target, source); }), as_text(wanted, 0))
        << text_of(s);
  });
}

}  // namespace
}  // namespace refusals_of_documents
