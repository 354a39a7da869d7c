// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "cell.hpp"
#include "matrix.hpp"
#include "pages.hpp"

namespace bcast::docs {
namespace {

std::string deviations_of(json const& fact) {
  std::vector<std::string> all;
  for (json const& d : fact.at("deviations")) {
    all.push_back(fmt::format("{} of them: {}; smallest: {}", d.at("count").get<std::int64_t>(),
                              d.at("class").get<std::string>(),
                              d.at("smallest").at("case").get<std::string>()));
  }
  return all.empty() ? "none" : fmt::format("{}", fmt::join(all, "; "));
}

/// The version of a system, with the day on which it was asked.
std::string version_of(json const& fact) {
  const std::string version = fact.at("version");
  return fact.contains("date") ? version + ", " + fact.at("date").get<std::string>() : version;
}

}  // namespace

void each_fact_file(std::filesystem::path const& folder,
                    std::function<void(json const&)> const& f) {
  std::set<std::filesystem::path> files;  // in the order of their names
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.insert(entry.path());
  }
  for (std::filesystem::path const& file : files) {
    try {
      std::ifstream in(file);
      f(json::parse(in));
    } catch (json::exception const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
    }
  }
}

page agreement(std::filesystem::path const& facts) {
  table t{{"system", "version", "asked", "rule", "cases", "agree", "deviations"}, {}};
  const auto add = [&](json const& all) {
    const bool own = all.is_object();  // one system, whose versions are said once
    for (json const& fact : own ? all.at("questions") : all) {
      t.rows.push_back(
          {cell(own ? all.at("system").get<std::string>() : fact.at("peer").get<std::string>()),
           cell(own ? versions_of(all) : version_of(fact)),
           cell(fact.at("asked").get<std::string>()), cell(fact.at("rule").get<std::string>()),
           cell(fact.at("cases").get<std::int64_t>()), cell(fact.at("agree").get<std::int64_t>()),
           cell(deviations_of(fact))});
    }
  };
  each_fact_file(facts, add);
  each_fact_file(facts / "systems", add);
  return {"agreement",
          "the facts in proptests/peers/facts/",
          "What real systems do",
          "Each system was run on every case of a complete scope, or under the kit's laws on a "
          "part of their cases, and was compared with a rule. If a system computes, the "
          "elements that it read were compared too. `proptests/peers/README.md` says how "
          "to repeat "
          "it; with the files in `proptests/xfail/` the kit passes.",
          {{"", "", t}}};
}

}  // namespace bcast::docs
