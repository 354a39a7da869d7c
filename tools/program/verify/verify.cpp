// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bcast/verifier/verifier.hpp"
#include "mlir/mlir_text.hpp"
#include "program/commands.hpp"
#include "program/output.hpp"
#include "program/verify/expected.hpp"
#include "program/verify/files.hpp"
#include "program/verify/relations.hpp"
#include "program/verify/report.hpp"
#include "support/suggest.hpp"

namespace bcast::program {
namespace {

using proptests::mlir_interest;
using proptests::mlir_operation;
using proptests::mlir_rule;
using proptests::mlir_type;
using json = nlohmann::ordered_json;

/// Whether --op asks for an operation.
bool is_chosen(verify_arguments const& a, std::string_view operation, file_report& report) {
  if (a.operations.empty()) return true;
  bool chosen = false;
  for (std::size_t k = 0; k < a.operations.size(); ++k) {
    if (!proptests::matches_pattern(operation, a.operations[k])) continue;
    chosen = true;
    report.met[k] = true;
  }
  return chosen;
}

diagnostic clash(proptests::mlir_clash const& c) {
  return {diagnostic::kinds::fails,
          c.place,
          c.operation,
          "operand_type",
          std::nullopt,
          fmt::format("{} is {} here, and {} {}", c.what, c.used, c.other, c.where),
          "it is " + c.other + " here",
          c.defined};
}

std::string types_of(std::vector<mlir_type> const& all) {
  std::string text;
  for (mlir_type const& t : all) text += (text.empty() ? "" : ", ") + std::string(t.text);
  return text;
}

void check(verify_arguments const& a, rules_in_force const& rules, mlir_operation const& op,
           file_report& report) {
  mlir_rule const* const rule = rules.find(op.name);
  if (rule->relation == "constant" || !is_chosen(a, op.name, report)) return;
  if (rule->relation != "literal") ++report.checked;  // a constant is no broadcast
  auto wrong = rules.check(*rule, op, a.types);
  if (!wrong) return;
  std::string note = fmt::format("({}) -> ({})", types_of(op.operands), types_of(op.results));
  if (!wrong->note.empty()) note += "; " + wrong->note;
  report.diagnostics.push_back(
      {wrong->no_answer ? diagnostic::kinds::no_answer : diagnostic::kinds::fails, op.place,
       op.name, std::move(wrong->tag), wrong->axis, std::move(wrong->message), std::move(note)});
}

void read_chunk(verify_arguments const& a, rules_in_force const& rules,
                proptests::mlir_chunk const& chunk, file_report& report) {
  const auto interest = [&](std::string_view name) {
    mlir_rule const* const rule = rules.find(name);
    const bool chosen = is_chosen(a, name, report);
    if (rule == nullptr) return chosen ? mlir_interest::counted : mlir_interest::passed;
    const mlir_interest reads = relation_called(rule->relation)->reads;
    return chosen || reads == mlir_interest::defines ? reads : mlir_interest::passed;
  };
  try {
    const proptests::mlir_reading found = proptests::read_mlir(
        chunk, interest, [&](mlir_operation const& op) { check(a, rules, op, report); });
    for (proptests::mlir_clash const& c : found.clashes) {
      if (!is_chosen(a, c.operation, report) || (c.elements && !a.types)) continue;
      report.diagnostics.push_back(clash(c));
    }
    for (proptests::mlir_unread const& u : found.unread) {
      report.diagnostics.push_back(unread(u.place, u.why, u.operation));
    }
    for (proptests::mlir_other const& o : found.others) {
      const auto [same, is_new] =
          report.place_of_other.try_emplace(o.operation, report.others.size());
      if (is_new) {
        report.others.push_back(o);
      } else {
        report.others[same->second].count += o.count;
        report.others[same->second].broadcasting += o.broadcasting;
      }
    }
  } catch (proptests::mlir_syntax_error const& e) {
    const bool meant = !a.expected && chunk.text.find("expected-error") != std::string_view::npos;
    (meant ? report.expected : report.diagnostics).push_back(unread(e.place, e.what()));
  }
}

file_report verify_file(verify_arguments const& a, rules_in_force const& rules,
                        std::string const& name) {
  file_report report;
  report.name = name;
  report.met.resize(a.operations.size());
  std::string text;
  try {
    text = text_of(name);
  } catch (std::invalid_argument const& e) {  // the other files have their results all the same
    report.diagnostics.push_back(unread({0, 0}, e.what()));
    return report;
  }
  const auto parts = proptests::split_mlir(text);
  for (proptests::mlir_chunk const& chunk : parts) read_chunk(a, rules, chunk, report);
  sort(report.diagnostics);
  take_allowed(report, text);
  if (a.expected) {
    compare_with_expected(report, text);
  } else {
    take_expected(report, text, parts);
  }
  return report;
}

void print_diagnostics(file_report const& report) {
  for (diagnostic const& d : report.diagnostics) {
    std::fputs(line_of(report.name, d).c_str(), stderr);
  }
}

/// The reports of all files, in their order, by as many threads as the machine has. Each is shown
/// as soon as it and those before it are complete, so that a run that is ended has shown them.
std::vector<file_report> verify_all(verify_arguments const& a, rules_in_force const& rules,
                                    std::vector<std::string> const& names,
                                    std::function<void(file_report const&)> const& show) {
  std::vector<file_report> reports(names.size());
  std::vector<std::exception_ptr> failures(names.size());
  std::vector<bool> complete(names.size());
  std::atomic<std::size_t> next = 0;
  std::size_t shown = 0;
  std::mutex order;  // of what is complete and what is shown
  const auto work = [&] {
    for (std::size_t k; (k = next++) < names.size();) {
      try {
        reports[k] = verify_file(a, rules, names[k]);
      } catch (...) {
        failures[k] = std::current_exception();
      }
      const std::lock_guard lock(order);
      complete[k] = true;
      for (; shown < names.size() && complete[shown]; ++shown) show(reports[shown]);
    }
  };
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> helpers;
  for (std::size_t k = 1; k < std::min(most, names.size()); ++k) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  for (std::exception_ptr const& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return reports;
}

/// Throws std::invalid_argument if a pattern of --op fits no operation of the files.
void expect_chosen(verify_arguments const& a, std::vector<file_report> const& reports) {
  for (std::size_t k = 0; k < a.operations.size(); ++k) {
    if (std::any_of(reports.begin(), reports.end(),
                    [&](file_report const& f) { return f.met[k]; })) {
      continue;
    }
    std::vector<std::string> names;
    for (mlir_rule const& rule : proptests::mlir_rules()) names.emplace_back(rule.operation);
    throw std::invalid_argument(fmt::format("no operation fits --op '{}'{}", a.operations[k],
                                            proptests::suggestion(a.operations[k], names)));
  }
}

/// Throws std::invalid_argument if nothing was checked, with the reason.
void expect_something_checked(std::vector<file_report> const& reports) {
  for (file_report const& f : reports) {
    if (f.checked + f.diagnostics.size() + f.expected.size() + f.allowed > 0) return;
  }
  const std::string first = first_other(reports);
  if (first.empty()) {
    throw std::invalid_argument("nothing was checked: no operation was found that broadcasts");
  }
  throw std::invalid_argument(fmt::format(
      "nothing was checked: no operation has a rule, the first is {}; see --rules and --rule",
      first));
}

std::string rule_text(mlir_rule const& rule) {
  return std::string(rule.relation) + (rule.follows.empty() ? "" : " ") + std::string(rule.follows);
}

int print_rules(verify_arguments const& a, rules_in_force const& rules) {
  const auto table = proptests::mlir_rules();
  std::vector<mlir_rule> all = rules.own();
  all.insert(all.end(), table.begin(), table.end());
  if (a.to.json) {
    json rows = json::array();
    for (mlir_rule const& rule : all) {
      json row{{"operation", rule.operation}, {"relation", rule.relation}};
      if (!rule.follows.empty()) row["rule"] = rule.follows;
      if (rule.operands > 0) row["operands"] = rule.operands;
      rows.push_back(std::move(row));
    }
    print(rows);
    return holds;
  }
  for (relation const& r : relations()) {
    print_row(fmt::format("{:<26}  ", r.name), r.about);
  }
  fmt::print("\n");
  for (mlir_rule const& rule : all) {
    print_row(fmt::format("{:<36}  ", rule.operation), rule_text(rule));
  }
  print_row(fmt::format("{:<36}  ", "mhlo.*"), "as stablehlo.*");
  return holds;
}

}  // namespace

int verify(verify_arguments const& a) {
  const rules_in_force rules(a.rules, a.rule);
  if (a.print_rules) return print_rules(a, rules);
  if (a.files.empty()) throw std::invalid_argument("a file is needed, or - for standard input");
  const std::vector<std::string> files = files_of(a.files);
  const bool prints_lines = !a.sarif && !a.to.json && !a.to.quiet;
  const std::vector<file_report> reports = verify_all(a, rules, files, [&](file_report const& f) {
    if (prints_lines) print_diagnostics(f);
  });
  int status = holds;
  for (file_report const& f : reports) status = worse(status, status_of(f));
  expect_chosen(a, reports);
  if (!a.expected && !a.allows_nothing) expect_something_checked(reports);
  if (a.sarif) {
    print(to_sarif(reports));
  } else if (a.to.json) {
    json all = json::array();
    for (file_report const& f : reports) all.push_back(to_json(f));
    json whole;
    if (a.rule) whole["rule"] = *a.rule;
    whole["files"] = std::move(all);
    print(whole);
  } else if (prints_lines) {
    const bool nothing = std::all_of(reports.begin(), reports.end(),
                                     [](file_report const& f) { return f.checked == 0; });
    if (!nothing || status != bad_input) {
      std::fputs(summary_of(reports, a.rule).c_str(), stdout);
    }
  }
  return status;
}

}  // namespace bcast::program
