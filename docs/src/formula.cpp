// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "explain/escaped.hpp"
#include "text.hpp"

namespace bcast::docs {

using explain::escaped;

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The English words in a formula. `a` is a variable, except before `sequence`.
constexpr std::array<std::string_view, 20> words{
    "and",    "either",   "if",   "is",   "not",  "of",  "one",  "ones",  "or",    "otherwise",
    "Repeat", "sequence", "size", "such", "that", "the", "then", "where", "while", "zeros"};

bool is_word(std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Reads a formula from left to right into elements of MathML.
class typesetter {
 public:
  explicit typesetter(std::string_view formula) : in_(formula) {}

  std::string all() {
    while (at_ < in_.size()) item();
    flush();
    return out_;
  }

  /// The elements of the rest, as one row.
  std::string row() {
    depth_ = 1;
    while (at_ < in_.size()) item();
    return line_;
  }

 private:
  void item() {
    const char c = in_[at_];
    if (c == ' ') {
      ++at_;
    } else if (is_letter(c)) {
      name();
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      const std::size_t from = at_;
      while (at_ < in_.size() && std::isdigit(static_cast<unsigned char>(in_[at_])) != 0) ++at_;
      line_ += fmt::format("<mn>{}</mn>", in_.substr(from, at_ - from));
    } else {
      sign();
    }
  }

  void name() {
    const std::size_t from = at_;
    while (at_ < in_.size() && is_alnum(in_[at_])) ++at_;
    if (joins_words(from)) {
      while (at_ < in_.size() && (is_alnum(in_[at_]) || in_[at_] == '_')) ++at_;
    }
    const std::string_view word = in_.substr(from, at_ - from);
    if (word == "forall") {
      if (depth_ == 0) flush();
      line_ += "<mo rspace=\"0\">&#x2200;</mo>";
      return;
    }
    if (word == "in") {
      line_ += "<mo>&#x2208;</mo>";
      return;
    }
    if (is_word(word) || (word == "a" && in_.substr(at_).starts_with(" sequence"))) {
      if (depth_ == 0 && (word == "if" || word == "and" || word == "otherwise" || word == "or")) {
        flush();
      }
      line_ += fmt::format("<mtext>&#xA0;{}&#xA0;</mtext>", word);
      return;
    }
    std::string base = fmt::format("<mi>{}</mi>", word);
    if (at_ < in_.size() && in_[at_] == '\'') {
      ++at_;
      base = fmt::format("<msup>{}<mo>&#x2032;</mo></msup>", base);
    }
    if (at_ + 1 < in_.size() && in_[at_] == '_') {
      ++at_;
      const std::string below = typesetter(subscript()).row();
      line_ += word == "max" ? fmt::format("<munder><mo>max</mo><mrow>{}</mrow></munder>", below)
                             : fmt::format("<msub>{}<mrow>{}</mrow></msub>", base, below);
      return;
    }
    line_ += base;
  }

  /// Whether the underscore after the word that starts at `from` joins it with another word, as in
  /// `out_shape`. After one letter, and after `max`, is a subscript.
  bool joins_words(std::size_t from) const {
    return at_ - from > 1 && in_.substr(from, at_ - from) != "max" && at_ + 2 < in_.size() &&
           in_[at_] == '_' && is_letter(in_[at_ + 1]) && is_letter(in_[at_ + 2]);
  }

  /// What follows an underscore: a group in braces, or letters and digits.
  std::string_view subscript() {
    const std::size_t from = at_;
    if (in_[at_] == '{') {
      const std::size_t close = std::min(in_.find('}', at_), in_.size() - 1);
      at_ = close + 1;
      return in_.substr(from + 1, close - from - 1);
    }
    while (at_ < in_.size() && is_alnum(in_[at_])) ++at_;
    return in_.substr(from, at_ - from);
  }

  void sign() {
    struct spelled {
      std::string_view plain, mathml;
    };
    constexpr std::array<spelled, 6> signs{
        spelled{"<=", "<mo>&#x2264;</mo>"}, spelled{">=", "<mo>&#x2265;</mo>"},
        spelled{"==", "<mo>==</mo>"},       spelled{"...", "<mo>&#x2026;</mo>"},
        spelled{"->", "<mo>&#x2192;</mo>"}, spelled{"-", "<mo>&#x2212;</mo>"}};
    for (spelled const& s : signs) {
      if (!in_.substr(at_).starts_with(s.plain)) continue;
      at_ += s.plain.size();
      line_ += s.mathml;
      return;
    }
    const char c = in_[at_++];
    const std::string plain = escaped(std::string_view(&c, 1));
    if (c == '(' || c == '[') ++depth_;
    if (c == ')' || c == ']') --depth_;
    if (c == '(' || c == '[' || c == ')' || c == ']') {
      line_ += fmt::format("<mo stretchy=\"false\">{}</mo>", plain);
      return;
    }
    const bool separates = c == ',' || c == ';' || c == ':';
    if (separates) {
      line_ += fmt::format("<mo separator=\"true\" lspace=\"0\" rspace=\"0.2em\">{}</mo>", plain);
      if (depth_ == 0 && at_ < in_.size() && in_[at_] == ' ') flush();
      return;
    }
    line_ += fmt::format("<mo>{}</mo>", plain);
  }

  /// Ends a formula, so that the line may break after it.
  void flush() {
    if (line_.empty()) return;
    out_ += fmt::format("{}<math><mrow>{}</mrow></math>", out_.empty() ? "" : " ", line_);
    line_.clear();
  }

  std::string_view in_;
  std::size_t at_ = 0;
  int depth_ = 0;  ///< of brackets
  std::string line_;
  std::string out_;
};

}  // namespace

std::string mathml(std::string_view formula) { return typesetter(formula).all(); }

}  // namespace bcast::docs
