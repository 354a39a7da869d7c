// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run/expectations.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <iomanip>
#include <set>
#include <sstream>
#include <stdexcept>

#include "support/json_text.hpp"
#include "support/pattern.hpp"

namespace bcast::proptests {
namespace {

constexpr std::string_view head = "bcast-xfail 1";

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// The name of a law or of a subject, as one word.
std::string spelled(std::string_view text) {
  std::string name(text);
  std::replace_if(name.begin(), name.end(), is_blank, '_');
  return name;
}

/// The pattern that matches this name, in any version.
std::string pattern_of(std::string_view text) {
  if (text.empty()) return "*";
  std::string pattern;
  for (const char c : spelled(text)) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  // Without the version: `numpy_2.4.6_in_place` is `numpy*_in_place`.
  return replaced(pattern, R"(_v?[0-9]+(\.[0-9a-z+]+)+)", "*");
}

/// Whether `torch 2.15.0+cpu in place` is of version 2.15.0.
bool is_version(std::string const& subject, std::string const& version) {
  const std::size_t at = subject.find(" " + version);
  const char next = at == std::string::npos ? '.' : (subject + " ")[at + 1 + version.size()];
  return next == ' ' || next == '+';
}

bool names_law(std::string const& pattern, law const& l) {
  return fits_glob(spelled(l.name), pattern) || fits_glob(l.tag, pattern);
}

std::vector<std::string> split(std::string const& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');) all.push_back(one);
  if (text.ends_with(',')) all.emplace_back();
  return all;
}

std::optional<expectation::mode> mode_of(std::string const& word) {
  if (word == "strict") return expectation::mode::strict;
  if (word == "accept") return expectation::mode::accept;
  if (word == "skip") return expectation::mode::skip;
  return std::nullopt;
}

/// Empty for the user's own.
std::string file_in_reports(expectation const& e) { return e.known ? e.file : ""; }

expectation_count sum_of(std::vector<outcome> const& all, expectation const& e) {
  expectation_count sum;
  for (outcome const& o : all) {
    for (expectation_count const& m : o.expected) {
      if (!m.is_of(file_in_reports(e), e.line)) continue;
      sum.cases += m.cases;
      sum.failing += m.failing;
    }
  }
  return sum;
}

}  // namespace

expectations::expectations(std::string const& file, std::string_view text) {
  read(file, text, false);
}

void expectations::add_known(std::string const& file, std::string_view text) {
  read(file, text, true);
}

void expectations::read(std::string const& file, std::string_view text, bool known) {
  static std::atomic<std::uint64_t> files{0};
  number_ = ++files;
  // Some editors begin a file with the mark of its byte order.
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  const auto fail = [&](std::string const& what) {
    return std::invalid_argument(fmt::format("{}:{}: {}", file, number, what));
  };
  bool begun = false;
  const auto laws = all_laws();
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!begun) {
      const bool expected =
          line.starts_with(head) && std::all_of(line.begin() + head.size(), line.end(), is_blank);
      if (!expected) throw fail(fmt::format("expected header `{}`", head));
      begun = true;
      continue;
    }
    std::istringstream words(line);
    std::string where, mode;
    expectation e;
    e.line = number;
    e.file = file;
    e.known = known;
    if (!(words >> e.law) || e.law.starts_with('#')) continue;
    if (e.law == "versions") {
      for (std::string one; words >> one;) versions_[file].push_back(one);
      continue;
    }
    if (e.law == "join") e.law = "shape";  // its old name
    if (!(words >> e.subject >> where >> mode >> std::ws)) {
      throw fail("expected a law, a subject, where, and strict, accept or skip");
    }
    const auto how = mode_of(mode);
    if (!how) throw fail(fmt::format("'{}' is not one of strict, accept, skip", mode));
    e.how = *how;
    if (words.peek() != '"' || !(words >> std::quoted(e.because)) || e.because.empty()) {
      throw fail("expected a reason in \"quotes\"");
    }
    e.because = printable(e.because);
    if (where != "*") e.where = split(where);
    for (std::string const& feature : e.where) {
      if (const std::string why = why_no_feature(feature); !why.empty()) throw fail(why);
    }
    if (names.insert(e.law).second &&
        std::none_of(laws.begin(), laws.end(), [&](law const& l) { return names_law(e.law, l); })) {
      throw fail(fmt::format("no law is called '{}', and none states it", e.law));
    }
    std::string more;
    if (words >> more) throw fail(fmt::format("'{}' after the end of the line", more));
    lines_.push_back(std::move(e));
  }
  if (!begun) {
    number = 1;
    throw fail(fmt::format("expected header `{}`", head));
  }
}

