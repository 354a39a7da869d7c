// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

using nlohmann::ordered_json;
using proptests::law;

ordered_json row_of(mutant const& m) {
  ordered_json row;
  row["mutant"] = m.name;
  row["happened"] = m.happened;
  row["wrong"] = m.wrong;
  std::vector<std::string> laws, cases;
  law const* first = nullptr;
  for (law const* l : laws_for(m.subject)) {
    bool broken = false;
    for (proptests::core_case const& c : proptests::core_cases()) {
      if (std::find(c.laws.begin(), c.laws.end(), l->name) == c.laws.end()) continue;
      if (!proptests::run_case(*l, unused(m), proptests::parse_case(c.text), false).failure)
        continue;
      broken = true;
      if (std::find(cases.begin(), cases.end(), c.id) == cases.end()) cases.push_back(c.id);
    }
    if (!broken) continue;
    laws.emplace_back(l->name);
    if (first == nullptr) first = l;
  }
  if (first == nullptr) throw std::runtime_error("no core case fails " + m.name);
  proptests::settings with;
  with.seed = fixed_seed;
  with.sources = {"examples", "scope", "random"};
  const proptests::outcome o = proptests::run(*first, unused(m), with);
  if (!o.failure) throw std::runtime_error("no case fails " + m.name);
  row["law"] = first->name;
  row["clause"] = first->tag;
  row["source"] = o.failure->source;
  row["cases"] = o.cases();
  row["found"] = to_string(o.failure->found);
  row["smallest"] = to_string(o.failure->smallest);
  row["steps"] = o.failure->steps;
  row["laws"] = laws;
  row["core"] = cases;
  return row;
}

}  // namespace

std::string table() {
  std::vector<ordered_json> rows(all().size());
  std::vector<std::string> wrong(all().size());
  in_parallel(all().size(), [&](std::size_t k) {
    try {
      rows[k] = row_of(all()[k]);
    } catch (std::exception const& e) {
      wrong[k] = e.what();
    }
  });
  std::string lines;
  for (std::string const& what : wrong) {
    if (!what.empty()) lines += (lines.empty() ? "" : "; ") + what;
  }
  if (!lines.empty()) throw std::runtime_error(lines);
  for (ordered_json const& row : rows) lines += (lines.empty() ? "[\n" : ",\n") + row.dump();
  return lines + "\n]\n";
}

}  // namespace bcast::mutants
