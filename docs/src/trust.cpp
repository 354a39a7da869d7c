// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trust.hpp"

#include <fmt/core.h>

#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "age.hpp"
#include "cell.hpp"
#include "rows.hpp"

namespace bcast::docs {
namespace {

/// A cell as it is in the data: a number or a text.
text cell_of(json const& value) {
  if (value.is_number_integer()) return cell(value.get<std::int64_t>());
  if (value.is_null()) return {{kind::plain, "-", ""}};
  return cell(value.get<std::string>());
}

/// The members of each object as a table: a column for each pair of key and title.
table table_of(json const& rows, std::vector<std::pair<std::string, std::string>> const& columns) {
  table t;
  for (auto const& [key, title] : columns) t.titles.push_back(title);
  for (json const& row : rows) {
    std::vector<text> cells;
    for (auto const& [key, title] : columns) cells.push_back(cell_of(row.at(key)));
    t.rows.push_back(std::move(cells));
    t.data.push_back(row);
  }
  return t;
}

std::string reached(json const& figure) {
  const auto of = figure.at("of").get<std::int64_t>(),
             got = figure.at("reached").get<std::int64_t>();
  if (of == 0) return "none";
  return fmt::format("{:.2f} % of {}", 100.0 * static_cast<double>(got) / static_cast<double>(of),
                     of);
}

section proofs(json const& rows) {
  return {"Theorems for all sizes",
          "The templates of `reference/` and of the verifier run on a solver's integers, path by "
          "path. A theorem holds if Z3 finds no path on which it fails, and cvc5 confirms that the "
          "paths leave no case out. Each wrong variant is refuted, and the counterexample fails on "
          "numbers too. `build/dev/bin/bcast_prove` prints every step.",
          table_of(rows, {{"tag", "tag"},
                          {"name", "theorem"},
                          {"statement", "statement"},
                          {"goals", "goals"},
                          {"paths", "paths"},
                          {"wrong", "wrong variant"},
                          {"refuted_by", "refuted by"}})};
}

section modules(json const& figures) {
  return {
      "Theorems in WhyML",
      "What Why3 proves of the modules in `proptests/assurance/proofs/why3/`, for every rank and "
      "every number of tensors. A goal is split into parts, and each part is proved by Z3 or by "
      "cvc5. `ctest --preset all -L why3` repeats it.",
      table_of(figures.at("modules"), {{"module", "module"},
                                       {"goals", "goals"},
                                       {"parts", "parts"},
                                       {"z3", "by Z3"},
                                       {"cvc5", "by cvc5"},
                                       {"unproved", "not proved"},
                                       {"seconds", "seconds"}})};
}

section clauses(json const& figures) {
  return {"Clauses in WhyML",
          "The definitions and the goals that have the clause's tag as an attribute.",
          table_of(figures.at("clauses"), {{"tag", "tag"}, {"names", "definitions and goals"}})};
}

section coverage(json const& figures) {
  json rows = json::array();
  for (json const& part : figures.at("parts")) {
    rows.push_back({{"part", part.at("part")},
                    {"lines", reached(part.at("lines"))},
                    {"branches", reached(part.at("branches"))},
                    {"mcdc", reached(part.at("mcdc"))}});
  }
  return {"Coverage",
          "What the tests reach, by clang 19's instrumentation. The instantiations of a template "
          "count together. `cmake --workflow --preset coverage` repeats it and names each location "
          "that is not reached.",
          table_of(rows, {{"part", "part"},
                          {"lines", "lines"},
                          {"branches", "branches"},
                          {"mcdc", "MC/DC conditions"}})};
}

section exclusions(json const& figures) {
  return {"Excluded from the coverage", "",
          table_of(figures.at("exclusions"),
                   {{"file", "file"}, {"text", "line"}, {"reason", "reason"}})};
}

section mutants(json const& figures) {
  return {
      "Mutants of our own code",
      "A mutant changes one location in a file. The suites closest to the file run on it until a "
      "test fails; for the engine and the verifier, the laws run too. Without `--nearest`, the "
      "remaining mutants go through all other suites. Equivalent mutants are not run. If a file "
      "has "
      "more mutants than those that are equivalent or run, the others wait for a campaign; a file "
      "without figures waits as a whole, unless there is nothing in it to change.",
      table_of(figures.at("files"), {{"file", "file"},
                                     {"operators", "operators"},
                                     {"mutants", "mutants"},
                                     {"equivalent", "equivalent"},
                                     {"run", "run"},
                                     {"dead", "die"},
                                     {"date", "date"},
                                     {"commit", "commit"},
                                     {"since", "since then"}})};
}

section by_hand(json const& rows) {
  return {
      "Mutants that people made",
      "Mistakes of a few lines, by authors who saw the sources and no test. A lot is run once "
      "before its survivors get tests; lots 1 to 3 were, before a log was kept. In lots 8, 10 and "
      "11, some mutants got a test at once, because a reader of the tests expected none to notice "
      "them; they count as not noticed at first. What only AVX-512 runs is asked of tests of a "
      "build "
      "that has it.",
      table_of(rows, {{"lot", "lot"},
                      {"mutants", "mutants"},
                      {"equivalent", "equivalent"},
                      {"first", "noticed at first"},
                      {"run", "run"},
                      {"dead", "noticed"},
                      {"date", "date"},
                      {"commit", "commit"},
                      {"since", "since then"}})};
}

section left_by_hand(json const& rows) {
  json left = json::array();
  for (json const& row : rows)
    left.insert(left.end(), row.at("left").begin(), row.at("left").end());
  return {
      "Mutants that people made and no test notices",
      "The reason says why no input tells the mutant from the code; a dash means that a test is "
      "missing.",
      table_of(left, {{"lot", "lot"},
                      {"file", "file"},
                      {"mutant", "what its author thought"},
                      {"reason", "reason"}})};
}

section survivors(json const& figures) {
  return {
      "Mutants that survive",
      "The reason says why the mutant is equivalent; a dash means that a test is missing.",
      table_of(figures.at("survivors"),
               {{"file", "file"}, {"line", "line"}, {"mutant", "mutant"}, {"reason", "reason"}})};
}

section fuzzing(json const& rows) {
  return {"Fuzzing",
          "libFuzzer under AddressSanitizer and UndefinedBehaviorSanitizer. `cmake --workflow "
          "--preset fuzz` runs each target for a few seconds; after `cmake --preset fuzz "
          "-D BCAST_FUZZ_SECONDS=600`, for ten minutes.",
          table_of(rows, {{"target", "target"},
                          {"input", "input"},
                          {"seconds", "seconds"},
                          {"executions", "executions"},
                          {"edges", "edges reached"},
                          {"findings", "findings"}})};
}

section sanitizers(json const& rows) {
  return {"Sanitizers",
          "The tests, run under sanitizers. The last column is about the code since that commit.",
          table_of(rows, {{"tool", "tool"},
                          {"tests", "tests"},
                          {"reports", "reports"},
                          {"date", "date"},
                          {"commit", "commit"},
                          {"command", "command"},
                          {"since", "since then"}})};
}

section faults(json const& rows) {
  return {
      "Faults and abuse",
      "What goes wrong around the code, and what still holds. The last column is about the code "
      "since that commit.",
      table_of(rows, {{"fault", "fault"},
                      {"holds", "what holds"},
                      {"cases", "cases"},
                      {"date", "date"},
                      {"commit", "commit"},
                      {"command", "command"},
                      {"since", "since then"}})};
}

/// Where the figures come from: the rows of measured.json.
class origins {
 public:
  origins(std::filesystem::path const& data, std::filesystem::path repository)
      : repository_(std::move(repository)) {
    std::ifstream in(data / "measured.json");
    if (in) rows_ = json::parse(in);
  }

