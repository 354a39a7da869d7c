// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unknown_sizes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "answers/answer.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/profiles.hpp"
#include "cell.hpp"
#include "oracle/intervals.hpp"
#include "oracle/run_times.hpp"

namespace bcast::docs {
namespace {

using proptests::run_time;
using verdict = kit::answer::kind;
using types = std::vector<kit::shape>;

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

judgement judge(std::string_view profile, types const& operands) {
  proptests::test_case c;
  for (kit::shape const& t : operands) c.operands.push_back({t, {}});
  const kit::answer a = answers::answer_under(profile, c).answer;
  const possible p = at_run_time(operands, a.common);
  switch (a.verdict) {
    case verdict::ok:
      if (!p.legal) return judgement::impossible;
      if (!p.within) return judgement::too_much;
      return a.common == answers::answer_under("sound", c).answer.common ? judgement::exact
                                                                         : judgement::less;
    case verdict::reject:
      return p.legal ? judgement::refused : judgement::exact;
    default:
      return judgement::silent;
  }
}

text cell_of(judged_cases const& some) {
  text t = cell(some.count);
  if (some.count == 0) return t;
  t.push_back({docs::kind::plain, ", smallest ", ""});
  t.push_back({docs::kind::code, some.smallest, ""});
  return t;
}

using proptests::interval;

std::vector<interval> const& interval_grid() {
  static const std::vector<interval> all = [] {
    std::vector<interval> sizes;
    for (char const* text : {"0", "1", "2", "3", "0..", "1..", "2..", "0..1", "0..2", "1..2",
                             "2..3", "0..3", "1..3"}) {
      sizes.push_back(proptests::parse_intervals(text).front());
    }
    return sizes;
  }();
  return all;
}

/// A size above every end that an interval of the grid has.
constexpr std::int64_t beyond = 4;

/// Calls f with every choice of sizes of an axis.
template <class F>
void each_choice(std::vector<interval> const& axis, std::vector<std::int64_t>& sizes, F const& f) {
  if (sizes.size() == axis.size()) return f(sizes);
  const interval own = axis[sizes.size()];
  for (std::int64_t size = own.least; size <= std::min(own.most, beyond); ++size) {
    sizes.push_back(size);
    each_choice(axis, sizes, f);
    sizes.pop_back();
  }
}

judgement judge(std::vector<interval> const& axis) {
  std::optional<interval> legal;
  std::vector<std::int64_t> chosen;
  each_choice(axis, chosen, [&](std::vector<std::int64_t> const& sizes) {
    std::int64_t result = 1;
    for (std::int64_t size : sizes) {
      const kit::answer joined = proptests::oracle_join({{result}, {size}});
      if (joined.verdict != verdict::ok) return;
      result = *joined.common.sizes.front();
    }
    legal = legal ? interval{std::min(legal->least, result), std::max(legal->most, result)}
                  : interval{result, result};
  });
  std::vector<proptests::intervals> operands;
  for (interval d : axis) operands.push_back({d});
  const auto found = proptests::merged(operands);
  if (!found) return legal ? judgement::refused : judgement::exact;
  if (!legal) return judgement::impossible;
  const interval answer{found->front().least, std::min(found->front().most, beyond)};
  if (answer == *legal) return judgement::exact;
  const bool within = answer.least <= legal->least && legal->most <= answer.most;
  return within ? judgement::less : judgement::too_much;
}

}  // namespace

std::vector<judged_cases> judgements_of(std::string_view profile) {
  std::vector<judged_cases> all(judgements);
  for (kit::shape const& a : grid()) {
    for (kit::shape const& b : grid()) {
      judged_cases& some = all[static_cast<std::size_t>(judge(profile, {a, b}))];
      if (++some.count == 1) {
        some.smallest = proptests::to_string(a) + " " + proptests::to_string(b);
      }
    }
  }
  return all;
}

std::vector<judged_cases> judgements_of_intervals(std::size_t operands) {
  std::vector<judged_cases> all(judgements);
  auto const& sizes = interval_grid();
  std::size_t count = 1;
  for (std::size_t m = 0; m < operands; ++m) count *= sizes.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<interval> axis;
    std::string words;
    for (std::size_t m = 0, rest = i; m < operands; ++m, rest /= sizes.size()) {
      axis.insert(axis.begin(), sizes[rest % sizes.size()]);
    }
    for (interval d : axis) words += (words.empty() ? "" : " ") + proptests::to_string(d);
    judged_cases& some = all[static_cast<std::size_t>(judge(axis))];
    if (++some.count == 1) some.smallest = words;
  }
  return all;
}

