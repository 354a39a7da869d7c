// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/expected.hpp"

#include <fmt/core.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::program {
namespace {

struct expectation {
  proptests::text_place place;  ///< of the comment
  std::size_t line;             ///< where it is expected
  bool error;                   ///< or a warning
  bool regular;                 ///< its text has regular expressions
  std::string text;
  std::size_t count;
};

/// Reads expectations from the lines of a text. Throws std::invalid_argument.
class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  std::vector<expectation> all() {
    std::size_t line = 0;
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      read_line(text_.substr(0, end), ++line);
      text_.remove_prefix(std::min(end + 1, text_.size()));
    }
    for (auto const& [which, step] : relative_) {
      found_[which].line = past_expectations(found_[which].line, step > 0);
    }
    return std::move(found_);
  }

 private:
  /// The line below or above a line. `@below` and `@above` skip lines that are only expectations:
  /// the run of them that is next.
  std::size_t past_expectations(std::size_t line, bool below) {
    if (runs_.empty()) {
      for (const std::size_t one : lines_) {  // in order
        if (runs_.empty() || runs_.back().second + 1 != one) runs_.emplace_back(one, one);
        runs_.back().second = one;
      }
    }
    const std::size_t next = below ? line + 1 : line - 1;
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), next,
                         [](std::size_t at, std::pair<std::size_t, std::size_t> const& run) {
                           return at < run.first;
                         });
    if (after == runs_.begin() || std::prev(after)->second < next) return next;
    return below ? std::prev(after)->second + 1 : std::prev(after)->first - 1;
  }

  void read_line(std::string_view line, std::size_t number) {
    const std::size_t comment = line.find("//");
    if (comment == std::string_view::npos) return;
    if (line.find_first_not_of(" \t") == comment && line.find(begin) != std::string_view::npos) {
      lines_.push_back(number);
    }
    int unclosed = 0;
    for (std::size_t at = comment; (at = line.find(begin, at)) != std::string_view::npos;) {
      const std::size_t column = at + 1;
      at += begin.size();
      const std::string head(line.substr(at, longest_head));
      std::array<regmatch_t, 6> parts{};
      if (regexec(&form_of_head(), head.c_str(), parts.size(), parts.data(), 0) != 0) continue;
      const auto part = [&](std::size_t k) {
        const auto from = static_cast<std::size_t>(std::max(parts[k].rm_so, 0));
        return head.substr(from, static_cast<std::size_t>(std::max(parts[k].rm_eo, 0)) - from);
      };
      at += static_cast<std::size_t>(parts[0].rm_eo);
      const std::size_t close = closing(line, at);
      if (close == std::string_view::npos) {
        // One more than that is no mistake, and each looks through the rest of the line.
        constexpr int most = 100;
        if (++unclosed > most) return;
        at = column;
        continue;
      }
      const std::string level = part(1), where = part(4), count = part(5);
      const std::string text(line.substr(at + 2, close - at - 2));
      at = close + 2;
      if (level != "error" && level != "warning") continue;
      if (where == "below" || where == "above") {
        relative_.emplace_back(found_.size(), where == "below" ? 1 : -1);
      }
      found_.push_back(
          {{number, column},
           static_cast<std::size_t>(static_cast<std::int64_t>(number) + std::atoi(where.c_str())),
           level == "error",
           !part(2).empty(),
           text,
           count.empty() ? 1 : static_cast<std::size_t>(std::atoi(count.c_str()))});
    }
  }

  /// The position of the `}}` that closes the `{{` at a position.
  static std::size_t closing(std::string_view line, std::size_t at) {
    if (line.substr(at, 2) != "{{") return std::string_view::npos;
    std::size_t depth = 0;
    for (std::size_t k = at; k + 1 < line.size(); ++k) {
      if (line.substr(k, 2) == "{{") {
        ++depth;
        ++k;
      } else if (line.substr(k, 2) == "}}") {
        if (--depth == 0) return k;
        ++k;
      }
    }
    return std::string_view::npos;
  }

  /// What may stand before the text: `error-re @+1 2`, with the kind, `-re`, the line and the
  /// count.
  static regex_t const& form_of_head() {
    static const regex_t form = [] {
      regex_t compiled{};
      regcomp(&compiled,
              "^(error|warning|note|remark)(-re)?[ \t]*(@(below|above|[+-]?[0-9]*))?[ \t]*"
              "([0-9]*)[+*]?[ \t]*",
              REG_EXTENDED);
      return compiled;
    }();
    return form;
  }

  static constexpr std::string_view begin = "expected-";
  static constexpr std::size_t longest_head = 100;

  std::string_view text_;
  std::vector<std::size_t> lines_;                         ///< that are only expectations
  std::vector<std::pair<std::size_t, std::size_t>> runs_;  ///< of them: the first and the last
  std::vector<std::pair<std::size_t, std::int64_t>> relative_;
  std::vector<expectation> found_;
};

/// An expectation's text as a regular expression: `{{...}}` is one, the rest is plain.
std::string regular_of(std::string const& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("{{", at), text.size());
    for (const char c : text.substr(at, open - at)) {
      if (std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string::npos) out += '\\';
      out += c;
    }
    if (open == text.size()) break;
    const std::size_t close = std::min(text.find("}}", open), text.size());
    out += "(" + text.substr(open + 2, close - open - 2) + ")";
    at = std::min(close + 2, text.size());
  }
  return out;
}

