// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/design.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

using nlohmann::ordered_json;
using proptests::law;

/// The number of core cases that are listed for a mutant and a law.
constexpr std::size_t most_listed = 6;

/// The core cases, of which those come first that no design has: each was selected for some
/// mutants.
std::vector<proptests::core_case> const& selected_first() {
  static const std::vector<proptests::core_case> all = [] {
    std::vector<proptests::core_case> cases(proptests::core_cases().begin(),
                                            proptests::core_cases().end());
    std::ranges::stable_partition(cases, [](proptests::core_case const& c) {
      auto const& designs = proptests::designs();
      return std::ranges::all_of(
          designs, [&](proptests::design const& d) { return rows_in(d, c.because).empty(); });
    });
    return cases;
  }();
  return all;
}

/// The first core cases on which a mutant breaks a law.
std::vector<std::string> failing(mutant const& m, law const& l) {
  std::vector<std::string> ids;
  for (proptests::core_case const& c : selected_first()) {
    if (ids.size() == most_listed) break;
    if (std::ranges::find(c.laws, l.name) == c.laws.end()) continue;
    if (proptests::run_case(l, unused(m), proptests::parse_case(c.text), false).failure) {
      ids.push_back(c.id);
    }
  }
  return ids;
}

/// The failure that a law finds without the core cases, or where none does, with them.
proptests::outcome first_failure(mutant const& m, std::vector<law const*> const& laws) {
  proptests::settings with;
  with.seed = fixed_seed;
  with.shrink_time = std::chrono::hours(1);  // the table is the same on any machine
  with.sources = {"examples", "scope", "random"};
  for (law const* l : laws) {
    proptests::outcome o = proptests::run(*l, unused(m), with);
    if (o.failure) return o;
  }
  with.sources = {"core"};
  proptests::outcome o = proptests::run(*laws.front(), unused(m), with);
  if (!o.failure) throw std::runtime_error("no case fails " + m.name);
  return o;
}

ordered_json row_of(mutant const& m) {
  ordered_json row;
  row["mutant"] = m.name;
  row["happened"] = m.happened;
  row["wrong"] = m.wrong;
  std::vector<std::string> laws, cases;
  std::vector<law const*> broken;
  for (law const* l : laws_for(m.subject)) {
    const std::vector<std::string> ids = failing(m, *l);
    if (ids.empty()) continue;
    broken.push_back(l);
    laws.emplace_back(l->name);
    for (std::string const& id : ids) {
      if (std::ranges::find(cases, id) == cases.end()) cases.push_back(id);
    }
  }
  if (broken.empty()) throw std::runtime_error("no core case fails " + m.name);
  const proptests::outcome o = first_failure(m, broken);
  law const* const first = o.stated;
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

/// What a row says that is not so; empty if all is.
std::string wrong_in(mutant const& m, ordered_json const& row) {
  if (row.at("happened") != m.happened || row.at("wrong") != m.wrong) return "another description";
  const auto fails = [&](law const& l, std::string const& c) {
    // Whether two callers meet is chance.
    for (int tries = l.name == "together" ? 100 : 1; tries > 0; --tries) {
      if (proptests::run_case(l, unused(m), proptests::parse_case(c), false).failure) return true;
    }
    return false;
  };
  law const* const first = proptests::find_law(row.at("law").get<std::string>());
  if (first == nullptr || first->tag != row.at("clause")) return "no such law";
  const std::string found = row.at("found"), smallest = row.at("smallest");
  if (!fails(*first, smallest)) return "holds for " + smallest;
  if (!m.subject.fresh) {  // or what was found may fail only after the earlier cases of that run
    proptests::settings with;
    with.shrink_time = std::chrono::hours(1);
    const auto o = proptests::run_case(*first, unused(m), proptests::parse_case(found), true, with);
    if (!o.failure) return "holds for " + found;
    if (to_string(o.failure->smallest) != smallest || o.failure->steps != row.at("steps")) {
      return found + " shrinks to " + to_string(o.failure->smallest);
    }
  }
  const std::vector<std::string> laws = row.at("laws"), listed = row.at("core");
  std::set<std::string> laws_left(laws.begin(), laws.end()), left(listed.begin(), listed.end());
  for (proptests::core_case const& c : proptests::core_cases()) {
    if (!left.contains(c.id)) continue;
    for (std::string const& name : laws) {
      const bool caught = !left.contains(c.id) && !laws_left.contains(name);
      if (caught || std::ranges::find(c.laws, name) == c.laws.end()) continue;
      law const* const l = proptests::find_law(name);
      if (l == nullptr || !fails(*l, c.text)) continue;
      laws_left.erase(name);
      left.erase(c.id);
    }
  }
  if (!left.empty()) return "holds for " + *left.begin();
  return laws_left.empty() ? "" : "holds for " + *laws_left.begin();
}

}  // namespace

std::vector<std::string> wrong_in_table(std::istream& table) {
  const ordered_json rows = ordered_json::parse(table);
  std::vector<std::string> wrong(all().size());
  in_parallel(all().size(), [&](std::size_t k) {
    mutant const& m = all()[k];
    try {
      const bool is_there = k < rows.size() && rows[k].at("mutant") == m.name;
      wrong[k] = is_there ? wrong_in(m, rows[k]) : "no row in its place";
    } catch (std::exception const& e) {
      wrong[k] = e.what();
    }
    if (!wrong[k].empty()) wrong[k] = m.name + ": " + wrong[k];
  });
  if (rows.size() != all().size()) wrong.emplace_back("another number of mutants");
  std::erase(wrong, "");
  return wrong;
}

std::string table(std::istream& known) {
  std::map<std::string, ordered_json> kept;
  if (known.peek() != std::istream::traits_type::eof()) {
    for (ordered_json const& row : ordered_json::parse(known)) kept[row.at("mutant")] = row;
  }
  std::vector<ordered_json> rows(all().size());
  std::vector<std::string> wrong(all().size());
  in_parallel(all().size(), [&](std::size_t k) {
    try {
      mutant const& m = all()[k];
      const auto at = kept.find(m.name);
      const bool keeps = at != kept.end() && wrong_in(m, at->second).empty();
      rows[k] = keeps ? at->second : row_of(m);
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
