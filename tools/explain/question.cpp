// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "alignment.hpp"
#include "answers/answer.hpp"
#include "answers/clauses.hpp"
#include "answers/compare.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "capabilities/rows.hpp"
#include "drawing.hpp"
#include "explanation.hpp"
#include "support/json_text.hpp"
#include "values.hpp"
#include "walk.hpp"

namespace bcast::explain {
namespace {

using bcast::result;
using json = nlohmann::ordered_json;
using kind = kit::result::kind;
using positions = std::vector<std::int64_t>;
using proptests::member_of;
using proptests::test_case;

/// A part of a question that cannot be read.
struct wrong_field : std::invalid_argument {
  wrong_field(std::string const& what, json which)
      : std::invalid_argument(what), field(std::move(which)) {}
  json field;
};

template <class F>
auto read(json field, F const& f) {
  try {
    return f();
  } catch (std::invalid_argument const& e) {
    throw wrong_field(e.what(), std::move(field));
  }
}

/// A text, or the parts of a list between commas.
std::string text_of(json const& value) {
  if (!value.is_array()) return value.get<std::string>();
  std::string all;
  for (json const& part : value) {
    all += (all.empty() ? "" : ",") + (part.is_string() ? part.get<std::string>() : part.dump());
  }
  return all;
}

kit::shape shape_of(json const& value) {
  if (!value.is_array()) return proptests::parse_shape(text_of(value));
  const kit::shape shape = proptests::parse_shape("(" + text_of(value) + ")");
  if (shape.sizes.size() == value.size()) return shape;
  throw std::invalid_argument(proptests::quote_value(value) + " is not a list of sizes");
}

test_case case_of(json const& question) {
  test_case c;
  for (json const& shape : member_of(question, "shapes")) {
    c.operands.push_back({read(c.operands.size(), [&] { return shape_of(shape); }), {}});
  }
  if (question.contains("result")) {
    c.result = read("result", [&] { return proptests::operand{shape_of(question["result"]), {}}; });
  }
  if (!question.contains("dims")) return c;
  if (c.result) {
    throw wrong_field("a result is declared where there are no broadcast dimensions", "result");
  }
  c.dimensions = read("dims", [&] { return proptests::parse_tuple(text_of(question["dims"])); });
  return c;
}

positions position_in(json const& question) {
  return proptests::parse_tuple(text_of(member_of(question, "at")), "position");
}

std::string rule_of(json const& question) { return question.value("rule", "array_api"); }

std::string_view name_of(kind k) {
  return k == kind::ok ? "ok" : k == kind::refused ? "refused" : "silent";
}

json verdict_of(result const& a) {
  json v{{"by", a.by}, {"verdict", name_of(a.verdict)}};
  if (a.verdict == kind::ok) {
    v["shape"] = "*";
    if (!a.shape.ranked) return v;
    v["shape"] = json::array();
    for (kit::dim const& d : a.shape.sizes)
      v["shape"].push_back(d ? json(*d) : json(proptests::to_string(d)));
    return v;
  }
  v["clause"] = a.tag;
  v["statement"] = answers::statement_of(a.tag);
  if (a.axis) v["axis"] = *a.axis;
  v["operands"] = a.operands;
  v["why"] = a.why;
  return v;
}

result answer_for(json const& question, test_case const& c) {
  return answers::broadcast_shapes(rule_of(question), c);
}

json shape(json const& question) { return verdict_of(answer_for(question, case_of(question))); }

json index(json const& question) {
  const test_case c = case_of(question);
  const result found = answer_for(question, c);
  json j = verdict_of(found);
  if (found.verdict != kind::ok) return j;
  const positions at = position_in(question);
  check_position(c, found, at);
  // The result may have elements where an operand has none [xla.D4].
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    const auto sizes = proptests::sizes_of(c.operands[m].type);
    if (std::find(sizes.begin(), sizes.end(), 0) == sizes.end()) continue;
    throw std::invalid_argument(fmt::format("operand {} has no elements", m));
  }
  j["elements"] = json::array();
  for (element_source const& from : sources_of_element(rule_of(question), c, found, at)) {
    j["elements"].push_back({{"index", from.index}});
  }
  return j;
}

void add_run_time(json& j, test_case const& c) {
  if (const auto known = before_run_time(c)) j["before_run_time"] = to_json(*known);
}

json verify(json const& question) {
  member_of(question, "result");
  const test_case c = case_of(question);
  json j = verdict_of(answer_for(question, c));
  add_run_time(j, c);
  return j;
}

json explained(json const& question) {
  const test_case c = case_of(question);
  const result found = answer_for(question, c);
  std::string text = explanation(rule_of(question), c, found);
  if (question.contains("at") && found.verdict == kind::ok) {
    const positions at = position_in(question);
    check_position(c, found, at);
    text += "\n" + walk_values(rule_of(question), c, found, at);
  }
  if (const auto known = before_run_time(c)) text += "\n" + to_string(*known);
  json j = verdict_of(found);
  j["text"] = std::move(text);
  if (const auto drawn = aligned(rule_of(question), c)) {
    j["svg"] = svg(drawing_of(*drawn, found), surroundings::alone);
  }
  return j;
}

json rules(json const&) {
  json all = json::array();
  for (spec::rule const& p : spec::rules) {
    all.push_back({{"name", p.name}, {"document", p.document}, {"note", p.note}});
  }
  return {{"rules", std::move(all)}};
}

// The explorer -------------------------------------------------------------------------------

/// The switches of a rule; null if it has none.
spec::rule const* switches_of(std::string_view rule) {
  const auto found = std::find_if(spec::rules.begin(), spec::rules.end(),
                                  [&](spec::rule const& p) { return p.name == rule; });
  return found == spec::rules.end() ? nullptr : &*found;
}

/// What a rule is, and whether it can be chosen; one without switches has its document's title.
json about(std::string_view rule) {
  spec::rule const* const p = switches_of(rule);
  return {{"rule", rule},
          {"note", p != nullptr ? p->note : spec::document_with(rule).about.title},
          {"choice", p != nullptr}};
}

/// The rules that give one answer, as `bcast compare` groups them. Those that do not take the
/// question are the last group.
json groups_of(std::vector<answers::agreement> const& groups,
               std::vector<std::string_view> refused) {
  json all = json::array();
  for (answers::agreement const& g : groups) {
    json one{{"verdict", name_of(g.verdict)}, {"rules", json::array()}};
    if (g.verdict == kind::ok) one["shape"] = proptests::to_string(g.shape);
    for (answers::ruling const& r : g.rules) one["rules"].push_back(r.rule);
    all.push_back(std::move(one));
  }
  if (!refused.empty()) all.push_back({{"verdict", "not_asked"}, {"rules", refused}});
  return all;
}

/// What every rule says of a product of matrices.
json explore_product(std::string const& text) {
  const auto p = read(0, [&] { return proptests::parse_product(text); });
  const auto groups = answers::compared_product(proptests::sizes_of(p.a), proptests::sizes_of(p.b));
  json all{{"verdicts", json::array()}, {"groups", groups_of(groups, {})}};
  for (proptests::product_rule const& rule : proptests::product_rules()) {
    for (answers::agreement const& g : groups) {
      for (answers::ruling const& r : g.rules) {
        if (r.rule != rule.name) continue;
        json v{{"rule", rule.name}, {"note", rule.note}, {"choice", false}};
        v.update(verdict_of(r.found));
        all["verdicts"].push_back(std::move(v));
      }
    }
  }
  return all;
}

/// Everything about one rule's answer.
json chosen(std::string_view rule, json const& question, test_case const& c, kit::result const& a) {
  json all{{"rule", rule},
           {"drawing", svg(drawing_of(c, a), surroundings::with_site)},
           {"steps", walk(rule, c)}};
  if (a.verdict != kind::ok) return all;
  all["stretches"] = stretches(rule, c, a);
  json values = values_of(rule, c, a);
  if (values.is_null()) return all;
  if (question.contains("at") && !values.contains("error")) {
    const positions at = position_in(question);
    check_position(c, a, at);
    all["at"] = walk_values(rule, c, a, at);
  }
  all["values"] = std::move(values);
  return all;
}

json explore(json const& question) {
  json const& shapes = member_of(question, "shapes");
  if (shapes.size() == 1 && shapes[0].is_string() && proptests::is_product(text_of(shapes[0]))) {
    return explore_product(text_of(shapes[0]));
  }
  const test_case c = case_of(question);
  const std::string rule = rule_of(question);
  if (switches_of(rule) == nullptr) {
    throw wrong_field("no rule is called '" + rule + "'", "rule");
  }
  json all{{"verdicts", json::array()}};
  std::vector<answers::agreement> groups;
  std::vector<std::string_view> refused;
  for (std::string_view name : answers::rule_names()) {
    json v = about(name);
    std::optional<result> found;
    try {
      found = answers::broadcast_shapes(name, c);
      v.update(verdict_of(*found));
    } catch (std::invalid_argument const& e) {
      v.update({{"verdict", "not_asked"}, {"why", e.what()}});
      refused.push_back(name);
    }
    all["verdicts"].push_back(std::move(v));
    if (!found) continue;
    if (name == rule) all["chosen"] = chosen(rule, question, c, *found);
    answers::add_to_groups(groups, name, std::move(*found));
  }
  all["groups"] = groups_of(groups, refused);
  add_run_time(all, c);
  return all;
}

/// What a subject in Python can declare, and the old words.
json capabilities(json const&) {
  json all{{"capabilities", json::array()}, {"old", json::array()}};
  const kit::capabilities usual = proptests::default_capabilities(kit::binding::pipe);
  for (proptests::capability const& c : proptests::capability_rows()) {
    if (c.of_memory) continue;
    const bool flag = std::holds_alternative<proptests::capability::flag>(c.field);
    const bool number = std::holds_alternative<proptests::capability::number>(c.field);
    all["capabilities"].push_back(
        {{"name", c.name},
         {"kind", flag     ? "flag"
                  : number ? "number"
                           : "names"},
         {"default", c.in_python.empty() ? value_of(c, usual) : std::string(c.in_python)}});
  }
  for (proptests::old_capability const& old : proptests::old_capabilities()) {
    if (old.c_only) continue;
    all["old"].push_back(
        {{"key", old.key}, {"value", old.value}, {"name", old.name}, {"now", old.now == "true"}});
  }
  return all;
}

struct kind_of_question {
  std::string_view name;
  json (*answer)(json const&);
};
constexpr std::array kinds{
    kind_of_question{"shape", shape},
    kind_of_question{"explain", explained},
    kind_of_question{"index", index},
    kind_of_question{"verify", verify},
    kind_of_question{"rules", rules},
    kind_of_question{"explore", explore},
    kind_of_question{"capabilities", capabilities},
};

json answer(json const& question) {
  const std::string ask = proptests::text_member(question, "ask");
  for (kind_of_question const& k : kinds) {
    if (k.name == ask) return k.answer(question);
  }
  throw std::invalid_argument(fmt::format("no question is called '{}'", ask));
}

json answer_or_error(std::string_view question) {
  try {
    return answer(proptests::parse_json<json>(question));
  } catch (wrong_field const& e) {
    return {{"error", e.what()}, {"field", e.field}};
  } catch (std::bad_alloc const&) {
    throw;
  } catch (std::exception const& e) {
    return {{"error", e.what()}, {"field", nullptr}};
  }
}

}  // namespace

std::string answer_to(std::string_view question) {
  return answer_or_error(question).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace bcast::explain
