// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/properties.hpp"
#include "bcast/spec/theorems.hpp"
#include "support/pattern.hpp"
#include "text.hpp"

namespace bcast::docs {
namespace {

/// The letters and digits of a tag or of the test suite that is named after it.
std::string bare(std::string_view name) {
  std::string letters;
  for (char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) continue;
    letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

/// A path as the compiler saw it, made relative to the repository.
std::string in_repository(std::string const& path) {
  std::size_t from = 0;
  for (std::string_view folder :
       {"spec/tests/", "reference/tests/", "optimized/", "proptests/", "tools/", "docs/"}) {
    from = std::max(from, path.rfind(folder) == std::string::npos ? 0 : path.rfind(folder));
  }
  return path.substr(from);
}

std::string link_to(place const& p, std::string const& words) {
  return linked_to(words, address_of(fmt::format("{}#L{}", p.file, p.line)));
}

std::string link_to(place const& p) {
  return link_to(p, fmt::format("{}:{}", p.file.substr(p.file.rfind('/') + 1), p.line));
}

/// Adds an item to a list that is separated by commas.
void add(std::string& list, std::string const& item) { list += (list.empty() ? "" : ", ") + item; }

/// A clause that is transcribed, or one of ours; `in_print` if a document says it.
struct line {
  std::string_view tag;
  std::string_view what;
  bool in_print;
};

template <class Rows>
void add(std::vector<line>& all, Rows const& rows, std::string_view what, bool in_print) {
  for (auto const& row : rows) all.push_back({row.tag, what, in_print});
}

/// The clauses of a document in their order, and then the rows of its tables and its examples.
std::vector<line> lines_of(spec::rows const& document) {
  std::vector<line> lines;
  add(lines, document.clauses, "clause", true);
  const auto is_clause = [&](std::string_view tag) {
    return std::any_of(document.clauses.begin(), document.clauses.end(),
                       [&](spec::clause const& c) { return c.tag == tag; });
  };
  // The in-place examples are run by the tests of the rule that they illustrate, array_api.I2.
  const auto is_in_place = [](std::string_view tag) {
    return std::any_of(spec::array_api::in_place_examples.begin(),
                       spec::array_api::in_place_examples.end(),
                       [&](auto const& e) { return e.tag == tag; });
  };
  for (spec::placed const& row : spec::placed_rows(document.about.name)) {
    if (is_clause(row.tag) || is_in_place(row.tag)) continue;
    const char letter = row.tag[row.tag.rfind('.') + 1];
    lines.push_back({row.tag,
                     letter == 'I'   ? "row of inference"
                     : letter == 'V' ? "row of verification"
                                     : "example",
                     letter != 'S'});
  }
  return lines;
}

/// The files of a folder with an extension, in the order of their names.
std::set<std::filesystem::path> files_of(std::filesystem::path const& folder,
                                         std::string_view extension) {
  std::set<std::filesystem::path> files;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.insert(entry.path().filename());
  }
  return files;
}

std::vector<section> sections_of(
    std::map<std::string, std::vector<place>, std::less<>> const& transcribed,
    std::map<std::string, std::vector<whyml>, std::less<>> const& proved,
    std::vector<test> const& tests, std::vector<std::string>& missing) {
  std::map<std::string, std::vector<test const*>> suites;
  for (test const& t : tests) suites[bare(t.suite)].push_back(&t);
  const bool ran = std::any_of(tests.begin(), tests.end(), [](auto const& t) { return t.passed; });

  const auto section_of = [&](std::string_view title, std::vector<line> const& lines) {
    section s{std::string(title), "", {{"tag", "is", "transcription", "WhyML", "tests"}, {}}};
    if (ran) s.rows.titles.emplace_back("result");
    s.rows.titles.emplace_back("findings");
    for (line const& l : lines) {
      std::string where;
      if (const auto found = transcribed.find(l.tag); found != transcribed.end()) {
        for (place const& p : found->second) add(where, link_to(p));
      } else if (l.in_print) {
        missing.push_back(fmt::format("{} has no transcription", l.tag));
      }
      std::string stated;
      if (const auto found = proved.find(l.tag); found != proved.end()) {
        for (whyml const& w : found->second) add(stated, link_to(w.where, w.name));
      }
      std::vector<test const*> const& of_it = suites[bare(l.tag)];
      if (of_it.empty()) missing.push_back(fmt::format("{} has no test", l.tag));
      std::string names;
      bool passed = true;
      for (test const* t : of_it) {
        const bool linked = ran && t->where;
        add(names, linked ? link_to(*t->where, t->name) : t->name);
        passed = passed && t->passed.value_or(true);
      }
      std::string found;
      for (spec::finding const& f : spec::findings) {
        if (f.clause == l.tag) add(found, std::string(f.tag));
      }
      std::vector<std::string> cells{code(l.tag), std::string(l.what), where, stated, names};
      if (ran) cells.emplace_back(passed ? "passed" : "failed");
      cells.push_back(found);
      s.rows.rows.push_back(cells);
    }
    return s;
  };

  std::vector<section> all;
  for (spec::rows const& r : spec::documents) {
    all.push_back(section_of(heading_of(r.about), lines_of(r)));
  }
  std::vector<line> ours;
  add(ours, spec::properties, "property", false);
  add(ours, spec::theorems, "theorem", false);
  all.push_back(section_of("Derived properties and theorems", ours));
  std::vector<line> findings;
  add(findings, spec::findings, "finding", false);
  add(findings, spec::notes, "scope note", false);
  all.push_back(section_of("Findings and scope notes", findings));
  return all;
}

}  // namespace

std::vector<test> tests_of(std::filesystem::path const& file) {
  std::vector<test> all;
  try {
    std::ifstream in(file);
    const auto report = nlohmann::json::parse(in);
    for (auto const& suite : report.at("testsuites")) {
      for (auto const& t : suite.at("testsuite")) {
        test one{suite.at("name"), t.at("name"), {}, {}};
        if (t.contains("file")) {
          one.where = {in_repository(t.at("file").get<std::string>()), t.at("line").get<int>()};
        }
        if (t.contains("status") && t.at("status") == "RUN") {
          one.passed = t.at("result") == "COMPLETED" && !t.contains("failures");
        }
        all.push_back(std::move(one));
      }
    }
  } catch (nlohmann::json::exception const& e) {
    throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
  }
  return all;
}

std::map<std::string, std::vector<place>, std::less<>> transcriptions(
    std::filesystem::path const& repository) {
  const std::filesystem::path folder = "reference/include/bcast/reference";
  const std::string tag = "\\[([a-z0-9_]+(?:@[0-9.-]+)?\\.[A-Z][0-9]+)\\]";
  std::map<std::string, std::vector<place>, std::less<>> found;
  for (std::filesystem::path const& name : files_of(repository / folder, ".hpp")) {
    std::ifstream in(repository / folder / name);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      if (line.find('[') == std::string::npos) continue;
      for (auto const& m : proptests::all_matches(line, tag)) {
        found[m.first].push_back({(folder / name).generic_string(), number});
      }
    }
  }
  return found;
}

