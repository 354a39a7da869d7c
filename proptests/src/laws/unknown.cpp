// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/rules.hpp"
#include "laws/law_list.hpp"
#include "laws/shape_answers.hpp"
#include "oracle/run_times.hpp"

// Properties of an answer before run time, checked against the oracle for every choice of run-time
// sizes.

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;
using types = std::vector<kit::shape>;

std::string text_of(run_time const& at) {
  std::string text;
  for (auto const& sizes : at.shapes) text += " " + to_string(type_of(sizes));
  return text;
}

bool claims_soundness(kit::subject const& s) {
  return s.rule == "sound" || s.rule == "per_axis" || s.rule == "onnx";
}

/// Why a subject is not asked about shapes: it does not broadcast any, or for the reason given.
std::string needs_shapes(kit::subject const& s, bool asked, char const* why) {
  if (!s.broadcast_shapes) return "does not broadcast shapes";
  return asked ? "" : why;
}

std::string needs_soundness(kit::subject const& s) {
  return needs_shapes(s, claims_soundness(s), "its rule does not claim this");
}

std::string needs_possible(kit::subject const& s) {
  if (!s.verify) return "does not verify results";
  return claims_soundness(s) ? "" : "its rule does not claim this";
}

/// Why a subject cannot be asked to join in any order; empty if it can.
std::string needs_infer(kit::subject const& s) {
  if (!s.broadcast_shapes) return "does not broadcast shapes";
  for (spec::rule const& p : spec::rules) {
    if (p.name != s.rule) continue;
    if (p.relation != spec::relation_rule::join) return "its rule has a direction";
    if (p.unknown == spec::unknown_rule::assume) return "its rule keeps the first of two names";
  }
  return "";
}

bool has_any_rank(types const& all) {
  return std::ranges::any_of(all, [](kit::shape const& t) { return !t.ranked; });
}

/// Whether unknown sizes have neither names nor bounds.
bool is_anonymous(types const& all) {
  for (kit::shape const& t : all) {
    for (kit::dim const& d : t.sizes) {
      if (!d.symbol.empty() || d.upper) return false;
    }
  }
  return true;
}

/// Whether a case is small enough to try every choice of run-time sizes.
bool is_small(types const& all) {
  constexpr double most = 20000;
  return !all.empty() && run_times(all, sizes_to_try(all)) <= most;
}

/// The operands, with each one of unknown rank replaced by a scalar or by a vector of size 1 or 2.
std::vector<types> with_ranks(types const& all) {
  std::vector<types> ranked{{}};
  for (kit::shape const& t : all) {
    std::vector<types> longer;
    for (types const& begun : ranked) {
      const std::vector<kit::shape> choices =
          t.ranked ? std::vector{t} : std::vector{kit::shape{}, type_of({1}), type_of({2})};
      for (kit::shape const& choice : choices) {
        longer.push_back(begun);
        longer.back().push_back(choice);
      }
    }
    ranked = std::move(longer);
  }
  return ranked;
}

bool applies_to_sizes(kit::subject const& s, test_case const& c) {
  return (s.declares.unknown || is_static(c)) && is_small(types_of(c));
}

std::optional<std::string> soundness(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  const kit::result got = s.broadcast_shapes(operands, std::nullopt);
  std::optional<std::string> wrong;
  for (types const& ranked : with_ranks(operands)) {
    each_legal_run_time(ranked, sizes_to_try(ranked), [&](run_time const& at, auto const& result) {
      if (got.verdict == kind::ok && lies_in(result, got.shape, at.symbols)) return true;
      wrong = fmt::format("inferred {}, but at run time{} gives {}", to_string(got), text_of(at),
                          to_string(type_of(result)));
      return false;
    });
    if (wrong) break;
  }
  return wrong;
}

/// Only `sound` solves for symbols and bounds.
bool applies_to_precision(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  return applies_to_sizes(s, c) && !has_any_rank(operands) &&
         (s.rule == "sound" || is_anonymous(operands));
}

/// What all legal run times have in common on one axis.
struct axis_facts {
  std::int64_t first = 0, most = 0;
  bool constant = true;
  std::map<std::string, std::int64_t> always;  ///< symbols that equalled the size so far
};

/// The facts of each axis of the result; none if no run time is legal.
std::optional<std::vector<axis_facts>> facts_of(types const& operands,
                                                std::vector<std::int64_t> const& sizes) {
  std::optional<std::vector<axis_facts>> facts;
  each_legal_run_time(
      operands, sizes, [&](run_time const& at, std::vector<std::int64_t> const& result) {
        const bool first = !facts;
        if (first) facts.emplace(result.size());
        for (std::size_t k = 0; k < result.size(); ++k) {
          axis_facts& f = (*facts)[k];
          if (first) f = {result[k], result[k], true, at.symbols};
          f.constant = f.constant && f.first == result[k];
          f.most = std::max(f.most, result[k]);
          std::erase_if(f.always,
                        [&](auto const& named) { return at.symbols.at(named.first) != result[k]; });
        }
        return true;
      });
  return facts;
}

