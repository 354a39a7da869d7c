// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include "answers/answer.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "cell.hpp"

namespace bcast::docs {
namespace {

/// The smallest case that asks it.
struct question {
  std::string_view words;
  std::string_view of;                       ///< as the kit reads it
  std::vector<std::string_view> alike{};     ///< the same case in the words of other systems
  bool declares = of.find("->") != of.npos;  ///< the result is part of the question
};

struct kind_of_question {
  std::string_view title;
  std::string_view text;
  std::vector<question> questions;
};

std::vector<kind_of_question> const& kinds() {
  static const std::vector<kind_of_question> all{
      {"Two sizes",
       "The first operand has the first size. A rule in one direction gives another answer if the "
       "two are exchanged.",
       {{"1 against n", "1 2"},
        {"n against 1", "2 1"},
        {"n against m", "2 3"},
        {"n against a multiple", "2 4"},
        {"0 against 0", "0 0"},
        {"0 against 1", "0 1"},
        {"1 against 0", "1 0"},
        {"0 against n", "0 2"}}},
      {"Ranks and operands",
       "The algorithm of the Array API and the trait of MLIR take two operands at a time; their "
       "rules fold them. `*` is what CHLO's inference says of sizes that clash: a result of any "
       "type is accepted.",
       {{"lower rank first", "3 2x3"},
        {"lower rank second", "2x3 3"},
        {"aligned at the front", "2x3 2"},
        {"a scalar", "() 2"},
        {"one operand", "2"},
        {"no operand", ""},
        {"three operands", "1x1 1x2 2x1"}}},
      {"Unknown sizes",
       "`?` is a size that is not known until run time, a name is one that has a name, and `*` is "
       "an unknown rank. What knows a size by its name alone was asked with a name.",
       {{"unknown against 1", "? 1", {"a 1", "N 1", "0.. 1"}},
        {"unknown against n", "? 3", {"a 3", "N 3", "0.. 3"}},
        {"unknown against 0", "? 0", {"a 0", "N 0", "0.. 0"}},
        {"unknown against unknown", "? ?", {"a b", "N M", "0.. 0.."}},
        {"unknown against itself", "a a", {"N N"}},
        {"unknown rank", "* 2"}}},
      {"A declared result",
       "The type that is declared follows the arrow. Where it is accepted, the cell has the shape "
       "that was inferred. A rule in the other direction is asked with the operands exchanged.",
       {{"as inferred", "3 1 -> 3"},
        {"smaller", "3 1 -> 1"},
        {"larger", "1 1 -> 3"},
        {"unknown", "3 1 -> ?"},
        {"known, where ? is inferred", "? ? -> 3"},
        {"of a higher rank", "3 1 -> 2x3"},
        {"with a leading 1", "3 1 -> 1x3"}}},
  };
  return all;
}

/// `2x3`, `refused onnx.X4`, or `silent onnx.G2`.
std::string cell_of(kit::result const& a) {
  if (a.verdict == kit::result::kind::ok) return code(proptests::to_string(a.shape));
  return (a.verdict == kit::result::kind::refused ? "refused " : "silent ") + a.tag;
}

/// What a witness saw a system answer.
struct seen {
  std::string words;  ///< of the question
  std::string by;     ///< `Add in ONNX Runtime`
  std::string versions;
  std::string of;
  std::string answer;
};

/// All answers of a file of facts.
std::vector<seen> answers_in(json const& facts) {
  const std::string versions = versions_of(facts);
  std::vector<seen> all;
  for (json const& v : facts.at("verdicts")) {
    const std::string asked = v.at("question");
    const std::size_t comma = std::min(asked.find(", "), asked.size());
    all.push_back({asked.substr(0, comma), asked.substr(std::min(comma + 2, asked.size())),
                   versions, v.at("case"), v.at("answer")});
  }
  return all;
}

/// Whether a system was asked the question, and not the same shapes in a question of its own. Where
/// a system cannot be asked without a declared result, the result of the rule was declared.
bool asks(question const& q, seen const& s) {
  for (std::string_view own : {"PRelu", "MatMul", "a frozen size"}) {
    if (s.words == own) return false;
  }
  const bool declares = s.words.starts_with("declared");
  if (declares != q.declares) return false;
  const auto is = [&](std::string_view of) {
    return s.of == of || (!declares && !of.empty() && s.of.starts_with(std::string(of) + " -> ") &&
                          (s.answer == "refused" || s.of.ends_with("-> " + s.answer)));
  };
  return is(q.of) || std::any_of(q.alike.begin(), q.alike.end(), is);
}

/// A row of a table for each of these that answers one of its questions.
void add_systems(table& t, kind_of_question const& of, std::vector<seen> const& all) {
  std::vector<std::pair<std::string, std::string>> known;
  for (seen const& s : all) {
    const std::pair<std::string, std::string> system{s.by, s.versions};
    if (std::find(known.begin(), known.end(), system) == known.end()) known.push_back(system);
  }
  for (auto const& [by, versions] : known) {
    std::vector<std::string> row{prose(by), prose(versions)};
    bool any = false;
    for (question const& q : of.questions) {
      const auto found = std::find_if(all.begin(), all.end(), [&](seen const& s) {
        return s.by == by && s.versions == versions && asks(q, s);
      });
      if (found == all.end()) {
        row.emplace_back();
        continue;
      }
      any = true;
      const bool refused = found->answer == "refused";
      row.push_back(refused ? prose("refused") : code(found->answer));
    }
    if (!any) continue;
    // Versions with the same answers share a row.
    const auto same =
        std::find_if(t.rows.begin(), t.rows.end(), [&](std::vector<std::string> const& r) {
          return r[0] == row[0] && std::equal(r.begin() + 2, r.end(), row.begin() + 2, row.end());
        });
    if (same != t.rows.end()) {
      same->at(1) += "; " + prose(versions);
      continue;
    }
    t.rows.push_back(std::move(row));
  }
}

proptests::test_case case_of(question const& q) {
  return q.of.empty() ? proptests::test_case{} : proptests::parse_case(q.of);
}

/// The words of a case, which stay on one line.
std::string unbroken(std::string_view of) {
  std::string all;
  for (char c : of) c == ' ' ? all += "\u00a0" : all += c;
  return all;
}

/// What a rule says to a question. One that knows unknown sizes by their names alone is asked with
/// a name, and one in the other direction with the operands exchanged if a result is declared.
kit::result answer_of(std::string_view rule, question const& q) {
  proptests::test_case c = case_of(q);
  if (q.declares) {
    proptests::test_case operands = c;
    operands.result.reset();
    if (answers::broadcast_shapes(rule, operands).verdict == kit::result::kind::refused) {
      std::reverse(c.operands.begin(), c.operands.end());
    }
  }
  const kit::result a = answers::broadcast_shapes(rule, c);
  if (a.verdict != kit::result::kind::silent || q.alike.empty()) return a;
  const kit::result named = answers::broadcast_shapes(rule, proptests::parse_case(q.alike.front()));
  return named.verdict == kit::result::kind::silent ? a : named;
}

table answers_to(kind_of_question const& of, std::vector<std::vector<seen>> const& systems) {
  table t;
  t.titles = {"rule or system", "of"};
  for (question const& q : of.questions) {
    t.titles.push_back(fmt::format("{}: {}", q.words, q.of.empty() ? "nothing" : unbroken(q.of)));
  }
  for (auto const& [rule, document] : all_rules()) {
    std::vector<std::string> row{code(rule), prose(document)};
    for (question const& q : of.questions) {
      row.push_back(cell_of(answer_of(rule, q)));
    }
    t.rows.push_back(std::move(row));
  }
  for (std::vector<seen> const& one : systems) add_systems(t, of, one);
  return t;
}

}  // namespace

std::string versions_of(json const& facts) {
  std::string all;
  for (auto const& [name, version] : facts.at("versions").items()) {
    if (name == "python") continue;
    all += (all.empty() ? "" : ", ") + name + " " + version.get<std::string>();
  }
  return all;
}

std::vector<std::pair<std::string_view, std::string_view>> all_rules() {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (spec::rows const& r : spec::documents) {
    for (spec::document_rule const& rule : r.rules) all.emplace_back(rule.name, r.about.name);
  }
  for (spec::rule const& p : spec::rules) {
    if (spec::find_document_rule(p.name) == nullptr) all.emplace_back(p.name, p.document);
  }
  return all;
}

page matrix(std::filesystem::path const& facts) {
  std::vector<std::vector<seen>> systems;
  each_fact_file(facts, [&](json const& all) { systems.push_back(answers_in(all)); });
  page p{
      "matrix",
      "the rows in spec/ and the facts in proptests/peers/facts/systems/",
      "The same questions to every rule",
      "Every cell is an answer that was run: a shape; refused, with the clause that is broken; or "
      "silent, with the scope note. Each question is asked by its smallest case, "
      "which is the column's heading. The rules come first, and then real systems, which were "
      "asked in the versions that are named; a cell is empty where a system has no such case. "
      "`bcast compare 0 1` gives the rules' answers for any other shapes.",
      {}};
  for (kind_of_question const& k : kinds()) {
    p.sections.push_back({std::string(k.title), std::string(k.text), answers_to(k, systems)});
  }
  return p;
}

}  // namespace bcast::docs