namespace {

/// What OpenVINO makes of intervals.
table of_intervals() {
  table t;
  t.titles = {"sizes on an axis",         "exact",           "wider than needed",
              "refuses what is possible", "claims too much", "accepts what is impossible"};
  constexpr judgement columns[]{judgement::less, judgement::refused, judgement::too_much,
                                judgement::impossible};
  for (std::size_t operands : {2U, 3U}) {
    const std::vector<judged_cases> of = judgements_of_intervals(operands);
    std::vector<text> row{cell(static_cast<std::int64_t>(operands)), cell(of[0].count)};
    json data{{"operands", operands}, {"exact", of[0].count}};
    for (std::size_t k = 0; k < std::size(columns); ++k) {
      judged_cases const& some = of[static_cast<std::size_t>(columns[k])];
      row.push_back(cell_of(some));
      data[t.titles[k + 2]] = {{"count", some.count}, {"smallest", some.smallest}};
    }
    t.rows.push_back(std::move(row));
    t.data.push_back(std::move(data));
  }
  return t;
}

}  // namespace

page unknown_sizes() {
  table t;
  t.titles = {"profile",         "what it is",
              "exact",           "less than is certain",
              "no answer",       "refuses what is possible",
              "claims too much", "accepts what is impossible"};
  for (spec::profile const& p : spec::profiles) {
    if (p.unknown == spec::unknown_rule::gap) continue;
    const std::vector<judged_cases> of = judgements_of(p.name);
    std::vector<text> row{
        {{docs::kind::code, std::string(p.name), ""}}, prose(p.note), cell(of[0].count)};
    json data{{"profile", p.name}, {"exact", of[0].count}};
    for (std::size_t k = 1; k < judgements; ++k) {
      row.push_back(cell_of(of[k]));
      data[t.titles[k + 2]] = {{"count", of[k].count}, {"smallest", of[k].smallest}};
    }
    t.rows.push_back(std::move(row));
    t.data.push_back(std::move(data));
  }
  const std::size_t pairs = grid().size() * grid().size();
  return {
      "unknown-sizes",
      "the rows in spec/",
      "Unknown sizes as systems treat them",
      fmt::format(
          "Each profile that answers for unknown sizes was asked all {} pairs of shapes of rank "
          "2 and less over the sizes 0, 1, 2, 3, `a` and `b`, where a name is one unknown size. "
          "Each answer was held against every choice of numbers for the names. `exact` is what "
          "the profile `sound` gives: the tightest shape that every legal run time has, or the "
          "refusal of what no run time makes legal. `xla_client` also refuses different ranks "
          "without broadcast dimensions.",
          pairs),
      {{"", "", std::move(t)},
       {"Intervals",
        "OpenVINO knows a size by an interval, with a lower end too: `2..3`, `2..`. Its rule was "
        "asked every choice of 13 intervals for the sizes on an axis (all within 0 to 3, or "
        "without "
        "an upper end), and its answer was held against every choice of sizes within them. `exact` "
        "is the smallest interval that holds every legal result. The witness `field_openvino.py` "
        "asked OpenVINO itself the same pairs.",
        of_intervals()}}};
}

}  // namespace bcast::docs
