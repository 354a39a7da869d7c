// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/generators.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <climits>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/element_types.hpp"

namespace bcast::proptests::gen {
namespace {

std::vector<std::string> element_names() {
  std::vector<std::string> names;
  boost::hana::for_each(spec::element_types,
                        [&](auto const& row) { names.emplace_back(boost::hana::first(row)); });
  return names;
}

/// The sizes, limited to `most` elements. A size that would exceed the limit becomes 1.
sizes bounded(sizes all, std::int64_t most) {
  std::int64_t elements = 1;
  for (std::int64_t& one : all) {
    if (one > most / elements) one = 1;
    elements *= std::max<std::int64_t>(one, 1);
  }
  return all;
}

constexpr std::int64_t few_elements = std::int64_t{1} << 14;

/// How a size of a type becomes unknown.
struct forgetting {
  bool unknown = false;
  bool named = false;
  std::optional<int> bound;  ///< how much larger than the size
};

rc::Gen<forgetting> any_forgetting() {
  return [more = number(0, 2)](rc::Random const& random, int size) {
    parts draw(random, size);
    forgetting how;
    how.unknown = draw.once_in(3);
    how.named = draw.once_in(3);
    if (draw.once_in(5)) how.bound = draw(more);
    return rc::shrinkable::just(how);
  };
}

/// The same size gets the same name, so that a legal case stays legal.
kit::dim forgotten(std::int64_t size, forgetting const& how) {
  static constexpr std::array symbols{"K", "L", "M", "N"};
  kit::dim d(size);
  if (!how.unknown) return d;
  d.reset();
  if (how.named) d.symbol = symbols[static_cast<std::size_t>(size) % symbols.size()];
  if (how.bound) d.upper = size + *how.bound;
  return d;
}

/// Shrinks a tensor as a case with a single operand is shrunk.
rc::Seq<operand> simpler_tensors(operand const& o) {
  test_case alone;
  alone.operands.push_back(o);
  return rc::seq::map(rc::seq::fromContainer(simpler(alone)),
                      [](test_case const& c) { return c.operands.front(); });
}

rc::Seq<kit::shape> simpler_types(kit::shape const& t) {
  return rc::seq::map(simpler_tensors({t, {}}), [](operand const& o) { return o.type; });
}

rc::Seq<layout_flags> plainer(layout_flags f) {
  std::vector<layout_flags> all;
  for (unsigned bit = 1; bit != 0 && bit <= f.bits; bit *= 2) {
    if ((f.bits & bit) != 0) all.push_back({f.bits & ~bit});
  }
  return rc::seq::fromContainer(all);
}

}  // namespace

rc::Gen<int> number(int lo, int hi) {
  if (hi < lo) {
    throw std::invalid_argument(fmt::format("no number is at least {} and at most {}", lo, hi));
  }
  const auto count = static_cast<std::uint64_t>(std::int64_t{hi} - lo + 1);
  return [lo, count](rc::Random const& random, int) {
    const auto above = static_cast<std::int64_t>(rc::Random(random).next() % count);
    return rc::shrinkable::just(static_cast<int>(lo + above));
  };
}

rc::Gen<std::int64_t> size(int most) {
  using n = std::int64_t;
  const auto usual = rc::gen::cast<n>(number(1, most));
  const auto tile = rc::gen::cast<n>(number(8191, 8193));
  const auto wide = rc::gen::element<n>(3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65);
  const auto positive = once_in<n>(25, wide, once_in<n>(600, tile, usual));
  return once_in<n>(12, rc::gen::just<n>(0), positive);
}

rc::Gen<std::int64_t> large_size() {
  using n = std::int64_t;
  constexpr n k = 65536;
  return rc::gen::element<n>(0, k - 1, k, k + 1, k * k / 2, k * k / 2 + 1, k * k, k * k + 1,
                             k * k * 256);
}

void expect_valid(recipe const& r) {
  constexpr int most = 4096;
  const auto expect = [](char const* name, int value, int from, int to) {
    if (from <= value && value <= to) return;
    throw std::invalid_argument(
        fmt::format("{} is {}; expected from {} to {}", name, value, from, to));
  };
  expect("max_rank", r.max_rank, 0, most);
  expect("max_operands", r.max_operands, 1, most);
  expect("max_size", r.max_size, 1, INT_MAX);
}

rc::Gen<sizes> shape(recipe const& r) {
  expect_valid(r);
  const auto rank = once_in(12, number(r.max_rank, r.max_rank + 3), number(0, r.max_rank));
  const auto any = size(r.max_size), large = once_in(3, any, large_size());
  const auto equal = number(std::min(2, r.max_size), r.max_size);
  return [=](rc::Random const& random, int size) {
    parts draw(random, size);
    const auto n = static_cast<std::size_t>(draw(rank));
    const bool huge = draw.once_in(20) && r.huge;
    sizes all;
    if (draw.once_in(6)) {
      all.assign(n, draw(equal));
    } else {
      for (std::size_t axis = 0; axis < n; ++axis) all.push_back(draw(huge ? large : any));
    }
    all = bounded(std::move(all), huge ? INT64_MAX : few_elements);
    // An empty axis makes an overflow of the other sizes harmless.
    constexpr std::int64_t half_way = std::int64_t{1} << 32;
    if (huge && draw.once_in(4)) all.insert(all.end(), {half_way, half_way, 0});
    return rc::shrinkable::just(std::move(all));
  };
}

rc::Gen<sizes> broadcasting_to(sizes const& result) {
  return [result](rc::Random const& random, int size) {
    parts draw(random, size);
    const int rank = static_cast<int>(result.size());
    const int first = draw.once_in(2) ? 0 : draw(number(0, rank));
    const int stretch = draw(number(1, 3));  // one axis in so many is stretched; 1: none
    sizes own(result.begin() + first, result.end());
    for (std::int64_t& one : own) {
      if (stretch > 1 && draw.once_in(static_cast<std::uint64_t>(stretch))) one = 1;
    }
    return rc::shrinkable::just(std::move(own));
  };
}

rc::Gen<layout_flags> layout(bool target) {
  const unsigned all = target ? 127U & ~static_cast<unsigned>(layout_flag::repeated) : 127U;
  return [all, any = number(0, 127)](rc::Random const& random, int size) {
    parts draw(random, size);
    layout_flags f;
    if (!draw.once_in(3)) {
      // Usually one or two of the seven flags; one time in four, about half of them.
      const int some = draw.once_in(4) ? 127 : draw(any);
      f.bits = static_cast<unsigned>(draw(any) & some) & all;
    }
    return rc::shrinkable::shrinkRecur(f, &plainer);
  };
}

rc::Gen<std::string> element() {
  static const auto any = rc::gen::elementOf(element_names());
  return any;
}

rc::Gen<kit::shape> forgotten(kit::shape const& t) {
  static const rc::Gen<forgetting> any = any_forgetting();
  return [t](rc::Random const& random, int size) {
    parts draw(random, size);
    if (draw.once_in(12)) return rc::shrinkable::just(kit::shape::unranked());
    kit::shape less = t;
    for (kit::dim& own : less.sizes) own = forgotten(own.value(), draw(any));
    return rc::shrinkable::just(std::move(less));
  };
}

}  // namespace bcast::proptests::gen

