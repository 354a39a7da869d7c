// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/simpler.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bcast/proptests/generate.hpp"

namespace bcast::proptests {
namespace {

/// Calls f for the type of every operand and of the result.
template <class F>
void each_type(test_case& c, F f) {
  for (operand& o : c.operands) f(o.type);
  if (c.result) f(c.result->type);
}

/// The largest rank of an operand or the result.
std::size_t rank_of(test_case c) {
  std::size_t rank = 0;
  each_type(c, [&](kit::shape& t) { rank = std::max(rank, t.sizes.size()); });
  return rank;
}

/// By how much a size is lowered if its half does not fail: a quarter, an eighth, ..., 1. Shrinking
/// reaches the smallest size that fails by bisection.
std::vector<std::int64_t> after_half(std::int64_t size) {
  std::vector<std::int64_t> steps;
  for (std::int64_t less = size / 4; less > 1; less /= 2) steps.push_back(less);
  if (size > 2) steps.push_back(1);
  return steps;
}

/// The parts of a list of so many items, as first item and number: one half and the other, a
/// quarter, ..., a single item.
std::vector<std::pair<std::size_t, std::size_t>> parts_of(std::size_t count) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t part = std::max<std::size_t>(count / 2, 1); part > 0; part /= 2) {
    if (part == count) break;
    for (std::size_t begin = 0; begin < count; begin += part) {
      all.emplace_back(begin, std::min(part, count - begin));
    }
  }
  return all;
}

template <class T>
std::vector<T> without(std::vector<T> list, std::size_t first, std::size_t count) {
  const auto from = list.begin() + static_cast<std::ptrdiff_t>(first);
  list.erase(from, from + static_cast<std::ptrdiff_t>(count));
  return list;
}

/// The cases with fewer operands.
void fewer_operands(test_case const& c, std::vector<test_case>& all) {
  for (auto const& [first, count] : parts_of(c.operands.size())) {
    all.push_back(c);
    all.back().operands = without(c.operands, first, count);
  }
}

/// Makes the size on an axis at most `most` in every shape. Operands that agree still agree.
/// Returns whether a size changed.
bool lower_sizes(test_case& c, std::size_t back, std::int64_t most) {
  bool changed = false;
  each_type(c, [&](kit::shape& t) {
    if (back >= t.sizes.size()) return;
    kit::dim& size = t.sizes[t.sizes.size() - 1 - back];
    if (size && *size > most) {
      size = most;
      changed = true;
    }
  });
  return changed;
}

/// The case with lower sizes on an axis, if they are not so low already.
void lowered(test_case const& c, std::size_t back, std::int64_t most, std::vector<test_case>& all) {
  test_case next = c;
  if (lower_sizes(next, back, most)) all.push_back(std::move(next));
}

/// The largest known size on an axis.
std::int64_t largest(test_case c, std::size_t back) {
  std::int64_t size = 0;
  each_type(c, [&](kit::shape& t) {
    if (back >= t.sizes.size()) return;
    kit::dim const& own = t.sizes[t.sizes.size() - 1 - back];
    if (own) size = std::max(size, *own);
  });
  return size;
}

/// The case without `count` axes, the last of which is `back` positions before the last axis, in
/// every shape.
test_case without_axes(test_case c, std::size_t back, std::size_t count) {
  each_type(c, [&](kit::shape& t) {
    for (std::size_t k = back + count; k-- > back;) {
      if (k < t.sizes.size()) t.sizes.erase(t.sizes.end() - static_cast<std::ptrdiff_t>(k) - 1);
    }
  });
  return c;
}

/// Calls f with the parts of a list of axes that are left out: one half or the other, a quarter,
/// ..., a single axis; the leading ones first.
template <class F>
void each_part(std::size_t rank, F f) {
  for (std::size_t part = std::max<std::size_t>(rank / 2, 1); part > 0 && rank > 0; part /= 2) {
    for (std::size_t end = rank; end > 0; end -= std::min(part, end)) {
      f(end - std::min(part, end), std::min(part, end));
    }
  }
}

/// The cases in which parts of the operands, of as many as are given, become scalars, or get sizes
/// of 1, or a plain layout.
void simpler_parts(test_case const& c, std::size_t part, std::vector<test_case>& all) {
  const std::size_t count = c.operands.size();
  const auto add = [&](std::size_t begin, auto simplify) {
    test_case next = c;
    for (std::size_t m = begin; m < std::min(begin + part, count); ++m) simplify(next.operands[m]);
    if (next != c) all.push_back(std::move(next));
  };
  for (std::size_t begin = 0; begin < count; begin += part) {
    add(begin, [](operand& o) { o = {}; });
    add(begin, [](operand& o) {
      for (kit::dim& size : o.type.sizes) size = 1;
    });
    add(begin, [](operand& o) { o.layout = {}; });
  }
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
    with({kit::shape{}, o.layout});
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
    for (std::int64_t less : after_half(*size)) try_size(*size - less);
  }
  for (unsigned bit = 1; bit != 0 && bit <= o.layout.bits; bit *= 2) {
    if ((o.layout.bits & bit) == 0) continue;
    operand plainer = o;
    plainer.layout.bits &= ~bit;
    with(plainer);
  }
}

