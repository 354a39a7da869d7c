// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "question.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/answer.hpp"
#include "answers/clauses.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/profiles.hpp"
#include "explain/alignment.hpp"
#include "explain/drawing.hpp"
#include "explain/explanation.hpp"
#include "explain/run_time.hpp"
#include "explain/walk.hpp"
#include "pipe/elements.hpp"
#include "pipe/shapes.hpp"

namespace bcast::python {
namespace {

using answers::answered;
using proptests::test_case;
using kind = kit::answer::kind;

json const& member(json const& question, char const* key) {
  const auto found = question.find(key);
  if (found == question.end()) throw std::invalid_argument(fmt::format("'{}' is missing", key));
  return *found;
}

kit::shape shape_of(json const& value) {
  if (value.is_string() && value != "*") {
    return proptests::parse_type(value.get_ref<std::string const&>());
  }
  return proptests::pipe::to_type(value);
}

std::vector<std::int64_t> numbers_of(json const& values) {
  std::vector<std::int64_t> all;
  for (json const& value : values) all.push_back(proptests::pipe::to_whole(value));
  return all;
}

test_case case_of(json const& question) {
  test_case c;
  for (json const& shape : member(question, "shapes")) c.operands.push_back({shape_of(shape), {}});
  if (question.contains("dims")) c.dimensions = numbers_of(question["dims"]);
  if (question.contains("result")) {
    c.result = proptests::operand{shape_of(question["result"]), {}};
  }
  return c;
}

std::string profile_of(json const& question) { return question.value("profile", "array_api"); }

json to_json(answered const& found) {
  kit::answer const& a = found.answer;
  json j{{"by", found.by}};
  if (a.verdict == kind::ok) {
    j["verdict"] = "ok";
    j["shape"] = proptests::pipe::to_json(a.common);
    return j;
  }
  j["verdict"] = a.verdict == kind::reject ? "reject" : "no_answer";
  j["clause"] = a.tag;
  j["statement"] = answers::statement_of(a.tag);
  if (a.axis) j["axis"] = *a.axis;
  j["operands"] = a.operands;
  j["why"] = a.why;
  return j;
}

json shape(json const& question) {
  const test_case c = case_of(question);
  return to_json(answers::answer_under(profile_of(question), c));
}

/// The elements at a position. The result may have elements where an operand has none [xla.D4].
json elements(test_case const& c, answered const& found, json const& position) {
  const auto at = numbers_of(position);
  explain::check_position(c, found.answer, at);
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    const auto sizes = proptests::sizes_of(c.operands[m].type);
    if (std::find(sizes.begin(), sizes.end(), 0) == sizes.end()) continue;
    throw std::invalid_argument(fmt::format("operand {} has no elements", m));
  }
  json all = json::array();
  for (explain::element_source const& from : explain::sources_of_element(c, found.answer, at)) {
    all.push_back({{"index", from.index}, {"step", from.step}});
  }
  return all;
}

json index(json const& question) {
  const test_case c = case_of(question);
  const answered found = answers::answer_under(profile_of(question), c);
  json j = to_json(found);
  if (found.answer.verdict == kind::ok) j["elements"] = elements(c, found, member(question, "at"));
  return j;
}

json explanation(json const& question) {
  const std::string profile = profile_of(question);
  const test_case c = case_of(question);
  const answered found = answers::answer_under(profile, c);
  json j = to_json(found);
  j["text"] = explain::explanation(profile, c, found);
  j["svg"] = explain::svg(explain::drawing_of(c, found.answer), explain::surroundings::alone);
  if (question.contains("at") && found.answer.verdict == kind::ok) {
    j["elements"] = elements(c, found, question["at"]);
    j["text"] = j["text"].get<std::string>() + "\n" +
                explain::walk_values(c, found.answer, numbers_of(question["at"]));
  }
  if (const auto known = explain::before_run_time(c)) {
    j["before_run_time"] = explain::to_json(*known);
    j["text"] = j["text"].get<std::string>() + "\n" + explain::to_string(*known);
  }
  return j;
}

json verify(json const& question) {
  const test_case c = case_of(question);
  if (!c.result) throw std::invalid_argument("'result' is missing");
  json j = to_json(answers::answer_under(profile_of(question), c));
  if (const auto known = explain::before_run_time(c)) {
    j["before_run_time"] = explain::to_json(*known);
  }
  return j;
}

json profiles(json const&) {
  json all = json::array();
  for (spec::profile const& p : spec::profiles) {
    all.push_back({{"name", p.name}, {"document", p.document}, {"note", p.note}});
  }
  return {{"profiles", std::move(all)}};
}

struct kind_of_question {
  std::string_view name;
  json (*answer)(json const&);
};
constexpr std::array kinds{
    kind_of_question{"shape", shape},       kind_of_question{"explain", explanation},
    kind_of_question{"index", index},       kind_of_question{"verify", verify},
    kind_of_question{"profiles", profiles},
};

}  // namespace

json answer(json const& question) {
  const auto ask = member(question, "ask").get<std::string>();
  for (kind_of_question const& k : kinds) {
    if (k.name == ask) return k.answer(question);
  }
  throw std::invalid_argument(fmt::format("no question is called '{}'", ask));
}

}  // namespace bcast::python
