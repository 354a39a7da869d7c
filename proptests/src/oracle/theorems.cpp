// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/theorems.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/generate.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "cases/scopes.hpp"
#include "oracle/document_joins.hpp"

namespace bcast::proptests {
namespace {

// What the exceptions have in common --------------------------------------------------------------

bool has_zero(shape const& s) { return std::ranges::find(s, 0) != s.end(); }

bool has_zero(shape_list const& all) {
  return std::ranges::any_of(all, [](shape const& s) { return has_zero(s); });
}

/// Calls f(size of a, size of b) for each axis of the result, from the first. The size of a missing
/// axis is nullopt.
template <class F>
void each_axis(shape const& a, shape const& b, F f) {
  const std::size_t rank = std::max(a.size(), b.size());
  const auto at = [&](shape const& s, std::size_t axis) -> std::optional<std::int64_t> {
    const std::size_t missing = rank - s.size();
    if (axis < missing) return std::nullopt;
    return s[axis - missing];
  };
  for (std::size_t axis = 0; axis < rank; ++axis) f(at(a, axis), at(b, axis));
}

/// Whether a 0 and a 1 are on the same axis. With `completed`, a missing axis has size 1.
bool zero_meets_one(shape const& a, shape const& b, bool completed) {
  bool meets = false;
  each_axis(a, b, [&](std::optional<std::int64_t> x, std::optional<std::int64_t> y) {
    if (!completed && (!x || !y)) return;
    const std::int64_t n = x.value_or(1), m = y.value_or(1);
    meets = meets || (n == 0 && m == 1) || (n == 1 && m == 0);
  });
  return meets;
}

/// Whether two sizes on the same axis differ and neither is 1.
bool clash(shape const& a, shape const& b) {
  bool clashes = false;
  each_axis(a, b, [&](std::optional<std::int64_t> x, std::optional<std::int64_t> y) {
    const std::int64_t n = x.value_or(1), m = y.value_or(1);
    clashes = clashes || (n != m && n != 1 && m != 1);
  });
  return clashes;
}

/// Whether, from the first axis on, there is a 0 before two different sizes greater than 1.
bool zero_before_clash(shape const& a, shape const& b) {
  std::optional<bool> zero_first;
  each_axis(a, b, [&](std::optional<std::int64_t> x, std::optional<std::int64_t> y) {
    const std::int64_t n = x.value_or(1), m = y.value_or(1);
    if (zero_first) return;
    if (n == 0 || m == 0) zero_first = true;
    if (n > 1 && m > 1 && n != m) zero_first = false;
  });
  return zero_first.value_or(false);
}

// Scopes ------------------------------------------------------------------------------------------

/// All shapes of rank <= 3 with sizes in [least, most], the simplest first: by rank, then 1 before
/// 2 before 0.
shape_list all_shapes(std::int64_t least, std::int64_t most) {
  std::vector<kit::dim> sizes;
  for (std::int64_t size = 1; size <= most; ++size) sizes.emplace_back(size);
  if (least == 0) sizes.emplace_back(0);
  shape_list all;
  for (kit::shape const& t : all_types(3, sizes)) all.push_back(sizes_of(t));
  return all;
}

/// Calls f with every sequence of n shapes.
template <class F>
void each_choice(shape_list const& from, std::size_t n, F f) {
  shape_list chosen(n);
  const std::function<void(std::size_t)> choose = [&](std::size_t k) {
    if (k == n) {
      f(std::as_const(chosen));
      return;
    }
    for (shape const& s : from) {
      chosen[k] = s;
      choose(k + 1);
    }
  };
  choose(0);
}

// The theorems ------------------------------------------------------------------------------------

/// A theorem as a program: which operands it applies to, whether it fails for given operands, and
/// whether these are among its named exceptions.
struct proposition {
  std::string_view tag;
  std::size_t operands;
  std::int64_t least, most;  // sizes of the scope
  std::function<bool(shape_list const&)> fails;
  std::function<bool(shape_list const&)> named = [](shape_list const&) { return false; };
  std::function<bool(shape_list const&)> speaks = [](shape_list const&) { return true; };
};

std::function<bool(shape_list const&)> differ(std::string_view one, std::string_view other) {
  return [=](shape_list const& s) { return !(join_under(one, s) == join_under(other, s)); };
}

bool all_four_differ(shape_list const& s) {
  const outcome_of_join expected = join_under("array_api", s);
  for (std::string_view document : {"sonnx", "xla", "mlir"}) {
    if (!(join_under(document, s) == expected)) return true;
  }
  return false;
}

bool order_matters(shape_list const& s) {
  for (std::string_view document : {"sonnx", "array_api", "xla", "mlir"}) {
    if (!(join_under(document, s) == join_under(document, {s[1], s[0]}))) return true;
  }
  return false;
}

std::function<bool(shape_list const&)> grouping_matters(std::string_view document) {
  return [join = joins(document)](shape_list const& s) mutable {
    return !(join.left(s) == join.right(s));
  };
}

bool joins_otherwise_with_itself(shape_list const& s) {
  for (std::string_view document : {"sonnx", "array_api", "xla"}) {
    if (!(join_under(document, {s[0], s[0]}) == outcome_of_join{s[0]})) return true;
  }
  return false;
}

/// Whether reading a legal pair for each element of the result reads outside an operand.
bool reads_outside(shape_list const& s) {
  try {
    values_by_xla(s[0], s[1], join_under("xla", s).shape.value());
    return false;
  } catch (std::out_of_range const&) {
    return true;
  }
}

/// The larger size on each axis, with 1 for a missing axis. This is dY, whether or not E1 is an
/// error.
shape maximum(shape const& a, shape const& b) {
  shape largest;
  each_axis(a, b, [&](std::optional<std::int64_t> x, std::optional<std::int64_t> y) {
    largest.push_back(std::max(x.value_or(1), y.value_or(1)));
  });
  return largest;
}

/// Whether the formulas of sonnx@2026-01, without E1, give no value for some element of a result.
bool lacks_elements(shape_list const& s) {
  try {
    for (shape const& x : s) values_by_sonnx_2026_01(x, maximum(s[0], s[1]));
    return false;
  } catch (std::out_of_range const&) {
    return true;
  }
}

/// Whether exactly one of the two groupings of three operands fails under xla. A grouping fails if
/// two sizes on an axis differ and neither is 1, unless it first joins a 0 with a 1. That gives 1
/// and hides the 0.
bool hides_a_zero(shape_list const& s) {
  std::size_t rank = 0;
  for (shape const& sizes : s) rank = std::max(rank, sizes.size());
  bool left_fails = false, right_fails = false;
  for (std::size_t back = 0; back < rank; ++back) {
    // A missing axis is -1 and is ignored.
    std::array<std::int64_t, 3> n{-1, -1, -1};
    for (std::size_t m = 0; m < 3; ++m) {
      if (back < s[m].size()) n[m] = s[m][s[m].size() - 1 - back];
    }
    const auto differ = [](std::int64_t x, std::int64_t y) {
      return x >= 0 && y >= 0 && x != y && x != 1 && y != 1;
    };
    const auto zero_and_one = [](std::int64_t x, std::int64_t y) {
      return (x == 0 && y == 1) || (x == 1 && y == 0);
    };
    const bool clashes = differ(n[0], n[1]) || differ(n[1], n[2]) || differ(n[0], n[2]);
    left_fails = left_fails || (clashes && !zero_and_one(n[0], n[1]));
    right_fails = right_fails || (clashes && !zero_and_one(n[1], n[2]));
  }
  return left_fails != right_fails;
}

/// What a rule gives if it is right by the relation among its switches.
outcome_of_join expected_of(spec::rule const& p, shape_list const& s) {
  const spec::relation_rule relation = p.relation;
  if (p.rank == spec::rank_rule::equal && s[0].size() != s[1].size()) return {};
  if (relation == spec::relation_rule::second_by_block) {
    bool divides = true;
    for (std::size_t k = 0; divides && k < s[0].size(); ++k) divides = s[1][k] % s[0][k] == 0;
    return divides ? outcome_of_join{s[1]} : outcome_of_join{};
  }
  const outcome_of_join joined = join_under("array_api", s);
  if (relation == spec::relation_rule::join) return joined;
  const outcome_of_join kept{s[relation == spec::relation_rule::first ? 0 : 1]};
  return joined == kept ? kept : outcome_of_join{};
}

/// The comparisons of all documents.
std::vector<proposition> comparisons() {
  std::vector<proposition> all;
  for (spec::rows const& r : spec::documents) {
    for (spec::comparison const& c : r.comparisons) {
      spec::rule const& p =
          *std::ranges::find_if(spec::rules, [&](auto const& each) { return each.name == c.rule; });
      const bool positive =
          p.zero == spec::zero_rule::illegal || p.zero == spec::zero_rule::forbidden;
      all.push_back({c.states.tag, 2, positive ? 1 : 0, 4, [&p](shape_list const& s) {
                       return !(join_under(p.name, s) == expected_of(p, s));
                     }});
    }
  }
  return all;
}

std::vector<proposition> const& compared() {
  static const std::vector<proposition> all = comparisons();
  return all;
}

std::vector<proposition> const& propositions() {
  const auto completed = [](shape_list const& s) { return zero_meets_one(s[0], s[1], true); };
  static const std::vector<proposition> all{
      {"bcast.P11", 2, 1, 4, all_four_differ},
      {"bcast.P12", 2, 0, 4, differ("sonnx", "array_api"),
       [=](shape_list const& s) { return completed(s) && !clash(s[0], s[1]); }},
      {"bcast.P13", 2, 0, 4, differ("xla", "array_api"),
       [](shape_list const& s) { return zero_meets_one(s[0], s[1], false) && !clash(s[0], s[1]); }},
      {"bcast.P14", 2, 0, 4, differ("sonnx", "xla"),
       [=](shape_list const& s) { return completed(s) && !clash(s[0], s[1]); }},
      {"bcast.P15", 2, 0, 4, differ("mlir", "array_api"),
       [](shape_list const& s) { return zero_before_clash(s[0], s[1]); }},
      {"bcast.P16", 2, 0, 4, order_matters},
      {"bcast.P17", 3, 0, 3,
       [join = joins("array_api")](shape_list const& s) mutable {
         const outcome_of_join expected = join.left(s);
         shape_list turned = s;
         std::ranges::sort(turned);
         do {
           if (!(join.left(turned) == expected) || !(join.right(turned) == expected)) return true;
         } while (std::next_permutation(turned.begin(), turned.end()));
         return false;
       }},
      {"bcast.P18", 3, 0, 3,
       [join = joins("sonnx")](shape_list const& s) mutable {
         const outcome_of_join expected = join_under("sonnx", s);
         return !(join.left(s) == expected) || !(join.right(s) == expected);
       }},
      {"bcast.P19", 3, 0, 3, grouping_matters("xla"), hides_a_zero},
      {"bcast.P20", 3, 1, 3, grouping_matters("mlir")},
      {"bcast.P21", 1, 0, 4,
       [](shape_list const& s) {
         return !(join_under("array_api", {s[0], {}}) == outcome_of_join{s[0]});
       }},
      {"bcast.P22", 1, 0, 4,
       [](shape_list const& s) {
         return !(join_under("sonnx", {s[0], {}}) == outcome_of_join{s[0]});
       },
       [](shape_list const& s) { return has_zero(s); }},
      {"bcast.P23", 1, 0, 4, joins_otherwise_with_itself},
      {"bcast.P24", 2, 0, 4, reads_outside,
       [](shape_list const& s) {
         const outcome_of_join z = join_under("xla", s);
         return !has_zero(*z.shape) && has_zero(s);
       },
       [](shape_list const& s) { return join_under("xla", s).shape.has_value(); }},
      {"bcast.P30", 2, 0, 4, differ("sonnx", "sonnx@2026-01")},
      {"bcast.P32", 2, 0, 4, lacks_elements,
       [](shape_list const& s) { return has_zero(s) && !has_zero(maximum(s[0], s[1])); },
       [](shape_list const& s) { return !join_under("sonnx@2026-01", s).shape; }},
      {"bcast.P86", 2, 0, 4, differ("pytorch", "pytorch@2.8"),
       [](shape_list const& s) { return s[0].empty() || s[1].empty(); }},
  };
  return all;
}

void count(proposition const& p, shape_list const& s, counted& so_far) {
  if (!p.speaks(s)) return;
  ++so_far.cases;
  const bool fails = p.fails(s), named = p.named(s);
  const auto text = [&] {
    std::string t;
    for (shape const& sizes : s) t += (t.empty() ? "" : " ") + to_string(type_of(sizes));
    return t;
  };
  if (fails && so_far.exceptions++ == 0) so_far.smallest = text();
  if (fails != named && so_far.unforeseen.empty()) so_far.unforeseen = text();
}

void compare_editions(shape_list const& s, counted& so_far) {
  const outcome_of_join z = join_under("sonnx", s);
  if (!z.shape) return;
  for (shape const& x : s) {
    const sources_of_elements expected = values_by_sonnx(x, *z.shape);
    so_far.cases += static_cast<std::int64_t>(expected.size());
    if (values_by_sonnx_2026_01(x, *z.shape) == expected) continue;
    ++so_far.exceptions;
    so_far.unforeseen = to_string(type_of(s[0])) + " " + to_string(type_of(s[1]));
  }
}

/// Compares which operand element each element of a pair's results comes from.
void compare_values(std::string_view tag, shape_list const& s, counted& so_far) {
  if (tag == "bcast.P31") return compare_editions(s, so_far);
  const outcome_of_join z = join_under("array_api", s);
  if (!z.shape) return;
  const auto [first, second] = values_by_xla(s[0], s[1], *z.shape);
  for (std::size_t m = 0; m < 2; ++m) {
    const sources_of_elements expected = values_by_sonnx(s[m], *z.shape);
    so_far.cases += static_cast<std::int64_t>(expected.size());
    const bool same = values_by_array_api(s[m], *z.shape) == expected &&
                      values_by_nested_lists(s[m], *z.shape) == expected &&
                      (m == 0 ? first : second) == expected;
    if (same) continue;
    ++so_far.exceptions;
    so_far.unforeseen = to_string(type_of(s[0])) + " " + to_string(type_of(s[1]));
  }
}

proposition const* find(std::string_view tag) {
  for (proposition const& p : propositions()) {
    if (p.tag == tag) return &p;
  }
  for (proposition const& p : compared()) {
    if (p.tag == tag) return &p;
  }
  if (tag != "bcast.P25" && tag != "bcast.P31") {
    throw std::invalid_argument("no theorem is called '" + std::string(tag) + "'");
  }
  return nullptr;
}

}  // namespace

counted run_theorem(std::string_view tag) {
  counted all;
  if (proposition const* p = find(tag)) {
    each_choice(all_shapes(p->least, p->most), p->operands,
                [&](shape_list const& s) { count(*p, s, all); });
  } else {
    each_choice(all_shapes(0, 4), 2, [&](shape_list const& s) { compare_values(tag, s, all); });
  }
  return all;
}

counted run_theorem_at_random(std::string_view tag, std::uint64_t seed, std::int64_t cases) {
  counted all;
  proposition const* p = find(tag);
  recipe r;
  r.layouts = false;
  r.max_operands = static_cast<int>(p != nullptr ? p->operands : 2);
  const auto drawn = numbered_cases(r, seed);
  for (std::uint64_t i = 0; all.cases < cases; ++i) {
    shape_list s;
    for (operand const& o : drawn(i).operands) s.push_back(sizes_of(o.type));
    if (s.size() != static_cast<std::size_t>(r.max_operands)) continue;
    if (p == nullptr) {
      compare_values(tag, s, all);
    } else if (p->least == 0 || !has_zero(s)) {
      count(*p, s, all);
    }
  }
  return all;
}

}  // namespace bcast::proptests
