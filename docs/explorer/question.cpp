// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "question.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/profiles.hpp"
#include "explain/alignment.hpp"
#include "explain/answer.hpp"
#include "explain/clauses.hpp"
#include "explain/drawing.hpp"
#include "explain/run_time.hpp"
#include "explain/walk.hpp"
#include "values.hpp"

namespace bcast::explorer {
namespace {

using proptests::test_case;

json error(std::string_view what, json field) {
  return {{"error", what}, {"field", std::move(field)}};
}

/// The case in a question, or what is wrong with it.
struct reading {
  test_case c;
  std::optional<json> wrong;
};

reading read(json const& question) {
  reading r;
  int position = 0;
  for (json const& shape : question.at("shapes")) {
    try {
      r.c.operands.push_back({proptests::parse_type(shape.get<std::string>()), {}});
    } catch (std::invalid_argument const& e) {
      r.wrong = error(e.what(), position);
      return r;
    }
    ++position;
  }
  try {
    if (question.contains("result")) {
      const std::string declared = question.at("result").get<std::string>();
      r.c.result = proptests::operand{proptests::parse_type(declared), {}};
    }
  } catch (std::invalid_argument const& e) {
    r.wrong = error(e.what(), "result");
    return r;
  }
  if (!question.contains("dims")) return r;
  if (r.c.result) {
    r.wrong = error("a result is declared where there are no broadcast dimensions", "result");
    return r;
  }
  try {
    r.c.dimensions = proptests::parse_tuple(question.at("dims").get<std::string>());
  } catch (std::invalid_argument const& e) {
    r.wrong = error(e.what(), "dims");
  }
  return r;
}

std::string_view name_of(kit::answer::kind k) {
  switch (k) {
    case kit::answer::kind::ok:
      return "ok";
    case kit::answer::kind::reject:
      return "reject";
    default:
      return "no_answer";
  }
}

/// A profile's verdict; `found` is its answer if the profile takes the question.
json verdict_of(std::string_view profile, test_case const& c, std::optional<kit::answer>& found) {
  std::string by;
  try {
    explain::answered answered = explain::answer_under(profile, c);
    found = std::move(answered.answer);
    by = std::move(answered.by);
  } catch (std::invalid_argument const& e) {
    return {{"verdict", "refused"}, {"why", e.what()}};
  }
  json v{{"verdict", name_of(found->verdict)}, {"by", by}};
  if (found->verdict == kit::answer::kind::ok) {
    v["shape"] = proptests::to_string(found->common);
    return v;
  }
  v["tag"] = found->tag;
  v["why"] = found->why;
  if (found->axis) v["axis"] = *found->axis;
  v["operands"] = found->operands;
  return v;
}

/// The requested position, if it is in the result.
std::optional<std::vector<std::int64_t>> position_of(json const& question, kit::answer const& a) {
  if (!question.contains("at")) return std::nullopt;
  const auto at = question.at("at").get<std::vector<std::int64_t>>();
  if (at.size() != a.common.sizes.size()) return std::nullopt;
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] < 0 || at[k] >= *a.common.sizes[k]) return std::nullopt;
  }
  return at;
}

/// Everything about one profile's answer.
json chosen(std::string_view profile, json const& question, test_case const& c,
            kit::answer const& a) {
  json all{{"profile", profile},
           {"drawing", explain::svg(explain::drawing_of(c, a), explain::surroundings::with_site)},
           {"steps", explain::walk(profile, c)}};
  if (a.verdict != kit::answer::kind::ok) return all;
  all["stretches"] = explain::stretches(c, a);
  if (json values = values_of(profile, c, a); !values.is_null()) {
    const bool outside = values.contains("error");
    all["values"] = std::move(values);
    if (outside) return all;
    if (const auto at = position_of(question, a)) all["at"] = explain::walk_values(c, a, *at);
  }
  return all;
}

}  // namespace

json answer(json const& question) {
  reading r = read(question);
  if (r.wrong) return *r.wrong;
  const std::string profile = question.value("profile", "array_api");
  json all{{"verdicts", json::array()}};
  std::vector<std::string> cited;
  bool known = false;
  for (spec::profile const& p : spec::profiles) {
    std::optional<kit::answer> found;
    json v{{"profile", p.name}, {"note", p.note}};
    v.update(verdict_of(p.name, r.c, found));
    if (v.contains("tag")) cited.push_back(v["tag"]);
    all["verdicts"].push_back(std::move(v));
    if (p.name != profile) continue;
    known = true;
    if (found) all["chosen"] = chosen(profile, question, r.c, *found);
  }
  if (!known) return error("no profile is called '" + profile + "'", "profile");
  if (const auto left = explain::before_run_time(r.c)) {
    all["before_run_time"] = explain::to_json(*left);
  }
  all["clauses"] = json::object();
  for (std::string const& tag : cited) {
    if (auto const words = explain::statement_of(tag); !words.empty()) all["clauses"][tag] = words;
  }
  return all;
}

std::string answer_text(std::string const& question) {
  try {
    return answer(json::parse(question)).dump();
  } catch (std::exception const& e) {
    return error(e.what(), nullptr).dump();
  }
}

}  // namespace bcast::explorer