std::map<std::string, std::vector<whyml>, std::less<>> proofs(
    std::filesystem::path const& repository) {
  const std::filesystem::path folder = "reference/proofs/why3";
  const std::string module_named = "^module (\\w+)";
  const std::string named = "^  (?:(?:let|rec|ghost|lemma|goal|function|predicate) )+(\\w+)";
  const std::string tag = "\\[@([a-z0-9_]+(?:@[0-9.-]+)?\\.[A-Z][0-9]+)\\]";
  std::map<std::string, std::vector<whyml>, std::less<>> found;
  for (std::filesystem::path const& name : files_of(repository / folder, ".mlw")) {
    std::ifstream in(repository / folder / name);
    std::string module;
    whyml last;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      for (auto const& m : proptests::all_matches(line, module_named)) module = m.first;
      for (auto const& m : proptests::all_matches(line, named)) {
        last = {fmt::format("{}.{}.{}", name.stem().string(), module, m.first),
                {(folder / name).generic_string(), number}};
      }
      for (auto const& m : proptests::all_matches(line, tag)) found[m.first].push_back(last);
    }
  }
  return found;
}

std::vector<std::string> suites_of(std::vector<test> const& tests, std::string_view tag) {
  std::vector<std::string> names;
  for (test const& t : tests) {
    if (bare(t.suite) == bare(tag)) names.push_back(fmt::format("{}.{}", t.suite, t.name));
  }
  return names;
}

page traceability(std::filesystem::path const& repository, std::vector<test> const& tests) {
  std::vector<std::string> missing;
  std::vector<section> sections =
      sections_of(transcriptions(repository), proofs(repository), tests, missing);
  if (!missing.empty()) throw std::invalid_argument(fmt::format("{}", fmt::join(missing, "; ")));
  return {"traceability", "the rows in spec/, the transcriptions and the tests", "Traceability",
          "For each clause, the lines that transcribe it, the definitions and the goals in WhyML "
          "that have its tag, the tests named after it (`ctest "
          "--preset all -R SonnxC1` runs those of sonnx.C1), and its findings.",
          std::move(sections)};
}

}  // namespace bcast::docs
