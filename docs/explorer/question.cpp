// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "question.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "answers/clauses.hpp"
#include "answers/compare.hpp"
#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/profiles.hpp"
#include "explain/alignment.hpp"
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

json verdict_of(answers::answered const& found) {
  kit::answer const& a = found.answer;
  json v{{"verdict", name_of(a.verdict)}, {"by", found.by}};
  if (a.verdict == kit::answer::kind::ok) {
    v["shape"] = proptests::to_string(a.common);
    return v;
  }
  v["tag"] = a.tag;
  v["why"] = a.why;
  if (a.axis) v["axis"] = *a.axis;
  v["operands"] = a.operands;
  return v;
}

/// The profile of a rule; null if it has none.
spec::profile const* profile_of(std::string_view rule) {
  const auto found = std::find_if(spec::profiles.begin(), spec::profiles.end(),
                                  [&](spec::profile const& p) { return p.name == rule; });
  return found == spec::profiles.end() ? nullptr : &*found;
}

/// What a profile is, and whether it can be chosen; a rule without one has its document's title.
json about(std::string_view rule) {
  spec::profile const* const p = profile_of(rule);
  return {{"profile", rule},
          {"note", p != nullptr ? p->note : spec::document_with(rule).about.title},
          {"choice", p != nullptr}};
}

/// The rules that give one answer, as `bcast compare` groups them. Those that do not take the
/// question are the last group.
json groups_of(std::vector<answers::agreement> const& groups,
               std::vector<std::string_view> refused) {
  json all = json::array();
  for (answers::agreement const& g : groups) {
    json one{{"verdict", name_of(g.verdict)}, {"profiles", json::array()}};
    if (g.verdict == kit::answer::kind::ok) one["shape"] = proptests::to_string(g.common);
    for (answers::ruling const& r : g.rules) one["profiles"].push_back(r.profile);
    all.push_back(std::move(one));
  }
  if (!refused.empty()) all.push_back({{"verdict", "refused"}, {"profiles", refused}});
  return all;
}

/// The statements of the clauses that verdicts cite.
json clauses_of(json const& verdicts) {
  json all = json::object();
  for (json const& v : verdicts) {
    if (!v.contains("tag")) continue;
    const std::string tag = v["tag"];
    if (auto const words = answers::statement_of(tag); !words.empty()) all[tag] = words;
  }
  return all;
}

/// What every rule says of a product of matrices.
json product_answer(std::string const& text) {
  const proptests::product_text p = proptests::parse_product(text);
  const auto groups = answers::compared_product(proptests::sizes_of(p.a), proptests::sizes_of(p.b));
  json all{{"verdicts", json::array()}, {"groups", groups_of(groups, {})}};
  for (proptests::product_rule const& rule : proptests::product_rules()) {
    for (answers::agreement const& g : groups) {
      for (answers::ruling const& r : g.rules) {
        if (r.profile != rule.name) continue;
        json v{{"profile", rule.name}, {"note", rule.note}, {"choice", false}};
        v.update(verdict_of(r.found));
        all["verdicts"].push_back(std::move(v));
      }
    }
  }
  all["clauses"] = clauses_of(all["verdicts"]);
  return all;
}

/// The product in a question about one; none if it is about shapes.
std::optional<std::string> product_in(json const& question) {
  json const& shapes = question.at("shapes");
  if (shapes.size() != 1) return std::nullopt;
  const auto text = shapes.at(0).get<std::string>();
  return proptests::is_product(text) ? std::optional(text) : std::nullopt;
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
  if (const auto product = product_in(question)) {
    try {
      return product_answer(*product);
    } catch (std::invalid_argument const& e) {
      return error(e.what(), 0);
    }
  }
  reading r = read(question);
  if (r.wrong) return *r.wrong;
  const std::string profile = question.value("profile", "array_api");
  if (profile_of(profile) == nullptr) {
    return error("no profile is called '" + profile + "'", "profile");
  }
  json all{{"verdicts", json::array()}};
  std::vector<answers::agreement> groups;
  std::vector<std::string_view> refused;
  for (std::string_view name : answers::rule_names()) {
    json v = about(name);
    std::optional<answers::answered> found;
    try {
      found = answers::answer_under(name, r.c);
      v.update(verdict_of(*found));
    } catch (std::invalid_argument const& e) {
      v.update({{"verdict", "refused"}, {"why", e.what()}});
      refused.push_back(name);
    }
    all["verdicts"].push_back(std::move(v));
    if (!found) continue;
    if (name == profile) all["chosen"] = chosen(profile, question, r.c, found->answer);
    answers::add_to_groups(groups, name, std::move(*found));
  }
  all["groups"] = groups_of(groups, refused);
  if (const auto left = explain::before_run_time(r.c)) {
    all["before_run_time"] = explain::to_json(*left);
  }
  all["clauses"] = clauses_of(all["verdicts"]);
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
