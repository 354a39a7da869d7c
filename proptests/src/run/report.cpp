// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <utility>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/names.hpp"
#include "mlir/mlir_text.hpp"
#include "process/system.hpp"
#include "run/expectations.hpp"
#include "support/fold.hpp"
#include "support/json_text.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

/// The oracle's answer for the picture: the document's own if the rule is a document, or the
/// rule's.
kit::result expected(outcome const& o, test_case const& c) {
  if (is_document(o.rule)) return oracle::broadcast_shapes(o.rule, c);
  return oracle::broadcast_shapes("mlir", c);
}

std::string verdict_of(outcome const& o) {
  if (o.failure) return "BROKEN";
  if (o.interrupted) return "interrupted";
  const std::uint64_t known = o.known_failures();
  const std::string verdict = known == 0 ? "holds" : fmt::format("known ({})", known);
  return o.out_of_time ? verdict + ", cut" : verdict;
}

/// The rules whose users read MLIR.
constexpr std::array<std::string_view, 6> mlir_rules{"mlir",      "tosa",  "chlo",
                                                     "stablehlo", "sound", "per_axis"};

std::string indented(std::string const& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += "  " + printable(line) + "\n";
  return out;
}

}  // namespace

std::string replay_by_check(outcome const& o, std::string_view check, std::string_view chosen_by) {
  if (!o.failure) return "";
  counterexample const& ce = *o.failure;
  const bool lost = ce.again == replayed::lost;
  const std::string which = lost ? ce.whole : fmt::format("--case '{}'", to_string(ce.smallest));
  return fmt::format("{} --law '{}' {}{}{}", check, o.stated->name, chosen_by,
                     which.empty() ? "" : " ", which);
}

std::string replay_by_this_program(outcome const& o, std::string_view choose) {
  if (!o.failure) return "";
  counterexample const& ce = *o.failure;
  std::string variable = fmt::format("BCAST_CASE='{}'", to_string(ce.smallest));
  if (ce.again == replayed::lost) {
    std::istringstream words(ce.whole);  // `--seed 7 ...`
    std::string seed;
    words >> seed >> seed;
    variable = "BCAST_SEED=" + seed;
  }
  return fmt::format("{} {}{}{}", variable, plain_word(program_name()), choose.empty() ? "" : " ",
                     choose);
}

std::string drawing(outcome const& o) {
  if (!o.failure) return "";
  law const& l = *o.stated;
  test_case const& c = o.failure->smallest;
  if (l.cases == family::products) return picture_of_product(c);
  std::string out = picture_of(o.rule, c, expected(o, c));
  if (c.result && l.cases == family::targets) {
    out += "  target     " + to_string(*c.result) +
           (l.name == "negative size" ? ", with -1 on each axis in turn\n" : "\n");
  }
  if (c.result && l.cases == family::declared) {
    out += "  declared   " + to_string(*c.result) + "\n";
  }
  const bool of_types = l.cases == family::types || l.cases == family::declared;
  const bool speaks_mlir = std::any_of(mlir_rules.begin(), mlir_rules.end(),
                                       [&](auto name) { return o.rule.starts_with(name); });
  if (of_types && !c.dimensions && speaks_mlir) out += "\n" + indented(to_mlir(c));
  return out;
}

std::string expected_failure_line(outcome const& o) { return o.failure ? line_for(o) : ""; }

std::string in_a_line(test_case const& c, std::string const& what) {
  std::istringstream lines(what);
  std::string line;
  std::getline(lines, line);
  const bool is_call = !c.operation.empty() && line.starts_with(c.operation + " " + c.element);
  if (is_call) std::getline(lines, line);
  return printable(line);
}

