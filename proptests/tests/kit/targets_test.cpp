// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"

// What laws say of positions of targets that may not be written.

namespace targets_test {
namespace {

namespace kit = bcast::kit;
using namespace bcast::proptests;

/// Another implementation, which then writes a position, counted from the target's first element.
kit::subject writing(std::int64_t position, kit::subject s) {
  s.apply = [=, before = s.apply](std::string_view op, std::vector<kit::tensor> const& x,
                                  std::vector<kit::tensor> const& z) {
    const kit::answer a = before(op, x, z);
    static_cast<std::int32_t*>(z[0].data)[position] = 7;
    return a;
  };
  return s;
}

kit::subject refusing() {
  kit::subject s = plain();
  s.apply = [](auto, auto const&, auto const&) {
    kit::answer a;
    a.verdict = kit::answer::kind::reject;
    a.why = "it overlaps itself";
    return a;
  };
  return s;
}

std::string said(char const* law_name, kit::subject const& s, char const* text) {
  const outcome o = run_case(*find_law(law_name), s, parse_case(text), false);
  return o.failure ? o.failure->what : "holds";
}

TEST(Targets, OneThatOverlapsItselfIsNotWrittenAtAll) {
  constexpr char const* text = "3 -> 2x3 type=int32";
  EXPECT_EQ(said("own overlap", refusing(), text), "holds");
  for (std::int64_t position : {0, 1}) {
    EXPECT_EQ(said("own overlap", writing(position, refusing()), text),
              "copying 3 into 2x3, whose last axis has stride 0: refused, but written\n"
              "its reason: it overlaps itself");
  }
}

TEST(Targets, APositionBesideIsCountedFromTheFirstElement) {
  for (auto const& [target, position] :
       {std::pair{"3~g", 1}, std::pair{"3~g", 3}, std::pair{"3~gr", -1}, std::pair{"3~gr", -3}}) {
    const std::string text = std::string("3 -> ") + target + " op=copy type=int32";
    EXPECT_EQ(said("target", writing(position, plain()), text.c_str()),
              "3 into 3: wrote position " + std::to_string(position) +
                  " of the target's storage, which is not one of its elements");
  }
}

TEST(Targets, ANegativeSizeIsRefusedOnEveryAxis) {
  for (std::size_t axis : {0, 1}) {
    kit::subject s = plain();
    s.expand = [=, right = s.expand](kit::shape const& operand, kit::shape const& target) {
      return target.sizes[axis] == kit::dim(-1) ? kit::answer{} : right(operand, target);
    };
    EXPECT_EQ(said("negative size", s, "3 -> 2x3"),
              axis == 0 ? "3 to exactly -1x3 was accepted" : "3 to exactly 2x-1 was accepted");
  }
}

}  // namespace
}  // namespace targets_test
