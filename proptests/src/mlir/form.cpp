// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/form.hpp"

#include <fmt/core.h>

#include <cctype>
#include <iterator>
#include <string>
#include <utility>

#include "mlir/attributes.hpp"

namespace bcast::proptests::mlir {
namespace {

/// What a message quotes: one line, short.
std::string quoted(std::string_view text) {
  std::string s;
  for (char c : text.substr(0, 40)) s += std::isprint(static_cast<unsigned char>(c)) ? c : '.';
  return "'" + s + (text.size() > 40 ? "...'" : "'");
}

class form_reader {
 public:
  form_reader(scanner& in, type_reader& types, std::string_view name)
      : in_(in), types_(types), name_(name), begin_(in.at()) {}

  form generic() {
    generic_ = true;
    read_values();
    for (in_.skip_blank(); !in_.take(":"); in_.skip_blank()) {
      const char c = in_.peek();
      if (c == '<') {
        read_properties();
      } else if (c == '{') {
        attributes_.list();
      } else if (c == '[') {
        read_blocks();
      } else if (c == '(') {
        read_regions();
      } else {
        no_types();
      }
    }
    in_.expect("(", "in function type");
    read_function_type();
    return std::move(read_);
  }

  form own() {
    for (in_.skip_blank();; in_.skip_blank()) {
      if (in_.done()) return without_types();
      const char c = in_.peek();
      if (c == '%') {
        if (begins_definition()) return without_types();
        read_list();
      } else if (c == ':') {
        in_.take(":");
        in_.skip_blank();
        // `offset: [3]`, `default: ^bb1`
        if (std::string_view("[%^@\"").find(in_.peek()) != std::string_view::npos) continue;
        if (in_.peek() != ':') {
          if (listed_) {
            read_.results = read_list_of_types();
            return std::move(read_);
          }
          form read = with_types();
          // Of `: T -> U as V` the result is V, and after another word something else.
          if (next_word("as")) {
            read.results = {types_.read_type()};
          } else if (has_word_on_its_line()) {
            read.exact = false;
            read.types = 0;
            read.written.clear();
            read.changed = true;
          }
          return read;
        }
        in_.take(":");
      } else if (in_.take("->")) {
        if (in_.peek() == '[') {  // as in `[b, f]x[i, o]->[b, f]`
          in_.skip_group();
          continue;
        }
        if (!listed_ && (in_.skip_blank(), in_.peek() == '%')) continue;
        read_.results = results();
        while (in_.next(",")) read_.results.push_back(types_.read_type());
        if (!listed_) incomplete();
        return std::move(read_);
      } else if (is_word(c)) {
        if (!read_word()) return without_types();
      } else if (!read_other(c)) {
        return without_types();
      }
    }
  }

 private:
  /// Whether only blanks are before a position on its line.
  bool begins_line(std::size_t at) const {
    while (at > 0 && is_space(in_.text()[at - 1]) && in_.text()[at - 1] != '\n') --at;
    return at == 0 || in_.text()[at - 1] == '\n';
  }

  /// `%name`, or `%name#1`.
  value_name read_value() {
    in_.take("%");
    value_name value{in_.value_name()};
    if (in_.take("#")) value.number = in_.integer().value_or(0);
    read_.values.push_back(value);
    return value;
  }

  /// `%a, %b`, up to what is no value.
  void read_list() {
    bool more = true;
    while (more) {
      read_value();
      ++count_;
      more = in_.next(",");
      in_.skip_blank();
      more = more && in_.peek() == '%';
    }
  }

  /// The operands of a generic form; their list is next.
  void read_values() {
    in_.expect("(", "before operands");
    for (in_.skip_blank(); in_.peek() == '%'; in_.skip_blank()) {
      read_value();
      if (!in_.next(",")) break;
    }
    in_.expect(")", "after operands");
  }

  void read_properties() {
    in_.take("<");
    in_.skip_blank();
    if (in_.peek() != '{') in_.fail("expected '{' in properties");
    attributes_.list();
    in_.expect(">", "after properties");
  }

  /// `[^bb1, ^bb2]`.
  void read_blocks() {
    const std::size_t begin = in_.at();
    in_.take("[");
    while (in_.next("^")) {
      read_.blocks.push_back(in_.value_name());
      in_.next(",");
    }
    in_.go(begin);
    in_.skip_group();
  }

  void read_regions() {
    read_.nested = true;
    in_.skip_group();
  }

