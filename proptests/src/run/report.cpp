// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/names.hpp"
#include "mlir/mlir_text.hpp"
#include "run/expectations.hpp"
#include "support/json_text.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

/// The oracle's answer for the picture: the document's own if the profile is a document, or the
/// rule's.
kit::answer expected(outcome const& o, test_case const& c) {
  if (is_document(o.profile)) return oracle_infer(o.profile, c);
  return oracle_infer("mlir", c);
}

std::string indented(std::string const& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += "  " + printable(line) + "\n";
  return out;
}

/// The width of a text in columns, as fmt counts them when it pads.
std::size_t columns(std::string const& text) {
  return 2 * text.size() - fmt::format("{:{}}", text, text.size()).size();
}

std::string count_of(outcome const& o, std::string_view source) {
  for (seen const& s : o.sources) {
    if (s.source == source && s.cases != 0) return std::to_string(s.cases);
  }
  return "-";
}

}  // namespace

std::string report(outcome const& o) {
  return report(o, "bcast check", "--subject " + shell_word(o.subject));
}

std::string report(outcome const& o, std::string_view check, std::string_view chosen_by) {
  counterexample const& ce = o.failure.value();
  law const& l = *o.stated;
  const std::string smallest = to_string(ce.smallest);
  std::string out =
      fmt::format("FAIL  {}  {}  [{}] ({})\n", l.name, o.subject, l.tag, spec::name(l.obligation));
  out += fmt::format("  {}\n\n", l.statement);
  out += fmt::format("  case    {}\n", smallest);
  if (ce.steps != 0) {
    out += fmt::format("  found   {}  ({}, shrunk in {} steps)\n", to_string(ce.found), ce.source,
                       ce.steps);
  }
  out += "\n" + indented(ce.what) + "\n";
  out += picture(types_of(ce.smallest), ce.smallest.dimensions, expected(o, ce.smallest));
  const bool of_types = l.cases == family::types || l.cases == family::declared;
  if (of_types && !ce.smallest.dimensions) out += "\n" + indented(to_mlir(ce.smallest));
  out +=
      fmt::format("\n  replay  {} --law '{}' {} --case '{}'\n", check, l.name, chosen_by, smallest);
  out += fmt::format("  xfail   {}\n", line_for(o));
  return out;
}

std::string feature_table(std::vector<outcome> const& all) {
  std::map<std::string, std::uint64_t> features;
  std::uint64_t cases = 0;
  std::size_t widest = std::string_view("feature").size();
  for (outcome const& o : all) {
    cases += o.cases();
    for (auto const& [name, count] : o.features) {
      features[name] += count;
      widest = std::max(widest, name.size());
    }
  }
  std::string out = fmt::format("{:<{}}  {:>9}  {:>6}\n", "feature", widest, "cases", "share");
  for (auto const& [name, count] : features) {
    const double share = 100. * static_cast<double>(count) / static_cast<double>(cases);
    out += fmt::format("{:<{}}  {:>9}  {:>5.1f}%\n", name, widest, count, share);
  }
  return out;
}

std::string table(std::vector<outcome> const& all) {
  std::vector<std::string_view> sources;
  for (outcome const& o : all) {
    for (seen const& from : o.sources) {
      if (std::find(sources.begin(), sources.end(), from.source) == sources.end()) {
        sources.push_back(from.source);
      }
    }
  }
  std::vector<std::vector<std::string>> rows{{"law", "clause", "subject"}};
  rows.front().insert(rows.front().end(), sources.begin(), sources.end());
  rows.front().insert(rows.front().end(), {"verdict", "time"});
  for (outcome const& o : all) {
    if (!o.skipped.empty()) continue;
    std::vector<std::string> row{std::string(o.stated->name), std::string(o.stated->tag),
                                 o.subject};
    for (std::string_view source : sources) row.push_back(count_of(o, source));
    row.emplace_back(o.failure ? "BROKEN" : "holds");
    row.push_back(fmt::format("{:.2f} s", o.time.count()));
    rows.push_back(std::move(row));
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (auto const& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns(row[k]));
  }
  std::string out;
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool number = (k >= 3 && k < 3 + sources.size()) || k + 1 == row.size();
      line += number ? fmt::format("{:>{}}  ", row[k], widths[k])
                     : fmt::format("{:<{}}  ", row[k], widths[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace bcast::proptests
