// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rewrite.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "rows.hpp"

namespace bcast::tracer {
namespace {

// The code has spaces where the text has comments and literals.

const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// The first position from `at` on that is not a space.
std::size_t skip_spaces(std::string_view code, std::size_t at) {
  return std::min(code.find_first_not_of(" \n", at), code.size());
}

/// The position of the bracket that closes the one at `open`: ( { [ or <.
std::size_t closing(std::string_view code, std::size_t open) {
  const std::string_view opens = "({[<", closes = ")}]>";
  const std::size_t which = opens.find(code.at(open));
  int depth = 0;
  for (std::size_t at = open; at < code.size(); ++at) {
    if (code[at] == opens[which]) ++depth;
    if (code[at] == closes[which] && --depth == 0) return at;
  }
  throw refusal(open, "a bracket is not closed");
}

/// The first position from `at` on that holds one of `characters` outside of all brackets; those of
/// templates count as brackets where `angles` is true.
std::size_t find_outside(std::string_view code, std::size_t at, std::string_view characters,
                         bool angles = false) {
  for (; at < code.size(); ++at) {
    if (characters.find(code[at]) != std::string_view::npos) return at;
    if (std::string_view(angles ? "([{<" : "([{").find(code[at]) != std::string_view::npos) {
      at = closing(code, at);
    }
  }
  return std::string_view::npos;
}

/// The `=` of a declaration or an assignment in [from, to); npos if there is none.
std::size_t find_assignment(std::string_view code, std::size_t from, std::size_t to) {
  for (std::size_t at = from; (at = find_outside(code, at, "=")) < to; ++at) {
    if (code[at + 1] == '=') {
      ++at;
    } else if (std::string_view("=<>!").find(code[at - 1]) == std::string_view::npos) {
      return at;
    }
  }
  return std::string_view::npos;
}

struct part {
  std::size_t from, to;
};

/// The parts of a list in [from, to), between the commas outside of brackets.
std::vector<part> parts_of(std::string_view code, std::size_t from, std::size_t to, bool angles) {
  std::vector<part> parts;
  while (from < to) {
    const std::size_t comma = std::min(find_outside(code.substr(0, to), from, ",", angles), to);
    parts.push_back({from, comma});
    from = comma + 1;
  }
  return parts;
}

/// The last identifier in a text.
std::string last_name(std::string_view text) {
  const std::size_t to = text.find_last_of(letters) + 1;
  const std::size_t from = text.substr(0, to).find_last_not_of(letters) + 1;
  return std::string(text.substr(from, to - from));
}

/// The text without spaces at its ends.
std::string trimmed(std::string_view text) {
  const std::size_t from = skip_spaces(text, 0), to = text.find_last_not_of(" \n") + 1;
  return std::string(text.substr(from, std::max(from, to) - from));
}

bool begins_with_word(std::string_view code, std::size_t at, std::string_view word) {
  return code.substr(at).starts_with(word) &&
         letters.find((std::string(code.substr(at, word.size() + 1)) + " ")[word.size()]) ==
             std::string::npos;
}

/// Of the innermost `{` that is open at `at`: its position, npos if there is none.
std::size_t enclosing(std::string_view code, std::size_t at) {
  int depth = 0;
  while (at-- > 0) {
    if (code[at] == '}') ++depth;
    if (code[at] == '{' && depth-- == 0) return at;
  }
  return std::string_view::npos;
}

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

std::string list_of(std::vector<std::string> const& items) {
  std::string all;
  for (std::string const& item : items) all += (all.empty() ? "" : ", ") + item;
  return "{" + all + "}";
}

std::string list_of(std::vector<row> const& rows) {
  std::vector<std::string> items;
  for (row const& r : rows) items.push_back("{" + quoted(r.tag) + ", " + quoted(r.words) + "}");
  return list_of(items);
}

/// A name and its value, as the recorder takes them.
std::string told(std::string const& name, std::string const& value) {
  return "{" + quoted(name) + ", ::bcast::traced::text(" + value + ")}";
}

class rewriter {
 public:
  explicit rewriter(std::string_view text) : text_(text), code_(code_of(text)) {}

