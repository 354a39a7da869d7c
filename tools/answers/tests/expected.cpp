// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expected.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>
#include <stdexcept>

namespace bcast::refusals {
namespace {

using kit::dim;
using sites = std::vector<std::pair<std::size_t, std::string>>;

std::string text_of(dim const& d) {
  if (d) return std::to_string(*d);
  std::string text = d.symbol;
  if (d.upper) text += "<=" + std::to_string(*d.upper);
  return text.empty() ? "?" : text;
}

std::string text_of(kit::shape const& t) {
  if (!t.ranked) return "*";
  std::string text;
  for (dim const& d : t.sizes) text += (text.empty() ? "" : "x") + text_of(d);
  return text.empty() ? "()" : text;
}

std::size_t rank_of(shapes const& all) {
  std::size_t rank = 0;
  for (kit::shape const& t : all) rank = std::max(rank, t.sizes.size());
  return rank;
}

bool any(shapes const& all, std::function<bool(dim const&)> const& p) {
  return std::any_of(all.begin(), all.end(), [&](kit::shape const& t) {
    return std::any_of(t.sizes.begin(), t.sizes.end(), p);
  });
}

bool any_unknown(shapes const& all) {
  return any(all, [](dim const& d) { return !d; }) ||
         std::any_of(all.begin(), all.end(), [](kit::shape const& t) { return !t.ranked; });
}

/// The sizes of all operands on one axis, from 0: 1 where an operand has no such axis.
std::vector<dim> column(shapes const& all, std::size_t axis) {
  const std::size_t rank = rank_of(all);
  std::vector<dim> sizes;
  for (kit::shape const& t : all) {
    const std::size_t from_last = rank - 1 - axis;
    sizes.push_back(from_last < t.sizes.size() ? t.sizes[t.sizes.size() - 1 - from_last] : dim(1));
  }
  return sizes;
}

refusal gap(std::string tag, std::optional<std::size_t> axis = std::nullopt) {
  return {false, std::move(tag), axis};
}

refusal broken(std::string tag, std::optional<std::size_t> axis = std::nullopt) {
  return {true, std::move(tag), axis};
}

/// Two operands that do not fit on an axis; the first operand comes first.
refusal clash(std::string tag, std::size_t axis, std::vector<dim> const& sizes, std::size_t a,
              std::size_t b) {
  refusal r = broken(std::move(tag), axis);
  for (std::size_t m : {std::min(a, b), std::max(a, b)}) {
    r.operands.emplace_back(m, text_of(sizes[m]));
  }
  r.why = sizes_of(r);
  return r;
}

/// The operand before m with which it does not fit, if the operands before m fit; none if it fits.
using misfit = std::optional<std::size_t> (*)(std::vector<dim> const& sizes, std::size_t m);

/// Every size is the one size that is not 1, or 1. An unknown size is none of them.
std::optional<std::size_t> by_the_other(std::vector<dim> const& sizes, std::size_t m) {
  if (!sizes[m] || *sizes[m] == 1) return std::nullopt;
  for (std::size_t before = 0; before < m; ++before) {
    if (sizes[before] && *sizes[before] != 1) {
      if (*sizes[before] == *sizes[m]) return std::nullopt;
      return before;
    }
  }
  return std::nullopt;
}

/// Every size is the largest, or 1. The one that does not fit is told with the largest before it.
std::optional<std::size_t> by_the_largest(std::vector<dim> const& sizes, std::size_t m) {
  const auto last = sizes.begin() + static_cast<std::ptrdiff_t>(m) + 1;
  const std::int64_t largest =
      **std::max_element(sizes.begin(), last, [](dim const& a, dim const& b) { return *a < *b; });
  if (std::all_of(sizes.begin(), last, [&](dim const& d) { return *d == largest || *d == 1; })) {
    return std::nullopt;
  }
  const auto most =
      std::max_element(sizes.begin(), last - 1, [](dim const& a, dim const& b) { return *a < *b; });
  return static_cast<std::size_t>(most - sizes.begin());
}

/// MLIR 19 forgets a 0 and a 1 that meet an unknown size.
std::optional<std::size_t> by_mlir_19(std::vector<dim> const& sizes, std::size_t m) {
  dim common = sizes[0];
  std::size_t owner = 0;
  for (std::size_t k = 1; k <= m; ++k) {
    dim const& next = sizes[k];
    if (!common || !next) {
      dim const& known = common ? common : next;
      const bool stays = known && *known > 1;
      if (!stays && common) common = dim();
      if (stays && !common) {
        common = next;
        owner = k;
      }
    } else if (*common == 1) {
      common = next;
      owner = k;
    } else if (*next != 1 && *next != *common) {
      return owner;
    }
  }
  return std::nullopt;
}

/// Axis by axis from the first, and on each axis operand by operand.
std::optional<refusal> axis_by_axis(std::string const& tag, shapes const& all, misfit fits) {
  for (std::size_t axis = 0; axis < rank_of(all); ++axis) {
    const auto sizes = column(all, axis);
    for (std::size_t m = 1; m < all.size(); ++m) {
      if (const auto other = fits(sizes, m)) return clash(tag, axis, sizes, *other, m);
    }
  }
  return std::nullopt;
}

/// Operand by operand, and for each the axes in their order or against it.
std::optional<refusal> operand_by_operand(std::string const& tag, shapes const& all, bool from_last,
                                          misfit fits) {
  const std::size_t rank = rank_of(all);
  for (std::size_t m = 1; m < all.size(); ++m) {
    for (std::size_t k = 0; k < rank; ++k) {
      const std::size_t axis = from_last ? rank - 1 - k : k;
      const auto sizes = column(all, axis);
      if (const auto other = fits(sizes, m)) return clash(tag, axis, sizes, *other, m);
    }
  }
  return std::nullopt;
}

/// The operands with a known rank, and their places.
std::pair<shapes, std::vector<std::size_t>> ranked(shapes const& all) {
  std::pair<shapes, std::vector<std::size_t>> found;
  for (std::size_t m = 0; m < all.size(); ++m) {
    if (!all[m].ranked) continue;
    found.first.push_back(all[m]);
    found.second.push_back(m);
  }
  return found;
}

/// The refusal of some of the operands, told in the numbers of all of them.
std::optional<refusal> renumbered(std::optional<refusal> r,
                                  std::vector<std::size_t> const& places) {
  if (r && !r->operands.empty()) {
    for (auto& [m, size] : r->operands) m = places[m];
    r->why = sizes_of(*r);
  }
  return r;
}

/// MLIR's text: a static 0 that is compared has no row.
std::optional<refusal> by_mlir(shapes const& all) {
  const std::size_t rank = rank_of(all);
  for (std::size_t m = 1; m < all.size(); ++m) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const auto sizes = column(all, axis);
      const auto last = sizes.begin() + static_cast<std::ptrdiff_t>(m) + 1;
      if (std::any_of(sizes.begin(), last, [](dim const& d) { return d && *d == 0; })) {
        return gap("mlir.G1", axis);
      }
      if (const auto other = by_the_other(sizes, m)) {
        return clash("mlir.I6", axis, sizes, *other, m);
      }
    }
  }
  return std::nullopt;
}

