// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace bcast::engine::bench {
namespace {

using nlohmann::json;

timing const* best(std::vector<timing> const& all, bool (*counts)(role)) {
  timing const* found = nullptr;
  for (timing const& t : all) {
    if (counts(t.plays) && (found == nullptr || median(t.seconds) < median(found->seconds))) {
      found = &t;
    }
  }
  return found;
}

json against(timing const& ours, timing const* other) {
  if (other == nullptr) return nullptr;
  return {{"name", other->name}, {"ratio", paired_ratio(ours, *other)}};
}

json shapes_of(workload const& w) {
  json list = json::array();
  for (operand const& x : w.operands) {
    json one{{"sizes", x.sizes}};
    if (x.transposed) one["transposed"] = true;
    list.push_back(one);
  }
  return list;
}

std::string ratio(json const& row, char const* to) {
  json const& r = row.at(to);
  if (r.is_null()) return fmt::format("{:>7} {:<12}", "-", "");
  return fmt::format("{:>6.2f}  {:<12}", r.at("ratio").get<double>(),
                     r.value("name", std::string()));
}

/// The time of bcast; empty if it did not run.
json ours_of(json const& row) {
  for (json const& t : row.value("times", json::array())) {
    if (t.at("name") == "bcast") return t;
  }
  return json::object();
}

/// The row with the median value.
template <class Value>
json median_row(std::vector<json> rows, Value value) {
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>((rows.size() - 1) / 2);
  std::nth_element(rows.begin(), middle, rows.end(),
                   [&](json const& a, json const& b) { return value(a) < value(b); });
  return *middle;
}

double three_digits(double value) { return std::stod(fmt::format("{:.3g}", value)); }

/// What a merged file keeps of a row.
json kept(json const& row) {
  json short_row{{"runs", row.at("runs")}, {"times", json::object()}};
  for (char const* same : {"workload", "title", "type", "threads"}) short_row[same] = row.at(same);
  for (json const& t : row.at("times")) {
    short_row["times"][t.at("name").get<std::string>()] = three_digits(t.at("seconds"));
  }
  for (char const* to : {"peer", "library", "limit"}) {
    json other = row.at(to);
    if (!other.is_null()) other["ratio"] = three_digits(other.at("ratio"));
    short_row[to] = std::move(other);
  }
  return short_row;
}

std::string key_of(json const& row) {
  return fmt::format("{} {} {}", row.at("workload").get<std::string>(),
                     row.at("type").get<std::string>(), row.at("threads").get<int>());
}

}  // namespace

std::string_view to_string(role r) {
  constexpr std::string_view names[]{"ours", "limit", "hand", "library"};
  return names[static_cast<std::size_t>(r)];
}

json row_of(measurement const& m) {
  workload const& w = *m.what;
  timing const* const ours = best(m.timings, [](role r) { return r == role::ours; });
  json times = json::array();
  for (timing const& t : m.timings) {
    const double seconds = median(t.seconds);
    json one{{"name", t.name}, {"seconds", seconds}, {"rounds", t.seconds.size()}};
    if (bytes_to_move(w) > 0)
      one["gb_per_s"] = static_cast<double>(bytes_to_move(w)) / seconds / 1e9;
    if (!t.variant.empty()) one["variant"] = t.variant;
    if (ours != nullptr && &t != ours) one["ratio"] = paired_ratio(*ours, t);
    times.push_back(one);
  }
  json row{
      {"workload", w.id},          {"title", w.title},          {"operation", to_string(w.what)},
      {"type", to_string(w.type)}, {"threads", m.threads},      {"operands", shapes_of(w)},
      {"result", w.result},        {"bytes", bytes_to_move(w)}, {"times", times},
      {"wrong", m.wrong},          {"absent", m.absent},        {"peer", nullptr},
      {"library", nullptr},        {"limit", nullptr}};
  if (ours == nullptr) return row;
  row["peer"] =
      against(*ours, best(m.timings, [](role r) { return r == role::hand || r == role::library; }));
  row["library"] = against(*ours, best(m.timings, [](role r) { return r == role::library; }));
  row["limit"] = against(*ours, best(m.timings, [](role r) { return r == role::limit; }));
  return row;
}

