// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "bcast/proptests/generators.hpp"

namespace bcast::proptests::gen {
namespace {

/// Shapes of the result's rank, alternately stretched on the even and on the odd axes.
operands in_turn(std::size_t n, sizes const& result) {
  operands all{{}, result, relation::alternating};
  for (std::size_t m = 0; m < n; ++m) {
    sizes own = result;
    for (std::size_t axis = m % 2; axis < own.size(); axis += 2) own[axis] = 1;
    all.shapes.push_back(std::move(own));
  }
  return all;
}

/// A column and a row that give a square result.
operands column_and_row(sizes result) {
  result.back() = result.front();
  sizes column = result, row = result;
  column.back() = row.front() = 1;
  return {{column, row}, result, relation::equal_counts};
}

/// The number of operands: usually a few, sometimes around 32 or 64.
rc::Gen<std::size_t> count_for(sizes const& result, recipe const& r) {
  std::int64_t elements = 1;
  for (std::int64_t size : result) {
    elements = size > 64 ? 65 : std::min<std::int64_t>(65, elements * size);
  }
  return [many = r.max_operands > 3 && elements <= 64, most = r.max_operands](
             rc::Random const& random, int size) {
    static constexpr std::array<std::size_t, 4> around{32, 33, 64, 65};
    parts draw(random, size);
    std::size_t n = 1;
    if (many && draw.once_in(80)) {
      n = around[static_cast<std::size_t>(draw(number(0, 3)))];
    } else if (!draw.once_in(8)) {
      n = static_cast<std::size_t>(draw(number(std::min(2, most), most)));
    }
    return rc::shrinkable::just(n);
  };
}

test_case of_shapes(operands const& drawn) {
  test_case c;
  for (sizes const& own : drawn.shapes) c.operands.push_back({type_of(own), {}});
  return c;
}

/// Draws the layouts of the operands. Equal shapes share a layout, or each has its own.
void lay_out(parts& draw, test_case& c, relation how) {
  static const auto any = layout();
  for (operand& o : c.operands) o.layout = draw(any);
  if (how == relation::equal && draw.once_in(2)) {
    for (operand& o : c.operands) o.layout = c.operands.front().layout;
  }
  if (!draw.once_in(12)) return;
  for (operand& o : c.operands) o.layout.bits |= static_cast<unsigned>(layout_flag::repeated);
}

/// Draws a target for the result. One in six has an extra leading axis, and one in six is a near
/// miss with a size that is not the result's.
operand draw_target(parts& draw, sizes shape, recipe const& r) {
  static const auto any = layout(true);
  if (draw.once_in(6)) shape.insert(shape.begin(), draw(number(1, 3)));
  if (r.near_miss && !shape.empty() && draw.once_in(6)) {
    const int last = static_cast<int>(shape.size()) - 1;
    shape[static_cast<std::size_t>(draw(number(0, last)))] = draw(number(0, 4));
  }
  return {type_of(shape), r.layouts ? draw(any) : layout_flags{}};
}

}  // namespace

rc::Gen<relation> related(std::size_t n, sizes const& result) {
  return [n, rank = result.size()](rc::Random const& random, int size) {
    parts draw(random, size);
    auto how = relation::any;
    if (n >= 32 && draw.once_in(2)) {
      how = relation::last_alone;
    } else if (n > 1 && draw.once_in(16)) {
      how = relation::alternating;
    } else if (n > 1 && draw.once_in(12)) {
      how = relation::equal;
    } else if (n > 1 && rank > 1 && draw.once_in(16)) {
      how = relation::equal_counts;
    }
    return rc::shrinkable::just(how);
  };
}

rc::Gen<operands> related_operands(relation how, std::size_t n, sizes const& result,
                                   recipe const& r) {
  expect_valid(r);
  if (n == 0) throw std::invalid_argument("a relation has at least one operand");
  if (how == relation::equal_counts && (n < 2 || result.size() < 2)) {
    throw std::invalid_argument("a column and a row are two operands of rank 2 at least");
  }
  return [=](rc::Random const& random, int size) {
    parts draw(random, size);
    operands all{{}, result, how};
    switch (how) {
      case relation::last_alone:
        all.shapes.resize(n);
        all.shapes.back() = result;
        break;
      case relation::alternating:
        all = in_turn(n, result);
        if (draw.once_in(2)) {  // on sizes of 2, so that nine axes are not too many
          all = in_turn(n, sizes(static_cast<std::size_t>(
                                     draw(number(std::min(4, r.max_rank + 3), r.max_rank + 3))),
                                 2));
        }
        break;
      case relation::equal:
        all.shapes.assign(n, draw.once_in(2) ? result : draw(broadcasting_to(result)));
        break;
      case relation::equal_counts:
        all = column_and_row(result);
        break;
      case relation::any:
        break;
    }
    const auto any = broadcasting_to(all.result);
    while (all.shapes.size() < n) all.shapes.push_back(draw(any));
    return rc::shrinkable::just(std::move(all));
  };
}

rc::Gen<test_case> near_miss(test_case const& c) {
  return [c](rc::Random const& random, int size) {
    parts draw(random, size);
    test_case changed = c;
    if (changed.operands.empty()) return tree(std::move(changed));
    const int last = static_cast<int>(c.operands.size()) - 1;
    auto& own = changed.operands[static_cast<std::size_t>(draw(number(0, last)))].type.sizes;
    if (!own.empty()) {
      const int axis = draw(number(0, static_cast<int>(own.size()) - 1));
      own[static_cast<std::size_t>(axis)] = draw(number(0, 5));
    }
    return tree(std::move(changed));
  };
}

rc::Gen<test_case> broadcast_case(recipe const& r) {
  return [r, any_shape = shape(r), any_element = element()](rc::Random const& random, int size) {
    parts draw(random, size);
    const sizes result = draw(any_shape);
    const std::size_t n = draw(count_for(result, r));
    const operands of = draw(related_operands(draw(related(n, result)), n, result, r));
    test_case c = of_shapes(of);
    if (r.near_miss && draw.once_in(4)) c = draw(near_miss(c));
    if (r.layouts) lay_out(draw, c, of.how);
    if (r.result) c.result = draw_target(draw, of.result, r);
    if (r.unknown) {
      for (operand& o : c.operands) o.type = draw(forgotten(o.type));
      if (c.result) c.result->type = draw(forgotten(c.result->type));
    }
    c.element = draw(any_element);
    return tree(std::move(c));
  };
}

}  // namespace bcast::proptests::gen
