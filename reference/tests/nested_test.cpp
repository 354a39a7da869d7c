// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/nested.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

// The two oracles share no design; where they agree, an error in one would also be in the other.

namespace nested_test {

namespace nested = bcast::reference::nested;
using namespace bcast::proptests;
using shape = std::vector<std::int64_t>;

nested::value<std::int64_t> numbered(shape const& sizes, std::size_t axis, std::int64_t& next) {
  nested::value<std::int64_t> v;
  if (axis == sizes.size()) {
    v.element = next++;
    return v;
  }
  for (std::int64_t k = 0; k < sizes[axis]; ++k) {
    v.items.push_back(numbered(sizes, axis + 1, next));
  }
  return v;
}

void leaves(nested::value<std::int64_t> const& v, std::size_t depth,
            std::vector<std::int64_t>& all) {
  if (depth == 0) all.push_back(v.element);
  for (auto const& item : v.items) leaves(item, depth - 1, all);
}

/// The flat position of an element in row-major order.
std::int64_t flat(shape const& sizes, std::vector<std::int64_t> const& i) {
  std::int64_t position = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) position = position * sizes[k] + i[k];
  return position;
}

std::optional<shape> joined(std::vector<shape> const& shapes) {
  shape common;
  try {
    for (shape const& s : shapes) common = nested::join(common, s);
  } catch (bcast::reference::violation const&) {
    return std::nullopt;
  }
  return common;
}

/// Compares the shapes of both oracles and, element by element, their values.
void agree(test_case const& c) {
  std::vector<shape> shapes;
  for (operand const& o : c.operands) shapes.push_back(sizes_of(o.type));
  const std::optional<shape> common = joined(shapes);
  const auto expected = oracle::broadcast_shapes(shapes);
  ASSERT_EQ(common.has_value(), expected.verdict == bcast::kit::result::kind::ok) << to_string(c);
  if (!common) return;
  ASSERT_EQ(type_of(*common), expected.shape) << to_string(c);
  for (shape const& sizes : shapes) {
    std::int64_t next = 0, places = 1;
    const auto x = numbered(sizes, 0, next);
    std::vector<std::int64_t> all;
    leaves(nested::stretch(x, sizes.size(), *common), common->size(), all);
    for (std::int64_t size : *common) places *= size;
    ASSERT_EQ(all.size(), static_cast<std::size_t>(places)) << to_string(c);
    shape at(common->size(), 0);
    for (std::int64_t element : all) {
      ASSERT_EQ(element, flat(sizes, oracle::operand_index(sizes, *common, at))) << to_string(c);
      for (std::size_t k = at.size(); k-- > 0 && ++at[k] == (*common)[k];) at[k] = 0;
    }
  }
}

TEST(BcastP1, BothOraclesAgreeOnTheSmallScope) {
  std::uint64_t cases = 0;
  for (source const& from : sources_of(family::shapes, run_size::push, 0, 0)) {
    if (from.name != "scope") continue;
    for (std::uint64_t i = 0; i < from.count; ++i, ++cases) agree(from.at(i));
  }
  const unsigned large = 12;
  EXPECT_EQ(cases, 156U * 156U + 40U * 40U * 40U + large);
}

TEST(BcastP6, BothOraclesAgreeBeyondIt) {
  recipe r;
  r.layouts = false;
  const auto drawn = numbered_cases(r, 20261121);
  for (std::uint64_t i = 0; i < 2000; ++i) agree(drawn(i));
}

TEST(BcastP6, AnItemThatIsNeitherOneNorAllIsRefused) {
  nested::value<std::int64_t> two;
  two.items.resize(2);
  using target = nested::shape<std::int64_t>;
  for (target const& to : {target{3}, target{0}, target{0, 5}}) {
    EXPECT_THROW(nested::stretch(two, 1, to), bcast::reference::violation);
  }
}

}  // namespace nested_test
