// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/design.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

using proptests::family;
using proptests::law;
using proptests::test_case;

/// The number of core cases that each mutant must fail, if there are that many.
constexpr std::size_t times = 3;

/// A case for the laws of a family. The text of a case does not name the family.
struct candidate {
  family of{};
  std::string text;
  friend auto operator<=>(candidate const&, candidate const&) = default;
};

struct kill {
  std::size_t mutant = 0;
  std::string law;
};

/// About `most` cases from every source of a family, evenly spread.
std::vector<test_case> some_of(family f, std::uint64_t most) {
  std::vector<test_case> cases;
  for (proptests::source const& from :
       proptests::sources_of(f, proptests::run_size::push, fixed_seed)) {
    const bool designed = from.name == "core" && f == family::lengths;  // in no row of the corpus
    if (from.name == "corpus" || (from.name == "core" && !designed)) continue;
    const std::uint64_t step = designed ? 1 : std::max<std::uint64_t>(from.count / most, 1);
    for (std::uint64_t i = 0; i < from.count; i += step) {
      test_case c = from.at(i);
      if (c.example.empty()) cases.push_back(std::move(c));
    }
  }
  return cases;
}

/// Whether a case would take long under a law that computes elements.
bool large(law const& l, test_case const& c) {
  if (l.asks == proptests::computation::none) return false;
  double elements = 1;
  for (auto const& o : c.operands) {
    double own = 1;
    for (kit::dim const& d : o.type.sizes)
      own *= d ? static_cast<double>(std::max<std::int64_t>(*d, 1)) : 1;
    elements = std::max(elements, own);
  }
  return elements * static_cast<double>(c.operands.size()) > 600;
}

/// An operation on n operands, alternating by `turn`.
std::string operation(std::size_t n, std::size_t turn) {
  if (turn % 2 == 0) return n == 1 ? "copy" : n == 2 ? "less" : n == 3 ? "where" : "sub";
  return "sub";
}

/// The smallest cases in a pool on which a mutant fails its laws.
std::set<candidate> smallest(mutant const& m,
                             std::map<family, std::vector<test_case>> const& pools) {
  std::set<candidate> found;
  for (law const* l : laws_for(m.subject)) {
    std::size_t failures = 0;
    std::size_t turn = 0;
    for (test_case c : pools.at(l->cases)) {
      const bool open = c.operation.empty() || l->cases != family::lengths;
      if (open &&
          (l->asks == proptests::computation::any || l->asks == proptests::computation::in_place)) {
        c.operation = operation(c.operands.size(), ++turn);
      }
      if (large(*l, c) || !proptests::run_case(*l, unused(m), c, false).failure) continue;
      const auto o = proptests::run_case(*l, unused(m), c, true);
      // A law about sequences extends each call by itself.
      for (test_case const& failing : {o.failure->smallest, o.failure->found}) {
        found.insert({l->cases, to_string(proptests::calls_of(failing).back())});
      }
      if (++failures == 4) break;
    }
  }
  return found;
}

/// The cases that the designs compute, and the rows of each, in the order of the designs.
std::vector<candidate> designed(std::map<candidate, std::string>& rows) {
  std::vector<candidate> cases;
  for (proptests::design const& d : proptests::designs()) {
    for (proptests::design_row const& row : proptests::covering(d)) {
      const test_case c = d.case_of(proptests::row_values(d.features, row));
      const candidate made{d.cases_of, to_string(c)};
      std::string& known = rows[made];
      if (known.empty()) cases.push_back(made);
      known += (known.empty() ? "" : "; ") + to_string(d, row);
    }
  }
  return cases;
}

/// Cases on which some mutants fail: the present core cases, and the smallest ones from other
/// sources.
std::vector<candidate> candidates(std::vector<std::size_t> const& mutants) {
  std::map<family, std::vector<test_case>> few, many;
  for (law const& l : proptests::all_laws()) {
    if (few.contains(l.cases)) continue;
    few[l.cases] = some_of(l.cases, 25);
    many[l.cases] = some_of(l.cases, 2000);
  }
  std::vector<std::set<candidate>> found(mutants.size());
  in_parallel(mutants.size(), [&](std::size_t k) {
    mutant const& m = all()[mutants[k]];
    found[k] = smallest(m, few);
    if (found[k].size() < times) found[k].merge(smallest(m, many));
  });
  std::set<candidate> merged;
  for (proptests::core_case const& c : proptests::core_cases()) merged.insert({c.cases_of, c.text});
  for (auto const& some : found) merged.insert(some.begin(), some.end());
  return {merged.begin(), merged.end()};
}

