// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rows.hpp"

#include <algorithm>
#include <regex>

namespace bcast::tracer {
namespace {

const std::regex tag(R"(\[([a-z0-9_]+(?:@[0-9.-]+)?\.[A-Z][0-9]+)\] ?)");
const std::regex found(
    "(?:^|  +)(departures?|findings?|gaps?) [a-z0-9_]+(@[0-9.-]+)?\\.[A-Z][0-9]+");

/// The lines of one row joined; cases that are aligned in columns stay separate. Text that is
/// marked as found runs to the row's end, except in columns.
class words {
 public:
  void add(std::string line) {
    std::smatch ours;
    const bool begins = std::regex_search(line, ours, found);
    departs_ = departs_ || (begins && ours[1].str().starts_with("departure"));
    if (begins) line.erase(static_cast<std::size_t>(ours.position()));
    line = trimmed(line);
    const bool columns = line.find("   ") != std::string::npos;
    if (!line.empty() && (columns || !ours_)) {
      if (!text_.empty()) text_ += columns ? "; " : " ";
      text_ += std::regex_replace(line, std::regex(" +"), " ");
    }
    ours_ = ours_ || begins;
  }

  std::string const& text() const { return text_; }
  bool departs() const { return departs_; }

 private:
  static std::string trimmed(std::string const& line) {
    const std::size_t from = line.find_first_not_of(' ');
    if (from == std::string::npos) return "";
    return line.substr(from, line.find_last_not_of(' ') - from + 1);
  }

  std::string text_;
  bool ours_ = false;
  bool departs_ = false;
};

struct line {
  std::size_t at;
  std::string text;
};

std::vector<line> lines_of(std::string_view text) {
  std::vector<line> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    all.push_back({at, std::string(text.substr(at, end - at))});
    at = end + 1;
  }
  return all;
}

/// The start of a line's `//` comment, if the line has nothing else.
std::size_t comment_in(std::string const& text) {
  const std::size_t at = text.find_first_not_of(' ');
  if (at == std::string::npos || text.compare(at, 2, "//") != 0) return std::string::npos;
  return text.compare(at, 3, "///") == 0 ? std::string::npos : at + 2;
}

/// The rows that begin in a line, with the column of each.
void add_rows(line const& l, std::size_t comment, std::vector<row>& rows,
              std::vector<words>& texts) {
  const std::string rest = l.text.substr(comment);
  for (std::sregex_iterator m(rest.begin(), rest.end(), tag), end; m != end; ++m) {
    const auto position = static_cast<std::size_t>(m->position());
    const bool first = m == std::sregex_iterator(rest.begin(), rest.end(), tag);
    if (rest.compare(0, position, std::string(position, ' ')) != 0 &&
        (first || rest.compare(position - 2, 2, "  ") != 0)) {
      throw refusal(l.at, "the tag " + (*m)[1].str() + " is inside a row");
    }
    const std::size_t from = position + static_cast<std::size_t>(m->length());
    const auto next = std::next(m);
    const std::size_t to = next == end ? rest.size() : static_cast<std::size_t>(next->position());
    rows.push_back({(*m)[1], "", false});
    texts.emplace_back().add(rest.substr(from, to - from));
  }
}

}  // namespace

std::string code_of(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to && k < code.size(); ++k) {
      if (code[k] != '\n') code[k] = ' ';
    }
    return to;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "//") == 0) {
      at = blank(at, std::min(text.find('\n', at), text.size()));
    } else if (text.compare(at, 2, "/*") == 0) {
      at = blank(at, text.find("*/", at) + 2);
    } else if (text[at] == '"') {
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      at = blank(at, end + 1);
    } else {
      ++at;
    }
  }
  return code;
}

std::vector<block> blocks_of(std::string_view text) {
  std::vector<block> blocks;
  std::vector<words> texts;
  bool open = false;
  const auto close = [&] {
    if (open) {
      for (std::size_t k = 0; k < texts.size(); ++k) {
        blocks.back().rows[k].words = texts[k].text();
        blocks.back().rows[k].departs = texts[k].departs();
      }
    }
    texts.clear();
    open = false;
  };
  for (line const& l : lines_of(text)) {
    const std::size_t comment = comment_in(l.text);
    const std::size_t behind = l.text.find("// [");
    if (comment == std::string::npos) {
      close();
      if (behind != std::string::npos && std::regex_search(l.text.substr(behind), tag)) {
        throw refusal(l.at, "a row follows code");
      }
      continue;
    }
    if (std::regex_search(l.text, std::regex("// *\\[[a-z_@0-9.-]+\\.[A-Z][0-9]+\\]"))) {
      if (!open) blocks.push_back({l.at, 0, {}});
      open = true;
      add_rows(l, comment, blocks.back().rows, texts);
    } else if (open) {
      texts.back().add(l.text.substr(comment));
    }
    if (open) blocks.back().to = l.at + l.text.size() + 1;
  }
  close();
  return blocks;
}

}  // namespace bcast::tracer
