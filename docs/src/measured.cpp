// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measured.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "age.hpp"
#include "cell.hpp"

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
  t.data = objects;
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

table benchmark_rows(json const& rows) {
  table t{
      {"row", "workload", "type", "threads", "time", "GB/s", "best peer", "best library", "limit"},
      {},
      rows};
  for (json const& row : rows) {
    std::string time, rate;
    for (json const& one : row.value("times", json::array())) {
      if (one.at("name") != "bcast") continue;
      time = time_of(one.at("seconds"));
      if (one.contains("gb_per_s")) rate = fmt::format("{:.1f}", one.at("gb_per_s").get<double>());
    }
    t.rows.push_back({prose(row.at("workload").get<std::string>()),
                      prose(row.at("title").get<std::string>()),
                      prose(row.at("type").get<std::string>()), value_of(row.at("threads")),
                      prose(time), prose(rate), prose(ratio_of(row, "peer")),
                      prose(ratio_of(row, "library")), prose(ratio_of(row, "limit"))});
  }
  return t;
}

/// A member's items as `name: value` lines.
table properties_of(json const& object) {
  table t{{"what", "is"}, {}, json::array({object})};
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

/// A series of times from a run: a table of its points and a plot along the first argument, with a
/// curve for each value of the second argument, if there is one.
section series(json const& growth, std::string const& name, std::vector<std::string> titles,
               std::string const& title) {
  json const& points = growth.at(name).at("points");
  section s{title, "", {titles, {}, growth.at(name)}};
  s.rows.titles.push_back("time");
  plot p{"growth-" + name, title, titles.at(0), {}};
  for (json const& point : points) {
    json const& arguments = point.at("arguments");
    const double seconds = point.at("seconds");
    s.rows.rows.emplace_back();
    for (std::string const& argument : titles) {
      s.rows.rows.back().push_back(value_of(arguments.at(argument)));
    }
    s.rows.rows.back().push_back(prose(time_of(seconds)));
    std::string label = "bcast";
    if (titles.size() > 1) {
      const auto value = arguments.at(titles[1]).get<std::int64_t>();
      label = fmt::format("{} {}", value, titles[1]);
      if (value == 1) label.pop_back();  // the plural's s
    }
    auto at = std::find_if(p.curves.begin(), p.curves.end(),
                           [&](curve const& c) { return c.label == label; });
    if (at == p.curves.end()) at = p.curves.insert(at, {label, {}});
    at->points.push_back({arguments.at(titles[0]).get<double>(), seconds});
  }
  if (!points.empty()) s.plots.push_back(std::move(p));
  return s;
}

/// How bcast's own time grows, with one point for each power of two.
std::vector<section> growth_of(json const& growth) {
  std::vector<section> all{
      series(growth, "elements", {"elements", "threads"}, "Time by the number of elements"),
      series(growth, "rank", {"rank"}, "Time by rank, for 2^16 elements"),
      series(growth, "operands", {"operands"}, "Time by the number of operands, for 2^16 elements"),
      series(growth, "threads", {"threads"}, "Time by threads, for 2^24 elements"),
      series(growth, "plan", {"rank", "operands"}, "Time of a plan by rank and operands")};
  if (growth.at("plan").contains("fit")) {
    json const& fit = growth.at("plan").at("fit");
    all.back().text =
        fmt::format("Fitted by operands x rank: {} a step, with a relative error of {:.2f}.",
                    time_of(fit.at("seconds_per_step")), fit.at("relative_error").get<double>());
  }
  return all;
}

page benchmark(json const& data, std::filesystem::path const&) {
  page p{"benchmark",
         "docs/data/bench.json",
         "Benchmark",
         "bcast, its peers and the machine's limit, timed in the same rounds. A ratio is bcast's "
         "time over the other's: below 1, bcast is faster. `optimized/bench/README.md` says how it "
         "was measured.",
         {{"Workloads", "", benchmark_rows(data.at("rows"))}}};
  if (data.contains("means")) p.sections.push_back({"Means", "", benchmark_rows(data.at("means"))});
  if (data.contains("verifier")) {
    p.sections.push_back(
        {"Verifications",
         "Two operands of rank 4 and a declared result, compared with MLIR's own trait.",
         table_of_objects(data.at("verifier"))});
  }
  if (data.contains("growth")) {
    for (section& s : growth_of(data.at("growth"))) p.sections.push_back(std::move(s));
  }
  p.sections.push_back({"Contestants", "", table_of_objects(data.at("contestants"))});
  p.sections.push_back({"Machine", "", properties_of(data.at("machine"))});
  return p;
}

page kit_speed(json const& data, std::filesystem::path const& folder) {
  const origin from{data.at("date"), data.at("commit"), data.at("command")};
  const change after =
      since(folder, from.commit, {":/proptests/src", ":/proptests/include", ":/python/bcast"});
  return {
      "kit-speed",
      "docs/data/kit_speed.json",
      "Speed of the kit",
      "How fast the kit judges. Figures in seconds are wall-clock times of whole runs, the best "
      "of three at core; the cases a second of a subject that does nothing are by the clock, and "
      "by the processor time of both programs. " +
          words_of(from, after),
      {{"Figures", "", table_of_objects(data.at("rows"))},
       {"Machine", "", properties_of(data.at("machine"))}}};
}

}  // namespace

std::vector<page> measured(std::filesystem::path const& data) {
  struct source {
    std::string_view file;
    page (*made)(json const&, std::filesystem::path const&);
  };
  std::vector<page> all;
  for (source const& s : {source{"mutants.json", mutants}, source{"bench.json", benchmark},
                          source{"kit_speed.json", kit_speed}}) {
    const std::filesystem::path file = data / s.file;
    if (!std::filesystem::exists(file)) continue;
    const json measurements = read(file);
    try {
      all.push_back(s.made(measurements, data));
    } catch (nlohmann::json::exception const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
    }
  }
  return all;
}

}  // namespace bcast::docs