/// Which of some mutants fail each case, and under which laws. A mutant that fails enough small
/// cases is not asked the large ones.
std::vector<std::vector<kill>> kills_of(std::vector<candidate> const& from,
                                        std::vector<std::size_t> const& mutants) {
  std::vector<test_case> cases;
  for (candidate const& c : from) cases.push_back(proptests::parse_case(c.text));
  std::vector<std::vector<std::pair<std::size_t, kill>>> by_mutant(mutants.size());
  in_parallel(mutants.size(), [&](std::size_t k) {
    mutant const& m = all()[mutants[k]];
    const auto ask = [&](bool are_large) {
      for (law const* l : laws_for(m.subject)) {
        for (std::size_t n = 0; n < from.size(); ++n) {
          if (from[n].of != l->cases || large(*l, cases[n]) != are_large) continue;
          if (!proptests::run_case(*l, unused(m), cases[n], false).failure) continue;
          by_mutant[k].push_back({n, {mutants[k], std::string(l->name)}});
        }
      }
    };
    ask(false);
    if (by_mutant[k].size() < times) ask(true);
  });
  std::vector<std::vector<kill>> kills(from.size());
  for (auto const& some : by_mutant) {
    for (auto const& [n, what] : some) kills[n].push_back(what);
  }
  return kills;
}

std::set<std::size_t> mutants_in(std::vector<kill> const& kills) {
  std::set<std::size_t> all_of_them;
  for (kill const& k : kills) all_of_them.insert(k.mutant);
  return all_of_them;
}

}  // namespace

void in_parallel(std::size_t n, std::function<void(std::size_t)> const& f) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < n; k = next++) f(k);
  };
  std::vector<std::jthread> others;
  for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t) others.emplace_back(work);
  work();
}

std::vector<law const*> laws_for(kit::subject const& s) {
  std::vector<law const*> laws;
  for (law const& l : proptests::all_laws()) {
    if (l.skipped(s).empty() && l.cases != family::examples) laws.push_back(&l);
  }
  return laws;
}

namespace {

/// The ids of the present core cases, and numbers for new ones.
class numbered {
 public:
  numbered() {
    for (proptests::core_case const& c : proptests::core_cases()) {
      known_[{c.cases_of, c.text}] = c.id;
      last_ = std::max(last_, std::stoi(c.id.substr(c.id.find('/') + 1)));
    }
  }
  std::string id_of(candidate const& c) {
    std::string& id = known_[c];
    if (id.empty()) id = fmt::format("core/{}", ++last_);
    return id;
  }

 private:
  std::map<candidate, std::string> known_;
  int last_ = 0;
};

std::string line(std::string const& id, candidate const& c, std::vector<kill> const& kills,
                 std::string const& because) {
  std::vector<std::string> laws;
  for (kill const& k : kills) {
    if (std::ranges::find(laws, k.law) == laws.end()) laws.push_back(k.law);
  }
  nlohmann::ordered_json row;
  row["id"] = id;
  row["case"] = c.text;
  row["family"] = proptests::name_of(c.of);
  row["laws"] = laws;
  row["because"] = because;
  return row.dump() + "\n";
}

/// The candidate that the most mutants fail which lack cases, or none; the shortest of several.
std::size_t best_of(std::vector<candidate> const& from, std::vector<std::vector<kill>> const& kills,
                    std::vector<std::size_t> const& lacking, std::vector<bool> const& taken) {
  std::size_t best = from.size(), most = 0;
  for (std::size_t n = 0; n < from.size(); ++n) {
    if (taken[n]) continue;
    std::size_t gain = 0;
    for (std::size_t m : mutants_in(kills[n])) gain += lacking[m] != 0 ? 1 : 0;
    const bool shorter =
        best < from.size() && gain == most && from[n].text.size() < from[best].text.size();
    if (gain > most || (gain != 0 && shorter)) best = n, most = gain;
  }
  return best;
}

}  // namespace

std::string cover() {
  numbered ids;
  std::map<candidate, std::string> rows;
  const std::vector<candidate> design = designed(rows);
  std::vector<std::size_t> mutants(all().size());
  std::iota(mutants.begin(), mutants.end(), 0U);
  std::vector<std::size_t> lacking(all().size(), times);
  std::string lines;
  {
    const auto kills = kills_of(design, mutants);
    for (std::size_t n = 0; n < design.size(); ++n) {
      for (std::size_t m : mutants_in(kills[n])) lacking[m] -= lacking[m] == 0 ? 0 : 1;
      lines += line(ids.id_of(design[n]), design[n], kills[n], rows[design[n]]);
    }
  }
  std::erase_if(mutants, [&](std::size_t m) { return lacking[m] == 0; });
  std::vector<candidate> from = candidates(mutants);
  std::erase_if(from, [&](candidate const& c) { return rows.contains(c); });
  const auto kills = kills_of(from, mutants);
  std::vector<bool> taken(from.size(), false);
  while (true) {
    const std::size_t best = best_of(from, kills, lacking, taken);
    if (best == from.size()) break;
    taken[best] = true;
    std::vector<std::string> because;
    for (std::size_t m : mutants_in(kills[best])) {
      if (lacking[m] == 0) continue;
      --lacking[m];
      because.push_back(all()[m].wrong);
    }
    std::string reason = because.front();
    if (because.size() > 1) reason += fmt::format("; and {} more", because.size() - 1);
    lines += line(ids.id_of(from[best]), from[best], kills[best], reason);
  }
  std::string missed;
  for (std::size_t m = 0; m < all().size(); ++m) {
    if (lacking[m] == times) missed += " " + all()[m].name;
  }
  if (!missed.empty()) fmt::print(stderr, "nothing fails{}\n", missed);
  return lines;
}

}  // namespace bcast::mutants