namespace {

/// Lines of two columns, below a word.
std::string listed(std::string_view word,
                   std::vector<std::pair<std::string, std::string>> const& rows) {
  std::size_t widest = 0;
  for (auto const& row : rows) widest = std::max(widest, columns(row.first));
  std::string out;
  for (auto const& [left, right] : rows) {
    out += fmt::format("  {:<8}{:<{}}  {}\n", out.empty() ? word : "", left, widest, right);
  }
  return out;
}

/// The shapes of the operands, in any order.
std::vector<std::string> shapes_of(test_case const& c) {
  std::vector<std::string> all;
  for (operand const& o : c.operands) all.push_back(to_string(o.type));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::vector<std::vector<outcome const*>> failures_by_operands(std::vector<outcome> const& all) {
  std::vector<std::vector<outcome const*>> groups;
  for (outcome const& o : all) {
    if (!o.failure) continue;
    const auto shapes = shapes_of(o.failure->smallest);
    const auto at = std::find_if(groups.begin(), groups.end(), [&](auto const& group) {
      outcome const& first = *group.front();
      return first.subject == o.subject && shapes_of(first.failure->smallest) == shapes;
    });
    if (at == groups.end()) {
      groups.push_back({&o});
    } else {
      at->push_back(&o);
    }
  }
  return groups;
}

std::string report(outcome const& o, std::vector<outcome const*> const& also) {
  if (!o.failure) return "";
  counterexample const& ce = *o.failure;
  law const& l = *o.stated;
  const std::string smallest = to_string(ce.smallest);
  std::string out =
      fmt::format("FAIL  {}  {}  [{}] ({})\n", l.name, o.subject, l.tag, spec::name(l.obligation));
  out += fmt::format("  {}\n\n", l.statement);
  out += fmt::format("  case    {}\n", smallest);
  if (ce.steps != 0 || ce.cut) {
    out += fmt::format("  found   {}  ({}, shrunk in {} steps{})\n", to_string(ce.found), ce.source,
                       ce.steps, ce.cut ? "; the smallest found in time, see --shrink" : "");
  }
  out += "\n" + indented(ce.what) + "\n";
  out += drawing(o);
  out += fmt::format("\n  replay  {}\n", ce.replay.empty() ? replay_by_this_program(o) : ce.replay);
  if (ce.again == replayed::untried && ce.source != "given") {
    out += "  alone   not tried in a fresh process\n";
  }
  if (ce.again == replayed::lost && !ce.whole.empty()) {
    out += "  alone   only the whole law fails, and it has failed in two processes\n";
  }
  std::vector<std::pair<std::string, std::string>> rows;
  for (further_cause const& one : o.more) {
    rows.emplace_back(to_string(one.smallest), in_a_line(one.smallest, one.what));
  }
  out += listed("more", rows);
  rows.clear();
  for (outcome const* other : also) {
    rows.emplace_back(other->stated->name,
                      in_a_line(other->failure->smallest, other->failure->what));
  }
  out += listed("also", rows);
  out += fmt::format("  xfail   {}\n", line_for(o));
  for (outcome const* other : also) out += fmt::format("          {}\n", line_for(*other));
  return out;
}

std::string table(std::vector<outcome> const& all) {
  std::vector<std::array<std::string, 5>> rows{{"law", "subject", "cases", "verdict", "time"}};
  for (outcome const& o : all) {
    if (!o.skipped.empty() || (o.interrupted && o.asking.empty())) continue;
    rows.push_back({std::string(o.stated->name), o.subject, std::to_string(o.cases()),
                    verdict_of(o), fmt::format("{:.2f} s", o.time.count())});
  }
  std::array<std::size_t, 5> widths{};
  for (auto const& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns(row[k]));
  }
  std::string out;
  for (auto const& [law, subject, cases, verdict, time] : rows) {
    out += fmt::format("{:<{}}  {:<{}}  {:>{}}  {:<{}}  {:>{}}\n", law, widths[0], subject,
                       widths[1], cases, widths[2], verdict, widths[3], time, widths[4]);
  }
  return out;
}

std::string cases_by_source(std::vector<outcome> const& all) {
  std::vector<std::pair<std::string, std::uint64_t>> sums;
  for (outcome const& o : all) {
    for (seen const& s : o.sources) {
      const auto known = std::find_if(sums.begin(), sums.end(),
                                      [&](auto const& sum) { return sum.first == s.source; });
      if (known != sums.end()) {
        known->second += s.cases;
      } else {
        sums.emplace_back(s.source, s.cases);
      }
    }
  }
  std::string out;
  for (auto const& [source, cases] : sums) {
    if (cases != 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", cases, source);
  }
  return out;
}

std::string hardly_asked(std::vector<outcome> const& all) {
  std::string out;
  for (outcome const& o : all) {
    if (!o.skipped.empty() || o.declined <= o.cases()) continue;
    out += fmt::format("{}{} of {} ({} of {} cases)", out.empty() ? "" : ", ", o.stated->name,
                       o.subject, o.cases(), o.cases() + o.declined);
  }
  return out;
}

}  // namespace bcast::proptests
