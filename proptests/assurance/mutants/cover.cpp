// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <utility>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
#include "kills.hpp"

namespace bcast::mutants {
namespace {

using proptests::family;
using proptests::law;
using proptests::test_case;

/// The number of core cases that each mutant must fail, if there are that many.
constexpr std::size_t times = 5;

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
    if (from.name == "corpus" || from.name == "core") continue;
    const std::uint64_t step = std::max<std::uint64_t>(from.count / most, 1);
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
      if (l->asks == proptests::computation::any || l->asks == proptests::computation::in_place) {
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

std::vector<candidate> candidates() {
  std::map<family, std::vector<test_case>> few, many;
  for (law const& l : proptests::all_laws()) {
    if (few.contains(l.cases)) continue;
    few[l.cases] = some_of(l.cases, 25);
    many[l.cases] = some_of(l.cases, 2000);
  }
  std::vector<std::set<candidate>> found(all().size());
  in_parallel(all().size(), [&](std::size_t k) {
    found[k] = smallest(all()[k], few);
    if (found[k].size() < times) found[k].merge(smallest(all()[k], many));
  });
  std::set<candidate> merged;
  for (auto const& some : found) merged.insert(some.begin(), some.end());
  return {merged.begin(), merged.end()};
}

/// Which mutants fail each candidate, and under which laws.
std::vector<std::vector<kill>> kills_of(std::vector<candidate> const& from) {
  std::vector<std::vector<kill>> by_mutant(all().size()), kills(from.size());
  std::vector<std::vector<std::size_t>> at(all().size());
  in_parallel(all().size(), [&](std::size_t k) {
    for (law const* l : laws_for(all()[k].subject)) {
      for (std::size_t n = 0; n < from.size(); ++n) {
        if (from[n].of != l->cases) continue;
        const test_case c = proptests::parse_case(from[n].text);
        if (!proptests::run_case(*l, unused(all()[k]), c, false).failure) continue;
        by_mutant[k].push_back({k, std::string(l->name)});
        at[k].push_back(n);
      }
    }
  });
  for (std::size_t k = 0; k < all().size(); ++k) {
    for (std::size_t j = 0; j < at[k].size(); ++j) kills[at[k][j]].push_back(by_mutant[k][j]);
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

std::string cover() {
  const std::vector<candidate> from = candidates();
  const auto kills = kills_of(from);
  std::vector<std::size_t> lacking(all().size(), times);
  std::vector<bool> taken(from.size(), false);
  std::map<std::string, std::string> known;  // the ids of the present cases
  int last = 0;
  for (proptests::core_case const& c : proptests::core_cases()) {
    known[fmt::format("{} {}", proptests::name_of(c.cases_of), c.text)] = c.id;
    last = std::max(last, std::stoi(c.id.substr(c.id.find('/') + 1)));
  }
  std::string lines;
  while (true) {
    std::size_t best = from.size(), most = 0;
    for (std::size_t n = 0; n < from.size(); ++n) {
      if (taken[n]) continue;
      std::size_t gain = 0;
      for (std::size_t m : mutants_in(kills[n])) gain += lacking[m] != 0;
      const bool shorter =
          best < from.size() && gain == most && from[n].text.size() < from[best].text.size();
      if (gain > most || (gain != 0 && shorter)) best = n, most = gain;
    }
    if (most == 0) break;
    taken[best] = true;
    std::vector<std::string> because, laws;
    for (std::size_t m : mutants_in(kills[best])) {
      if (lacking[m] == 0) continue;
      --lacking[m];
      because.push_back(all()[m].wrong);
    }
    for (kill const& k : kills[best]) {
      if (std::find(laws.begin(), laws.end(), k.law) == laws.end()) laws.push_back(k.law);
    }
    std::string reason = because.front();
    if (because.size() > 1) reason += fmt::format("; and {} more", because.size() - 1);
    const std::string key =
        fmt::format("{} {}", proptests::name_of(from[best].of), from[best].text);
    if (!known.contains(key)) known[key] = fmt::format("core/{}", ++last);
    nlohmann::ordered_json row;
    row["id"] = known[key];
    row["case"] = from[best].text;
    row["family"] = proptests::name_of(from[best].of);
    row["laws"] = laws;
    row["because"] = reason;
    lines += row.dump() + "\n";
  }
  std::string missed;
  for (std::size_t m = 0; m < all().size(); ++m) {
    if (lacking[m] == times) missed += " " + all()[m].name;
  }
  if (!missed.empty()) throw std::runtime_error("nothing fails" + missed);
  return lines;
}

}  // namespace bcast::mutants
