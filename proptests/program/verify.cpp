// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/verifier/verifier.hpp"
#include "commands.hpp"
#include "mlir/mlir_text.hpp"
#include "mlir_grid.hpp"
#include "output.hpp"
#include "subjects/types.hpp"

namespace bcast::program {
namespace {

using proptests::mlir_operation;
using proptests::mlir_type;
using json = nlohmann::ordered_json;

/// One line of a report; an unreadable file or text that is not MLIR has only a location.
struct diagnostic {
  proptests::text_place place;
  std::string severity;
  std::string operation;
  std::string tag;
  std::optional<std::size_t> axis;
  std::string message;
};

struct file_report {
  std::string name;
  std::size_t checked = 0;
  std::vector<diagnostic> diagnostics;
  int status = holds;

  /// Worse than before: unreadable, then a failure, then no answer.
  void worsen(int to) {
    const auto rank = [](int s) {
      return s == bad_input ? 3 : s == broken ? 2 : s == no_answer ? 1 : 0;
    };
    if (rank(to) > rank(status)) status = to;
  }
};

constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// A file's text, or that of standard input for `-`. Throws std::invalid_argument.
std::string read_text(std::string const& name) {
  const bool standard = name == "-";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      standard ? stdin : std::fopen(name.c_str(), "rb"),
      [](std::FILE* f) { return f == nullptr || f == stdin ? 0 : std::fclose(f); });
  if (!file) throw std::invalid_argument(std::strerror(errno));
  std::string text;
  std::vector<char> part(1 << 16);
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file.get())) {
    text.append(part.data(), n);
    if (text.size() > most_bytes) throw std::invalid_argument("larger than 1 GiB");
  }
  if (std::ferror(file.get()) != 0) throw std::invalid_argument(std::strerror(errno));
  return text;
}

verifier::type to_optimized(mlir_type const& t) {
  verifier::type to = subjects::translation().to_optimized(t.shape);
  if (t.kind == mlir_type::kind::vector) to.container = verifier::container::vector;
  return to;
}

bool has_shape(mlir_type const& t) { return t.kind != mlir_type::kind::other; }

/// Checks one operation; one without tensors and vectors needs no check.
void check(spec::profile const& profile, mlir_operation const& op, file_report& report) {
  if (std::none_of(op.operands.begin(), op.operands.end(), has_shape) &&
      std::none_of(op.results.begin(), op.results.end(), has_shape)) {
    return;
  }
  ++report.checked;
  diagnostic d{op.place, "error", op.name, "", std::nullopt, ""};
  const auto add = [&](int status) {
    report.worsen(status);
    report.diagnostics.push_back(std::move(d));
  };
  if (op.results.size() != 1) {
    d.tag = "mlir.X2";
    d.message = fmt::format("requires one result, has {}", op.results.size());
    return add(broken);
  }
  const auto is_scalable = [](mlir_type const& t) { return !t.scalable.empty(); };
  const bool scalable = std::any_of(op.operands.begin(), op.operands.end(), is_scalable) ||
                        is_scalable(op.results.front());
  if (scalable && profile.vectors == spec::vector_rule::compare) {
    d.severity = "warning";
    d.tag = "mlir.G2";
    d.message = "no answer: a scalable dimension";
    return add(no_answer);
  }
  std::vector<verifier::type> operands;
  for (mlir_type const& t : op.operands) operands.push_back(to_optimized(t));
  const auto verdict = verifier::verify(profile, operands, to_optimized(op.results.front()));
  if (auto const* v = std::get_if<verifier::violation>(&verdict)) {
    d.tag = v->tag;
    d.axis = v->axis;
    d.message = reason(*v);
    add(broken);
  } else if (auto const* g = std::get_if<verifier::gap>(&verdict)) {
    d.severity = "warning";
    d.tag = g->tag;
    d.axis = g->axis;
    d.message = "no answer: " + reason(*g);
    add(no_answer);
  }
}