/// What is not as tight on an axis as its facts are.
std::optional<std::string> loose(std::size_t axis, kit::dim const& d, axis_facts const& f,
                                 std::int64_t largest_tried) {
  const auto instead = [&](std::string const& what) {
    return fmt::format("axis {} is inferred as {}, but is {} at every legal run time", axis,
                       to_string(d), what);
  };
  if (d) return std::nullopt;
  if (f.constant) return instead(std::to_string(f.first));
  if (f.most < largest_tried && d.upper.value_or(INT64_MAX) > f.most) {
    return instead(fmt::format("at most {}", f.most));
  }
  if (d.symbol.empty() && !f.always.empty()) return instead(f.always.begin()->first);
  return std::nullopt;
}

std::optional<std::string> precision(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  const kit::result got = s.broadcast_shapes(operands, std::nullopt);
  const auto sizes = sizes_to_try(operands);
  const auto facts = facts_of(operands, sizes);
  if (!facts && got.verdict == kind::refused) return std::nullopt;
  if (!facts) return fmt::format("inferred {}, but no run time is legal", to_string(got));
  if (got.verdict == kind::ok && !got.shape.ranked) {
    return fmt::format("the rank is not inferred, but is {} at every legal run time",
                       facts->size());
  }
  if (got.shape.sizes.size() != facts->size()) return std::nullopt;  // soundness says so
  for (std::size_t k = 0; k < facts->size(); ++k) {
    if (auto wrong = loose(k, got.shape.sizes[k], (*facts)[k], sizes.back())) return wrong;
  }
  return std::nullopt;
}

// Axis by axis ------------------------------------------------------------------------------------

/// The subject's rule, if it is one that takes each axis by itself and infers what it can.
spec::rule const* tight_by_axis(kit::subject const& s) {
  const auto row = std::ranges::find_if(spec::rules, [&](spec::rule const& r) {
    return r.name == s.rule && r.unknown == spec::unknown_rule::tight &&
           (r.symbols == spec::symbol_rule::axis || r.symbols == spec::symbol_rule::bounds);
  });
  return row == spec::rules.end() ? nullptr : row;
}

std::string needs_tight_axes(kit::subject const& s) {
  return needs_shapes(s, tight_by_axis(s) != nullptr, "its rule does not claim this");
}

/// The operands' sizes on each axis, as shapes of one axis. Without bounds, if the rule has none.
std::vector<types> axes_of(spec::rule const& rule, types const& operands) {
  std::size_t rank = 0;
  for (kit::shape const& t : operands) rank = std::max(rank, t.sizes.size());
  std::vector<types> axes(rank);
  for (kit::shape const& t : operands) {
    std::size_t axis = rank - t.sizes.size();
    for (kit::dim d : t.sizes) {
      if (rule.symbols == spec::symbol_rule::axis) d.upper.reset();
      axes[axis++].push_back({{std::move(d)}});
    }
  }
  return axes;
}

bool applies_to_axes(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  if ((!s.declares.unknown && !is_static(c)) || operands.empty() || c.dimensions ||
      has_any_rank(operands)) {
    return false;
  }
  const auto axes = axes_of(*tight_by_axis(s), operands);
  return std::ranges::all_of(axes, is_small);
}

std::optional<std::string> per_axis(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  const kit::result got = s.broadcast_shapes(operands, std::nullopt);
  const auto axes = axes_of(*tight_by_axis(s), operands);
  if (got.verdict == kind::ok && (!got.shape.ranked || got.shape.sizes.size() != axes.size())) {
    return fmt::format("inferred {}, but the rank is {}", to_string(got), axes.size());
  }
  bool legal = true;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const auto sizes = sizes_to_try(axes[k]);
    const auto facts = facts_of(axes[k], sizes);
    legal = legal && facts;
    if (got.verdict != kind::ok) continue;
    if (!facts) {
      return fmt::format("inferred {}, but axis {} has no legal run time", to_string(got), k);
    }
    if (auto wrong = loose(k, got.shape.sizes[k], facts->front(), sizes.back())) return wrong;
  }
  if (got.verdict == kind::ok || !legal) return std::nullopt;
  return fmt::format("got {}, but each axis has a legal run time", to_string(got));
}

std::optional<std::string> asked_again(kit::subject const& s, kit::result const& expected,
                                       types const& operands) {
  const kit::result got = s.broadcast_shapes(operands, std::nullopt);
  if (agree(got, expected)) return std::nullopt;
  return fmt::format("{} gives {}; expected {}", listed(operands), to_string(got),
                     to_string(expected));
}