  std::string operator()() {
    rename();
    make_inline();
    for (block const& b : blocks_of(text_)) {
      const std::size_t at = skip_spaces(code_, b.to);
      if (at == code_.size() || code_[at] == '}' ||
          text_.substr(b.to, at - b.to).find("\n\n") != std::string::npos || text_[b.to] == '\n') {
        refuse(b, "is not above anything");
      }
      if (enclosing(code_, at) == namespace_) {
        place_at_function(b, at);
      } else {
        place_at_statement(b, at);
      }
    }
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](edit const& a, edit const& b) { return a.at < b.at; });
    std::string out;
    std::size_t done = 0;
    for (edit const& e : edits_) {
      out += text_.substr(done, e.at - done);
      out += e.text;
      done = e.at + e.removed;
    }
    return out + std::string(text_.substr(done));
  }

 private:
  struct edit {
    std::size_t at;
    std::size_t removed;
    std::string text;
  };

  [[noreturn]] static void refuse(block const& b, std::string const& why) {
    throw refusal(b.from, "the row [" + b.rows.front().tag + "] " + why);
  }

  void insert(std::size_t at, std::string text) { edits_.push_back({at, 0, std::move(text)}); }

  void rename() {
    constexpr std::string_view printed = "namespace bcast::reference::";
    const std::size_t at = code_.find(printed);
    if (at == std::string::npos) throw refusal(0, "no namespace bcast::reference found");
    edits_.push_back({at, printed.size(), "namespace bcast::traced::"});
    namespace_ = code_.find('{', at);
    insert(namespace_ + 1, " using namespace ::bcast::reference;");
  }

  /// Recorded values are not constants: functions become inline instead, in their declarations too.
  void make_inline() {
    for (std::size_t at = code_.find("constexpr"); at != std::string::npos;
         at = code_.find("constexpr", at + 1)) {
      if (!begins_with_word(code_, at, "constexpr") || enclosing(code_, at) != namespace_) continue;
      const std::size_t end = find_outside(code_, at, "{;");
      const std::size_t open = find_outside(code_, at, "(", true);
      if (open < end) edits_.push_back({at, 9, "inline"});
    }
  }

  std::string source(std::size_t from, std::size_t to) const {
    return trimmed(std::string_view(code_).substr(from, to - from));
  }

  void place_at_function(block const& b, std::size_t at) {
    if (begins_with_word(code_, at, "template")) {
      at = skip_spaces(code_, closing(code_, code_.find('<', at)) + 1);
    }
    const std::size_t head_end = find_outside(code_, at, "{;");
    // Asked only by the compiler.
    if (begins_with_word(code_, at, "concept")) return;
    if (begins_with_word(code_, at, "inline") && code_[head_end] == ';') return;
    const std::size_t open = find_outside(code_, at, "(", true);
    if (head_end == std::string::npos || open > head_end) refuse(b, "is not above a function");
    if (code_[head_end] == ';') return;  // declared here, defined further down
    for (std::string_view word : {"constexpr", "inline"}) {
      if (begins_with_word(code_, at, word)) at = skip_spaces(code_, at + word.size());
    }
    const std::string name = last_name(std::string_view(code_).substr(at, open - at));
    const std::string type = source(at, code_.rfind(name, open - 1));
    std::vector<std::string> given, changed;
    for (part const& p : parts_of(code_, open + 1, closing(code_, open), true)) {
      const std::string argument = source(p.from, p.to), own = last_name(argument);
      if (argument.find("...") != std::string::npos) continue;
      given.push_back(told(own, own));
      const bool is_changed =
          argument.find('&') != std::string::npos && argument.find("const") == std::string::npos;
      if (is_changed) changed.push_back(told(own, own));
    }
    insert(head_end + 1, " return ::bcast::traced::called(" + list_of(named(b, name)) + ", " +
                             quoted(name) + ", " + list_of(given) +
                             ", [&] { return ::bcast::traced::values" + list_of(changed) +
                             "; }, [&]() -> " + type + " {");
    insert(closing(code_, head_end), " });");
  }

  /// A row of an overloaded function whose other overload has the same row: the words continue.
  std::vector<row> named(block const& b, std::string const& name) {
    std::vector<row> rows = b.rows;
    for (row& r : rows) {
      std::string& words = words_[{name, r.tag}];
      words += (words.empty() ? "" : ", ") + r.words;
      r.words = words;
    }
    return rows;
  }

