// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "answers/compare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "bcast/proptests/text.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace bcast::program {
namespace {

using kind = kit::result::kind;

proptests::test_case case_of(std::vector<std::string> const& shapes) {
  proptests::test_case c;
  for (std::string const& text : shapes) {
    if (proptests::is_product(text)) {
      throw std::invalid_argument("'" + text + "': a product of matrices is compared alone");
    }
    c.operands.push_back({proptests::parse_shape(text), {}});
  }
  return c;
}

/// The answers for shapes, or for one product.
std::vector<answers::agreement> groups_of(std::vector<std::string> const& shapes) {
  if (shapes.size() != 1 || !proptests::is_product(shapes.front())) {
    return answers::compared(case_of(shapes));
  }
  const proptests::product_text p = proptests::parse_product(shapes.front());
  return answers::compared_product(proptests::sizes_of(p.a), proptests::sizes_of(p.b));
}

nlohmann::ordered_json json_of(answers::agreement const& group) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (answers::ruling const& r : group.rules) {
    nlohmann::ordered_json rule{{"rule", r.rule}};
    rule.update(to_json(r.found));
    rules.push_back(std::move(rule));
  }
  return rules;
}

/// The rules of a group that gives a shape, on one row.
void print_shape(answers::agreement const& group) {
  std::string names;
  for (answers::ruling const& r : group.rules) {
    names += (names.empty() ? "" : ", ") + std::string(r.rule);
  }
  fmt::print("{}\n", proptests::to_string(group.shape));
  print_row("  ", names);
}

/// A reason, and the rules that give it, each with its clause.
struct saying {
  std::string words, rules, last_tag;
};

std::vector<saying> sayings_of(answers::agreement const& group) {
  std::vector<saying> all;
  for (answers::ruling const& r : group.rules) {
    kit::result const& a = r.found;
    const std::string words =
        a.axis ? fmt::format("axis {} of the result: {}", *a.axis, a.why) : a.why;
    auto same =
        std::find_if(all.begin(), all.end(), [&](saying const& s) { return s.words == words; });
    if (same == all.end()) same = all.insert(all.end(), {words, "", ""});
    // A clause follows the last of the rules that cite it.
    if (!same->rules.empty()) {
      same->rules += same->last_tag == a.tag ? ", " : fmt::format(" [{}], ", same->last_tag);
    }
    same->rules += r.rule;
    same->last_tag = a.tag;
  }
  return all;
}

/// The rules of a group without a shape, by their reasons.
void print_reasons(answers::agreement const& group) {
  fmt::print("{}\n", group.verdict == kind::refused ? "does not broadcast" : "no answer");
  for (saying const& s : sayings_of(group)) {
    print_row("  ", s.words);
    print_row("    ", fmt::format("{} [{}]", s.rules, s.last_tag));
  }
}

/// What systems were recorded to follow, in proptests/peers/facts/kit.json and systems/mlir.json
/// there.
struct peer {
  std::string_view name, version, rule;
};
constexpr std::array peers{
    peer{"NumPy", "2.5.5", "array_api"}, peer{"PyTorch", "2.15.0+cu132", "array_api"},
    peer{"JAX", "0.12.0.1", "array_api"}, peer{"ONNX Runtime", "1.32.0", "array_api"},
    peer{"MLIR", "19.1.7", "mlir@19"}};

/// What each system does with the shapes, in a row for those that do the same. Only MLIR is asked
/// about sizes that are not known.
void print_systems(std::vector<answers::agreement> const& groups, bool all_known) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (answers::agreement const& group : groups) {
    std::string names;
    for (peer const& s : peers) {
      const bool follows = std::any_of(group.rules.begin(), group.rules.end(),
                                       [&](auto const& r) { return r.rule == s.rule; });
      if (!follows || (!all_known && s.name != "MLIR")) continue;
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ", s.name, s.version);
    }
    const std::string words = group.verdict == kind::ok        ? proptests::to_string(group.shape)
                              : group.verdict == kind::refused ? "does not broadcast"
                                                               : "no answer";
    if (!names.empty()) rows.emplace_back(names, words);
  }
  fmt::print("systems, by the rule that each was found to follow\n");
  for (auto const& [names, words] : rows) print_row("  ", names + ": " + words);
}

}  // namespace

int compare(compare_arguments const& a) {
  const std::vector<answers::agreement> groups = groups_of(a.shapes);
  if (a.json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (answers::agreement const& group : groups) all.push_back(json_of(group));
    print(all);
    return holds;
  }
  for (answers::agreement const& group : groups) {
    group.verdict == kind::ok ? print_shape(group) : print_reasons(group);
  }
  if (a.shapes.size() != 1 || !proptests::is_product(a.shapes.front())) {
    print_systems(groups, proptests::is_static(case_of(a.shapes)));
  }
  return holds;
}

}  // namespace bcast::program
