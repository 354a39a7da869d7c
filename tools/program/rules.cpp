// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/spec/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/rule_reflection.hpp"
#include "bcast/verifier/verifier.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace bcast::program {
namespace {

struct rule_switch {
  std::string_view name;
  std::string_view value;
  std::string values;  ///< all that it may have
};

std::vector<rule_switch> switches_of(spec::rule const& p) {
  std::vector<rule_switch> all;
  boost::hana::for_each(boost::hana::accessors<spec::rule>(), [&](auto accessor) {
    auto const& value = boost::hana::second(accessor)(p);
    using type = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_enum_v<type>) {
      std::string values;
      for (auto const& row : spec::names<type>) {
        values += (values.empty() ? "" : ", ") + std::string(row.name);
      }
      all.push_back({boost::hana::first(accessor).c_str(), spec::name(value), values});
    }
  });
  return all;
}

nlohmann::ordered_json to_json(spec::rule const& p) {
  nlohmann::ordered_json switches;
  for (rule_switch const& s : switches_of(p)) switches[std::string(s.name)] = s.value;
  return {{"rule", p.name}, {"document", p.document}, {"note", p.note}, {"switches", switches}};
}

int list(output const& to) {
  if (to.json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (spec::rule const& p : spec::rules) all.push_back(to_json(p));
    print(all);
  }
  if (to.json || to.quiet) return holds;
  for (answers::rule_row const& r : answers::rules()) {
    print_row(fmt::format("{:<18} {:<18} ", r.name, r.document), r.note);
  }
  fmt::print("\n");
  print_row("",
            "The second column is the document that it cites; `bcast rules NAME` shows the "
            "switches of one");
  return holds;
}

int show(std::string const& rule, output const& to) {
  const std::string meant = answers::rule_meant(rule);
  for (answers::rule_row const& r : answers::rules()) {
    const auto has_its_name = [&](spec::rule const& p) { return p.name == r.name; };
    if (r.name != meant || std::any_of(spec::rules.begin(), spec::rules.end(), has_its_name))
      continue;
    throw std::invalid_argument(fmt::format(
        "'{}' has no switches; its transcription answers, and `bcast explain` shows it", meant));
  }
  const spec::rule p = verifier::rule_of(meant);
  if (to.json) print(to_json(p));
  if (to.json || to.quiet) return holds;
  fmt::print("{}\n", rule);
  print_row("", p.note);
  fmt::print("\n{:<15} {}\n\n", "cites", p.document);
  fmt::print("{:<15} {:<10} {}\n", "switch", "value", "of");
  for (rule_switch const& s : switches_of(p)) {
    print_row(fmt::format("{:<15} {:<10} ", s.name, s.value), s.values);
  }
  return holds;
}

}  // namespace

int rules(rules_arguments const& a) { return a.rule.empty() ? list(a.to) : show(a.rule, a.to); }

}  // namespace bcast::program