namespace {

/// The geometric means over the rows that `counts` accepts, one object a number of threads.
template <class Counts>
void add_means(json& means, json const& rows, char const* id, char const* title, Counts counts) {
  struct sum {
    double logarithms = 0;
    int rows = 0;
  };
  std::map<int, std::map<std::string, sum>> sums;
  for (json const& row : rows) {
    if (!counts(row.at("workload").get<std::string>())) continue;
    for (char const* to : {"peer", "library", "limit"}) {
      if (row.at(to).is_null()) continue;
      sum& s = sums[row.at("threads")][to];
      s.logarithms += std::log(row.at(to).at("ratio").get<double>());
      ++s.rows;
    }
  }
  for (auto const& [threads, by] : sums) {
    json mean{{"workload", id},  {"title", title},     {"type", ""},      {"threads", threads},
              {"peer", nullptr}, {"library", nullptr}, {"limit", nullptr}};
    for (auto const& [to, s] : by) {
      mean[to] = {{"ratio", std::exp(s.logarithms / s.rows)}, {"patterns", s.rows}};
    }
    means.push_back(mean);
  }
}

}  // namespace

json means_of(json const& rows) {
  json means = json::array();
  const auto is_model = [](std::string const& id) { return id[0] == 'p'; };
  add_means(means, rows, "p", "real models, geometric mean", is_model);
  add_means(means, rows, "all", "all rows, geometric mean",
            [](std::string const&) { return true; });
  return means;
}

json merge(std::vector<json> const& runs) {
  json merged = runs.at(0);
  merged["commands"] = json::array();
  std::vector<std::string> order;
  std::map<std::string, std::vector<json>> rows;
  for (json const& run : runs) {
    for (char const* same : {"machine", "contestants"}) {
      if (run.at(same) != merged.at(same)) {
        throw std::runtime_error(std::string("two runs differ in their ") + same);
      }
    }
    for (json const& command : run.at("commands")) merged["commands"].push_back(command);
    for (json const& row : run.at("rows")) {
      std::vector<json>& list = rows[key_of(row)];
      if (list.empty()) order.push_back(key_of(row));
      list.push_back(row);
    }
  }
  json list = json::array();
  for (std::string const& key : order) {
    std::vector<json> const& same = rows[key];
    json row = median_row(same, [](json const& r) { return ours_of(r).value("seconds", 0.0); });
    for (char const* to : {"peer", "library", "limit"}) {
      row[to] = median_row(same, [to](json const& r) {
                  return r.at(to).is_null() ? 0.0 : r.at(to).at("ratio").get<double>();
                }).at(to);
    }
    row["runs"] = same.size();
    list.push_back(row);
  }
  merged["rows"] = list;
  merged["means"] = means_of(list);
  return merged;
}

json summary_of(json merged) {
  for (json& row : merged["rows"]) row = kept(row);
  return merged;
}

std::string text_of(json const& run) {
  std::string text;
  const auto add = [&](auto const& self, json const& value, std::string const& indent) -> void {
    if (!value.is_structured() || value.empty()) {
      text += value.dump();
      return;
    }
    const bool list = value.is_array();
    char const* before = list ? "[\n" : "{\n";
    for (auto const& [name, part] : value.items()) {
      text += before + indent + " ";
      if (!list) text += json(name).dump() + ": ";
      if (list) {
        text += part.dump();
      } else {
        self(self, part, indent + " ");
      }
      before = ",\n";
    }
    text += "\n" + indent + (list ? "]" : "}");
  };
  add(add, run, "");
  return text + "\n";
}

std::string heading() {
  return fmt::format("{:<4} {:<4} {:<2} {:>11} {:>8}  {:<20} {:<20} {:<20} {}", "row", "type", "t",
                     "time", "GB/s", "to best peer", "to best library", "to the limit", "workload");
}

std::string line_of(json const& row) {
  std::string time, rate;
  if (const json t = ours_of(row); !t.empty()) {
    const double seconds = t.at("seconds");
    time = seconds < 1e-6   ? fmt::format("{:.1f} ns", seconds * 1e9)
           : seconds < 1e-3 ? fmt::format("{:.2f} us", seconds * 1e6)
                            : fmt::format("{:.3f} ms", seconds * 1e3);
    if (t.contains("gb_per_s")) rate = fmt::format("{:.1f}", t.at("gb_per_s").get<double>());
  }
  std::string text =
      fmt::format("{:<4} {:<4} {:<2} {:>11} {:>8} {} {} {} {}",
                  row.at("workload").get<std::string>(), row.at("type").get<std::string>(),
                  row.at("threads").get<int>(), time, rate, ratio(row, "peer"),
                  ratio(row, "library"), ratio(row, "limit"), row.at("title").get<std::string>());
  for (json const& wrong : row.value("wrong", json::array())) {
    text += fmt::format("  WRONG: {}", wrong.get<std::string>());
  }
  return text;
}

}  // namespace bcast::engine::bench
