// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

type torch_unbacked(std::vector<type> const& c) { return by_profile("torch_unbacked", c); }

type array_api(std::vector<type> const& c) { return by_rule("array_api@2025.12", c); }

const kit::dim a{std::nullopt, "a"}, b{std::nullopt, "b"};

// PyTorch remembers on which axis two sizes met, and the profile looks at each axis alone: on 44 of
// the 441 pairs of rank 2 and less it gives a name where PyTorch gives a number. The smallest is
// `a ax2`, of which PyTorch makes 2x2.
TEST(FieldUnknown, EveryTableIsThatOfAProfileOrATranscription) {
  const std::vector<kit::dim> some{std::nullopt, 0, 1, 2, 3};
  const tables made{
      {"torch.sub, unbacked sizes",
       [] {
         return table_of(tuples<kit::dim>(2, 1, {a, b, 0, 1, 2, 3}), torch_unbacked);
       }},
      {"array_api_extra.broadcast_shapes", [=] { return table_of(tuples(2, 2, some), array_api); }},
      {"array_api_extra.broadcast_shapes of three",
       [=] { return table_of(tuples(3, 1, some), array_api); }},
  };
  const std::map<std::string, std::string> others{
      {"torch.sub, unbacked sizes, rank 2", "PyTorch remembers sizes on other axes"}};
  expect_tables("unknown", made, others);
}

TEST(FieldUnknown, EveryVerdictIsThatOfATranscription) {
  EXPECT_EQ(same_verdicts("unknown", "array_api_extra", types_from, array_api), 7);
}

TEST(FieldUnknown, PyTorchGivesANameThatItKnowsToBeANumber) {
  const json d = deviation("unknown", "torch.sub, unbacked sizes, rank 2");
  EXPECT_EQ(d.at("count"), 4);
  EXPECT_EQ(d.at("smallest").at("case"), "2xa bxb");
  EXPECT_EQ(d.at("smallest").at("answer"), text_of(torch_unbacked({{2, a}, {b, b}})));
}

}  // namespace
}  // namespace bcast::field