bool applies_to_any(kit::subject const& s, test_case const& c) {
  return (s.declares.unknown || is_static(c)) && !c.operands.empty() && !c.dimensions;
}

bool applies_to_pairs(kit::subject const& s, test_case const& c) {
  return applies_to_any(s, c) && c.operands.size() == 2;
}

std::optional<std::string> either_first(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  return asked_again(s, s.broadcast_shapes(operands, std::nullopt), {operands[1], operands[0]});
}

std::optional<std::string> any_order(kit::subject const& s, test_case const& c) {
  types operands = types_of(c);
  const kit::result expected = s.broadcast_shapes(operands, std::nullopt);
  for (std::size_t turn = 0; turn < operands.size(); ++turn) {
    if (auto wrong = asked_again(s, expected, operands)) return wrong;
    const types reversed(operands.rbegin(), operands.rend());
    if (auto wrong = asked_again(s, expected, reversed)) return wrong;
    std::rotate(operands.begin(), operands.begin() + 1, operands.end());
  }
  return std::nullopt;
}

/// Joining pair by pair keeps less information than joining all operands at once: a symbol is lost
/// when it is joined with another one, a bound covers several axes, and a shape of unknown rank
/// hides another shape. So the law covers only cases without these.
bool applies_to_lattice(kit::subject const& s, test_case const& c) {
  return applies_to_any(s, c) && s.declares.min_operands <= 2 && is_anonymous(types_of(c)) &&
         !has_any_rank(types_of(c));
}

std::optional<std::string> lattice(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  const kit::result expected = s.broadcast_shapes(operands, std::nullopt);
  const auto first = std::max<std::size_t>(s.declares.min_operands, 1);
  kit::result folded = s.broadcast_shapes(
      {operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(first)}, std::nullopt);
  for (std::size_t m = first; m < operands.size() && folded.verdict == kind::ok; ++m) {
    folded = s.broadcast_shapes({folded.shape, operands[m]}, std::nullopt);
  }
  if (!agree(folded, expected)) {
    return fmt::format("pair by pair {}, at once {}", to_string(folded), to_string(expected));
  }
  for (kit::shape const& t : operands) {
    kit::result itself;
    itself.shape = t;
    if (auto wrong = asked_again(s, itself, {t, t})) return wrong;
    if (auto wrong = asked_again(s, itself, {t, {}})) return wrong;
    if (expected.verdict != kind::ok) continue;
    if (auto wrong = asked_again(s, expected, {expected.shape, t})) return wrong;
  }
  return std::nullopt;
}

/// The operands, with each operand of unknown rank replaced by the declared type. If a run time
/// gives a result of the declared type, using that result as the operand gives the same result.
types stretched(test_case const& c) {
  types operands = types_of(c);
  for (kit::shape& t : operands) {
    if (!t.ranked) t = c.result->type.ranked ? c.result->type : kit::shape{};
  }
  return operands;
}

bool applies_to_declared(kit::subject const& s, test_case const& c) {
  if (!applies_to_any(s, c) || !c.result) return false;
  types all = stretched(c);
  const bool plain =
      is_anonymous(all) && is_anonymous({c.result->type}) && !has_any_rank(types_of(c));
  if (s.rule != "sound" && !plain) return false;
  all.push_back(c.result->type);
  return run_times(stretched(c), sizes_to_try(all)) <= 20000;
}

std::optional<std::string> possible(kit::subject const& s, test_case const& c) {
  const kit::result got = s.verify(types_of(c), c.result->type);
  const types operands = stretched(c);
  types all = operands;
  all.push_back(c.result->type);
  std::string witness;
  each_legal_run_time(operands, sizes_to_try(all), [&](run_time const& at, auto const& result) {
    if (!lies_in(result, c.result->type, at.symbols)) return true;
    witness = fmt::format("{} gives {}", text_of(at), to_string(type_of(result)));
    return false;
  });
  if (got.verdict == (witness.empty() ? kind::refused : kind::ok)) return std::nullopt;
  if (witness.empty()) {
    return "got " + to_string(got) + ", but no run time gives the declared result";
  }
  return fmt::format("got {}, but at run time{}", to_string(got), witness);
}

// What systems do with names ----------------------------------------------------------------------

bool treats(kit::subject const& s, spec::unknown_rule names) {
  return std::ranges::any_of(
      spec::rules, [&](spec::rule const& p) { return p.name == s.rule && p.unknown == names; });
}

std::string needs_opaque(kit::subject const& s) {
  return needs_shapes(s, treats(s, spec::unknown_rule::opaque), "follows another rule");
}

std::string needs_assumed(kit::subject const& s) {
  return needs_shapes(s, treats(s, spec::unknown_rule::assume), "follows another rule");
}