  std::string call(std::string_view what, std::vector<row> const& rows) const {
    return "::bcast::traced::" + std::string(what) + "(" + list_of(rows);
  }

  void place_at_statement(block const& b, std::size_t at) {
    if (begins_with_word(code_, at, "if")) return place_at_condition(b, at);
    if (begins_with_word(code_, at, "while") || begins_with_word(code_, at, "for")) {
      const std::size_t body = skip_spaces(code_, closing(code_, code_.find('(', at)) + 1);
      if (code_[body] != '{') refuse(b, "is above a loop without braces");
      insert(body + 1, " " + call("looped", b.rows) + ");");
      return;
    }
    const std::size_t end = find_outside(code_, at, ";");
    if (begins_with_word(code_, at, "return")) return place_at_return(b, at, end);
    if (begins_with_word(code_, at, "throw")) {
      insert(at, call("thrown", about(b, at, end)) + "); ");
      return;
    }
    std::vector<std::string> values;
    for (part const& p : parts_of(code_, at, end, false)) {
      const std::size_t assigns = find_assignment(code_, p.from, p.to);
      if (assigns == std::string::npos) refuse(b, "is above a statement that gives no value");
      values.push_back(value_of(source(p.from, assigns)));
    }
    insert(end + 1,
           " " + call(in_branch(at) ? "decided" : "set", b.rows) + ", " + list_of(values) + ");");
  }

  /// The name and the value of the expression on the left of `=`.
  static std::string value_of(std::string const& left) {
    const std::size_t index = left.find('[');
    if (index == std::string::npos) {
      const std::size_t space = left.find_last_of(" &>");
      const std::string name = space == std::string::npos ? left : left.substr(space + 1);
      return told(name, name);
    }
    const std::string of = left.substr(index + 1, left.size() - index - 2);
    return "{" + quoted(left.substr(0, index)) + " + ::bcast::traced::at(" + of +
           "), ::bcast::traced::text(" + left + ")}";
  }

  void place_at_condition(block const& b, std::size_t at) {
    const std::size_t then = skip_spaces(code_, closing(code_, code_.find('(', at)) + 1);
    if (code_[then] == '{') {
      insert(then + 1, " " + call("entered", b.rows) + ");");
      return;
    }
    const std::size_t end = find_outside(code_, then, ";");
    if (begins_with_word(code_, then, "return")) return place_at_return(b, then, end);
    if (!begins_with_word(code_, then, "throw")) refuse(b, "is above a condition of another form");
    const std::vector<row> rows = about(b, then, end);
    insert(then, "{ " + call("thrown", rows) + "); ");
    insert(end + 1, " } " + call("passed", rows) + ");");
  }

  void place_at_return(block const& b, std::size_t at, std::size_t end) {
    const std::size_t value = skip_spaces(code_, at + 6);
    if (code_[value] == '{' || value == end) refuse(b, "is above a return without an expression");
    insert(value, call("taken", b.rows) + ", ");
    insert(end, ")");
  }

  /// The rows, with the row of the thrown clause first.
  std::vector<row> about(block const& b, std::size_t from, std::size_t to) const {
    std::vector<row> rows = b.rows;
    const std::string_view statement = text_.substr(from, to - from);
    const auto thrown = std::find_if(rows.begin(), rows.end(), [&](row const& r) {
      return statement.find(quoted(r.tag)) != std::string_view::npos;
    });
    if (thrown == rows.end()) refuse(b, "is above a throw of another clause");
    std::rotate(rows.begin(), thrown, thrown + 1);
    return rows;
  }

  /// Whether the innermost braces belong to an `if` or an `else`.
  bool in_branch(std::size_t at) const {
    const std::string_view before = std::string_view(code_).substr(0, enclosing(code_, at));
    const std::string head = trimmed(before.substr(before.find_last_of(";{}") + 1));
    return begins_with_word(head, 0, "if") || begins_with_word(head, 0, "else");
  }

  std::string_view text_;
  std::string code_;
  std::size_t namespace_ = 0;
  std::vector<edit> edits_;
  std::map<std::pair<std::string, std::string>, std::string> words_;
};

}  // namespace

std::string rewritten(std::string_view text) { return rewriter(text)(); }

}  // namespace bcast::tracer
