// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/sonnx_requirements.hpp"
#include "cell.hpp"
#include "render.hpp"

namespace bcast::docs {
namespace {

/// What kind of requirement a clause is, by its letter.
std::string_view kind_of(std::string_view tag) {
  switch (tag[tag.rfind('.') + 1]) {
    case 'N':
      return "definition";
    case 'C':
      return "precondition";
    case 'E':
      return "error condition";
    default:
      return "functional";
  }
}

/// The lines of a text, indented; blank lines are not.
std::string indented(std::string_view text, std::size_t spaces) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, end + 1);
    if (line != "\n") out.append(spaces, ' ');
    out += line;
    text.remove_prefix(end + 1);
  }
  return out;
}

/// The text, its formula displayed, and what the formula's letters stand for.
std::string body_of(spec::requirement const& r) {
  std::string out(r.text);
  if (!r.repeats.empty()) {
    out += fmt::format(" See constraint {{{{ req_link(\"{}\") }}}}.", r.repeats);
  }
  out += '\n';
  if (!r.latex.empty()) out += fmt::format("\n$$\n{}\n$$\n", std::string_view(r.latex));
  if (!r.where.empty()) out += fmt::format("\n{}\n", std::string_view(r.where));
  return out;
}

/// A value in YAML, as it follows a key: `key: ...`. Texts of several lines are blocks, and what
/// has no objects inside is written as in JSON.
std::string yaml(json const& value, std::size_t indent) {
  const std::string margin(indent, ' ');
  const auto is_block = [](json const& item) {
    return item.is_string() && item.get_ref<std::string const&>().find('\n') != std::string::npos;
  };
  if (is_block(value)) return " |\n" + indented(value.get<std::string>(), indent);
  std::string out = "\n";
  if (value.is_object() && !value.empty()) {
    for (auto const& [key, item] : value.items()) {
      const bool plain = key.find_first_of(" ,") == std::string::npos;
      out += margin + (plain ? key : json(key).dump()) + ":" + yaml(item, indent + 2);
    }
    return out;
  }
  if (value.is_array() && std::any_of(value.begin(), value.end(), [&](json const& item) {
        return item.is_object() || is_block(item);
      })) {
    for (json const& item : value) {
      const std::string inside = yaml(item, indent + 2);
      out += margin + "-" + (inside.starts_with('\n') ? inside.substr(indent + 2) : inside);
    }
    return out;
  }
  return " " + value.dump() + "\n";
}

bool overlap(spec::passages const& some, spec::passages const& others) {
  return std::any_of(some.begin(), some.end(), [&](spec::lines a) {
    return std::any_of(others.begin(), others.end(),
                       [&](spec::lines b) { return a.first <= b.last && b.first <= a.last; });
  });
}

/// The findings in a clause's lines: those of its edition, and those of an earlier edition that has
/// this one as its newest text.
json findings_of(spec::clause const& c, spec::document const& about) {
  json all = json::array();
  for (spec::finding const& f : spec::findings) {
    const spec::text& newest = spec::rows_of(spec::document_of(f.tag)).about.newest;
    const spec::text& own = about.transcribed;
    const bool own_finding = spec::document_of(f.tag) == about.name;
    const bool inherited = !own_finding && newest.path == own.path && newest.commit == own.commit;
    if (f.clause == c.tag || (own_finding && overlap(f.at, c.at)) ||
        (inherited && overlap(f.newest, c.at))) {
      all.push_back(
          {{"finding", f.tag}, {"standing", f.open() ? "open" : "gone"}, {"title", f.title}});
    }
  }
  return all;
}

/// The template prints an error condition unchanged, so the identifier and the title are inside.
std::string error_of(spec::requirement const& r) {
  const std::string body = body_of(r);
  const std::size_t first = body.find('\n') + 1;
  return fmt::format("<a id=\"{0}\"></a>`[{0}]` {1}. ", r.req_id, r.title) + body.substr(0, first) +
         indented(std::string_view(body).substr(first), 2);  // inside the list's item
}

}  // namespace

