// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "workload.hpp"

namespace bcast::engine::bench {
namespace {

shape parse_sizes(std::string const& text) {
  shape sizes;
  if (text == "scalar") return sizes;
  std::istringstream in(text);
  for (std::string size; std::getline(in, size, 'x');) sizes.push_back(std::stoll(size));
  return sizes;
}

// Arithmetic on two operands moves the same bytes, whatever it computes.
std::optional<operation> operation_of(std::string const& name, std::size_t operands) {
  if (name == "Expand") return operation::copy;
  if (name == "Where" && operands == 3) return operation::where;
  if (operands != 2) return std::nullopt;
  if (name == "Mul" || name == "Div" || name == "BatchNormalization(scale)") {
    return operation::multiply;
  }
  if (name == "Add" || name == "Sub" || name == "Sum" || name == "Conv(bias)") {
    return operation::add;
  }
  return std::nullopt;
}

// Which operands are stretched on each axis of the result, with adjacent equal axes merged.
std::string pattern(std::vector<operand> const& operands, shape const& result) {
  std::string text;
  std::string last;
  for (std::size_t a = 0; a < result.size(); ++a) {
    if (result[a] == 1) continue;
    std::string mask;
    for (operand const& x : operands) {
      const std::size_t missing = result.size() - x.sizes.size();
      mask += a < missing || x.sizes[a - missing] == 1 ? '.' : 'x';
    }
    if (mask != last) text += mask + ' ';
    last = mask;
  }
  return text;
}

std::int64_t elements(shape const& sizes) {
  std::int64_t n = 1;
  for (std::int64_t size : sizes) n *= size;
  return n;
}

std::string in_brackets(shape const& sizes) {
  std::string text = "[";
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    text += (a == 0 ? "" : ",") + std::to_string(sizes[a]);
  }
  return text + "]";
}

}  // namespace

std::vector<workload> corpus_workloads(std::string const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  std::map<std::string, workload> largest;
  for (std::string text; std::getline(in, text);) {
    const nlohmann::json row = nlohmann::json::parse(text);
    const std::string name = row.at("operator");
    workload w{"p", "", {}, element::f32, {}, {}, {}};
    for (nlohmann::json const& sizes : row.at("operands")) {
      w.operands.push_back({parse_sizes(sizes.get<std::string>())});
    }
    w.result = parse_sizes(row.at("result"));
    const std::optional<operation> what = operation_of(name, w.operands.size());
    if (!what) continue;
    w.what = *what;
    if (w.what == operation::copy) w.operands.resize(1);
    const std::string key = std::string(to_string(w.what)) + ' ' + pattern(w.operands, w.result);
    workload& kept = largest[key];
    if (!kept.title.empty() && elements(w.result) <= elements(kept.result)) continue;
    w.title = std::string(to_string(w.what));
    for (operand const& x : w.operands) w.title += ' ' + in_brackets(x.sizes);
    if (w.what == operation::copy) w.title += " to " + in_brackets(w.result);
    w.title += " (" + row.at("model").get<std::string>() + ")";
    kept = std::move(w);
  }
  std::vector<workload> all;
  for (auto& [key, w] : largest) {
    w.id = "p" + std::to_string(all.size() + 1);
    all.push_back(std::move(w));
  }
  return all;
}

}  // namespace bcast::engine::bench
