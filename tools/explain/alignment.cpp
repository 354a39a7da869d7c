// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "alignment.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "bcast/proptests/text.hpp"
#include "cases/placed.hpp"

namespace bcast::explain {

drawing drawing_of(proptests::test_case const& c, kit::result const& a) {
  std::size_t rank = a.shape.sizes.size();
  for (auto const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  drawing d{"", {}, "result", {}, a.axis, a.operands, false};
  d.gap = a.verdict == kit::result::kind::silent;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    kit::shape const& t = c.operands[m].type;
    drawn_operand o{"operand " + std::to_string(m), {}};
    o.sizes.resize(rank);
    const bool tuple = proptests::is_placed(c, m) && c.dimensions->size() == t.sizes.size();
    for (std::size_t k = 0; k < t.sizes.size(); ++k) {
      const std::int64_t axis =
          tuple ? (*c.dimensions)[k] : static_cast<std::int64_t>(rank - t.sizes.size() + k);
      if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) continue;
      o.sizes[static_cast<std::size_t>(axis)] = proptests::to_string(t.sizes[k]);
    }
    if (!t.ranked) o.label += " = *";
    d.operands.push_back(std::move(o));
  }
  if (a.verdict == kit::result::kind::ok && a.shape.ranked) {
    d.result.emplace();
    for (kit::dim const& size : a.shape.sizes) d.result->push_back(proptests::to_string(size));
    d.title = "The common shape is " + proptests::to_string(a.shape);
  } else {
    d.title = a.verdict == kit::result::kind::ok ? "The rank of the result is not known"
                                                 : "No common shape [" + a.tag + "]";
    if (d.clashing.empty() && a.axis) {
      for (std::size_t m = 0; m < c.operands.size(); ++m) d.clashing.push_back(m);
    }
  }
  return d;
}

}  // namespace bcast::explain