  /// Whether the `%` that is next begins the next operation: `%a, %b:2 =`.
  bool begins_definition() {
    const std::size_t begin = in_.at();
    bool definition = false;
    while (in_.next("%")) {
      in_.value_name();
      if (in_.take(":")) in_.integer();
      if (in_.next("=")) {
        definition = in_.peek() != '=';
        break;
      }
      if (!in_.next(",")) break;
    }
    in_.go(begin);
    return definition;
  }

  /// A word of the form; false if the next operation begins with it.
  bool read_word() {
    const std::size_t begin = in_.at();
    const std::string_view word = in_.word();
    if (is_digit(word.front())) return true;
    const bool operation =
        word.find('.') != std::string_view::npos || word == "return" || word == "module";
    const bool typed = word == "ins" || word == "outs";
    in_.skip_blank();
    if (word == "applies") {  // the name of an operation, which is a part of this one
      in_.word();
      return true;
    }
    if (operation || (listed_ && !typed && in_.peek() != '=')) {
      in_.go(begin);
      return false;
    }
    if (typed && in_.peek() == '(') {
      read_typed_list();
    } else if (in_.peek() == '<') {
      in_.skip_angles(in_.at());
    } else if (in_.peek() == '=') {
      in_.take("=");
      attributes_.value(word);
    }
    return true;
  }

  /// `(%a, %b : T, U)`.
  void read_typed_list() {
    listed_ = true;
    in_.take("(");
    if (in_.next(")")) return;
    const std::size_t before = read_.operands.size();
    std::size_t count = 0;
    do {
      in_.skip_blank();
      if (in_.peek() != '%') in_.fail("expected an operand");
      read_value();
      ++count;
    } while (in_.next(","));
    in_.expect(":", "before the types of operands");
    for (mlir_type& t : types_.read_types(")")) read_.operands.push_back(std::move(t));
    if (read_.operands.size() - before != count) {
      in_.fail(fmt::format("{} operands have {} types", count, read_.operands.size() - before));
    }
  }

  /// `(%a, %b : T, U)`, of which any part may be something else. A value that is defined there is
  /// none of the operands.
  void read_group() {
    const std::size_t begin = in_.at();
    in_.skip_group();
    const std::size_t end = in_.at();
    in_.go(begin + 1);
    const std::size_t values = read_.values.size(), types = read_.written.size();
    bool plain = true;                          // %a, %b
    bool typed = false, next_to_value = false;  // %a, %b : T, U
    for (in_.skip_blank(); in_.at() + 1 < end; in_.skip_blank()) {
      const char c = in_.peek();
      const std::size_t at = in_.at();
      if (c == '%') {
        read_value();
        in_.skip_blank();
        next_to_value = in_.peek() == ':';
        if (in_.peek() == '=') read_.values.pop_back();
        plain = plain && (in_.peek() == ',' || in_.peek() == ')');
      } else if (c == ':') {
        in_.take(":");
        try {
          const std::size_t first = read_.written.size();
          do {
            read_.written.push_back(types_.read_type());
          } while (in_.next(",") && (in_.skip_blank(), in_.peek() != '%'));
          if (!next_to_value) read_.literal = read_.written.back();
          typed = next_to_value && values + (read_.written.size() - first) == read_.values.size() &&
                  types == first && in_.at() + 1 == end;
        } catch (mlir_syntax_error const&) {  // it is something else
          in_.go(at + 1);
        }
      } else if (c == '"') {
        in_.string();
      } else if (c == '(' || c == '[' || c == '{') {
        read_.nested = read_.nested || c != '[';
        in_.skip_group();
      } else if (c == '<') {
        in_.skip_angles(at);
      } else if (in_.word().empty()) {
        in_.go(at + 1);
      }
    }
    for (std::size_t k = values; typed && k < read_.values.size(); ++k) {
      read_.pairs.emplace_back(read_.values[k], read_.written[types + k - values]);
    }
    if (typed) {
      read_.values.resize(values);
      read_.written.resize(types);
    }
    read_.ordered = read_.ordered && (plain || values == read_.values.size());
    if (read_.nested) {
      read_.values.resize(values);
      read_.written.resize(types);
    }
    in_.go(end);
  }