std::vector<test_case> simpler_call(test_case const& c) {
  std::vector<test_case> all;
  constexpr std::size_t many = 4;
  const std::size_t count = c.operands.size();
  if (count >= many) simpler_parts(c, count, all);  // then there is less to do for each
  if (count > 1 && !c.dimensions) fewer_operands(c, all);
  const std::size_t rank = rank_of(c);
  if (!c.dimensions) {
    each_part(rank, [&](std::size_t back, std::size_t axes) {
      all.push_back(without_axes(c, back, axes));
    });
  }
  for (std::size_t part = count / 2; count >= many && part > 1; part /= 2) {
    simpler_parts(c, part, all);
  }
  for (std::size_t back = 0; back < rank; ++back) {
    for (std::int64_t smaller : {1, 2, 3}) lowered(c, back, smaller, all);
    const std::int64_t size = largest(c, back);
    if (size < 8) continue;  // smaller ones are reached one by one
    lowered(c, back, size / 2, all);
    for (std::int64_t less : after_half(size)) lowered(c, back, size - less, all);
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

/// The sequence in which a call is replaced wherever it is made. With `alike`, the calls with its
/// shapes take the new ones too: what makes them depend on each other may be that they are equal.
std::vector<test_case> replaced(std::vector<test_case> calls, test_case const& call,
                                test_case const& by, bool alike) {
  for (test_case& made : calls) {
    if (made == call) {
      made = by;
    } else if (alike && types_of(made) == types_of(call)) {
      for (std::size_t m = 0; m < made.operands.size(); ++m) {
        made.operands[m].type = by.operands[m].type;
      }
    }
  }
  return calls;
}

/// The sequences with fewer axes, then those with lower sizes in every call.
std::vector<test_case> lower_sequences(std::vector<test_case> const& calls) {
  std::vector<test_case> all;
  std::size_t rank = 0;
  for (test_case const& call : calls) {
    if (!call.dimensions) rank = std::max(rank, rank_of(call));
  }
  each_part(rank, [&](std::size_t back, std::size_t count) {
    std::vector<test_case> lower;
    for (test_case const& call : calls) {
      lower.push_back(call.dimensions ? call : without_axes(call, back, count));
    }
    all.push_back(in_sequence(std::move(lower)));
  });
  for (std::size_t back = 0; back < rank; ++back) {
    for (std::int64_t most : {1, 2, 3}) {
      std::vector<test_case> lowest = calls;
      for (test_case& call : lowest) lower_sizes(call, back, most);
      if (lowest != calls) all.push_back(in_sequence(std::move(lowest)));
    }
  }
  return all;
}

using in_turn = rc::Seq<test_case>;
using shared_calls = std::shared_ptr<std::vector<test_case> const>;

/// `of(k)` for each call, one after the other.
template <class F>
in_turn for_each_call(shared_calls const& calls, F const& of) {
  return rc::seq::mapcat(rc::seq::range<std::size_t>(0, calls->size()), of);
}

/// The sequences in which call k is simpler wherever it is made; none if it is made before.
in_turn simpler_everywhere(shared_calls const& calls, std::size_t k) {
  test_case const& call = (*calls)[k];
  const auto at = calls->begin() + static_cast<std::ptrdiff_t>(k);
  if (std::find(calls->begin(), at, call) != at) return {};
  return rc::seq::mapcat(rc::seq::fromContainer(simpler_call(call)), [=](test_case const& simple) {
    test_case const& before = (*calls)[k];
    const bool same_count = simple.operands.size() == before.operands.size();
    const std::vector<test_case> apart = replaced(*calls, before, simple, false);
    std::vector<test_case> together = replaced(*calls, before, simple, same_count);
    std::vector<test_case> all;
    if (together != apart) all.push_back(in_sequence(std::move(together)));
    all.push_back(in_sequence(apart));
    return rc::seq::fromContainer(std::move(all));
  });
}

/// The sequences in which call k is simpler, and others that are equal to it are not.
in_turn simpler_once(shared_calls const& calls, std::size_t k) {
  test_case const& call = (*calls)[k];
  if (std::count(calls->begin(), calls->end(), call) == 1) return {};
  return rc::seq::map(rc::seq::fromContainer(simpler_call(call)), [=](test_case const& simple) {
    std::vector<test_case> next = *calls;
    next[k] = simple;
    return in_sequence(std::move(next));
  });
}

/// The sequences with fewer calls, then those with fewer axes or lower sizes in every call, then
/// those in which a call is simpler. Each is made when it is asked for: there are several for each
/// call, and each is about as long as all calls.
in_turn simpler_sequences(std::vector<test_case> made) {
  const auto calls = std::make_shared<std::vector<test_case> const>(std::move(made));
  const in_turn fewer = rc::seq::map(rc::seq::fromContainer(parts_of(calls->size())),
                                     [=](std::pair<std::size_t, std::size_t> part) {
                                       return in_sequence(without(*calls, part.first, part.second));
                                     });
  const in_turn lower = rc::seq::mapcat(
      rc::seq::just(0), [=](int) { return rc::seq::fromContainer(lower_sequences(*calls)); });
  return rc::seq::concat(
      fewer, lower,
      for_each_call(calls, [=](std::size_t k) { return simpler_everywhere(calls, k); }),
      for_each_call(calls, [=](std::size_t k) { return simpler_once(calls, k); }));
}

}  // namespace

rc::Seq<test_case> simpler_in_turn(test_case const& c) {
  return c.before.empty() ? rc::seq::fromContainer(simpler_call(c))
                          : simpler_sequences(calls_of(c));
}

std::vector<test_case> simpler(test_case const& c) {
  std::vector<test_case> all;
  rc::Seq<test_case> left = simpler_in_turn(c);
  for (auto next = left.next(); next; next = left.next()) all.push_back(std::move(*next));
  return all;
}

}  // namespace bcast::proptests
