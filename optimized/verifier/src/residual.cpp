// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/residual.hpp"

#include <algorithm>
#include <stdexcept>

#include "bcast/verifier/verifier.hpp"
#include "fold.hpp"

namespace bcast::verifier {
namespace {

spec::rule const& sound() {
  static const spec::rule rule = rule_of("sound");
  return rule;
}

place place_of(variable const& v) { return {v.operand, v.axis}; }

/// The variables on one axis that may differ.
using group = std::vector<variable>;

/// Whether two variables of an axis always agree, because both can only be 1 or the same other
/// size.
bool agree_anyway(variable const& a, variable const& b) {
  return a.can_be.kind == domain::kind::pair && a.can_be == b.can_be;
}

bool has(group const& g, variable const& v) {
  return std::any_of(g.begin(), g.end(), [&](variable const& w) { return v.is(w); });
}

/// Whether every two variables of a group always agree or are together in one of the other groups.
bool follows(group const& g, std::vector<group> const& others) {
  for (std::size_t i = 0; i < g.size(); ++i) {
    for (std::size_t j = i + 1; j < g.size(); ++j) {
      if (agree_anyway(g[i], g[j])) continue;
      if (std::none_of(others.begin(), others.end(),
                       [&](group const& o) { return has(o, g[i]) && has(o, g[j]); })) {
        return false;
      }
    }
  }
  return true;
}

/// Removes the groups that follow from the others, the smaller ones first.
std::vector<group> irredundant(std::vector<group> groups) {
  std::stable_sort(groups.begin(), groups.end(),
                   [](group const& a, group const& b) { return a.size() < b.size(); });
  for (std::size_t k = 0; k < groups.size();) {
    std::vector<group> others = groups;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    if (follows(groups[k], others)) {
      groups = std::move(others);
    } else {
      ++k;
    }
  }
  return groups;
}

/// Adds the conditions on single variables: the part of each variable's domain that the axes allow.
void restrict(size_system const& sizes, std::vector<condition>& all) {
  std::vector<variable> told;
  for (std::size_t axis = 0; axis < sizes.rank(); ++axis) {
    sizes.each_variable(axis, [&](variable const& v, dim declared) {
      if (v.can_be == domain::up_to(declared.upper()) || has(told, v)) return;
      told.push_back(v);
      const bool one = v.can_be.kind == domain::kind::one;
      all.push_back({one ? condition::kind::one : condition::kind::one_or,
                     {place_of(v)},
                     one ? 1 : v.can_be.other});
    });
  }
}

}  // namespace

std::variant<std::vector<condition>, violation> residual(std::span<type const> operands) {
  const verdict inferred = broadcast_shapes(sound(), operands);
  if (auto const* wrong = std::get_if<violation>(&inferred)) return *wrong;
  const size_system sizes(operands);
  std::vector<condition> all;
  if (sizes.any_rank()) {
    if (operands.size() > 1) all.push_back({condition::kind::broadcasts, {}, 1});
    return all;
  }
  restrict(sizes, all);
  std::vector<group> groups;
  for (std::size_t axis = 0; axis < sizes.rank(); ++axis) {
    if (sizes.fixed(axis) != 1) continue;
    const auto open = sizes.open(axis);
    groups.emplace_back(open.begin(), open.end());
  }
  for (group const& g : irredundant(std::move(groups))) {
    condition c{condition::kind::agree, {}, 1};
    for (variable const& v : g) c.places.push_back(place_of(v));
    all.push_back(std::move(c));
  }
  return all;
}

bool holds(condition const& c, std::span<std::vector<std::int64_t> const> shapes) {
  const auto at = [&](place const& p) { return shapes[p.operand].at(p.axis); };
  switch (c.kind) {
    case condition::kind::one:
    case condition::kind::one_or:
      return at(c.places.front()) == 1 || at(c.places.front()) == c.size;
    case condition::kind::agree: {
      std::vector<std::int64_t> sizes;
      for (place const& p : c.places) sizes.push_back(at(p));
      return agree(sizes);
    }
    case condition::kind::broadcasts:
      break;
  }
  std::vector<type> types;
  for (auto const& sizes : shapes) types.push_back({{sizes.begin(), sizes.end()}});
  return std::holds_alternative<type>(broadcast_shapes(sound(), types));
}

std::string to_string(condition const& c) {
  const auto name = [](place const& p) {
    return "dim " + std::to_string(p.axis) + " of operand " + std::to_string(p.operand);
  };
  switch (c.kind) {
    case condition::kind::one:
      return name(c.places.front()) + " is 1";
    case condition::kind::one_or:
      return name(c.places.front()) + " is 1 or " + std::to_string(c.size);
    case condition::kind::broadcasts:
      return "the shapes of all operands broadcast";
    case condition::kind::agree:
      break;
  }
  std::string text;
  for (std::size_t k = 0; k < c.places.size(); ++k) {
    const bool last = k + 1 == c.places.size();
    text += (k == 0 ? "" : last ? " and " : ", ") + name(c.places[k]);
  }
  return text + " are equal where they are not 1";
}

prospect prospect_of(std::span<type const> operands, type const& result) {
  const verdict verified = verify(sound(), operands, result);
  if (!std::holds_alternative<type>(verified)) return prospect::impossible;
  return is_certain(size_system(operands), result) ? prospect::certain : prospect::possible;
}

}  // namespace bcast::verifier
