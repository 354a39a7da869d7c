// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "bcast/proptests/generators.hpp"

namespace bcast::proptests::gen {
namespace {

/// A size of a matrix or of a leading axis: 1 to 4, now and then 0, seldom around a vector's width.
rc::Gen<std::int64_t> product_size() {
  using n = std::int64_t;
  const auto wide = rc::gen::element<n>(7, 8, 9, 15, 16, 17);
  return once_in<n>(10, rc::gen::just<n>(0), once_in<n>(20, wide, rc::gen::cast<n>(number(1, 4))));
}

/// The sizes of two operands, and of their product if they can be multiplied.
struct factors {
  sizes a, b;
  std::optional<sizes> product;
};

/// The leading axes of two operands, which broadcast together.
sizes joined_leading(sizes const& a, sizes const& b) {
  sizes all(std::max(a.size(), b.size()), 1);
  for (sizes const* own : {&a, &b}) {
    const std::size_t missing = all.size() - own->size();
    for (std::size_t k = 0; k < own->size(); ++k) {
      if ((*own)[k] != 1) all[k + missing] = (*own)[k];
    }
  }
  return all;
}

rc::Gen<factors> any_factors() {
  return [own = product_size()](rc::Random const& random, int size) {
    parts draw(random, size);
    sizes batch;
    for (int axes = draw(number(0, 3)); axes > 0; --axes) {
      batch.push_back(draw.once_in(10) ? 0 : draw(number(1, 3)));
    }
    const std::int64_t contracted = draw(own);
    factors f;
    sizes rows, columns;
    if (!draw.once_in(6)) {
      f.a = draw(broadcasting_to(batch));
      rows.push_back(draw(own));
    }
    const bool is_vector = draw.once_in(6);
    if (!is_vector) {
      f.b = draw(broadcasting_to(batch));
      columns.push_back(draw(own));
    }
    f.product = joined_leading(f.a, f.b);
    f.product->insert(f.product->end(), rows.begin(), rows.end());
    f.product->insert(f.product->end(), columns.begin(), columns.end());
    f.a.insert(f.a.end(), rows.begin(), rows.end());
    f.a.push_back(contracted);
    f.b.push_back(contracted);
    f.b.insert(f.b.end(), columns.begin(), columns.end());
    return rc::shrinkable::just(std::move(f));
  };
}

/// The contracted size of the second operand.
std::int64_t& contracted(sizes& b) { return b[b.size() - std::min<std::size_t>(b.size(), 2)]; }

/// Changes the contracted size of one operand by one, or to 1, or any size.
void miss(parts& draw, factors& f) {
  f.product.reset();
  if (draw.once_in(2)) {
    std::int64_t& own = draw.once_in(2) ? f.a.back() : contracted(f.b);
    own = draw.once_in(3) ? 1 : draw.once_in(2) ? own + 1 : std::max<std::int64_t>(own - 1, 0);
    return;
  }
  sizes& any = draw.once_in(2) ? f.a : f.b;
  const int last = static_cast<int>(any.size()) - 1;
  any[static_cast<std::size_t>(draw(number(0, last)))] = draw(number(0, 4));
}

}  // namespace

rc::Gen<test_case> product_case() {
  static constexpr std::array names{"int64", "double", "int32", "float", "int8"};
  return [any = any_factors(), how = layout(), target = layout(true)](rc::Random const& random,
                                                                      int size) {
    parts draw(random, size);
    factors f = draw(any);
    if (draw.once_in(3)) miss(draw, f);
    test_case c;
    c.operands = {{type_of(f.a), draw(how)}, {type_of(f.b), draw(how)}};
    if (f.product) c.result = operand{type_of(*f.product), draw(target)};
    if (c.result && draw.once_in(8)) c.result->type.sizes.insert(c.result->type.sizes.begin(), 1);
    c.element = names[static_cast<std::size_t>(draw(number(0, 4)))];
    return tree(std::move(c));
  };
}

}  // namespace bcast::proptests::gen
