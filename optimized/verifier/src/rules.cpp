// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/spec/aliases.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/verifier/verifier.hpp"

namespace bcast::verifier {
namespace {

/// Sets `field` to the enumerator of a name. Throws std::invalid_argument, which lists the existing
/// names.
template <spec::named Enum>
void set(Enum& field, std::string_view name, std::string_view text) {
  std::string known;
  for (auto const& row : spec::names<Enum>) {
    if (row.name == text) {
      field = row.value;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw std::invalid_argument("the switch " + std::string(name) + " has no value '" +
                              std::string(text) + "'; it has " + known);
}

void set_switch(spec::rule& p, std::string_view name, std::string_view value) {
  if (name == "relation") return set(p.relation, name, value);
  if (name == "zero") return set(p.zero, name, value);
  if (name == "rank") return set(p.rank, name, value);
  if (name == "unknown") return set(p.unknown, name, value);
  if (name == "symbols") return set(p.symbols, name, value);
  if (name == "unknown_result") return set(p.unknown_result, name, value);
  if (name == "leading") return set(p.leading, name, value);
  if (name == "unranked") return set(p.unranked, name, value);
  if (name == "vectors") return set(p.vectors, name, value);
  if (name == "operands") return set(p.operands, name, value);
  if (name == "tuple") return set(p.tuple, name, value);
  throw std::invalid_argument(
      "no switch is called '" + std::string(name) +
      "'; there are relation, zero, rank, unknown, symbols, unknown_result, "
      "leading, unranked, vectors, operands, tuple");
}

/// Throws std::invalid_argument for a rule about 0 that another switch leaves without effect.
void check_zero(spec::rule const& p) {
  if (p.zero == spec::zero_rule::other || p.zero == spec::zero_rule::illegal ||
      p.zero == spec::zero_rule::forbidden)
    return;
  std::string by;
  if (p.relation != spec::relation_rule::join) {
    by = "relation=" + std::string(spec::name(p.relation));
  } else if (p.unknown == spec::unknown_rule::client) {
    by = "unknown=client";
  } else if (p.symbols == spec::symbol_rule::solve || p.symbols == spec::symbol_rule::bounds) {
    by = "symbols=" + std::string(spec::name(p.symbols));
  }
  if (by.empty()) return;
  throw std::invalid_argument("zero=" + std::string(spec::name(p.zero)) + " has no effect with " +
                              by);
}

}  // namespace

spec::rule rule_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string name;
  words >> name;
  name = spec::rule_meant_by(name);
  const auto row = std::find_if(spec::rules.begin(), spec::rules.end(),
                                [&](spec::rule const& p) { return p.name == name; });
  if (row == spec::rules.end()) {
    std::string known;
    for (spec::rule const& p : spec::rules) {
      known += (known.empty() ? "" : ", ") + std::string(p.name);
    }
    throw std::invalid_argument("no rule is called '" + name + "'; there are " + known);
  }
  spec::rule chosen = *row;
  std::vector<std::string> given;
  for (std::string setting; words >> setting;) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw std::invalid_argument("'" + setting + "' is not of the form switch=value");
    }
    const std::string switch_name = setting.substr(0, equals);
    if (std::find(given.begin(), given.end(), switch_name) != given.end()) {
      throw std::invalid_argument("the switch " + switch_name + " is given twice");
    }
    set_switch(chosen, switch_name, std::string_view(setting).substr(equals + 1));
    given.push_back(switch_name);
  }
  if (std::find(given.begin(), given.end(), "zero") != given.end()) check_zero(chosen);
  return chosen;
}

}  // namespace bcast::verifier
