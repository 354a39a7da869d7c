// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generate.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <boost/hana/for_each.hpp>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "bcast/spec/element_types.hpp"

namespace bcast::proptests {
namespace {

/// A bijection of 64-bit words that leaves no bit where it was: the finalizer of SplitMix64
/// (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// The step between the words of one sequence, and between sequences.
constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;

/// Small numbers from one word.
class dice {
 public:
  explicit dice(std::uint64_t word) : word_(word) {}

  /// In [lo, hi].
  int number(int lo, int hi) {
    word_ += golden;
    return lo + static_cast<int>(mixed(word_) % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool one_in(int n) { return number(1, n) == 1; }

  std::int64_t of(std::initializer_list<std::int64_t> values) {
    return values.begin()[number(0, static_cast<int>(values.size()) - 1)];
  }

 private:
  std::uint64_t word_;
};

std::vector<std::string> const& element_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    boost::hana::for_each(spec::element_types,
                          [&](auto const& row) { all.emplace_back(boost::hana::first(row)); });
    return all;
  }();
  return names;
}

std::int64_t draw_size(dice& d, int max_size) {
  if (d.one_in(12)) return 0;
  if (d.one_in(25)) return d.of({3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65});
  if (d.one_in(2000)) return d.number(8191, 8193);  // around vectors' widths, and around a tile
  return d.number(1, max_size);
}

layout_flags draw_layout(dice& d, bool target) {
  layout_flags f;
  if (d.one_in(3)) return f;
  const unsigned all = target ? 95U : 127U;
  f.bits = static_cast<unsigned>(d.number(0, 127)) & static_cast<unsigned>(d.number(0, 127)) & all;
  return f;
}

/// An operand that broadcasts to `result`: leading axes cut, some sizes set to 1.
operand cut(dice& d, std::vector<std::int64_t> const& result) {
  const int rank = static_cast<int>(result.size());
  const int first = d.one_in(2) ? 0 : d.number(0, rank);
  const int stretch = d.number(1, 3);  // one axis in so many is of size 1
  operand o;
  for (int axis = first; axis < rank; ++axis) {
    o.type.sizes.emplace_back(
        d.one_in(stretch) && stretch > 1 ? 1 : result[static_cast<std::size_t>(axis)]);
  }
  return o;
}

/// One size changed, so that the case is most likely no longer legal; the axis is any.
void miss(dice& d, test_case& c) {
  operand& o =
      c.operands[static_cast<std::size_t>(d.number(0, static_cast<int>(c.operands.size()) - 1))];
  if (o.type.sizes.empty()) return;
  kit::dim& size =
      o.type
          .sizes[static_cast<std::size_t>(d.number(0, static_cast<int>(o.type.sizes.size()) - 1))];
  size = d.number(0, 5);
}

constexpr std::array symbols{"K", "L", "M", "N"};

void forget(dice& d, kit::type& t) {
  if (d.one_in(12)) {
    t = {{}, false};
    return;
  }
  for (kit::dim& size : t.sizes) {
    if (!d.one_in(3)) continue;
    const std::int64_t n = *size;
    size.reset();
    // The same size has the same name, so that a legal case stays one.
    if (d.one_in(3)) size.symbol = symbols[static_cast<std::size_t>(n) % symbols.size()];
    if (d.one_in(5)) size.upper = n + d.number(0, 2);
  }
}

/// The sizes of a result: any, all equal, or numbers of elements beyond 32 bits.
std::vector<std::int64_t> draw_result(dice& d, recipe const& r) {
  std::vector<std::int64_t> result;
  const int rank = d.one_in(12) ? d.number(r.max_rank, r.max_rank + 3) : d.number(0, r.max_rank);
  const bool huge = r.huge && d.one_in(20);
  const std::int64_t all = d.one_in(6) ? d.number(2, r.max_size) : 0;
  std::int64_t elements = 1;
  for (int axis = 0; axis < rank; ++axis) {
    std::int64_t size = all != 0 ? all : draw_size(d, r.max_size);
    if (huge && !d.one_in(3)) {
      constexpr std::int64_t k = 65536;
      size = d.of({0, k - 1, k, k + 1, k * k / 2, k * k / 2 + 1, k * k, k * k + 1, k * k * 256});
    }
    const std::int64_t most = huge ? INT64_MAX : std::int64_t{1} << 14;
    const bool beyond = size > most / elements;
    result.push_back(beyond ? 1 : size);
    elements *= std::max<std::int64_t>(result.back(), 1);
  }
  // An empty axis makes an overflow beside it harmless.
  if (huge && d.one_in(4)) {
    result.insert(result.end(), {std::int64_t{1} << 32, std::int64_t{1} << 32, 0});
  }
  return result;
}

/// Operands of the result's rank that are stretched on every other axis, in turn.
void alternate(test_case& c, std::vector<std::int64_t> const& result) {
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    std::vector<std::int64_t> sizes = result;
    for (std::size_t axis = m % 2; axis < sizes.size(); axis += 2) sizes[axis] = 1;
    c.operands[m].type = type_of(sizes);
  }
}

/// How many operands: mostly a few, now and then around 32 and 64.
int draw_operands(dice& d, recipe const& r, std::vector<std::int64_t> const& result) {
  std::int64_t elements = 1;
  for (std::int64_t size : result)
    elements = size > 64 ? 65 : std::min<std::int64_t>(65, elements * size);
  if (r.max_operands > 3 && elements <= 64 && d.one_in(80)) {
    return static_cast<int>(d.of({32, 33, 64, 65}));
  }
  return d.one_in(8) ? 1 : d.number(std::min(2, r.max_operands), r.max_operands);
}

test_case draw(recipe const& r, std::uint64_t word) {
  dice d(word);
  test_case c;
  bool same_layout = false;
  std::vector<std::int64_t> result = draw_result(d, r);
  const int n = draw_operands(d, r, result);
  for (int m = 0; m < n; ++m) c.operands.push_back(cut(d, result));
  if (n >= 32 && d.one_in(2)) {  // the last one alone gives the result its sizes
    for (std::size_t m = 0; m + 1 < c.operands.size(); ++m) c.operands[m].type = {};
    c.operands.back().type = type_of(result);
  } else if (n > 1 && d.one_in(16)) {  // on sizes of 2, so that nine axes are not too many
    if (d.one_in(2)) result.assign(static_cast<std::size_t>(d.number(4, r.max_rank + 3)), 2);
    alternate(c, result);
  } else if (n > 1 && d.one_in(12)) {
    if (d.one_in(2)) c.operands.front().type = type_of(result);
    for (operand& o : c.operands) o.type = c.operands.front().type;
    same_layout = d.one_in(2);
  } else if (n > 1 && result.size() > 1 && d.one_in(16)) {  // equal counts, and other shapes
    result.back() = result.front();
    std::vector<std::int64_t> column = result, row = result;
    column.back() = row.front() = 1;
    c.operands[0].type = type_of(column);
    c.operands[1].type = type_of(row);
    for (int m = 2; m < n; ++m) c.operands[static_cast<std::size_t>(m)] = cut(d, result);
  }
  if (r.near_miss && d.one_in(4)) miss(d, c);
  if (r.layouts) {
    for (operand& o : c.operands) o.layout = draw_layout(d, false);
    for (operand& o : c.operands) {
      if (same_layout) o.layout = c.operands.front().layout;
    }
    if (d.one_in(12)) {
      for (operand& o : c.operands) o.layout.bits |= static_cast<unsigned>(layout_flag::repeated);
    }
  }
  if (r.result) {
    c.result = operand{type_of(result), {}};
    if (d.one_in(6)) c.result->type.sizes.insert(c.result->type.sizes.begin(), d.number(1, 3));
    if (r.near_miss && d.one_in(6) && !c.result->type.sizes.empty()) {
      c.result->type.sizes[static_cast<std::size_t>(
          d.number(0, static_cast<int>(c.result->type.sizes.size()) - 1))] = d.number(0, 4);
    }
    if (r.layouts) c.result->layout = draw_layout(d, true);
  }
  if (r.unknown) {
    for (operand& o : c.operands) forget(d, o.type);
    if (c.result) forget(d, c.result->type);
  }
  auto const& names = element_names();
  c.element = names[static_cast<std::size_t>(d.number(0, static_cast<int>(names.size()) - 1))];
  return c;
}

/// The operands and the result that a change to one axis concerns.
template <class F>
void each_type(test_case& c, F f) {
  for (operand& o : c.operands) f(o.type);
  if (c.result) f(c.result->type);
}

/// Without the axis that is `back` places before the last, in every shape.
test_case without_axis(test_case c, std::size_t back) {
  each_type(c, [&](kit::type& t) {
    if (back < t.sizes.size()) t.sizes.erase(t.sizes.end() - static_cast<std::ptrdiff_t>(back) - 1);
  });
  return c;
}

/// The cases in which one operand (or the result) is simpler.
void simpler_operand(test_case const& c, operand const& o, std::vector<test_case>& all,
                     std::function<operand&(test_case&)> const& place) {
  const auto with = [&](operand changed) {
    test_case next = c;
    place(next) = std::move(changed);
    all.push_back(std::move(next));
  };
  if (!o.type.ranked) {
    with({kit::type{}, o.layout});
    return;
  }
  if (!o.type.sizes.empty()) {
    operand lower = o;
    lower.type.sizes.erase(lower.type.sizes.begin());
    with(lower);
  }
  for (std::size_t axis = 0; axis < o.type.sizes.size(); ++axis) {
    kit::dim const& size = o.type.sizes[axis];
    const auto try_size = [&](std::int64_t smaller) {
      operand changed = o;
      changed.type.sizes[axis] = smaller;
      with(changed);
    };
    if (!size) {
      if (!size.symbol.empty() || size.upper) {
        operand changed = o;
        changed.type.sizes[axis].reset();
        with(changed);
      }
      try_size(1);
      continue;
    }
    if (*size > 1) try_size(1);
    if (*size == 0) try_size(1);
    if (*size > 3) try_size(*size / 2);
    if (*size > 2) try_size(*size - 1);
  }
  for (unsigned bit = 1; bit <= o.layout.bits; bit *= 2) {
    if ((o.layout.bits & bit) == 0) continue;
    operand plainer = o;
    plainer.layout.bits &= ~bit;
    with(plainer);
  }
}

}  // namespace

