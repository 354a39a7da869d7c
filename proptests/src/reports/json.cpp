// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/names.hpp"
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
  nlohmann::json j{{"law", o.stated->name},
                   {"clause", o.stated->tag},
                   {"level", spec::name(o.stated->obligation)},
                   {"subject", o.subject},
                   {"rule", o.rule},
                   {"verdict", verdict_of(o)},
                   {"sources", sources},
                   {"declined", o.declined},
                   {"expected", expected},
                   {"seconds", o.time.count()}};
  if (!o.skipped.empty()) j["skipped"] = o.skipped;
  if (!o.remarks.empty()) j["remarks"] = o.remarks;
  if (o.interrupted || o.out_of_time) j["unfinished"] = true;
  if (o.next != 0) j["next"] = o.next;
  if (o.failure) j["failure"] = failure_of(o);
  return j;
}

/// What a process of our own wrote. Text of the subject's is made printable.
outcome outcome_of(nlohmann::json const& j) {
  const auto text = [](nlohmann::json const& of, char const* member) {
    return of.value(member, std::string());
  };
  outcome o;
  o.stated = find_law(text(j, "law"));
  if (o.stated == nullptr) throw std::invalid_argument("the outcome of no law");
  o.subject = j.at("subject").get<std::string>();
  o.rule = j.at("rule").get<std::string>();
  o.skipped = printable(text(j, "skipped"));
  o.declined = j.at("declined").get<std::uint64_t>();
  o.time = std::chrono::duration<double>(j.at("seconds").get<double>());
  for (auto const& [source, cases] : j.at("sources").items()) {
    o.sources.push_back({known_source(source), cases.get<std::uint64_t>()});
  }
  for (nlohmann::json const& m : j.at("expected")) {
    o.expected.push_back({m.at("line").get<std::size_t>(), m.at("cases").get<std::uint64_t>(),
                          m.at("failing").get<std::uint64_t>(), text(m, "file")});
  }
  for (std::string const& remark : j.value("remarks", std::vector<std::string>())) {
    o.remarks.push_back(printable(remark));
  }
  o.out_of_time = j.value("unfinished", false);
  o.next = j.value("next", std::uint64_t{0});
  if (!j.contains("failure")) return o;
  nlohmann::json const& f = j.at("failure");
  const auto again = std::ranges::find(replays, text(f, "replayed"));
  if (again == replays.end()) throw std::invalid_argument("a failure without its replay");
  o.failure = counterexample{known_source(text(f, "source")),
                             parse_case(text(f, "found")),
                             parse_case(text(f, "smallest")),
                             f.at("steps").get<int>(),
                             text(f, "what"),
                             printable(text(f, "replay")),
                             f.value("cut", false),
                             static_cast<replayed>(again - replays.begin()),
                             printable(text(f, "whole"))};
  for (nlohmann::json const& one : f.value("more", nlohmann::json::array())) {
    o.more.push_back({parse_case(text(one, "smallest")), text(one, "what")});
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