  /// A character that begins no word; false if the operation ends before it.
  bool read_other(char c) {
    if (c == '{') {
      if (begins_attributes(in_)) {
        attributes_.list();
      } else {
        read_regions();
      }
    } else if (c == '(' || c == '[') {
      if (listed_) return false;
      const std::size_t begin = in_.at();
      if (c == '(' && !read_.symbol.empty()) {  // of a call
        try {
          return read_values(), true;
        } catch (mlir_syntax_error const&) {
          read_.values.clear();
          in_.go(begin);
        }
      }
      if (c == '(') {
        read_group();
      } else {
        in_.skip_group();
      }
    } else if (c == '<') {
      if (in_.text().substr(in_.at(), 2) == "<{") {
        read_properties();
      } else {
        in_.skip_angles(in_.at());
      }
    } else if (c == '"') {
      const std::size_t begin = in_.at();
      in_.string();
      in_.skip_blank();
      if (listed_ || (in_.peek() == '(' && begins_line(begin))) {  // the next operation
        in_.go(begin);
        return false;
      }
    } else if (c == '#' || c == '@' || c == '!') {
      if (listed_) return false;
      const std::size_t begin = in_.at();
      in_.go(begin + 1);
      if (in_.peek() == '"') {
        const std::string_view name = in_.string();
        if (c == '@' && read_.symbol.empty()) read_.symbol = name;
      } else {
        const std::string_view name = in_.value_name();
        if (c == '@' && read_.symbol.empty()) read_.symbol = name;
        if (const auto list = types_.attributes_of(name); c == '#' && list) {
          const std::size_t after = in_.at();
          in_.go(*list);
          attributes_.list();
          in_.go(after);
        }
      }
      if (in_.peek() == '<') in_.skip_angles(begin);
    } else if (c == '}' || c == ')' || c == ']' || c == '^') {
      return false;
    } else {
      if (listed_ && c != ',' && c != '=') return false;
      in_.go(in_.at() + 1);
    }
    return true;
  }

  [[noreturn]] void no_types() {
    in_.go(begin_);
    in_.fail(fmt::format("expected ':' and the types of {}", quoted(name_)));
  }

  /// The operation ends here.
  form without_types() {
    if (!listed_ && read_.written.empty() && read_.pairs.empty()) no_types();
    if (!listed_) incomplete();
    return std::move(read_);
  }

  /// The types of some operands are not written.
  void incomplete() {
    read_.exact = false;
    in_.go(begin_);
    read_.wrong = fmt::format("expected ':' and the types of {}", quoted(name_));
  }

  std::vector<mlir_type> results() {
    if (!in_.next("(")) return {read_result()};
    std::vector<mlir_type> all;
    if (in_.next(")")) return all;
    do {
      all.push_back(read_result());
      types_.skip_sizes();
    } while (in_.next(","));
    in_.expect(")", "in list of types");
    return all;
  }

  /// A type, or an operand that the result is tied to, as in `%a as T`. `%a` alone has a type that
  /// is not written here.
  mlir_type read_result() {
    if (!in_.next("%")) return types_.read_type();
    in_.value_name();
    if (in_.take("#")) in_.integer();
    return next_word("as") ? types_.read_type() : mlir_type{};
  }

  /// Behind the `(`. Without an arrow there are no results.
  void read_function_type() {
    read_.operands = types_.read_types(")");
    const std::size_t after = in_.at();
    const bool may_end = !generic_ && read_.values.size() == read_.operands.size();
    if (may_end && !in_.next("->")) return in_.go(after);
    in_.go(after);
    in_.expect("->", "in function type");
    read_.results = results();
  }