test_case draw(recipe const& r, std::uint64_t seed, std::uint64_t i) {
  return draw(r, mixed(mixed(seed + golden) ^ i));
}

std::vector<test_case> simpler(test_case const& c) {
  std::vector<test_case> all;
  if (c.operands.size() > 1 && !c.dimensions) {
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      test_case next = c;
      next.operands.erase(next.operands.begin() + static_cast<std::ptrdiff_t>(m));
      all.push_back(std::move(next));
    }
  }
  std::size_t rank = 0;
  test_case copy = c;
  each_type(copy, [&](kit::type& t) { rank = std::max(rank, t.sizes.size()); });
  if (!c.dimensions) {
    for (std::size_t back = rank; back-- > 0;) all.push_back(without_axis(c, back));
  }
  // One size everywhere it stands: two operands that agree stay in agreement.
  for (std::size_t back = 0; back < rank; ++back) {
    for (std::int64_t smaller : {1, 2, 3}) {
      test_case next = c;
      bool changed = false;
      each_type(next, [&](kit::type& t) {
        if (back >= t.sizes.size()) return;
        kit::dim& size = t.sizes[t.sizes.size() - 1 - back];
        if (size && *size > smaller) {
          size = smaller;
          changed = true;
        }
      });
      if (changed) all.push_back(std::move(next));
    }
  }
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    simpler_operand(c, c.operands[m], all, [m](test_case& t) -> operand& { return t.operands[m]; });
  }
  if (c.result) {
    simpler_operand(c, *c.result, all, [](test_case& t) -> operand& { return *t.result; });
  }
  if (c.element != "int32") {
    test_case next = c;
    next.element = "int32";
    all.push_back(std::move(next));
  }
  return all;
}

shrunk shrink(test_case const& c, std::function<bool(test_case const&)> const& fails) {
  // RapidCheck's tree of simplifications, walked as rc::check walks it.
  auto at = rc::shrinkable::shrinkRecur(
      c, [](test_case const& from) { return rc::seq::fromContainer(simpler(from)); });
  int steps = 0;
  for (bool better = true; better;) {
    better = false;
    auto shrinks = at.shrinks();
    while (auto next = shrinks.next()) {
      if (!fails(next->value())) continue;
      at = *next;
      better = true;
      ++steps;
      break;
    }
  }
  return {at.value(), steps};
}

}  // namespace bcast::proptests