  /// Adds to a section what is said of the file `name`, unless its rows say it themselves. Throws
  /// std::invalid_argument if nothing is, or a date, a commit or a command is missing.
  void add_to(section& first, std::string const& name) const {
    json const* const row = row_of(name);
    if (row == nullptr) throw std::invalid_argument(name + ": not in measured.json");
    if (row->at("each").get<bool>()) {
      const auto command = row->value("command", std::string());
      if (!command.empty()) first.text += fmt::format(" `{}` repeats it.", command);
      return;
    }
    const origin o = origin_of(name, *row);
    const auto code = row->at("code").get<std::vector<std::string>>();
    first.text += (first.text.empty() ? "" : " ") + words_of(o, since(repository_, o.commit, code));
  }

  /// The figures, with `since` in each row that has a date and a commit of its own.
  json with_ages(std::string const& name, json figures) const {
    json const* const row = row_of(name);
    if (row == nullptr || !row->at("each").get<bool>()) return figures;
    json& all = row->contains("in") ? figures.at(row->at("in").get<std::string>()) : figures;
    for (json& figure : all) {
      json whole = *row;
      whole.update(figure);
      const origin o = origin_of(name, whole);
      // The row is about one file, or all rows are about the same code.
      const auto code = row->contains("code") ? row->at("code").get<std::vector<std::string>>()
                                              : std::vector{figure.at("file").get<std::string>()};
      figure["since"] = words_of(since(repository_, o.commit, code));
      figure["commit"] = o.commit.substr(0, 10);
    }
    add_missing(row->value("covers", std::vector<std::string>()), all);
    return figures;
  }

