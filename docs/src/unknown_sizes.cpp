// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "answers/answer.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/rules.hpp"
#include "cell.hpp"
#include "oracle/run_times.hpp"
#include "pages.hpp"

namespace bcast::docs {
namespace {

using proptests::run_time;
using verdict = kit::result::kind;
using types = std::vector<kit::shape>;

/// How a rule's answers about unknown sizes compare with what can happen at run time.
enum class judgement {
  exact,       ///< the tightest answer that is right, or the refusal of what is impossible
  less,        ///< right, but less than is certain
  silent,      ///< no answer
  refused,     ///< a refusal, although some run time is legal
  too_much,    ///< a shape that some legal run time does not have
  impossible,  ///< a shape, although no run time is legal
};

/// The cases of one judgement, and the smallest of them.
struct judged_cases {
  std::int64_t count = 0;
  std::string smallest;
};

constexpr std::size_t judgements = 6;

/// All shapes of rank 2 and less over the sizes, those of lower rank first.
types const& grid() {
  static const types all = [] {
    const std::vector<kit::dim> sizes{0, 1, 2, 3, {std::nullopt, "a"}, {std::nullopt, "b"}};
    types made{kit::shape{}};
    for (kit::dim const& d : sizes) made.push_back({{d}});
    for (kit::dim const& d : sizes) {
      for (kit::dim const& e : sizes) made.push_back({{d, e}});
    }
    return made;
  }();
  return all;
}

/// What can happen at run time.
struct possible {
  bool legal = false;
  bool within = true;  ///< every legal result lies in the shape that was inferred
};

possible at_run_time(types const& operands, kit::shape const& inferred) {
  possible p;
  proptests::each_legal_run_time(operands, proptests::sizes_to_try(operands),
                                 [&](run_time const& at, std::vector<std::int64_t> const& result) {
                                   p.legal = true;
                                   p.within =
                                       p.within && proptests::lies_in(result, inferred, at.symbols);
                                   return p.within;
                                 });
  return p;
}

judgement judge(std::string_view rule, types const& operands) {
  proptests::test_case c;
  for (kit::shape const& t : operands) c.operands.push_back({t, {}});
  const kit::result a = answers::broadcast_shapes(rule, c);
  const possible p = at_run_time(operands, a.shape);
  switch (a.verdict) {
    case verdict::ok:
      if (!p.legal) return judgement::impossible;
      if (!p.within) return judgement::too_much;
      return a.shape == answers::broadcast_shapes("sound", c).shape ? judgement::exact
                                                                    : judgement::less;
    case verdict::refused:
      return p.legal ? judgement::refused : judgement::exact;
    default:
      return judgement::silent;
  }
}

std::string cell_of(judged_cases const& some) {
  return cell(some.count) + (some.count == 0 ? "" : ", smallest " + code(some.smallest));
}

/// What a rule makes of all pairs of shapes of rank 2 and less over 0, 1, 2, 3, a and b, where a
/// and b are unknown sizes. The result has an element for each judgement, in their order.
std::vector<judged_cases> judgements_of(std::string_view rule) {
  std::vector<judged_cases> all(judgements);
  for (kit::shape const& a : grid()) {
    for (kit::shape const& b : grid()) {
      judged_cases& some = all[static_cast<std::size_t>(judge(rule, {a, b}))];
      if (++some.count == 1) {
        some.smallest = proptests::to_string(a) + " " + proptests::to_string(b);
      }
    }
  }
  return all;
}

}  // namespace

page unknown_sizes() {
  table t;
  t.titles = {"rule",
              "what it is",
              "exact",
              "less than is certain",
              "no answer",
              "refuses what is possible",
              "claims too much",
              "accepts what is impossible"};
  for (spec::rule const& p : spec::rules) {
    if (p.unknown == spec::unknown_rule::gap) continue;
    const std::vector<judged_cases> of = judgements_of(p.name);
    std::vector<std::string> row{code(p.name), prose(p.note), cell(of[0].count)};
    for (std::size_t k = 1; k < judgements; ++k) row.push_back(cell_of(of[k]));
    t.rows.push_back(std::move(row));
  }
  const std::size_t pairs = grid().size() * grid().size();
  return {
      "unknown-sizes",
      "the rows in spec/",
      "Unknown sizes as systems treat them",
      fmt::format(
          "Each rule that answers for unknown sizes was asked all {} pairs of shapes of rank "
          "2 and less over the sizes 0, 1, 2, 3, `a` and `b`, where a name is one unknown size. "
          "Each answer was held against every choice of numbers for the names. `exact` is what "
          "the rule `sound` gives: the tightest shape that every legal run time has, or the "
          "refusal of what no run time makes legal. `xla_client` also refuses different ranks "
          "without broadcast dimensions.",
          pairs),
      {{"", "", std::move(t)}}};
}

}  // namespace bcast::docs
