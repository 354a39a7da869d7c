// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace bcast::spec {

/// How binding a clause is: in the document's own words (the indicative counts as must, "can" and
/// "is supported" as may), `silent` if the document says nothing and an implementer needs an
/// answer, or `derived` if the clause is ours and follows from the others.
enum class level { must, should, may, silent, derived };

/// A formula in plain text, close to the printed form, or a step of an algorithm, a sentence.
struct formula : std::string_view {
  using std::string_view::string_view;
};

/// Called while compiling, where it is an error.
void not_the_numbers_of_lines();

/// Lines of a text, numbered from 1, both ends included.
struct lines {
  int first = 0;
  int last = 0;

  constexpr lines() = default;
  constexpr lines(int line) : first(line), last(line) {}
  constexpr lines(int from, int to) : first(from), last(to) {}

  /// `46-48`, or `46` alone; nothing else compiles.
  consteval lines(char const* text) : lines(std::string_view(text)) {}
  explicit consteval lines(std::string_view text) {
    for (char c : text) {
      if (c == '-' && first == 0) {
        first = std::exchange(last, 0);
      } else if ('0' <= c && c <= '9') {
        last = 10 * last + (c - '0');
      } else {
        not_the_numbers_of_lines();
      }
    }
    if (first == 0) first = last;
  }

  friend constexpr bool operator==(lines const&, lines const&) = default;
};

/// The passages of a text that a row is about, in their order; at most 4 of them.
class passages {
 public:
  static constexpr std::size_t capacity = 4;

  constexpr passages() = default;
  constexpr passages(lines place) : places_{place}, count_(1) {}

  /// `46-48, 132`; empty for none. Nothing else compiles, nor more than 4 passages.
  consteval passages(char const* text) {
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find(", "), rest.size());
      places_[count_++] = lines(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
  }

  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr lines const* begin() const { return places_.data(); }
  constexpr lines const* end() const { return places_.data() + count_; }

  constexpr bool contains(int line) const {
    for (lines place : *this) {
      if (place.first <= line && line <= place.last) return true;
    }
    return false;
  }

  friend constexpr bool operator==(passages const&, passages const&) = default;

 private:
  std::array<lines, capacity> places_{};
  std::size_t count_ = 0;
};

/// One clause of a document.
///
/// A tag is `<document>.<letter><n>`. The letters: N a notation or a definition, F a formula, C a
/// constraint, E an error condition, X a rule in prose, A a step of an algorithm or a
/// pseudo-function, I a row of an inference table (an in-place rule in array_api, an input of an
/// operation in stablehlo), V a row of a
/// verification table, S a worked example, P a property that we derive, D a finding, G a scope
/// note. The numbers of a letter follow the text (`numbers`).
struct clause {
  std::string_view tag;
  level obligation;
  std::string_view section;    ///< its section in the document
  passages at;                 ///< its lines in the transcribed text
  spec::formula formula;       ///< as the comment above its transcription prints it; empty if the
                               ///< clause is prose
  std::string_view statement;  ///< what it says, in our words
};

/// The numbers that the tags of one letter were given in one document: 1 to `highest`, except the
/// retired ones. Up to `in_order` they follow the lines of the text. A row that was added later has
/// a higher number, wherever its lines are.
struct numbers {
  std::string_view letter;  ///< with its document: `sonnx.F`
  int highest;
  int in_order;
};

/// Lines of a document that belong to no row, and why they need none.
struct aside {
  lines at;
  std::string_view reason;
};

/// A text as it is published: a file of a public repository at a commit, or several of its files,
/// one after another.
struct text {
  std::string_view edition;     ///< as the document names it, if it does
  std::string_view repository;  ///< owner/name
  std::string_view path;
  std::string_view commit;     ///< empty if the transcribed text is the rendered page
  std::string_view date;       ///< the commit's date, or `read on` a date
  std::string_view then = "";  ///< the files after the first one, separated by a comma and a space:
                               ///< each is the number of the line before it, a space and its path
};

/// One of the documents.
struct document {
  std::string_view name;  ///< as in the tags
  std::string_view title;
  std::string_view edition;  ///< the edition that is transcribed
  text transcribed;
  int lines;                 ///< of the transcribed text
  int blank;                 ///< how many of them are blank and in no row or aside
  std::uint32_t crc32;       ///< of the transcribed text's bytes, as `crc32` and zlib compute it
  text newest;               ///< the newest text that was read
  std::string_view changes;  ///< what the newest text changed
};

}  // namespace bcast::spec