namespace rc {

using bcast::proptests::layout_flags;
using bcast::proptests::operand;
using bcast::proptests::test_case;

Gen<bcast::kit::shape> Arbitrary<bcast::kit::shape>::arbitrary() {
  const auto any =
      gen::map(bcast::proptests::gen::shape({.huge = true}), bcast::proptests::type_of);
  return gen::shrink(gen::noShrink(any), &bcast::proptests::gen::simpler_types);
}

Gen<layout_flags> Arbitrary<layout_flags>::arbitrary() { return bcast::proptests::gen::layout(); }

Gen<operand> Arbitrary<operand>::arbitrary() {
  const auto any = gen::apply(
      [](std::vector<std::int64_t> const& sizes, layout_flags how) {
        return operand{bcast::proptests::type_of(sizes), how};
      },
      bcast::proptests::gen::shape({}), bcast::proptests::gen::layout());
  return gen::shrink(gen::noShrink(any), &bcast::proptests::gen::simpler_tensors);
}

Gen<test_case> Arbitrary<test_case>::arbitrary() { return bcast::proptests::gen::broadcast_case(); }

}  // namespace rc

namespace bcast::kit {
void showValue(shape const& t, std::ostream& to) { to << proptests::to_string(t); }
}  // namespace bcast::kit

namespace bcast::proptests {

void showValue(layout_flags f, std::ostream& to) { to << to_string(operand{{}, f}); }
void showValue(operand const& o, std::ostream& to) { to << to_string(o); }
void showValue(test_case const& c, std::ostream& to) { to << to_string(c); }

}  // namespace bcast::proptests
