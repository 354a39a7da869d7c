// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "explain/escaped.hpp"

namespace bcast::docs {

using explain::escaped;

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The characters that a tag is made of.
bool is_inside_tag(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '@' || c == '-';
}

/// Appends to the last run if it is plain.
void append_plain(text& t, std::string_view characters) {
  if (characters.empty()) return;
  if (t.empty() || t.back().kind != kind::plain) t.push_back({kind::plain, "", ""});
  t.back().text += characters;
}

/// Appends plain text with its tags.
void append_with_tags(text& t, std::string_view plain) {
  while (!plain.empty()) {
    const auto word = std::find_if(plain.begin(), plain.end(), is_inside_tag);
    append_plain(t, {plain.begin(), word});
    const auto end = std::find_if_not(word, plain.end(), is_inside_tag);
    std::string_view candidate(word, end);
    std::string_view stop;  // that ends a sentence
    if (candidate.ends_with('.')) {
      stop = candidate.substr(candidate.size() - 1);
      candidate.remove_suffix(1);
    }
    if (is_tag(candidate)) {
      t.push_back({kind::tag, std::string(candidate), ""});
    } else {
      append_plain(t, candidate);
    }
    append_plain(t, stop);
    plain = {end, plain.end()};
  }
}

/// Whether Markdown takes the character at `k` for markup. An underscore after a letter or a digit
/// does not begin emphasis; `<` begins markup only before a letter.
bool is_markup(std::string_view characters, std::size_t k) {
  const char before = k == 0 ? ' ' : characters[k - 1];
  const char after = k + 1 == characters.size() ? ' ' : characters[k + 1];
  switch (characters[k]) {
    case '_':
      return !is_letter(before) && !is_digit(before);
    case '<':
      return is_letter(after) || after == '/' || after == '!' || after == '?';
    case ']':
      return after == '(' || after == '[';
    default:
      return std::string_view("\\`*~&$|").find(characters[k]) != std::string_view::npos;
  }
}

/// A table's row is split at its pipes before its code spans are read.
std::string with_pipes_escaped(std::string_view characters) {
  std::string out;
  for (char c : characters) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string markdown_code(std::string_view characters) {
  if (characters.empty()) return "";
  const std::string inside = with_pipes_escaped(characters);
  if (characters.find('`') != std::string_view::npos) return fmt::format("`` {} ``", inside);
  return fmt::format("`{}`", inside);
}

std::string markdown_plain(std::string_view characters) {
  std::string out;
  for (std::size_t k = 0; k < characters.size(); ++k) {
    if (is_markup(characters, k)) out += '\\';
    out += characters[k];
  }
  return out;
}

/// Where the site shows a line of a file of the repository, relative to a page of tables.
std::string listing_of(std::string_view target) {
  const std::size_t hash = target.find("#L");
  std::string address = fmt::format("../source/{}.html", source_page(target.substr(0, hash)));
  if (hash != std::string_view::npos) {
    address += fmt::format("#__codelineno-0-{}", target.substr(hash + 2));
  }
  return address;
}

}  // namespace

bool is_tag(std::string_view characters) {
  const std::size_t dot = characters.rfind('.');  // an edition may have full stops too
  if (dot == 0 || dot == std::string_view::npos) return false;
  const std::string_view document = characters.substr(0, dot);
  const std::string_view clause = characters.substr(dot + 1);
  const std::size_t at = std::min(document.find('@'), document.size());
  const std::string_view edition = document.substr(std::min(at + 1, document.size()));
  return std::all_of(document.begin(), document.begin() + at,
                     [](char c) { return is_letter(c) || c == '_'; }) &&
         (at == document.size() || (!edition.empty() && is_digit(edition.front()))) &&
         std::all_of(edition.begin(), edition.end(),
                     [](char c) { return is_digit(c) || c == '-' || c == '.'; }) &&
         clause.size() >= 2 && std::isupper(static_cast<unsigned char>(clause.front())) != 0 &&
         std::all_of(std::next(clause.begin()), clause.end(), is_digit);
}

std::string source_page(std::string_view path) {
  std::string page(path);
  std::replace(page.begin(), page.end(), '/', '-');
  return page;
}

text prose(std::string_view annotated) {
  text t;
  std::size_t from = 0;
  for (std::size_t k = 0; k < annotated.size(); ++k) {
    const std::size_t end =
        annotated[k] == '`' ? annotated.find('`', k + 1) : std::string_view::npos;
    if (end == std::string_view::npos) continue;
    append_with_tags(t, annotated.substr(from, k - from));
    t.push_back({kind::code, std::string(annotated.substr(k + 1, end - k - 1)), ""});
    k = end;
    from = end + 1;
  }
  append_with_tags(t, annotated.substr(from));
  return t;
}

std::string markdown(text const& t) {
  std::string out;
  const bool alone = t.size() == 1;
  for (run const& r : t) {
    switch (r.kind) {
      case kind::plain:
        out += markdown_plain(r.text);
        break;
      case kind::tag:
        out += alone ? markdown_code(r.text) : r.text;
        break;
      case kind::code:
      case kind::formula:
        out += markdown_code(r.text);
        break;
      case kind::link:
        out += fmt::format("[{}](../../{})", markdown_plain(r.text), r.target);
        break;
    }
  }
  return out;
}

namespace {

/// HTML that links to an address, if there is one.
std::string linked(std::string const& html, std::string const& address) {
  return address.empty() ? html : fmt::format("<a href=\"{}\">{}</a>", escaped(address), html);
}

}  // namespace

std::string html(text const& t, tag_pages const& pages) {
  std::string out;
  for (run const& r : t) {
    switch (r.kind) {
      case kind::plain:
        out += linked(escaped(r.text), r.target);
        break;
      case kind::code:
        out += linked(fmt::format("<code>{}</code>", escaped(r.text)), r.target);
        break;
      case kind::formula:
        out += mathml(r.text);
        break;
      case kind::tag:
        if (const auto page = pages.find(r.text); page != pages.end()) {
          out += fmt::format("<a class=\"tag\" href=\"{}.html#{}\">{}</a>", page->second, r.text,
                             r.text);
        } else {
          out += fmt::format("<code>{}</code>", r.text);
        }
        break;
      case kind::link:
        out += fmt::format("<a href=\"{}\">{}</a>", listing_of(r.target), escaped(r.text));
        break;
    }
  }
  return out;
}

}  // namespace bcast::docs