/// XLA's text, rule by rule in its order.
std::optional<refusal> by_xla(shapes const& all, tuple const& given) {
  if (all.size() != 2) return gap("xla.G1");
  if (any_unknown(all)) return gap("xla.G5");
  const std::size_t low = all[0].sizes.size() < all[1].sizes.size() ? 0 : 1;
  auto const &lower = all[low].sizes, &higher = all[1 - low].sizes;
  if (lower.size() == higher.size()) {
    if (given) return gap("xla.G2");
    // Compatible: equal, or one of them is 1.
    return operand_by_operand("xla.X11", all, false, by_the_other);
  }
  if (!given) return lower.empty() ? std::nullopt : std::optional(broken("xla.X3"));
  auto const& entries = *given;
  if (entries.size() > lower.size()) return broken("xla.X9");
  if (entries.size() < lower.size()) return broken("xla.X8");
  for (std::int64_t d : entries) {
    if (d < 0 || d >= static_cast<std::int64_t>(higher.size())) return broken("xla.X9");
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto axis = static_cast<std::size_t>(entries[k]);
    if (lower[k] == higher[axis] || *lower[k] == 1 || *higher[axis] == 1) continue;
    std::vector<dim> sizes(2);
    sizes[low] = lower[k];
    sizes[1 - low] = higher[axis];
    return clash("xla.X6", axis, sizes, 0, 1);
  }
  for (std::size_t k = 1; k < entries.size(); ++k) {
    if (entries[k - 1] >= entries[k]) return broken("xla.X10");
  }
  return std::nullopt;
}

