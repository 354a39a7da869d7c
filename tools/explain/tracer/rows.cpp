// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rows.hpp"

#include <regex>
#include <sstream>

namespace bcast::tracer {
namespace {

const std::string one_tag = R"(\[([a-z0-9_]+(?:@[0-9.-]+)?\.[A-Z][0-9]+)\] ?)";
const std::regex tag(one_tag), begins(" *" + one_tag), comment(R"(^ *//(?!/)(.*)$)"),
    behind_code(".*// " + one_tag), spaces(" +"),
    found(R"((?:^|  +)(departures?|findings?|gaps?) [a-z0-9_]+(@[0-9.-]+)?\.[A-Z][0-9]+)");

std::string trimmed(std::string const& line) {
  const std::size_t from = line.find_first_not_of(' ');
  return from == std::string::npos ? "" : line.substr(from, line.find_last_not_of(' ') - from + 1);
}

/// Adds a line to a row's words. Cases that are aligned in columns stay separate. Text that is
/// marked as found runs to the row's end, except in columns.
void add(row& r, bool& ours, std::string line) {
  std::smatch m;
  const bool here = std::regex_search(line, m, found);
  if (here) {
    r.departs = r.departs || m[1].str().starts_with("departure");
    line.erase(static_cast<std::size_t>(m.position()));
  }
  line = trimmed(line);
  const bool columns = line.find("   ") != std::string::npos;
  if (!line.empty() && (columns || !ours)) {
    if (!r.words.empty()) r.words += columns ? "; " : " ";
    r.words += std::regex_replace(line, spaces, " ");
  }
  ours = ours || here;
}

}  // namespace

std::string code_of(std::string_view text) {
  static const std::regex blank(R"re(//[^\n]*|"(?:\\.|[^"\\])*")re");
  std::string code(text);
  for (std::cregex_iterator m(text.data(), text.data() + text.size(), blank), end; m != end; ++m) {
    code.replace(static_cast<std::size_t>(m->position()), static_cast<std::size_t>(m->length()),
                 static_cast<std::size_t>(m->length()), ' ');
  }
  return code;
}

std::vector<block> blocks_of(std::string_view text) {
  std::vector<block> blocks;
  bool open = false, ours = false;
  std::istringstream in{std::string(text)};
  std::size_t at = 0;
  for (std::string line; std::getline(in, line); at += line.size() + 1) {
    std::smatch m;
    if (!std::regex_search(line, m, comment)) {
      open = false;
      if (std::regex_search(line, behind_code)) throw refusal(at, "a row follows code");
      continue;
    }
    const std::string words = m[1];
    const bool has_rows = std::regex_search(words, begins, std::regex_constants::match_continuous);
    if (has_rows && !open) blocks.push_back({at, 0, {}});
    open = open || has_rows;
    if (!open) continue;
    block& b = blocks.back();
    b.to = at + line.size() + 1;
    if (!has_rows) {
      add(b.rows.back(), ours, words);
      continue;
    }
    for (std::sregex_iterator t(words.begin(), words.end(), tag), end; t != end;) {
      const auto place = static_cast<std::size_t>(t->position());
      if (place >= 2 && trimmed(words.substr(0, place)) != "" &&
          words.compare(place - 2, 2, "  ") != 0) {
        throw refusal(at, "the tag " + (*t)[1].str() + " is inside a row");
      }
      b.rows.push_back({(*t)[1], ""});
      ours = false;
      const std::size_t from = place + static_cast<std::size_t>(t->length());
      ++t;
      add(b.rows.back(), ours,
          words.substr(
              from, t == end ? std::string::npos : static_cast<std::size_t>(t->position()) - from));
    }
  }
  return blocks;
}

}  // namespace bcast::tracer
