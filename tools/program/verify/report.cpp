// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "program/commands.hpp"
#include "support/json_text.hpp"

namespace bcast::program {
namespace {

using json = nlohmann::ordered_json;

std::string_view severity(diagnostic const& d) {
  return d.kind == diagnostic::kinds::no_answer ? "warning" : "error";
}

/// What SARIF and the summary call a diagnostic without a tag.
std::string rule_of(diagnostic const& d) {
  if (!d.tag.empty()) return d.tag;
  return d.kind == diagnostic::kinds::expected ? "expected-error" : "unread";
}

/// A text with its control characters spelled out, and without others that act on a terminal.
std::string visible(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::iscntrl(byte) != 0 ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return proptests::printable(out);
}

std::string name_of(std::string const& file) { return file == "-" ? "<stdin>" : file; }

/// A path as the address of a file, relative if the path is.
std::string address_of(std::string const& file) {
  std::string out;
  for (const char c : file.starts_with("./") ? file.substr(2) : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return file.starts_with("/") ? "file://" + out : out;
}

/// The kinds without a rule that look like broadcasts, and what would check them.
std::string broadcasting(std::map<std::string, std::size_t> const& kinds) {
  constexpr std::size_t most = 10;
  std::vector<std::pair<std::string, std::size_t>> all;
  for (auto const& row : kinds) {
    if (row.second > 0) all.push_back(row);
  }
  if (all.empty()) return "";
  std::stable_sort(all.begin(), all.end(),
                   [](auto const& a, auto const& b) { return a.second > b.second; });
  std::string text = fmt::format("{} kind{} without a rule look{} like broadcasting:\n", all.size(),
                                 all.size() == 1 ? "" : "s", all.size() == 1 ? "s" : "");
  for (auto const& [name, count] : all) {
    if (&name == &all[std::min(most, all.size() - 1)].first && all.size() > most) {
      return text + fmt::format("{:>8}  ...\n", "");
    }
    const bool stretches = name.find("roadcast") != std::string::npos;
    text +=
        fmt::format("{:>8}  --rule {}={}\n", count, visible(name), stretches ? "stretch" : "mlir");
  }
  return text;
}

int rank_of(int status) {
  return status == bad_input ? 3 : status == broken ? 2 : status == no_answer ? 1 : 0;
}

}  // namespace

std::size_t file_report::count(diagnostic::kinds kind) const {
  return static_cast<std::size_t>(std::count_if(
      diagnostics.begin(), diagnostics.end(), [&](diagnostic const& d) { return d.kind == kind; }));
}

int worse(int a, int b) { return rank_of(a) >= rank_of(b) ? a : b; }

diagnostic unread(proptests::text_place place, std::string why, std::string operation) {
  return {diagnostic::kinds::unread, place, std::move(operation), "", std::nullopt, std::move(why)};
}

void sort(std::vector<diagnostic>& all) {
  std::stable_sort(all.begin(), all.end(), [](diagnostic const& a, diagnostic const& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
}

int status_of(file_report const& report) {
  if (report.count(diagnostic::kinds::unread) > 0) return bad_input;
  if (report.count(diagnostic::kinds::fails) + report.count(diagnostic::kinds::expected) > 0) {
    return broken;
  }
  return report.count(diagnostic::kinds::no_answer) > 0 ? no_answer : holds;
}

std::string text_of(diagnostic const& d) {
  std::string text;
  if (!d.operation.empty() && d.kind != diagnostic::kinds::unread)
    text += fmt::format("'{}' op ", d.operation);
  if (!d.tag.empty()) text += fmt::format("[{}] ", d.tag);
  if (d.axis) text += fmt::format("axis {}: ", *d.axis);
  return visible(text + d.message);
}

std::string line_of(std::string const& file, diagnostic const& d) {
  const auto at = [&](proptests::text_place place) {
    std::string line = name_of(file);
    if (place.line > 0) line += fmt::format(":{}:{}", place.line, place.column);
    return visible(line);
  };
  std::string lines = at(d.place) + fmt::format(": {}: {}\n", severity(d), text_of(d));
  if (d.note.empty()) return lines;
  return lines + at(d.noted.line > 0 ? d.noted : d.place) + ": note: " + visible(d.note) + "\n";
}

std::string first_other(std::vector<file_report> const& files) {
  for (file_report const& f : files) {
    if (f.others.empty()) continue;
    proptests::mlir_other const& o = f.others.front();
    return fmt::format("'{}' at {}:{}:{}", proptests::shown(o.operation), name_of(f.name),
                       o.first.line, o.first.column);
  }
  return "";
}

std::string summary_of(std::vector<file_report> const& files,
                       std::optional<std::string> const& rule) {
  std::size_t checked = 0, failed = 0, unanswered = 0, unread = 0, others = 0, expected = 0,
              allowed = 0;
  std::map<std::string, std::size_t> kinds;  // how many of each look like broadcasts
  for (file_report const& f : files) {
    checked += f.checked;
    failed += f.count(diagnostic::kinds::fails);
    unanswered += f.count(diagnostic::kinds::no_answer);
    unread += f.count(diagnostic::kinds::unread);
    expected += f.expected.size();
    allowed += f.allowed;
    for (proptests::mlir_other const& o : f.others) {
      others += o.count;
      kinds[o.operation] += o.broadcasting;
    }
  }
  std::string text = fmt::format("{} operation{} checked", checked, checked == 1 ? "" : "s");
  if (rule) text += " under " + *rule;
  text += fmt::format(": {} fail{}", failed, failed == 1 ? "s" : "");
  if (unanswered > 0) {
    text += fmt::format(", {} {} no answer", unanswered, unanswered == 1 ? "has" : "have");
  }
  if (unread > 0) text += fmt::format(", {} could not be read", unread);
  if (expected > 0) text += fmt::format(", {} expected", expected);
  if (allowed > 0) text += fmt::format(", {} allowed", allowed);
  if (others > 0) {
    text += fmt::format("; {} operation{} of {} kind{} {} no rule, the first is {}", others,
                        others == 1 ? "" : "s", kinds.size(), kinds.size() == 1 ? "" : "s",
                        others == 1 ? "has" : "have", first_other(files));
  }
  return visible(text) + "\n" + broadcasting(kinds);
}

namespace {

json to_json(std::vector<diagnostic> const& diagnostics) {
  json all = json::array();
  for (diagnostic const& d : diagnostics) {
    json entry{{"severity", severity(d)}};
    if (d.place.line > 0) entry.update({{"line", d.place.line}, {"column", d.place.column}});
    if (!d.operation.empty()) entry["operation"] = d.operation;
    if (!d.tag.empty()) entry["tag"] = d.tag;
    if (d.axis) entry["axis"] = *d.axis;
    entry["message"] = d.message;
    if (!d.note.empty()) entry["note"] = d.note;
    if (d.noted.line > 0) entry["noted"] = {{"line", d.noted.line}, {"column", d.noted.column}};
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace

json to_json(file_report const& report) {
  json others = json::array();
  for (proptests::mlir_other const& o : report.others) {
    others.push_back({{"operation", o.operation},
                      {"count", o.count},
                      {"line", o.first.line},
                      {"column", o.first.column},
                      {"looks_like_broadcasting", o.broadcasting}});
  }
  return {{"file", report.name},
          {"checked", report.checked},
          {"failed", report.count(diagnostic::kinds::fails)},
          {"allowed", report.allowed},
          {"no_answer", report.count(diagnostic::kinds::no_answer)},
          {"unread", report.count(diagnostic::kinds::unread)},
          {"diagnostics", to_json(report.diagnostics)},
          {"expected", to_json(report.expected)},
          {"without_rule", std::move(others)}};
}

json to_sarif(std::vector<file_report> const& files) {
  std::set<std::string> tags;
  json results = json::array();
  for (file_report const& f : files) {
    for (diagnostic const& d : f.diagnostics) {
      tags.insert(rule_of(d));
      json place{{"artifactLocation", {{"uri", address_of(name_of(f.name))}}}};
      if (d.place.line > 0) {
        place["region"] = {{"startLine", d.place.line}, {"startColumn", d.place.column}};
      }
      results.push_back({{"ruleId", rule_of(d)},
                         {"level", severity(d)},
                         {"message", {{"text", text_of(d)}}},
                         {"locations", json::array({{{"physicalLocation", std::move(place)}}})}});
    }
  }
  json rules = json::array();
  for (std::string const& tag : tags) rules.push_back({{"id", tag}});
  const json driver{{"name", "bcast"}, {"version", BCAST_VERSION}, {"rules", std::move(rules)}};
  return {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
}

}  // namespace bcast::program
