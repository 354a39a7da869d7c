// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"

// What a subject leaves in the laws' memory.

namespace {

using namespace bcast::proptests;

TEST(LawMemory, ABoolThatIsNeitherTrueNorFalseIsTold) {
  bcast::kit::subject s = plain();
  s.apply = [](auto const&, auto const&, auto const& outputs) {
    std::memset(outputs.front().data, 2, 4);
    return bcast::kit::answer{};
  };
  const outcome o = run_case(*find_law("values"), s, parse_case("4 type=bool"), false);
  ASSERT_TRUE(o.failure.has_value());
  EXPECT_TRUE(o.failure->what.starts_with("Z0[0] is 2; expected ")) << o.failure->what;
  EXPECT_NE(o.failure->what.find("  read      not known: 0 positions of X0 hold it\n"),
            std::string::npos)
      << o.failure->what;
}

TEST(LawMemory, FloatsAreTheSameBitByBit) {
  EXPECT_FALSE(same(0.0, -0.0));
  EXPECT_TRUE(same(1.5F, 1.5F));
  EXPECT_TRUE(same(std::string("a"), std::string("a")));
}

}  // namespace