file_report verify_file(verify_arguments const& a, spec::profile const& profile,
                        std::string const& name) {
  file_report report;
  report.name = name;
  const auto asked = [&](std::string_view operation) {
    if (a.operations.empty()) return proptests::is_known_broadcasting(operation);
    return std::any_of(a.operations.begin(), a.operations.end(), [&](std::string const& pattern) {
      return proptests::matches_pattern(operation, pattern);
    });
  };
  std::string text;
  try {
    text = read_text(name);
  } catch (std::invalid_argument const& e) {
    report.worsen(bad_input);
    report.diagnostics.push_back({{0, 0}, "error", "", "", std::nullopt, e.what()});
    return report;
  }
  for (proptests::mlir_chunk const& chunk : proptests::split_mlir(text)) {
    try {
      for (mlir_operation const& op : proptests::read_mlir(chunk, asked)) {
        check(profile, op, report);
      }
    } catch (proptests::mlir_syntax_error const& e) {
      report.worsen(bad_input);
      report.diagnostics.push_back({e.place, "error", "", "", std::nullopt, e.what()});
    }
  }
  return report;
}

/// A text with its control characters spelled out, so that none reaches a terminal.
std::string visible(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::iscntrl(byte) != 0 ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
  }
  return out;
}

std::string line_of(std::string const& file, diagnostic const& d) {
  std::string line = file == "-" ? "<stdin>" : file;
  if (d.place.line > 0) line += fmt::format(":{}:{}", d.place.line, d.place.column);
  line += fmt::format(": {}: ", d.severity);
  if (!d.operation.empty()) line += fmt::format("'{}' op [{}] ", d.operation, d.tag);
  if (d.axis) line += fmt::format("axis {}: ", *d.axis);
  return visible(line + d.message) + "\n";
}

json to_json(file_report const& report) {
  json all = json::array();
  for (diagnostic const& d : report.diagnostics) {
    json entry{{"severity", d.severity}};
    if (d.place.line > 0) entry.update({{"line", d.place.line}, {"column", d.place.column}});
    if (!d.operation.empty()) entry.update({{"operation", d.operation}, {"tag", d.tag}});
    if (d.axis) entry["axis"] = *d.axis;
    entry["message"] = d.message;
    all.push_back(std::move(entry));
  }
  return {{"file", report.name}, {"checked", report.checked}, {"diagnostics", std::move(all)}};
}

}  // namespace

int verify(verify_arguments const& a) {
  const spec::profile profile = verifier::profile_of(a.profile);
  if (a.grid) {
    print_mlir_grid(profile);
    return holds;
  }
  if (a.files.empty()) throw std::invalid_argument("a file is needed, or - for standard input");
  file_report all;
  std::size_t failed = 0, unanswered = 0;
  json files = json::array();
  for (std::string const& name : a.files) {
    const file_report report = verify_file(a, profile, name);
    all.worsen(report.status);
    all.checked += report.checked;
    for (diagnostic const& d : report.diagnostics) {
      if (!a.to.json && !a.to.quiet) std::fputs(line_of(name, d).c_str(), stderr);
      failed += !d.operation.empty() && d.severity == "error";
      unanswered += d.severity == "warning";
    }
    files.push_back(to_json(report));
  }
  if (a.to.json) {
    const json whole{{"profile", a.profile}, {"files", std::move(files)}};
    fmt::print("{}\n", whole.dump(2, ' ', false, json::error_handler_t::replace));
  } else if (!a.to.quiet && (all.checked != 0 || all.status != bad_input)) {
    fmt::print("{} operation{} checked under {}: {} fail{}", all.checked,
               all.checked == 1 ? "" : "s", a.profile, failed, failed == 1 ? "s" : "");
    if (unanswered > 0) {
      fmt::print(", {} {} no answer", unanswered, unanswered == 1 ? "has" : "have");
    }
    fmt::print("\n");
  }
  return all.status;
}

}  // namespace bcast::program