/// Whether every operand has a rank, and no unknown size a bound.
bool applies_to_names(kit::subject const& s, test_case const& c) {
  const auto unbounded = [](operand const& o) {
    return o.type.ranked && std::ranges::none_of(o.type.sizes, [](kit::dim const& d) {
             return d.upper.has_value();
           });
  };
  return applies_to_any(s, c) && std::ranges::all_of(c.operands, unbounded);
}

bool applies_to_named(kit::subject const& s, test_case const& c) {
  const types operands = types_of(c);
  return applies_to_names(s, c) && std::ranges::all_of(operands, [](kit::shape const& t) {
           return std::ranges::none_of(t.sizes,
                                       [](kit::dim const& d) { return !d && d.symbol.empty(); });
         });
}

/// The sizes other than 1 on each axis of the result, aligned at the last axis, in the operands'
/// order.
std::vector<std::vector<kit::dim>> columns_of(types const& operands) {
  std::size_t rank = 0;
  for (kit::shape const& t : operands) rank = std::max(rank, t.sizes.size());
  std::vector<std::vector<kit::dim>> columns(rank);
  for (kit::shape const& t : operands) {
    const std::size_t missing = rank - t.sizes.size();
    for (std::size_t k = 0; k < t.sizes.size(); ++k) {
      if (t.sizes[k] != kit::dim(1)) columns[missing + k].push_back(t.sizes[k]);
    }
  }
  return columns;
}

/// What the operands give if `meet` gives the common size of a column, or none where it refuses.
template <class Meet>
std::optional<std::string> by_columns(kit::subject const& s, test_case const& c, Meet const& meet) {
  const types operands = types_of(c);
  kit::result expected;
  for (std::vector<kit::dim> const& column : columns_of(operands)) {
    const std::optional<kit::dim> common = column.empty() ? kit::dim(1) : meet(column);
    if (!common) expected.verdict = kind::refused;
    expected.shape.sizes.push_back(common.value_or(kit::dim(1)));
  }
  return asked_again(s, expected, operands);
}

std::optional<std::string> opaque(kit::subject const& s, test_case const& c) {
  return by_columns(s, c, [](std::vector<kit::dim> const& column) -> std::optional<kit::dim> {
    const bool one =
        std::ranges::all_of(column, [&](kit::dim const& d) { return d == column.front(); });
    return one ? std::optional(column.front()) : std::nullopt;
  });
}

std::optional<std::string> assumed(kit::subject const& s, test_case const& c) {
  return by_columns(s, c, [](std::vector<kit::dim> const& column) -> std::optional<kit::dim> {
    kit::dim common;
    for (kit::dim const& d : column) {
      if (common && d && common != d) return std::nullopt;
      if (!common && (d || common.symbol.empty())) common = d;
    }
    return common;
  });
}

}  // namespace

std::vector<law> unknown_laws() {
  return {
      {"soundness", "bcast.P10", spec::level::derived,
       "The result of every legal choice of run-time sizes fits the inferred shape.", family::types,
       needs_soundness, applies_to_sizes, soundness},
      {"precision", "bcast.P10", spec::level::derived,
       "The results of all legal choices of run-time sizes fit no tighter shape.", family::types,
       needs_soundness, applies_to_precision, precision},
      {"per axis", "bcast.P78", spec::level::derived,
       "On each axis by itself, the inferred size is as tight as its sizes, names and bounds "
       "allow.",
       family::types, needs_tight_axes, applies_to_axes, per_axis},
      {"either first", "bcast.P2", spec::level::derived,
       "Two operands give the same answer in either order.", family::types, needs_infer,
       applies_to_pairs, either_first},
      {"any order", "bcast.P3", spec::level::derived,
       "Operands give the same answer in every order, with unknown sizes too.", family::types,
       needs_soundness, applies_to_any, any_order},
      {"lattice", "bcast.P43", spec::level::derived,
       "Inference takes the greater size of 1 < ? < n. In pairs it gives what it gives at once, "
       "and a shape broadcast with itself or a scalar stays the same.",
       family::types, needs_soundness, applies_to_lattice, lattice},
      {"possible", "bcast.P40", spec::level::derived,
       "A declared result is accepted exactly if a legal choice of run-time sizes gives it.",
       family::declared, needs_possible, applies_to_declared, possible},
      {"opaque", "bcast.P44", spec::level::derived,
       "A named size broadcasts with 1 and with itself; with any other size it is refused.",
       family::types, needs_opaque, applies_to_named, opaque},
      {"assumed", "bcast.P45", spec::level::derived,
       "An unknown size gives the known size that it meets, 1 aside, or the first name.",
       family::types, needs_assumed, applies_to_names, assumed},
  };
}

}  // namespace bcast::proptests
