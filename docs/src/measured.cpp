// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <tuple>

#include "cell.hpp"
#include "pages.hpp"

namespace bcast::docs {
namespace {

/// A number, a Boolean or a text of the data as a cell; the items of a list are separated.
text value_of(json const& value) {
  if (value.is_null()) return {};
  if (value.is_boolean()) return cell(value.get<bool>());
  if (value.is_string()) return prose(value.get<std::string>());
  if (!value.is_array()) return prose(value.dump());
  text all;
  for (json const& item : value) {
    if (!all.empty()) all.push_back({kind::plain, ", ", ""});
    for (run const& r : value_of(item)) all.push_back(r);
  }
  return all;
}

/// A list of flat objects as a table with a column for each member, in order of appearance.
table table_of_objects(json const& objects) {
  table t;
  for (json const& object : objects) {
    for (auto const& [name, unused] : object.items()) {
      if (std::find(t.titles.begin(), t.titles.end(), name) == t.titles.end()) {
        t.titles.push_back(name);
      }
    }
  }
  for (json const& object : objects) {
    t.rows.emplace_back();
    for (std::string const& title : t.titles) {
      t.rows.back().push_back(object.contains(title) ? value_of(object.at(title)) : text{});
    }
  }
  return t;
}

std::string time_of(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.1f} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.3f} ms", seconds * 1e3);
}

/// bcast's time over another's; below 1 bcast is faster.
std::string ratio_of(json const& row, char const* to) {
  json const& against = row.at(to);
  if (against.is_null()) return "";
  const std::string name = against.value("name", std::string());
  return fmt::format("{:.2f}{}{}", against.at("ratio").get<double>(), name.empty() ? "" : " ",
                     name);
}

/// The time of bcast in a row; empty if it did not run.
std::string time_in(json const& row) {
  const json times = row.value("times", json::object());
  return times.contains("bcast") ? time_of(times.at("bcast")) : "";
}

/// What the benchmark wrote on a machine.
struct run_on {
  std::string machine;
  json data;
};

/// A list of rows of every machine that has it, side by side.
table benchmark_rows(std::vector<run_on> const& runs, char const* list) {
  table t{{"row", "workload", "type", "threads"}, {}};
  using key = std::tuple<std::string, std::string, std::int64_t>;
  std::vector<key> keys;
  for (std::size_t m = 0; m < runs.size(); ++m) {
    for (char const* what : {"time", "best peer", "best library", "limit"}) {
      t.titles.push_back(runs[m].machine + ": " + what);
    }
    for (json const& row : runs[m].data.value(list, json::array())) {
      const key k{row.at("workload"), row.at("type"), row.at("threads")};
      auto at = std::find(keys.begin(), keys.end(), k);
      if (at == keys.end()) {
        at = keys.insert(at, k);
        t.rows.push_back({prose(std::get<0>(k)), prose(row.at("title").get<std::string>()),
                          prose(std::get<1>(k)), value_of(row.at("threads"))});
      }
      auto& cells = t.rows[static_cast<std::size_t>(at - keys.begin())];
      cells.resize(4 * (m + 1));
      for (std::string const& value : {time_in(row), ratio_of(row, "peer"),
                                       ratio_of(row, "library"), ratio_of(row, "limit")}) {
        cells.push_back(prose(value));
      }
    }
  }
  for (auto& cells : t.rows) cells.resize(t.titles.size());
  return t;
}

/// A member's items as `name: value` lines.
table properties_of(json const& object) {
  table t{{"what", "is"}, {}};
  for (auto const& [name, value] : object.items()) t.rows.push_back({prose(name), value_of(value)});
  return t;
}

json read(std::filesystem::path const& file) {
  std::ifstream in(file);
  try {
    return json::parse(in);
  } catch (nlohmann::json::exception const& e) {
    throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
  }
}

page mutants(json const& data, std::filesystem::path const& folder) {
  return {"mutants",
          "docs/data/mutants.json",
          "Mutants",
          "Wrong implementations with one bug each, and what caught them. `happened` names the "
          "classes of bugs that a mutant represents; they are listed below.",
          {{"", "", table_of_objects(data)},
           {"Classes of bugs",
            "Bugs that happened in public projects. A number is that of an issue or a pull request "
            "of the project.",
            table_of_objects(read(folder / "bug_classes.json"))}}};
}

/// What one machine alone has: who was measured, and itself.
void add_machine(page& p, run_on const& run) {
  const auto add = [&](section s) {
    s.heading += ", " + run.machine;
    p.sections.push_back(std::move(s));
  };
  add({"Contestants", "", table_of_objects(run.data.at("contestants"))});
  add({"Machine", "", properties_of(run.data.at("machine"))});
}

/// The page of all machines whose data are in the directory; none if there are none.
std::optional<page> benchmark(std::filesystem::path const& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code missing;
  for (auto const& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  if (files.empty()) return std::nullopt;
  std::sort(files.begin(), files.end());
  std::vector<run_on> runs;
  for (std::filesystem::path const& file : files) {
    runs.push_back({file.stem().string(), read(file)});
    run_on const& run = runs.back();
    for (char const* member : {"rows", "contestants", "machine"}) {
      if (!run.data.contains(member)) {
        throw std::invalid_argument(fmt::format("{} has no {}", file.string(), member));
      }
    }
  }
  page p{"benchmark",
         "docs/data/bench/",
         "Benchmark",
         "bcast, its peers and the machine's limit, timed in the same rounds, on each machine that "
         "was measured. A ratio is bcast's time over the other's: below 1, bcast is faster. "
         "`optimized/bench/README.md` says how it was measured.",
         {{"Means", "", benchmark_rows(runs, "means")},
          {"Workloads", "", benchmark_rows(runs, "rows")}}};
  for (run_on const& run : runs) add_machine(p, run);
  return p;
}

}  // namespace

std::vector<page> measured(std::filesystem::path const& data) {
  const auto made = [&](std::string_view name, auto make) -> std::optional<page> {
    const std::filesystem::path file = data / name;
    if (!std::filesystem::exists(file)) return std::nullopt;
    try {
      return make(file);
    } catch (nlohmann::json::exception const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
    }
  };
  const auto of_one = [&](auto make) {
    return [&data, make](std::filesystem::path const& file) { return make(read(file), data); };
  };
  std::vector<page> all;
  for (std::optional<page>& p :
       std::array{made("mutants.json", of_one(mutants)), made("bench", benchmark)}) {
    if (p) all.push_back(std::move(*p));
  }
  return all;
}

}  // namespace bcast::docs