  /// Behind the `:`.
  form with_types() {
    if (in_.next("(")) {
      read_function_type();
      end_ = in_.at();
      return std::move(read_);
    }
    std::vector<mlir_type> all = read_list_of_types(), more;
    if (in_.next("->") || next_word_of_type("to")) {
      read_.operands = std::move(all);
      if (in_.next("(")) {
        read_.results = types_.read_types(")");
        end_ = in_.at();
      } else {
        read_.results = read_list_of_types();
      }
      read_more(read_.written);
      return std::move(read_);
    }
    const bool from = next_word("from");
    if (from || next_word("into")) {
      more = read_list_of_types();
      const std::size_t given = read_.values.size();
      const bool each =
          from ? more.size() == given && all.size() == 1 : all.size() == given && more.size() == 1;
      if (each || (!from && all.size() == 1 && more.size() == 1 && given == 2)) {
        if (!each) all.push_back(more.back());
        read_.ordered = read_.ordered && each;  // some write them the other way round
        read_.operands = std::move(from ? more : all);
        read_.results = std::move(from ? all : more);
        if (in_.next("->")) read_.results = read_list_of_types();
        return std::move(read_);
      }
      read_.exact = false;
      read_.results = {from ? all.front() : more.back()};
      read_.last = read_.results.front();
      std::ranges::move(all, std::back_inserter(read_.written));
      std::ranges::move(more, std::back_inserter(read_.written));
      read_more(read_.written);
      read_.wrong = fmt::format("the types of {} are not those of its operands", quoted(name_));
      return std::move(read_);
    }
    read_.exact = false;
    read_.types = all.size();
    read_.last = all.back();
    const bool counted =
        read_.ordered && (count_ == 0 || all.size() == read_.values.size() || all.size() == 2);
    const std::size_t count = counted ? read_.values.size() : count_;
    read_.results = {all.size() == 1 || all.size() == count ? all.front() : all.back()};
    read_.written.insert(read_.written.end(), all.begin(), all.end());
    if (all.size() == 2 && count == 3) {
      types_.spend(2 * all.back().shape.sizes.size());
      read_.operands = {all[0], all[1], all[1]};
    } else if (all.size() == 1) {
      types_.spend(count * all.front().shape.sizes.size());
      read_.operands.assign(count, all.front());
    } else if (all.size() == count) {
      read_.operands = std::move(all);
    } else {
      read_.wrong = fmt::format("{} types of {} operands of {}", all.size(), count, quoted(name_));
    }
    return std::move(read_);
  }

  /// `T, U`, or `T, %b : U`, in which each operand is before its type.
  std::vector<mlir_type> read_list_of_types() {
    std::vector<mlir_type> all;
    do {
      in_.skip_blank();
      if (in_.peek() == '%' && !all.empty()) {
        read_value();
        ++count_;
        in_.expect(":", "before the type of an operand");
      }
      all.push_back(types_.read_type());
      types_.skip_sizes();
      end_ = in_.at();
    } while (in_.next(",") || in_.next("*"));
    return all;
  }

  /// Types after another arrow or word.
  void read_more(std::vector<mlir_type>& written) {
    while (in_.next("->") || next_word("into") || next_word("to")) {
      for (mlir_type& t : read_list_of_types()) written.push_back(std::move(t));
      read_.exact = false;
    }
  }

  bool has_word_on_its_line() {
    const std::size_t begin = end_;
    in_.go(end_);
    in_.skip_blank();
    const bool line =
        in_.text().substr(begin, in_.at() - begin).find('\n') != std::string_view::npos;
    const std::string_view word = in_.word();
    in_.go(begin);
    return word == "as" || (!line && !word.empty() && word != "loc" && word != "to");
  }

  bool next_word_of_type(std::string_view word) {
    const std::size_t begin = in_.at();
    if (next_word(word) &&
        (in_.skip_blank(), std::string_view("#@%").find(in_.peek()) == std::string_view::npos)) {
      return true;
    }
    in_.go(begin);
    return false;
  }

  bool next_word(std::string_view word) {
    in_.skip_blank();
    const std::size_t begin = in_.at();
    if (in_.word() == word) return true;
    in_.go(begin);
    return false;
  }

  scanner& in_;
  type_reader& types_;
  std::string_view name_;
  std::size_t begin_;
  form read_;
  attribute_reader attributes_{in_, types_, read_};
  std::size_t end_ = 0;    ///< of the last type
  std::size_t count_ = 0;  ///< of the values outside of brackets
  bool generic_ = false;
  bool listed_ = false;  ///< its types are those of `ins(...)` and `outs(...)`
};

}  // namespace

bool begins_attributes(scanner& in) {
  const std::size_t begin = in.at();
  in.take("{");
  in.skip_blank();
  bool attributes = in.peek() == '}' || in.peek() == '-';
  if (in.peek() == '"') {
    in.string();
    in.skip_blank();
    attributes = in.peek() == '=';
  } else if (!in.word().empty()) {
    in.skip_blank();
    attributes = in.peek() == '=' || in.peek() == ',' || in.peek() == '}';
  }
  in.go(begin);
  return attributes;
}

form read_generic(scanner& in, type_reader& types, std::string_view name) {
  return form_reader(in, types, name).generic();
}

form read_own(scanner& in, type_reader& types, std::string_view name) {
  form read = form_reader(in, types, name).own();
  if (read.exact && (!read.ordered || read.values.size() != read.operands.size())) {
    read.written.insert(read.written.end(), read.operands.begin(), read.operands.end());
    read.written.insert(read.written.end(), read.results.begin(), read.results.end());
  }
  return read;
}

}  // namespace bcast::proptests::mlir