file sonnx_requirements(std::filesystem::path const& repository, std::vector<test> const& tests) {
  namespace newest = spec::sonnx_2026_01;
  spec::operator_page const& page = newest::page;
  spec::rows const& document = spec::rows_of(page.document);
  const spec::document& about = document.about;
  const spec::text& text = about.transcribed;
  const auto transcribed = transcriptions(repository);

  json function = json::array(), errors = json::array();
  json constraints{{page.inputs, json::array()}, {page.outputs, json::array()}}, trace;
  for (spec::requirement const& r : newest::requirements) {
    const auto c = std::find_if(document.clauses.begin(), document.clauses.end(),
                                [&](spec::clause const& each) { return each.tag == r.clause; });
    if (c == document.clauses.end()) {
      throw std::invalid_argument(fmt::format("{} has no clause '{}'", page.document, r.clause));
    }
    json entry{{"req_id", r.req_id}, {"title", r.title}};
    if (r.zone == "ERROR") {
      errors.push_back(error_of(r));
    } else if (r.zone == "FUNC") {
      entry["text"] = body_of(r);
      function.push_back(entry);
    } else {  // the template looks up a tensor's constraints by its name in the signature
      entry["statement"] = body_of(r);
      constraints[std::string(r.zone == "CONSTR_X" ? page.inputs : page.outputs)].push_back(entry);
    }
    json code = json::array();
    if (const auto found = transcribed.find(r.clause); found != transcribed.end()) {
      for (place const& p : found->second) code.push_back(fmt::format("{}:{}", p.file, p.line));
    }
    json& t = trace[std::string(r.req_id)];
    t = {{"title", r.title},
         {"clause", r.clause},
         {"kind", kind_of(r.clause)},
         {"lines", datum(c->at)},
         {"formula", std::string_view(c->formula)},
         {"latex", std::string_view(r.latex)},
         {"code", code}};
    if (!tests.empty()) t["tests"] = suites_of(tests, r.clause);
    t["findings"] = findings_of(*c, about);
  }

  const json all{
      {"defs", {{"op_name", page.name}, {"op_math", fmt::format("\\textbf{{{}}}", page.name)}}},
      {"document",
       {{"title", "{{ defs.op_name }} operator specification"},
        {"operator", "{{ defs.op_name }}"},
        {"onnx", {{"version", page.onnx_version}, {"url", page.onnx_url}}},
        {"general_restrictions_path", page.general_restrictions},
        {"edition", about.edition},
        {"source", datum(text)},
        {"newest", datum(about.newest)}}},
      {"contents",
       json::array({{{"label", fmt::format("{{{{ defs.op_name }}}} operator for [{}](#{})",
                                           page.types, page.datatype)}}})},
      {"signature",
       {{"inputs", json::array({{{"name", page.inputs}, {"role", page.inputs_role}}})},
        {"outputs", json::array({{{"name", page.outputs}, {"role", page.outputs_role}}})}}},
      {"variants", json::array({{{"datatype", page.datatype},
                                 {"type_note", page.type_note},
                                 {"restrictions", {{"specific", json::array()}}},
                                 {"function", {{"requirements", function}}},
                                 {"error_conditions", errors},
                                 {"attributes", json::array()},
                                 {"constraints", constraints}}})},
      {"trace", trace}};
  return {
      "sonnx-broadcast.yaml",
      fmt::format("# Generated by bcast_docs from the rows in spec/. Do not edit; change the "
                  "rows.\n# {}, edition {}: {} at {} of {}.\n# The newest text that was read is "
                  "of {}. Its changes: {}.\n# The renderer of the working group's "
                  "tools/req_generation takes this file as it is. It\n# does not read "
                  "document.edition, document.source, document.newest and trace.\n",
                  about.title, about.edition, text.path, text.commit, text.date, about.newest.date,
                  about.changes) +
          yaml(all, 0)};
}

}  // namespace bcast::docs
