#include "bcast/proptests/generate.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <boost/hana/for_each.hpp>
#include <cstddef>
#include <random>
#include <utility>

#include "bcast/spec/element_types.hpp"

namespace bcast::proptests {
namespace {

/// Small numbers from one word.
class dice {
 public:
  explicit dice(std::uint64_t word) : engine_(word) {}

  /// In [lo, hi].
  int number(int lo, int hi) {
    return lo + static_cast<int>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool one_in(int n) { return number(1, n) == 1; }

 private:
  std::mt19937_64 engine_;
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
  if (d.one_in(40)) return d.number(5, 70);  // around a vector's width
  return d.number(1, max_size);
}

layout_flags draw_layout(dice& d, bool target) {
  layout_flags f;
  if (d.one_in(3)) return f;
  const unsigned all = target ? 31U : 63U;
  f.bits = static_cast<unsigned>(d.number(0, 63)) & static_cast<unsigned>(d.number(0, 63)) & all;
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

test_case draw(recipe const& r, std::uint64_t word) {
  dice d(word);
  test_case c;
  std::vector<std::int64_t> result;
  const int rank = d.number(0, r.max_rank);
  std::int64_t elements = 1;
  for (int axis = 0; axis < rank; ++axis) {
    const std::int64_t size = draw_size(d, r.max_size);
    constexpr std::int64_t most = 4096;
    result.push_back(elements * size > most ? 1 : size);
    elements *= std::max<std::int64_t>(result.back(), 1);
  }
  const int n = d.one_in(8) ? 1 : d.number(std::min(2, r.max_operands), r.max_operands);
  for (int m = 0; m < n; ++m) c.operands.push_back(cut(d, result));
  if (r.near_miss && d.one_in(4)) miss(d, c);
  if (r.layouts) {
    for (operand& o : c.operands) o.layout = draw_layout(d, false);
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
  std::seed_seq mixed{seed, seed >> 32, i, i >> 32};
  std::mt19937_64 engine(mixed);
  return draw(r, engine());
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