/// Whether a part of a text fits an extended regular expression of POSIX, as LLVM's do. Its time is
/// bounded by the two lengths, which that of std::regex is not. One with several repetitions by
/// number fits nothing: together they may need more memory than there is. Neither does one with
/// very many groups: the C library nests a call for each.
bool contains(std::string const& text, std::string const& expression) {
  constexpr std::size_t most_groups = 100;
  std::size_t braces = 0, groups = 0;
  for (std::size_t k = 0; k < expression.size(); ++k) {
    if (expression[k] == '\\') {
      ++k;
    } else if (expression[k] == '{') {
      ++braces;
    } else if (expression[k] == '(') {
      ++groups;
    }
  }
  if (groups > most_groups) return false;
  regex_t compiled{};
  if (braces > 1 || regcomp(&compiled, expression.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
    return false;
  }
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

/// Whether a text is another verifier's, and is about shapes.
bool is_about_shapes(std::string const& text, char const* words) {
  return contains(text, words) && !contains(text, "[a-z_]+[.][A-Z][0-9]+");
}

/// Whether an expected error must be found: it is ours, or about shapes.
bool is_demanded(expectation const& e) {
  return contains(e.text, "shape|broadcast|dimension|rank|[a-z_]+[.][A-Z][0-9]+|axis [0-9]");
}

/// Whether a diagnostic of its line is as expected.
bool fits(expectation const& e, diagnostic const& d) {
  if ((d.kind == diagnostic::kinds::no_answer) == e.error) return false;
  const std::string said = text_of(d);
  if (e.regular ? contains(said, regular_of(e.text)) : said.find(e.text) != std::string::npos) {
    return true;
  }
  return e.error && is_about_shapes(e.text, "shape|broadcast|dimension|rank|type|size");
}

/// Takes out the diagnostics that `f` chooses.
template <class F>
std::vector<diagnostic> take(file_report& report, F const& f) {
  auto& all = report.diagnostics;
  const auto middle =
      std::stable_partition(all.begin(), all.end(), [&](diagnostic const& d) { return !f(d); });
  std::vector<diagnostic> taken(middle, all.end());
  all.erase(middle, all.end());
  return taken;
}

}  // namespace

void compare_with_expected(file_report& report, std::string_view text) {
  std::vector<bool> met(report.diagnostics.size(), false);
  std::unordered_map<std::size_t, std::vector<std::size_t>> of_line;
  for (std::size_t k = 0; k < met.size(); ++k) {
    of_line[report.diagnostics[k].place.line].push_back(k);
  }
  std::vector<diagnostic> missing;
  for (expectation const& e : reader(text).all()) {
    std::size_t count = 0;
    for (const std::size_t k : of_line[e.line]) {
      if (count == e.count) break;
      if (met[k] || !fits(e, report.diagnostics[k])) continue;
      met[k] = true;
      ++count;
    }
    if (count >= e.count || !is_demanded(e)) continue;
    missing.push_back({diagnostic::kinds::expected, e.place, "", "", std::nullopt,
                       fmt::format("expected {} \"{}\" at line {} was not reported",
                                   e.error ? "error" : "warning", e.text, e.line)});
  }
  std::vector<diagnostic> left = std::move(missing);
  for (std::size_t k = 0; k < met.size(); ++k) {
    diagnostic& d = report.diagnostics[k];
    if (met[k]) continue;
    left.push_back({d.place.line == 0 ? d.kind : diagnostic::kinds::expected, d.place, d.operation,
                    d.tag, d.axis, "not expected: " + d.message});
  }
  sort(left);
  report.diagnostics = std::move(left);
}

void take_expected(file_report& report, std::string_view text,
                   std::vector<proptests::mlir_chunk> const& parts) {
  if (report.diagnostics.empty() || text.find("expected-error") == std::string_view::npos) return;
  std::vector<std::size_t> lines;
  for (expectation const& e : reader(text).all()) {
    if (e.error) lines.push_back(e.line);
  }
  std::sort(lines.begin(), lines.end());
  const auto taken = take(report, [&](diagnostic const& d) {
    // What is split off with an expected error is meant to be refused.
    const auto next = std::upper_bound(
        parts.begin(), parts.end(), d.place.line,
        [](std::size_t line, proptests::mlir_chunk const& part) { return line < part.start.line; });
    const bool whole = parts.size() == 1 || next == parts.begin();
    const std::size_t begin = whole ? d.place.line : std::prev(next)->start.line;
    const std::size_t end = whole                 ? d.place.line + 1
                            : next == parts.end() ? static_cast<std::size_t>(-1)
                                                  : next->start.line;
    return std::lower_bound(lines.begin(), lines.end(), begin) !=
           std::lower_bound(lines.begin(), lines.end(), end);
  });
  report.expected.insert(report.expected.end(), taken.begin(), taken.end());
}

void take_allowed(file_report& report, std::string_view text) {
  constexpr std::string_view allow = "// bcast: allow";
  std::unordered_set<std::size_t> lines;
  std::size_t line = 0;
  bool next = false;
  if (text.find(allow) == std::string_view::npos) return;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view one = text.substr(at, end - at);
    const std::size_t begin = one.find_first_not_of(" \t\r");
    ++line;
    at = end + 1;
    if (begin == std::string_view::npos) continue;
    if (!one.substr(begin).starts_with("//")) {
      if (next) lines.insert(line);
      next = false;
    } else if (one.substr(begin).starts_with(allow)) {
      next = one.find_first_not_of(" \t\r", begin + allow.size()) != std::string_view::npos;
      if (next) continue;
      report.diagnostics.push_back(
          unread({line, begin + 1}, "a reason is needed: // bcast: allow REASON"));
    }
  }
  const auto taken = take(report, [&](diagnostic const& d) {
    return lines.contains(d.place.line) && d.kind != diagnostic::kinds::unread;
  });
  report.allowed += taken.size();
}

}  // namespace bcast::program
