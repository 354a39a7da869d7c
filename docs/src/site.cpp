// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <stdexcept>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/theorems.hpp"
#include "cell.hpp"
#include "explain/escaped.hpp"
#include "findings/report.hpp"
#include "render.hpp"

namespace bcast::docs {

using explain::escaped, explain::surroundings;

namespace {

/// The files that the pages link to, relative to the repository's top folder.
std::set<std::string> linked_files(std::vector<page> const& pages) {
  std::set<std::string> files;
  for (page const& p : pages) {
    for (section const& s : p.sections) {
      for (auto const& row : s.rows.rows) {
        for (text const& t : row) {
          for (run const& r : t) {
            if (r.kind == kind::link) files.insert(r.target.substr(0, r.target.find('#')));
          }
        }
      }
    }
  }
  return files;
}

/// A source file with numbered lines, excluded from the search.
file listing(std::filesystem::path const& repository, std::string const& path) {
  std::ifstream in(repository / path);
  if (!in) throw std::invalid_argument("cannot read '" + (repository / path).string() + "'");
  const std::string code(std::istreambuf_iterator<char>(in), {});
  return {source_page(path) + ".md",
          fmt::format("---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# {0}\n\n"
                      "``` {{.{2} linenums=\"1\"}}\n{1}```\n",
                      path, code, path.ends_with(".mlw") ? "ocaml" : "cpp")};
}

std::string figure_block(figure const& f, tag_pages const& homes) {
  return fmt::format("<figure class=\"alignment\">{}<figcaption>{} {}</figcaption></figure>",
                     svg(f.drawing, surroundings::with_site), html({{kind::tag, f.tag, ""}}, homes),
                     escaped(f.drawing.title));
}

std::string finding_block(spec::finding const& f, tag_pages const& homes) {
  const auto text_of = [&](std::string_view annotated) { return html(prose(annotated), homes); };
  std::string rows;
  const auto row = [&](std::string_view name, std::string const& value) {
    rows += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", name, value);
  };
  row("counterexample", fmt::format("<code>{}</code>", escaped(f.example)));
  row("as printed", text_of(f.printed));
  row("corrected", text_of(f.corrected));
  row("why it matters", text_of(f.why));
  if (f.open()) row("the change", fmt::format("<pre>{}</pre>", escaped(findings::patch(f.tag))));
  return fmt::format(
      "<div class=\"finding\"><p class=\"finding-head\">{} <span>{}</span> "
      "<span class=\"standing {}\">{}</span> in {}</p><p>{}</p><dl>{}</dl></div>",
      text_of(f.tag), spec::name(f.defect), f.open() ? "" : "gone",
      f.open() ? "open in the newest edition" : "gone", text_of(f.clause), text_of(f.title), rows);
}

json facts_of(std::vector<page> const& pages) {
  const auto open = std::count_if(spec::findings.begin(), spec::findings.end(),
                                  [](auto const& f) { return f.open(); });
  std::int64_t cases = 0;
  for (spec::theorem const& t : spec::theorems) cases += t.cases;
  std::size_t asked = 0;
  for (page const& p : pages) {
    if (p.name != "agreement") continue;
    constexpr std::size_t column = 4;  // cases
    for (auto const& row : p.sections.front().rows.rows) {
      asked += std::stoull(row.at(column).front().text);
    }
  }
  const std::size_t clauses =
      std::accumulate(spec::documents.begin(), spec::documents.end(), std::size_t{0},
                      [](std::size_t sum, spec::rows const& r) { return sum + r.clauses.size(); });
  const auto with_commas = [](auto number) {
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
      digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
  };
  return {{"findings", spec::findings.size()},
          {"open", open},
          {"clauses", clauses},
          {"theorems", spec::theorems.size()},
          {"theorem_cases", with_commas(cases)},
          {"peer_cases", with_commas(asked)}};
}

}  // namespace

std::vector<file> site_files(std::filesystem::path const& repository,
                             std::vector<page> const& pages) {
  const tag_pages homes = homes_of(pages);
  tag_pages from_above;  // as a page next to the folder of tables sees them
  for (auto const& [tag, page] : homes) from_above.emplace(tag, "tables/" + page);

  std::vector<file> files;
  json blocks{{"tags", from_above}, {"figures", json::object()}, {"findings", json::object()}};
  for (page const& p : pages) {
    files.push_back(as_site(p, homes));
    for (section const& s : p.sections) {
      for (figure const& f : s.figures) blocks["figures"][f.tag] = figure_block(f, from_above);
    }
  }
  for (file& f : files) f.path = "tables/" + f.path;
  for (spec::finding const& f : spec::findings) {
    blocks["findings"][std::string(f.tag)] = finding_block(f, from_above);
  }
  blocks["facts"] = facts_of(pages);
  files.push_back({"blocks.json", blocks.dump(1) + "\n"});
  for (std::string const& path : linked_files(pages)) {
    files.push_back(listing(repository, path));
    files.back().path = "source/" + files.back().path;
  }
  return files;
}

}  // namespace bcast::docs