/// XlaBuilder: a size with a bound is that number, except that `<=1` is not 1; any other unknown
/// size fits all.
std::optional<std::size_t> by_xla_client(std::vector<dim> const& sizes, std::size_t m) {
  if (m != 1) throw std::logic_error("XlaBuilder takes two operands");
  const auto number = [](dim const& d) { return d ? d.size : d.upper; };
  const auto a = number(sizes[0]), b = number(sizes[1]);
  if (!a || !b || *a == *b || sizes[0] == dim(1) || sizes[1] == dim(1)) return std::nullopt;
  return 0;
}

/// XlaBuilder's tuples: between equal ranks the identity; each entry against all rules in turn.
std::optional<refusal> by_xla_client(shapes const& all, tuple const& given) {
  if (all.size() != 2) return gap("xla.G1");
  if (!all[0].ranked || !all[1].ranked) return gap("xla.G5");
  const std::size_t low = all[0].sizes.size() < all[1].sizes.size() ? 0 : 1;
  auto const &lower = all[low].sizes, &higher = all[1 - low].sizes;
  if (lower.size() == higher.size()) {
    kit::broadcast_dimensions identity;
    for (std::size_t k = 0; k < lower.size(); ++k) identity.push_back(static_cast<std::int64_t>(k));
    if (given && !given->empty() && *given != identity) return broken("xla.G2");
    return operand_by_operand("xla.X11", all, false, by_xla_client);
  }
  const auto entries = given.value_or(kit::broadcast_dimensions());
  if (entries.empty() && !lower.empty()) return broken("xla.X3");
  if (entries.size() > lower.size()) return broken("xla.X9");
  if (entries.size() < lower.size()) return broken("xla.X8");
  const auto number = [](dim const& d) { return d ? *d : d.upper.value_or(INT64_MAX); };
  const auto column_of = [&](std::size_t k) {
    std::vector<dim> sizes(2);
    sizes[low] = lower[k];
    sizes[1 - low] = higher[static_cast<std::size_t>(entries[k])];
    return sizes;
  };
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::int64_t d = entries[k];
    if (d < 0 || d >= static_cast<std::int64_t>(higher.size())) return broken("xla.X9");
    const auto sizes = column_of(k);
    const std::int64_t a = number(sizes[0]), b = number(sizes[1]);
    if (a != b && a != 1 && b != 1) {
      return clash("xla.X6", static_cast<std::size_t>(d), sizes, 0, 1);
    }
    if (k > 0 && entries[k - 1] >= d) return broken("xla.X10");
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto sizes = column_of(k);
    if (number(sizes[0]) == 1 && number(sizes[1]) == 1) continue;
    if (by_xla_client(sizes, 1)) {
      return clash("xla.X11", static_cast<std::size_t>(entries[k]), sizes, 0, 1);
    }
  }
  return std::nullopt;
}

/// A size that can only be 0 is 0 under `sound`; a symbol has the smallest of its bounds.
shapes with_zeros(shapes all) {
  std::set<std::string> zero;
  for (kit::shape const& t : all) {
    for (dim const& d : t.sizes) {
      if (!d && d.upper == 0 && !d.symbol.empty()) zero.insert(d.symbol);
    }
  }
  for (kit::shape& t : all) {
    for (dim& d : t.sizes) {
      if (!d && (d.upper == 0 || zero.count(d.symbol) > 0)) d = dim(0);
    }
  }
  return all;
}

}  // namespace

std::string sizes_of(refusal const& r) {
  if (r.operands.size() != 2) return "";
  auto const& [a, x] = r.operands[0];
  auto const& [b, y] = r.operands[1];
  return fmt::format("operand {} has {}, operand {} has {}", a, x, b, y);
}

