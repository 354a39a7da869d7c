// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/names.hpp"
#include "run/valid.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {
namespace {

/// The version of the format.
constexpr int report_version = 1;

std::string_view known_source(std::string const& name) {
  static constexpr std::array names{"core", "examples", "scope", "random", "corpus", "given"};
  for (std::string_view known : names) {
    if (known == name) return known;
  }
  throw std::invalid_argument(fmt::format("no source is called '{}'", name));
}

/// The names of the values of `replayed`, in order.
constexpr std::array<std::string_view, 3> replays{"untried", "fails", "lost"};

replayed replay_named(std::string const& name) {
  const auto at = std::find(replays.begin(), replays.end(), name);
  if (at != replays.end()) return static_cast<replayed>(at - replays.begin());
  throw std::invalid_argument(fmt::format("no replay is called '{}'", name));
}

std::string_view verdict_of(outcome const& o) {
  if (!o.skipped.empty()) return "skipped";
  if (o.failure) return "broken";
  return o.known_failures() == 0 ? "holds" : "known";
}

nlohmann::json failure_of(outcome const& o) {
  counterexample const& f = *o.failure;
  nlohmann::json j{{"source", f.source},
                   {"found", to_string(f.found)},
                   {"smallest", to_string(f.smallest)},
                   {"steps", f.steps},
                   {"what", f.what},
                   {"drawing", drawing(o)},
                   {"xfail", expected_failure_line(o)}};
  if (!f.replay.empty()) j["replay"] = f.replay;
  if (f.cut) j["cut"] = true;
  if (!f.reproduce.empty()) j["reproduce"] = f.reproduce;
  j["replayed"] = replays[static_cast<std::size_t>(f.again)];
  if (!f.whole.empty()) j["whole"] = f.whole;
  for (further_cause const& one : o.more) {
    j["more"].push_back({{"smallest", to_string(one.smallest)}, {"what", one.what}});
  }
  return j;
}

nlohmann::json json_of(outcome const& o) {
  nlohmann::json sources = nlohmann::json::object();
  for (seen const& s : o.sources) sources[std::string(s.source)] = s.cases;
  nlohmann::json expected = nlohmann::json::array();
  for (expectation_count const& m : o.expected) {
    expected.push_back({{"line", m.line}, {"cases", m.cases}, {"failing", m.failing}});
    if (!m.file.empty()) expected.back()["file"] = m.file;
  }
  nlohmann::json j{{"law", law_of(o).name},
                   {"clause", law_of(o).tag},
                   {"level", spec::name(law_of(o).obligation)},
                   {"subject", o.subject},
                   {"rule", o.rule},
                   {"verdict", verdict_of(o)},
                   {"sources", sources},
                   {"declined", o.declined},
                   {"expected", expected},
                   {"seconds", o.time.count()}};
  if (!o.skipped.empty()) j["skipped"] = o.skipped;
  if (!o.features.empty()) j["features"] = o.features;
  if (!o.remarks.empty()) j["remarks"] = o.remarks;
  if (o.interrupted || o.out_of_time) j["unfinished"] = true;
  if (o.next != 0) j["next"] = o.next;
  if (o.failure) j["failure"] = failure_of(o);
  return j;
}

std::chrono::duration<double> seconds_of(nlohmann::json const& value) {
  const std::chrono::duration<double> most = std::chrono::years(10);
  if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > most.count()) {
    throw std::invalid_argument(
        fmt::format("'seconds': {} is not a time from 0 to ten years", quote_value(value)));
  }
  return std::chrono::duration<double>(value.get<double>());
}

nlohmann::json const& array_of(nlohmann::json const& j, char const* member) {
  nlohmann::json const& value = member_of(j, member);
  if (!value.is_array()) throw std::invalid_argument(fmt::format("'{}' is not an array", member));
  return value;
}

bool is_cut(nlohmann::json const& failure) {
  if (!failure.contains("cut")) return false;
  nlohmann::json const& value = failure.at("cut");
  if (value.is_boolean()) return value.get<bool>();
  throw std::invalid_argument(
      fmt::format("'cut': {} is neither true nor false", quote_value(value)));
}

/// A name that is printed in tables.
std::string name_of(nlohmann::json const& object, char const* member) {
  auto name = text_member(object, member);
  expect_printable(name);
  return name;
}

