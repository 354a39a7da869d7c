// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <map>

namespace bcast::docs {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    all.emplace_back(text.substr(0, end));
    if (all.back().ends_with('\r')) all.back().pop_back();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

bool is_blank(std::string const& line) {
  return line.find_first_not_of(" \t") == std::string::npos;
}

std::uint32_t checksum(std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return crc.checksum();
}

/// `sonnx.X1` without its document.
std::string_view short_tag(std::string_view tag) {
  return tag.substr(spec::document_of(tag).size() + 1);
}

}  // namespace

ledger ledger_of(spec::document const& about, std::vector<spec::placed> const& rows,
                 std::vector<spec::aside> const& asides, std::string_view text) {
  ledger l;
  const std::vector<std::string> lines = lines_of(text);
  const auto count = static_cast<int>(lines.size());
  if (const std::uint32_t found = checksum(text); found != about.crc32) {
    l.wrong.push_back(
        fmt::format("the text is not that of {}: its CRC-32 is {:08x}, expected {:08x}",
                    about.edition, found, about.crc32));
  }
  if (count != about.lines) {
    l.wrong.push_back(fmt::format("the text has {} lines, expected {}", count, about.lines));
  }
  std::map<int, std::string> margin;
  const auto own = [&](spec::lines at, std::string_view who, std::string_view shown) {
    if (at.last > count) {
      l.wrong.push_back(fmt::format("{} has lines {} to {}, of {}", who, at.first, at.last, count));
      return;
    }
    bool says = false;
    for (int line = at.first; line <= at.last; ++line) {
      std::string const& words = lines[static_cast<std::size_t>(line - 1)];
      says = says || !is_blank(words);
      std::string& tags = margin[line];
      tags += (tags.empty() ? "" : " ") + std::string(shown);
    }
    if (!says) l.wrong.push_back(fmt::format("{} has line {}, which is blank", who, at.first));
  };
  for (spec::placed const& row : rows) {
    for (spec::lines at : row.at) own(at, row.tag, short_tag(row.tag));
  }
  for (spec::aside const& a : asides) own(a.at, fmt::format("the aside '{}'", a.reason), "-");
  std::size_t width = 0;
  for (auto const& [line, tags] : margin) width = std::max(width, tags.size());
  int blank = 0;
  for (int line = 1; line <= count; ++line) {
    std::string const& words = lines[static_cast<std::size_t>(line - 1)];
    const auto tags = margin.find(line);
    const bool owned = tags != margin.end();
    blank += !owned && is_blank(words);  // a blank line within a row belongs to it
    l.listing += fmt::format("{:>4}  {:<{}}  {}", line,
                             is_blank(words) ? ""
                             : owned         ? tags->second
                                             : "?",
                             width, words);
    l.listing.erase(l.listing.find_last_not_of(' ') + 1);
    l.listing += '\n';
    if (!owned && !is_blank(words)) {
      l.wrong.push_back(fmt::format("line {} belongs to no row: {}", line, words));
    }
  }
  if (blank != about.blank) {
    l.wrong.push_back(
        fmt::format("{} blank lines belong to no row, expected {}", blank, about.blank));
  }
  return l;
}

ledger ledger_of(std::string_view document, std::string_view text) {
  spec::rows const& r = spec::rows_of(document);
  return ledger_of(r.about, spec::placed_rows(document), {r.asides.begin(), r.asides.end()}, text);
}

}  // namespace bcast::docs
