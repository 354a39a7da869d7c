// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>

#include "bcast/bcast.hpp"

namespace {

using bcast::broadcast_shapes;
using bcast::shape;

/// The message of what a call throws.
template <class Error, class F>
std::string thrown(F const& call) {
  try {
    call();
  } catch (Error const& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Library, GivesTheShape) {
  EXPECT_EQ(broadcast_shapes({{8, 1, 6, 1}, {7, 1, 5}}), (shape{8, 7, 6, 5}));
  EXPECT_EQ(broadcast_shapes({{}, {}}), shape{});
  EXPECT_EQ(broadcast_shapes({{2, 3}, {3}}, {.rule = "xla", .dimensions = {{1}}}), (shape{2, 3}));
}

TEST(Library, KeepsNamesAndBounds) {
  const bcast::dim bounded(std::nullopt, "M", 8);
  EXPECT_EQ(broadcast_shapes({{"N", bounded}, {1, 1}}, {.rule = "sound"}), (shape{"N", bounded}));
  EXPECT_EQ(broadcast_shapes({{"N"}, shape::unranked()}, {.rule = "sound"}), shape::unranked());
  EXPECT_EQ(to_string(shape{"N", bounded, 3, bcast::dim()}), "NxM<=8x3x?");
  EXPECT_EQ(to_string(shape{}) + to_string(shape::unranked()), "()*");
}

TEST(Library, ARefusalHasClauseAxisAndOperands) {
  const auto r = bcast::try_broadcast_shapes({{2, 3}, {4}});
  EXPECT_EQ(r.verdict, bcast::result::kind::refused);
  EXPECT_EQ(r.tag, "array_api.A14");
  EXPECT_EQ(r.axis, 1u);
  EXPECT_EQ(r.operands, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(r.by, "array_api.hpp");
  EXPECT_EQ(
      thrown<bcast::broadcast_error>([] {
        broadcast_shapes({{2, 3}, {4}});
      }),
      "does not broadcast [array_api.A14] axis 1 of the result: operand 0 has 3, operand 1 has 4");
}

TEST(Library, WhatADocumentDoesNotSayIsAnErrorOfItsOwn) {
  const auto call = [] { broadcast_shapes({{0}, {1}}, {.rule = "mlir"}); };
  EXPECT_EQ(thrown<bcast::unspecified>(call),
            "no answer [mlir.G1] axis 0 of the result: a static size of 0 has no row");
}

TEST(Library, BadArgumentsAreNoRefusals) {
  const auto call = [](std::vector<shape> const& shapes, bcast::options const& asked) {
    return thrown<std::invalid_argument>([&] {
      try {
        broadcast_shapes(shapes, asked);
      } catch (bcast::broadcast_error const&) {
        FAIL() << "a refusal";
      }
    });
  };
  EXPECT_NE(call({{1}}, {.rule = "nosuch"}).find("nosuch"), std::string::npos);
  EXPECT_NE(call({{-1}}, {}).find("negative size -1 on axis 0"), std::string::npos);
  EXPECT_NE(call({{1}, {1}}, {.dimensions = {{0}}}).find("no broadcast dimensions"),
            std::string::npos);
}

TEST(Library, TracesAnElement) {
  using index = std::vector<std::int64_t>;
  EXPECT_EQ(bcast::operand_index({8, 1, 6, 1}, {1, 2, 3, 4}), (index{1, 0, 3, 0}));
  EXPECT_EQ(bcast::operand_index({7, 1, 5}, {1, 2, 3, 4}), (index{2, 0, 4}));
  EXPECT_EQ(bcast::operand_index({}, {1, 2}), index{});
  EXPECT_EQ(thrown<std::invalid_argument>([] { bcast::operand_index({2}, {2}); }),
            "position 2 on axis 0 is outside [0, 1]");
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              bcast::operand_index({2, 2}, {1});
            }),
            "1 positions for an operand of rank 2");
  EXPECT_NE(thrown<std::invalid_argument>([] { bcast::operand_index({"N"}, {1}); }),
            "nothing was thrown");
}

TEST(Library, VerifiesADeclaredResult) {
  const auto under = [](shape const& declared) {
    return bcast::verify({{"N", 3}, {4, 1}}, declared, {.rule = "mlir"});
  };
  EXPECT_EQ(under({4, 3}).verdict, bcast::result::kind::ok);
  EXPECT_EQ(under({5, 3}).verdict, bcast::result::kind::refused);
  EXPECT_EQ(under({5, 3}).by, "verifier");
}

TEST(Library, ExplainsEachStep) {
  const std::string text = bcast::explain({{8, 1, 6, 1}, {7, 1, 5}});
  EXPECT_NE(text.find("array_api.A5"), std::string::npos) << text;
  EXPECT_NE(bcast::explain({{2}, {3}}).find("array_api.A14"), std::string::npos);
}

TEST(Library, ListsEachRuleOnceAndWhoAnswers) {
  const auto all = bcast::rules();
  const auto named = [&](std::string_view name) {
    return std::count_if(all.begin(), all.end(), [&](auto const& r) { return r.name == name; });
  };
  for (auto const& r : all) EXPECT_EQ(named(r.name), 1) << r.name;
  for (auto const& r : all)
    EXPECT_NO_THROW(bcast::try_broadcast_shapes({{1}}, {std::string(r.name)}));
  EXPECT_EQ(named("mlir@19"), 1);
  for (std::string const name : {"numpy", "torch", "jax"}) {
    const bcast::options asked{name};
    EXPECT_EQ(bcast::try_broadcast_shapes({{2, 1}, {3}}, asked).by,
              name == "torch" ? "pytorch.hpp" : "array_api.hpp");
    EXPECT_EQ(bcast::verify({{2, 1}, {3}}, {2, 3}, asked).verdict, bcast::result::kind::ok);
    EXPECT_NE(bcast::explain({{2, 1}, {3}}, asked), "");
  }
}

}  // namespace