/// A count of cases. The sums of many of them are exact.
std::uint64_t cases_in(nlohmann::json const& object, char const* member) {
  constexpr std::uint64_t most = std::uint64_t{1} << 53;
  const auto count = count_of<std::uint64_t>(object, member);
  if (count <= most) return count;
  throw std::invalid_argument(fmt::format("'{}': {} are more than 2^53", member, count));
}

outcome outcome_of(nlohmann::json const& j) {
  outcome o;
  const auto name = text_member(j, "law");
  o.stated = find_law(name);
  if (o.stated == nullptr) throw std::invalid_argument(fmt::format("no law is called '{}'", name));
  o.subject = name_of(j, "subject");
  o.rule = name_of(j, "rule");
  o.skipped = printable(text_member(j, "skipped", ""));
  o.declined = cases_in(j, "declined");
  o.time = seconds_of(member_of(j, "seconds"));
  nlohmann::json const& sources = member_of(j, "sources");
  if (!sources.is_object()) throw std::invalid_argument("'sources' is not an object");
  for (auto const& [source, cases] : sources.items()) {
    o.sources.push_back({known_source(source), cases_in(sources, source.c_str())});
  }
  for (nlohmann::json const& m : array_of(j, "expected")) {
    o.expected.push_back({count_of<std::size_t>(m, "line"), cases_in(m, "cases"),
                          cases_in(m, "failing"), text_member(m, "file", "")});
  }
  if (j.contains("failure")) {
    nlohmann::json const& f = member_of(j, "failure");
    o.failure = counterexample{known_source(text_member(f, "source")),
                               parse_case(text_member(f, "found")),
                               parse_case(text_member(f, "smallest")),
                               count_of<int>(f, "steps"),
                               text_member(f, "what"),
                               printable(text_member(f, "reproduce", "")),
                               printable(text_member(f, "replay", "")),
                               is_cut(f),
                               replay_named(text_member(f, "replayed", "untried")),
                               printable(text_member(f, "whole", ""))};
    if (f.contains("more")) {
      for (nlohmann::json const& one : array_of(f, "more")) {
        o.more.push_back({parse_case(text_member(one, "smallest")), text_member(one, "what")});
      }
    }
  }
  o.out_of_time = j.value("unfinished", false);
  if (j.contains("remarks")) {
    for (nlohmann::json const& remark : array_of(j, "remarks")) {
      if (!remark.is_string()) {
        throw std::invalid_argument("'remarks': " + quote_value(remark) + " is not a text");
      }
      o.remarks.push_back(printable(remark.get<std::string>()));
    }
  }
  if (j.contains("next")) o.next = count_of<std::uint64_t>(j, "next");
  if (j.contains("features")) {
    nlohmann::json const& features = member_of(j, "features");
    if (!features.is_object()) throw std::invalid_argument("'features' is not an object");
    for (auto const& [feature, cases] : features.items()) {
      expect_printable(feature);
      o.features[feature] = cases_in(features, feature.c_str());
    }
  }
  if (member_of(j, "verdict") != verdict_of(o)) {
    throw std::invalid_argument(
        fmt::format("law '{}' of '{}': the verdict is {}, but the rest says {}", name, o.subject,
                    quote_value(member_of(j, "verdict")), verdict_of(o)));
  }
  return o;
}

/// Text from a subject need not be UTF-8; invalid bytes become U+FFFD.
std::string dumped(nlohmann::json const& j, int indent) {
  return j.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string to_json(outcome const& o) { return dumped(json_of(o), -1); }

std::string to_json(std::span<law const* const> laws) {
  nlohmann::json all = nlohmann::json::array();
  for (law const* l : laws) {
    all.push_back({{"law", l->name},
                   {"clause", l->tag},
                   {"level", spec::name(l->obligation)},
                   {"statement", l->statement}});
  }
  return dumped({{"bcast", report_version}, {"laws", all}}, 1) + "\n";
}

std::string to_json(run_report const& r) {
  nlohmann::json outcomes = nlohmann::json::array();
  for (outcome const& o : r.outcomes) outcomes.push_back(json_of(o));
  // A seed is any 64-bit number; not every JSON reader represents it exactly.
  nlohmann::json j{
      {"bcast", report_version}, {"seed", std::to_string(r.seed)}, {"outcomes", outcomes}};
  if (!r.asked.empty()) j["asked"] = r.asked;
  return dumped(j, 1) + "\n";
}

outcome outcome_from_json(std::string_view text) {
  try {
    return outcome_of(parse_json<nlohmann::json>(text));
  } catch (nlohmann::json::exception const& e) {
    throw std::invalid_argument(reason_of(e));
  }
}

}  // namespace bcast::proptests
