// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "bcast/proptests/case.hpp"
#include "bcast/reference/documents.hpp"
#include "cases.hpp"

namespace bcast::peers {
namespace {

namespace stablehlo = bcast::reference::stablehlo;
using shape = bcast::reference::list<bcast::reference::index>;
using positions = std::vector<std::int64_t>;

/// f(i) for each index sequence of a shape, in row-major order.
template <class F>
void each_index(shape const& of, F f) {
  std::int64_t count = 1;
  for (std::int64_t size : of) count *= size;
  for (std::int64_t element = 0; element < count; ++element) {
    shape i = of;
    std::int64_t rest = element;
    for (auto axis = of.n(); axis-- > 0; rest /= of[axis]) i[axis] = rest % of[axis];
    f(i);
  }
}

/// Of an operand, place(i) for each place i in the result.
template <class Place>
positions read_from(shape const& operand, shape const& result, Place place) {
  positions all;
  each_index(result, [&](shape const& i) {
    const shape at = place(i);
    std::int64_t position = 0;
    for (std::int64_t d = 0; d < operand.n(); ++d) position = position * operand[d] + at[d];
    all.push_back(position);
  });
  return all;
}

/// Axis d of the operand is the axis `dimensions[d]` of the result.
positions along(shape const& operand, shape const& dimensions, shape const& result) {
  const stablehlo::operation<std::int64_t> op{operand, dimensions, result};
  return read_from(operand, result, [&](shape const& i) {
    return shape::of(operand.n(),
                     [&](std::int64_t d) { return stablehlo::operand_index(op, i, d); });
  });
}

/// Axes that follow each other, the last of them is the last of a result.
positions aligned(shape const& operand, shape const& result) {
  return along(operand, stablehlo::last_axes(operand, result), result);
}

bool fits(shape const& operand, shape const& result) {
  const auto missing = result.n() - operand.n();
  if (missing < 0) return false;
  for (std::int64_t k = 0; k < operand.n(); ++k) {
    if (operand[k] != 1 && operand[k] != result[missing + k]) return false;
  }
  return true;
}

/// A block of the result for each element.
positions in_blocks(shape const& operand, shape const& result) {
  return read_from(operand, result, [&](shape const& i) {
    return shape::of(operand.n(), [&](std::int64_t k) { return i[k] / (result[k] / operand[k]); });
  });
}

/// How a document's rule reads an operand, if its transcription says that.
auto place_in_operand(std::string const& rule) {
  for (auto const& rules : reference::documents::shape_rules<std::int64_t>) {
    for (auto const& each : rules) {
      if (each.name == rule) return each.place_in_operand;
    }
  }
  return decltype(reference::shape_rule<std::int64_t>::place_in_operand){};
}

shape slice(shape const& s, std::int64_t first, std::int64_t count) {
  return shape::of(count, [&](std::int64_t k) { return s[first + k]; });
}

/// Of a product, each sum's elements of a row and of a column.
std::vector<positions> of_product(shape a, shape b, shape result) {
  const bool row = a.n() == 1, column = b.n() == 1;
  const shape loop = slice(result, 0, result.n() - (row ? 0 : 1) - (column ? 0 : 1));
  if (row) a.prepend(1);
  if (column) b.append(1);
  const auto m = a[a.n() - 2], n = a[a.n() - 1], p = b[b.n() - 1];
  const positions rows = aligned(a, loop + shape{m, n}), columns = aligned(b, loop + shape{n, p});
  std::vector<positions> reads(2);
  std::int64_t matrix = 0;
  each_index(loop, [&](shape const&) {
    each_index(shape{m, p, n}, [&](shape const& i) {
      reads[0].push_back(rows[static_cast<std::size_t>((matrix * m + i[0]) * n + i[2])]);
      reads[1].push_back(columns[static_cast<std::size_t>((matrix * n + i[2]) * p + i[1])]);
    });
    ++matrix;
  });
  return reads;
}

}  // namespace

answer ask(std::string const& rule, question const& asked) {
  answer a{said_by(rule, asked)};
  std::vector<shape> operands;
  shape entries;
  bool known = a.said.verdict == kit::result::kind::ok && proptests::is_static(a.said.shape);
  for (part const& p : asked) {
    if (auto const* some = std::get_if<axes>(&p)) {
      if (entries.n() == 0) entries = shape(*some);
    } else if (auto const* s = std::get_if<kit::shape>(&p)) {
      known = known && proptests::is_static(*s);
      if (known) operands.emplace_back(proptests::sizes_of(*s));
    }
  }
  if (!known) return a;
  const shape result(proptests::sizes_of(a.said.shape));
  if (rule.find("matmul") != rule.npos || rule.ends_with("of C") || rule == "equal batches") {
    a.reads = of_product(operands[0], operands[1], result);
    if (operands.size() > 2) a.reads.push_back(aligned(operands[2], result));
    return a;
  }
  // The operand that broadcast_dimensions are about, or that is added along an axis.
  std::size_t mapped = operands.size();
  if (rule.starts_with("stablehlo") || rule == "broadcast3_explicit") mapped = 0;
  if (rule == "chlo" || rule == "xla_client") mapped = operands[1].n() < operands[0].n() ? 1 : 0;
  if (rule.ends_with(" along an axis")) {
    mapped = 1;
    entries = shape::of(operands[1].n(), [&](std::int64_t k) { return entries[0] + k; });
  }
  const auto place = place_in_operand(rule);
  for (std::size_t m = 0; m < operands.size(); ++m) {
    if (place != nullptr) {
      a.reads.push_back(read_from(operands[m], result,
                                  [&](shape const& i) { return place(operands[m], result, i); }));
    } else if (rule == "webnn_blocks") {
      a.reads.push_back(in_blocks(operands[m], result));
    } else if (m == mapped && entries.n() == operands[m].n()) {
      a.reads.push_back(along(operands[m], entries, result));
    } else {
      a.reads.push_back(fits(operands[m], result) ? aligned(operands[m], result) : positions{});
    }
  }
  return a;
}

}  // namespace bcast::peers