/// The lines of a law and a subject. A run asks for the same ones with each case, so the last
/// answer is kept, in each thread, because a process that is forked cannot wait for another one's
/// lock.
std::vector<std::size_t> const& expectations::lines_for(law const& l,
                                                        std::string const& subject) const {
  struct answer {
    std::uint64_t file = 0;
    std::string law, tag, subject;
    std::vector<std::size_t> lines;
  };
  thread_local answer last;
  if (last.file != number_ || last.law != l.name || last.tag != l.tag || last.subject != subject) {
    last = {number_, std::string(l.name), std::string(l.tag), subject, {}};
    const std::string name = spelled(subject);
    for (std::size_t n = 0; n < lines_.size(); ++n) {
      expectation const& e = lines_[n];
      if (names_law(e.law, l) && fits_glob(name, e.subject)) last.lines.push_back(n);
    }
  }
  return last.lines;
}

std::optional<expected_failure> expectations::operator()(law const& l, kit::subject const& s,
                                                         test_case const& c) const {
  std::vector<std::string> features;
  for (const std::size_t n : lines_for(l, s.name)) {
    expectation const& e = lines_[n];
    if (features.empty()) features = features_of(c);
    const bool all = std::all_of(e.where.begin(), e.where.end(), [&](std::string const& f) {
      return std::find(features.begin(), features.end(), f) != features.end();
    });
    if (all) {
      return expected_failure{e.line, e.how != expectation::mode::skip, file_in_reports(e)};
    }
  }
  return std::nullopt;
}

std::vector<std::string> expectations::broken_promises(std::vector<outcome> const& all) const {
  std::vector<std::string> broken;
  for (expectation const& e : lines_) {
    const expectation_count m = sum_of(all, e);
    if (e.known || e.how != expectation::mode::strict) continue;
    if (m.cases == 0 || m.failing != 0) continue;
    broken.push_back(fmt::format("{}:{}: {} cases of {} pass but were expected to fail: \"{}\"",
                                 e.file, e.line, m.cases, e.law, e.because));
  }
  return broken;
}

std::vector<std::string> expectations::remarks(std::vector<outcome> const& all) const {
  std::vector<std::string> text;
  for (expectation const& e : lines_) {
    if (e.known) continue;
    const expectation_count m = sum_of(all, e);
    if (m.cases == 0) {
      text.push_back(fmt::format("{}:{}: applies to no case of this run", e.file, e.line));
      continue;
    }
    for (outcome const& o : all) {
      for (expectation_count const& one : o.expected) {
        if (!one.is_of("", e.line) || one.cases * 4 <= o.cases()) continue;
        text.push_back(fmt::format("{}:{}: applies to {} of {} cases of {} on {}", e.file, e.line,
                                   one.cases, o.cases(), o.stated->name, o.subject));
      }
    }
  }
  for (auto const& [file, versions] : versions_) {
    for (expectation const& e : lines_) {
      if (e.file != file || sum_of(all, e).cases == 0) continue;
      const auto other = std::find_if(all.begin(), all.end(), [&](outcome const& o) {
        return fits_glob(spelled(o.subject), e.subject) &&
               std::none_of(versions.begin(), versions.end(), [&](std::string const& version) {
                 return is_version(o.subject, version);
               });
      });
      if (other == all.end()) continue;
      text.push_back(fmt::format("{} was made with {}; this is {}", file,
                                 fmt::join(versions, " and "), other->subject));
      break;
    }
  }
  return text;
}

std::vector<expectations::deviation> expectations::known_deviations(
    std::vector<outcome> const& all) const {
  std::vector<deviation> found;
  for (expectation const& e : lines_) {
    if (!e.known || sum_of(all, e).failing == 0) continue;
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](deviation const& d) { return d.because == e.because; });
    std::string law = e.law;
    std::replace(law.begin(), law.end(), '_', ' ');
    if (same == found.end()) {
      found.push_back({law, e.because});
    } else if (same->laws.find(law) == std::string::npos) {
      same->laws += ", " + law;
    }
  }
  return found;
}

std::vector<std::string> telling_features(test_case const& c) {
  std::vector<std::string> all = features_of(c);
  std::erase_if(all, [](std::string const& f) {
    return f.starts_with("element=") || f.starts_with("operands=") || f.starts_with("rank=");
  });
  return all;
}

std::string line_for(outcome const& o) {
  std::string where;
  for (std::string const& f : telling_features(o.failure.value().smallest)) {
    where += (where.empty() ? "" : ",") + f;
  }
  return fmt::format("{} {} {} strict \"...\"", spelled(o.stated->name), pattern_of(o.subject),
                     where.empty() ? "*" : where);
}

}  // namespace bcast::proptests
