// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bcast/proptests/reports.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/names.hpp"

namespace bcast::proptests {
namespace {

using nlohmann::json;

/// The version of the format; a reader refuses another one.
constexpr int version = 1;

std::string_view known_source(std::string const& name) {
  static constexpr std::array names{"core", "examples", "scope", "random", "corpus", "given"};
  for (std::string_view known : names) {
    if (known == name) return known;
  }
  throw std::invalid_argument(fmt::format("no source is called '{}'", name));
}

json json_of(counterexample const& f) {
  return {{"source", f.source},
          {"found", to_string(f.found)},
          {"smallest", to_string(f.smallest)},
          {"steps", f.steps},
          {"what", f.what}};
}

json json_of(outcome const& o) {
  json sources = json::object();
  for (seen const& s : o.sources) sources[std::string(s.source)] = s.cases;
  json expected = json::array();
  for (met const& m : o.expected) {
    expected.push_back({{"line", m.line}, {"cases", m.cases}, {"failing", m.failing}});
  }
  json j{{"law", o.stated->name},
         {"clause", o.stated->tag},
         {"level", spec::name(o.stated->obligation)},
         {"subject", o.subject},
         {"profile", o.profile},
         {"verdict", !o.skipped.empty() ? "skipped"
                     : o.failure        ? "broken"
                                        : "holds"},
         {"sources", sources},
         {"declined", o.declined},
         {"expected", expected},
         {"seconds", o.time.count()}};
  if (!o.skipped.empty()) j["skipped"] = o.skipped;
  if (o.failure) j["failure"] = json_of(*o.failure);
  return j;
}

outcome outcome_of(json const& j) {
  outcome o;
  const auto name = j.at("law").get<std::string>();
  o.stated = find_law(name);
  if (o.stated == nullptr) throw std::invalid_argument(fmt::format("no law is called '{}'", name));
  o.subject = j.at("subject").get<std::string>();
  o.profile = j.at("profile").get<std::string>();
  o.skipped = j.value("skipped", "");
  o.declined = j.at("declined").get<std::uint64_t>();
  o.time = std::chrono::duration<double>(j.at("seconds").get<double>());
  for (auto const& [source, cases] : j.at("sources").items()) {
    o.sources.push_back({known_source(source), cases.get<std::uint64_t>()});
  }
  for (json const& m : j.at("expected")) {
    o.expected.push_back({m.at("line").get<std::size_t>(), m.at("cases").get<std::uint64_t>(),
                          m.at("failing").get<std::uint64_t>()});
  }
  if (j.contains("failure")) {
    json const& f = j.at("failure");
    o.failure = counterexample{known_source(f.at("source").get<std::string>()),
                               parse_case(f.at("found").get<std::string>()),
                               parse_case(f.at("smallest").get<std::string>()),
                               f.at("steps").get<int>(), f.at("what").get<std::string>()};
  }
  return o;
}

/// Text of a subject need not be UTF-8; what is not becomes a mark.
std::string dumped(json const& j, int indent) {
  return j.dump(indent, ' ', false, json::error_handler_t::replace);
}

json parsed(std::string_view text) {
  try {
    return json::parse(text);
  } catch (json::exception const& e) {
    throw std::invalid_argument(e.what());
  }
}

}  // namespace

std::string to_json(outcome const& o) { return dumped(json_of(o), -1); }

std::string to_json(run_report const& r) {
  json outcomes = json::array();
  for (outcome const& o : r.outcomes) outcomes.push_back(json_of(o));
  // A seed is any 64-bit number, which not every reader of JSON holds exactly.
  const json j{{"bcast", version},
               {"seed", std::to_string(r.seed)},
               {"shard", {{"index", r.part.index}, {"count", r.part.count}}},
               {"outcomes", outcomes}};
  return dumped(j, 1) + "\n";
}

outcome outcome_from_json(std::string_view text) {
  try {
    return outcome_of(parsed(text));
  } catch (json::exception const& e) {
    throw std::invalid_argument(e.what());
  }
}

run_report report_from_json(std::string_view text) {
  const json j = parsed(text);
  try {
    if (j.at("bcast") != version) {
      throw std::invalid_argument(fmt::format("a report of version {} is due", version));
    }
    run_report r;
    r.seed = std::stoull(j.at("seed").get<std::string>());
    r.part = {j.at("shard").at("index").get<std::uint64_t>(),
              j.at("shard").at("count").get<std::uint64_t>()};
    if (r.part.count == 0 || r.part.index >= r.part.count) {
      throw std::invalid_argument(
          fmt::format("there is no shard {} of {}", r.part.index, r.part.count));
    }
    for (json const& o : j.at("outcomes")) r.outcomes.push_back(outcome_of(o));
    return r;
  } catch (json::exception const& e) {
    throw std::invalid_argument(e.what());
  } catch (std::logic_error const& e) {
    throw std::invalid_argument(e.what());
  }
}

}  // namespace bcast::proptests
