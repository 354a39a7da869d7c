// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/pytorch.hpp"

#include <gtest/gtest.h>

#include "tables.hpp"

namespace bcast::field {
namespace {

shape pytorch(std::vector<shape> const& c) { return by_rule("pytorch", c); }

shape pytorch_in_place(std::vector<shape> const& c) { return by_rule("pytorch_in_place", c); }

cases of_pytorch() { return tuples(2, 3, range(0, 4)); }

TEST(FieldPytorch, EveryTableIsThatOfThePage) {
  const auto of_pairs = [](auto rule) { return [=] { return table_of(of_pytorch(), rule); }; };
  const tables made{
      {"torch.sub", of_pairs(pytorch)},
      {"torch.where", [] { return table_of(tuples(3, 2, range(0, 4)), pytorch); }},
      {"torch.broadcast_shapes", of_pairs(pytorch)},
      {"torch.broadcast_tensors", of_pairs(pytorch)},
      {"Tensor.expand", of_pairs(pytorch_in_place)},
      {"Tensor.sub_", of_pairs(pytorch_in_place)},
      {"torch.sub, out",  // it is resized
       [] {
         return table_of(with_results(tuples(2, 2, range(0, 3)), shapes(2, range(0, 3))),
                         [](std::vector<shape> const& c) {
                           return pytorch({c[0], c[1]});
                         });
       }},
  };
  expect_tables("pytorch", made, {});
}

TEST(FieldPytorch, EveryVerdictIsThatOfThePage) {
  EXPECT_EQ(same_verdicts("pytorch", "torch.sub", shapes_from, pytorch), 14);
  EXPECT_EQ(same_verdicts("pytorch", "Tensor.sub_", shapes_from, pytorch_in_place), 13);
}

/// How many answers of PyTorch are not those of the page as it is printed, and the first of them.
std::pair<int, std::string> others(shape (*as_printed)(shape const&, shape const&)) {
  std::pair<int, std::string> found;
  for (auto const& c : of_pytorch()) {
    table text, torch;
    text.add(joined(c), [&] { return as_printed(c[0], c[1]); });
    torch.add(joined(c), [&] { return pytorch(c); });
    if (text.lines == torch.lines) continue;
    if (found.first++ == 0) found.second = text.lines + torch.lines;
  }
  return found;
}

/// pytorch.D1: a size of 0 next to a 1 is kept.
TEST(FieldPytorch, PyTorchDoesNotTakeTheMaximum) {
  const auto [other, first] = others(ref::pytorch::resulting_size_as_printed);
  EXPECT_EQ(first, "() 0 | 1\n() 0 | 0\n");
  EXPECT_EQ(other, 1240);
}

/// pytorch.D2: as many elements do not help.
TEST(FieldPytorch, PyTorchNoLongerViewsTensorsAsOneDimensional) {
  const auto [other, first] = others(ref::pytorch::size_with_warnings);
  EXPECT_EQ(first, "0 0x2 | 0\n0 0x2 | refused\n");
  EXPECT_EQ(other, 1474);
}

}  // namespace
}  // namespace bcast::field