 private:
  json const* row_of(std::string const& name) const {
    for (json const& row : rows_) {
      if (row.at("figures") == name) return &row;
    }
    return nullptr;
  }

  /// Adds a row for each source file of some folders that has none.
  void add_missing(std::vector<std::string> const& folders, json& rows) const {
    if (folders.empty()) return;
    std::set<std::string> known, missing;
    for (json const& row : rows) known.insert(row.at("file").get<std::string>());
    for (std::string const& folder : folders) {
      for (auto const& entry :
           std::filesystem::recursive_directory_iterator(repository_ / folder)) {
        const auto suffix = entry.path().extension();
        const auto name = std::filesystem::relative(entry.path(), repository_).generic_string();
        if ((suffix == ".hpp" || suffix == ".cpp") && known.count(name) == 0) missing.insert(name);
      }
    }
    for (std::string const& name : missing) {
      json row{{"file", name}, {"since", "not measured"}};
      for (char const* figure :
           {"operators", "mutants", "equivalent", "run", "dead", "date", "commit"}) {
        row[figure] = nullptr;
      }
      rows.push_back(std::move(row));
    }
  }

  static origin origin_of(std::string const& name, json const& row) {
    for (char const* member : {"date", "commit", "command"}) {
      if (row.value(member, std::string()).empty()) {
        throw std::invalid_argument(fmt::format("{}: a figure without its {}", name, member));
      }
    }
    return {row.at("date"), row.at("commit"), row.at("command")};
  }

  std::filesystem::path repository_;
  json rows_ = json::array();
};

}  // namespace

page trust(std::filesystem::path const& data, std::filesystem::path const& repository) {
  page p{
      "trust",
      "the figures in docs/data/trust/",
      "Why the oracle can be trusted",
      "Each figure has a date, a commit and the command that measured it. What has changed since "
      "is asked of git when this page is made.",
      {}};
  // A figure that was not measured gets no section.
  const auto add = [&](std::string const& name,
                       std::vector<section (*)(json const&)> const& parts) {
    const std::filesystem::path file = data / name;
    if (!std::filesystem::exists(file)) return;
    std::ifstream in(file);
    try {
      const origins from(data, repository);
      const json figures = from.with_ages(name, json::parse(in));
      const std::size_t first = p.sections.size();
      for (auto part : parts) p.sections.push_back(part(figures));
      from.add_to(p.sections.at(first), name);
    } catch (json::exception const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file.string(), e.what()));
    }
  };
  add("proofs.json", {proofs});
  add("why3.json", {modules, clauses});
  add("coverage.json", {coverage, exclusions});
  add("mutation.json", {mutants, survivors});
  add("hand.json", {by_hand, left_by_hand});
  add("fuzz.json", {fuzzing});
  add("faults.json", {faults});
  add("sanitizers.json", {sanitizers});
  return p;
}

}  // namespace bcast::docs