std::optional<refusal> expected(std::string_view rule, shapes const& operands,
                                tuple const& dimensions) {
  const bool none = operands.empty();
  if (rule == "sonnx") {
    if (any_unknown(operands)) return gap("sonnx.G3");
    return none ? gap("sonnx.G2") : axis_by_axis("sonnx.C1", operands, by_the_largest);
  }
  if (rule == "sonnx@2026-01") {
    if (any_unknown(operands)) return gap("sonnx.G3");
    return none ? broken("sonnx@2026-01.N2")
                : axis_by_axis("sonnx@2026-01.E1", operands, by_the_largest);
  }
  if (rule == "array_api") {
    if (none) return gap("array_api.G1");
    if (any_unknown(operands)) return gap("array_api.G2");
    return operand_by_operand("array_api.A14", operands, true, by_the_other);
  }
  if (rule == "array_api@2025.12") {
    if (ranked(operands).first.size() < operands.size()) return gap("array_api@2025.12.N1");
    return operand_by_operand("array_api@2025.12.X3", operands, true, by_the_other);
  }
  if (rule == "xla") return by_xla(operands, dimensions);
  if (rule == "xla_client") return by_xla_client(operands, dimensions);
  const auto [known, places] = ranked(operands);
  if (rule == "mlir") return renumbered(by_mlir(known), places);
  if (rule == "mlir@19") {
    return renumbered(operand_by_operand("mlir.I6", known, false, by_mlir_19), places);
  }
  if (rule == "onnx") {
    if (none) return gap("onnx.G3");
    return renumbered(axis_by_axis("onnx.X4", known, by_the_other), places);
  }
  if (rule == "sound") {
    auto r = renumbered(axis_by_axis("bcast.P1", with_zeros(known), by_the_other), places);
    return r;
  }
  throw std::invalid_argument(fmt::format("no rule for {}", rule));
}

std::optional<refusal> expected_result(std::string_view rule, shapes const& operands,
                                       kit::shape const& declared) {
  if (auto wrong = expected(rule, operands)) return wrong;
  const shapes known = ranked(operands).first;
  if (!declared.ranked || known.empty()) return std::nullopt;
  kit::shape inferred;
  for (std::size_t axis = 0; axis < rank_of(known); ++axis) {
    dim common = 1;
    for (dim const& d : column(known, axis)) {
      if (d ? *d != 1 : common == dim(1)) common = d;
    }
    inferred.sizes.push_back(common);
  }
  struct cited {
    std::string_view rule, rank, open, size;
  };
  static const std::vector<cited> tags{
      {"sonnx", "sonnx.X1", "", "sonnx.N5"},
      {"sonnx@2026-01", "sonnx@2026-01.X4", "", "sonnx@2026-01.X8"},
      {"array_api", "array_api.X5", "", "array_api.A16"},
      {"array_api@2025.12", "array_api@2025.12.X2", "", "array_api@2025.12.X2"},
      {"mlir", "mlir.A5", "mlir.V2", "mlir.V4"},
      {"mlir@19", "mlir.A5", "mlir.V2", "mlir.V4"},
      {"onnx", "onnx.X6", "", "onnx.X6"},
      {"sound", "bcast.P40", "", "bcast.P40"}};
  const auto row =
      std::find_if(tags.begin(), tags.end(), [&](cited const& c) { return c.rule == rule; });
  const std::size_t have = declared.sizes.size(), want = inferred.sizes.size();
  if (have < want || (have > want && rule != "mlir@19")) {
    refusal r = broken(std::string(row->rank));
    r.why = fmt::format("the result has rank {}, not the inferred {}", have, want);
    return r;
  }
  for (std::size_t k = 0; k < want; ++k) {
    const std::size_t axis = have - want + k;
    dim const &found = declared.sizes[axis], &expects = inferred.sizes[k];
    if (!found || found == expects) continue;
    refusal r = broken(std::string(expects ? row->size : row->open), axis);
    r.why = fmt::format("the result has {}, not the inferred {}", text_of(found), text_of(expects));
    return r;
  }
  return std::nullopt;
}

