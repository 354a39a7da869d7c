// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/expected.hpp"

#include <fmt/core.h>
#include <regex.h>

#include <algorithm>
#include <charconv>
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
    if (line.find_first_not_of(" \t") == comment &&
        line.find("expected-") != std::string_view::npos) {
      lines_.push_back(number);
    }
    int unclosed = 0;
    for (std::size_t at = comment; (at = line.find("expected-", at)) != std::string_view::npos;) {
      const std::size_t column = at + 1;
      rest_ = line.substr(at + 9);
      if (!take("error") && !take("warning") && !take("note") && !take("remark")) {
        ++at;
        continue;
      }
      expectation e{{number, column}, number, taken_ == "error", false, "", 1};
      const bool is_ours = taken_ == "error" || taken_ == "warning";
      e.regular = take("-re");
      skip_spaces();
      std::int64_t step = 0;
      if (take("@")) {
        if (take("below") || take("above")) {
          step = taken_ == "below" ? 1 : -1;
        } else {
          const bool up = take("-");
          if (!up) take("+");
          const std::int64_t by = number_or(0);
          e.line = static_cast<std::size_t>(static_cast<std::int64_t>(number) + (up ? -by : by));
        }
      }
      skip_spaces();
      if (!rest_.empty() && rest_.front() != '{') {
        e.count = static_cast<std::size_t>(number_or(1));
        if (!take("+")) take("*");
      }
      skip_spaces();
      const std::size_t close = closing();
      if (close == std::string_view::npos) {
        // One more than that is no mistake, and each looks through the rest of the line.
        constexpr int most = 100;
        if (++unclosed > most) return;
        at = column;
        continue;
      }
      e.text = rest_.substr(2, close - 2);
      at = line.size() - rest_.size() + close + 2;
      if (!is_ours) continue;
      if (step != 0) relative_.emplace_back(found_.size(), step);
      found_.push_back(std::move(e));
    }
  }

  /// The position of the `}}` that closes the `{{` that is next.
  std::size_t closing() const {
    if (!rest_.starts_with("{{")) return std::string_view::npos;
    std::size_t depth = 0;
    for (std::size_t k = 0; k + 1 < rest_.size(); ++k) {
      if (rest_.substr(k, 2) == "{{") {
        ++depth;
        ++k;
      } else if (rest_.substr(k, 2) == "}}") {
        if (--depth == 0) return k;
        ++k;
      }
    }
    return std::string_view::npos;
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    taken_ = word;
    rest_.remove_prefix(word.size());
    return true;
  }

  void skip_spaces() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }

  std::int64_t number_or(std::int64_t other) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc()) return other;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }

  std::string_view text_, rest_, taken_;
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
    if (count >= e.count) continue;
    if (!is_demanded(e)) continue;
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
  std::stable_sort(left.begin(), left.end(), [](diagnostic const& a, diagnostic const& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
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
      report.diagnostics.push_back({diagnostic::kinds::unread,
                                    {line, begin + 1},
                                    "",
                                    "",
                                    std::nullopt,
                                    "a reason is needed: // bcast: allow REASON"});
    }
  }
  const auto taken = take(report, [&](diagnostic const& d) {
    return lines.contains(d.place.line) && d.kind != diagnostic::kinds::unread;
  });
  report.allowed += taken.size();
}

}  // namespace bcast::program