std::string difference(kit::result const& got, std::optional<refusal> const& wanted) {
  using kind = kit::result::kind;
  const kind verdict = !wanted ? kind::ok : wanted->broken ? kind::refused : kind::silent;
  if (got.verdict != verdict) {
    return fmt::format("verdict {}, not {}", static_cast<int>(got.verdict),
                       static_cast<int>(verdict));
  }
  if (!wanted) return "";
  if (got.tag != wanted->tag) return fmt::format("clause {}, not {}", got.tag, wanted->tag);
  const auto named = [](std::optional<std::size_t> axis) {
    return axis ? std::to_string(*axis) : std::string("none");
  };
  if (got.axis != wanted->axis) {
    return fmt::format("axis {}, not {}", named(got.axis), named(wanted->axis));
  }
  std::vector<std::size_t> operands;
  for (auto const& [m, size] : wanted->operands) operands.push_back(m);
  if (got.operands != operands) return "other operands than in " + wanted->why;
  if (!wanted->why.empty() && got.why != wanted->why) {
    return fmt::format("'{}', not '{}'", got.why, wanted->why);
  }
  return got.why.empty() ? "it says nothing" : "";
}

void each_of(std::size_t count, std::size_t rank, std::vector<kit::dim> const& sizes,
             std::function<void(shapes const&)> const& f) {
  std::vector<kit::shape> all{{}};
  for (std::size_t begin = 0, r = 0; r < rank; ++r) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (dim const& d : sizes) {
        kit::shape longer = all[begin];
        longer.sizes.push_back(d);
        all.push_back(longer);
      }
    }
  }
  shapes operands(count);
  const std::function<void(std::size_t)> fill = [&](std::size_t m) {
    if (m == count) return f(operands);
    for (kit::shape const& t : all) {
      operands[m] = t;
      fill(m + 1);
    }
  };
  fill(0);
}

void each_with_tuple(std::function<void(shapes const&, tuple const&)> const& f) {
  for (std::int64_t a = -1; a <= 3; ++a) {
    for (std::int64_t b = -1; b <= 3; ++b) {
      const tuple both(std::in_place, {a, b});
      if (a < 3 && b < 3) {
        each_of(2, 2, {0, 1, 2, 3}, [&](shapes const& s) {
          f(s, both);
          if (b == -1) f(s, tuple(std::in_place, {a}));
          if (a == -1 && b == -1) f(s, tuple(std::in_place));
        });
      }
      each_of(2, 3, {1, 2, 3}, [&](shapes const& s) {
        if (s[0].sizes.size() + s[1].sizes.size() == 5) f(s, both);
      });
    }
  }
}

void each_random(std::size_t cases, bool unknown, std::function<void(shapes const&)> const& f) {
  char const* const seed = std::getenv("BCAST_SEED");
  std::mt19937_64 random(seed == nullptr ? 20261123 : std::strtoull(seed, nullptr, 10));
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (std::size_t k = 0; k < cases; ++k) {
    std::vector<std::int64_t> result(below(12));
    for (auto& size : result) size = below(8) == 0 ? 0 : static_cast<std::int64_t>(2 + below(9));
    shapes operands(2 + below(5));
    for (kit::shape& t : operands) {
      const std::size_t left_out = below(3) == 0 ? below(result.size() + 1) : 0;
      for (std::size_t axis = left_out; axis < result.size(); ++axis) {
        t.sizes.emplace_back(below(3) == 0 ? 1 : result[axis]);
      }
      for (std::size_t wrong = below(3); wrong > 0 && !t.sizes.empty(); --wrong) {
        t.sizes[below(t.sizes.size())] = static_cast<std::int64_t>(below(12));
      }
      if (!unknown) continue;
      for (dim& d : t.sizes) {
        if (below(4) == 0) d = dim();
      }
      if (below(10) == 0) t = kit::shape::unranked();
    }
    f(operands);
  }
}

std::string text_of(shapes const& operands) {
  std::string text;
  for (kit::shape const& t : operands) text += (text.empty() ? "" : " ") + text_of(t);
  return text;
}

}  // namespace bcast::refusals
