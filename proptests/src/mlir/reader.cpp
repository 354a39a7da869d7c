// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "mlir/form.hpp"
#include "mlir/mlir_text.hpp"
#include "mlir/types.hpp"
#include "mlir/values.hpp"

namespace bcast::proptests {
namespace {

using mlir::value_name;

/// Walks over a text from one token to the next, and reads the operations on its way.
class reader {
 public:
  reader(mlir_chunk const& chunk, std::function<mlir_interest(std::string_view)> const& interest)
      : in_(chunk),
        first_(in_.text().find_first_not_of(" \t\r\n")),
        types_(in_),
        interest_(interest) {}

  mlir_reading read() {
    for (in_.skip_blank(); !in_.done(); in_.skip_blank()) {
      step();
      before_ = in_.at();
    }
    return std::move(found_);
  }

 private:
  /// One token, or one operation.
  void step() {
    const std::size_t at = in_.at();
    const char c = in_.peek();
    const auto before = std::exchange(word_end_, std::nullopt);
    if (c == '"') {
      step_string(at, before);
    } else if (mlir::is_word(c)) {
      step_word(at, before);
    } else if (c == '%') {
      step_value();
    } else if (c == '{') {
      step_brace(at);
    } else if (c == '}') {
      values_.close();
      in_.go(at + 1);
    } else if (c == '^') {
      in_.go(at + 1);
      in_.value_name();
      for (parameter& p : parameters()) values_.define(p.name, std::move(p.type));
    } else if (c == '@') {
      step_symbol(at);
    } else if (c == '!') {
      define_alias(at);
    } else if (c == '#') {
      in_.go(at + 1);
      in_.word();
      pass_angles(at);
    } else {
      in_.go(at + 1);
    }
  }

  /// A string is the name of an operation before a list of operands, unless a word on its line says
  /// what else it is.
  void step_string(std::size_t at, std::optional<std::size_t> word_end) {
    const std::string_view name = in_.string();
    const std::size_t behind = in_.at();
    in_.skip_blank();
    const bool quoted = word_end && !has_line_between(*word_end, at);
    if (in_.peek() == '(' && !quoted) {
      read_operation(name, at, behind, true);
    } else {
      in_.go(behind);
    }
  }

  void step_word(std::size_t at, std::optional<std::size_t> word_end) {
    const std::string_view word = in_.word();
    const std::size_t behind = in_.at();
    in_.skip_blank();
    if (word == "loc" && in_.peek() == '(') {
      in_.skip_group();
      return;
    }
    in_.go(behind);
    const bool dotted = !mlir::is_digit(word.front()) && word.find('.') != std::string_view::npos;
    if (dotted || at == first_) {
      // `reduce(...) applies stablehlo.add across ...` names an operation that has no operands.
      if (word_end && in_.text().substr(0, *word_end).ends_with("applies")) return;
      if (is_alone(behind)) return;
      read_operation(word, at, behind, false);
    } else {
      word_end_ = behind;
    }
  }

  /// Moves past the `<...>` of an attribute or of a type that begins at `at`, if it has that.
  void pass_angles(std::size_t at) {
    if (in_.peek() != '<') return;
    const std::size_t begin = in_.at();
    try {
      in_.skip_angles(at);
    } catch (mlir_syntax_error const&) {
      in_.go(begin + 1);
    }
  }

  /// Whether a name stands in braces without operands, as in `linalg.map { arith.addf } ins(...)`.
  bool is_alone(std::size_t behind) {
    in_.skip_blank();
    if (in_.peek() == '{' && mlir::begins_attributes(in_)) {
      in_.skip_group();
      in_.skip_blank();
    }
    const bool alone = in_.peek() == '}';
    in_.go(behind);
    return alone;
  }

  /// `%a, %b:2 = name`, or a list of values.
  void step_value() {
    std::vector<value_name> names;
    do {
      in_.take("%");
      const std::string_view name = in_.value_name();
      std::int64_t count = 1;
      if (in_.take(":")) {
        count = std::clamp<std::int64_t>(in_.integer().value_or(1), 1, most_results);
      }
      for (std::int64_t k = 0; k < count; ++k) names.push_back({name, k});
      in_.skip_blank();
      if (in_.take("#")) in_.integer();
    } while (take_comma_and_value());
    if (!in_.next("=") || in_.peek() == '=') return;
    for (value_name name : names) values_.define(name, std::nullopt);
    in_.skip_blank();
    const std::size_t at = in_.at();
    if (in_.peek() != '"' && !mlir::is_word(in_.peek())) return;
    const bool generic = in_.peek() == '"';
    const std::string_view name = generic ? in_.string() : in_.word();
    const std::size_t behind = in_.at();
    if (generic && (in_.skip_blank(), in_.peek() != '(')) return;
    // `%i = 0 to 4`, `%x = affine_map<...>` are no operations.
    const bool dotted = name.find('.') != std::string_view::npos;
    if (!generic && (mlir::is_digit(name.front()) || !dotted)) return;
    results_ = std::move(names);
    read_operation(name, at, behind, generic);
  }

  bool take_comma_and_value() {
    in_.skip_blank();
    const std::size_t begin = in_.at();
    if (in_.take(",") && (in_.skip_blank(), in_.peek() == '%')) return true;
    in_.go(begin);
    return false;
  }

  void step_brace(std::size_t at) {
    if (mlir::begins_attributes(in_)) {
      in_.skip_group();
      return;
    }
    values_.open();
    for (parameter& p : pending_) values_.define(p.name, std::move(p.type));
    pending_.clear();
    in_.go(at + 1);
  }

  /// `@name`, perhaps with a function's parameters, which are visible in the next region.
  void step_symbol(std::size_t at) {
    in_.go(at + 1);
    if (in_.peek() == '"') {
      in_.string();
    } else {
      in_.value_name();
    }
    pending_ = parameters();
  }

  struct parameter {
    value_name name;
    mlir_type type;
  };

  /// The parameters of `(%a: T, %b: U {attributes})`, if that is next; the position behind it, or
  /// as it was.
  std::vector<parameter> parameters() {
    std::vector<parameter> all;
    const std::size_t begin = in_.at();
    if (!in_.next("(")) return all;
    try {
      do {
        if (!in_.next("%")) break;
        const value_name name{in_.value_name()};
        if (!in_.next(":")) break;
        all.push_back({name, types_.read_type()});
        in_.skip_blank();
        if (in_.peek() == '{') in_.skip_group();
        in_.skip_blank();
        if (in_.text().substr(in_.at(), 4) == "loc(") {
          in_.go(in_.at() + 3);
          in_.skip_group();
        }
      } while (in_.next(","));
      if (in_.next(")")) return all;
    } catch (mlir_syntax_error const&) {  // it is something else
    }
    in_.go(begin);
    return {};
  }

  /// Whether a `!` begins a statement outside of all regions: there alone an alias is defined.
  bool begins_statement(std::size_t at) const {
    if (!values_.are_outermost()) return false;
    if (before_ == statement_end_) return true;
    const std::string_view before = in_.text().substr(0, before_);
    return has_line_between(before_, at) && !before.ends_with("->") &&
           std::string_view(":,=([{<").find(before.back()) == std::string_view::npos;
  }

  /// `!name = type`, unless it is a use of the alias.
  void define_alias(std::size_t at) {
    const bool may_be = begins_statement(at);
    in_.go(at + 1);
    const std::string name(in_.word());
    const std::size_t behind = in_.at();
    if (may_be && !name.empty() && in_.next("=") && in_.peek() != '=') {
      try {
        if (types_.defines(name)) {
          in_.go(at);
          in_.fail(fmt::format("type alias '!{}' is defined again", name));
        }
        types_.define(name, types_.read_type());
        statement_end_ = in_.at();
        return;
      } catch (mlir_syntax_error const& e) {
        found_.unread.push_back({"!" + name, e.place, e.what()});
      }
    }
    in_.go(behind);
    pass_angles(at);
  }

  /// The name was read; `at` is its place, `behind` the position behind it.
  void read_operation(std::string_view name, std::size_t at, std::size_t behind, bool generic) {
    const std::vector<value_name> results = std::exchange(results_, {});
    const mlir_interest interest = interest_(name);
    const bool passed = interest == mlir_interest::passed || interest == mlir_interest::counted;
    const bool is_read = interest == mlir_interest::asked || interest == mlir_interest::chooses;
    if (interest == mlir_interest::counted) count(name, at);
    try {
      mlir::form form =
          generic ? mlir::read_generic(in_, types_, name) : mlir::read_own(in_, types_, name);
      const bool nested = form.nested;
      if (form.exact || !passed) {
        for (std::size_t k = 0; k < results.size() && results.size() == form.results.size(); ++k) {
          values_.define(results[k], form.results[k]);
        }
      }
      if (interest == mlir_interest::chooses && form.types == 1 && !form.operands.empty()) {
        form.operands.front() = {mlir_type::kind::scalar, {}, {}};
      }
      if (is_read) found(name, at, std::move(form));
      // The regions that were passed are walked over now.
      if (!nested && !passed) return;
    } catch (mlir_syntax_error const& e) {
      if (is_read) found_.unread.push_back({std::string(name), e.place, e.what()});
    }
    in_.go(behind);
    if (!generic) word_end_ = behind;
  }

  void found(std::string_view name, std::size_t at, mlir::form&& form) {
    const text_place place = in_.place_of(at);
    for (std::size_t m = 0; m < form.values.size() && form.values.size() == form.operands.size();
         ++m) {
      mlir_type const* const defined = values_.find(form.values[m]);
      if (defined == nullptr || is_same(*defined, form.operands[m])) continue;
      found_.clashes.push_back({std::string(name), place, m, *defined, form.operands[m]});
    }
    found_.operations.push_back({std::string(name), place, std::move(form.operands),
                                 std::move(form.results), std::move(form.integers)});
  }

  /// Whether two types may be those of one value, by what is known of them.
  static bool is_same(mlir_type const& a, mlir_type const& b) {
    if (a.kind == mlir_type::kind::other || b.kind == mlir_type::kind::other) return true;
    return a == b;
  }

  void count(std::string_view name, std::size_t at) {
    const auto [where, is_new] = others_.try_emplace(name, found_.others.size());
    if (is_new) found_.others.push_back({std::string(name), in_.place_of(at), 0});
    ++found_.others[where->second].count;
  }

  bool has_line_between(std::size_t begin, std::size_t end) const {
    return in_.text().substr(begin, end - begin).find('\n') != std::string_view::npos;
  }

  static constexpr std::int64_t most_results = 64;

  mlir::scanner in_;
  std::size_t first_;              ///< where the first token begins
  std::size_t before_ = 0;         ///< where the last token ends
  std::size_t statement_end_ = 0;  ///< where the last definition of an alias ends
  mlir::type_reader types_;
  std::function<mlir_interest(std::string_view)> const& interest_;
  mlir::values values_;
  std::vector<value_name> results_;      ///< of the operation that is next
  std::vector<parameter> pending_;       ///< visible in the next region
  std::optional<std::size_t> word_end_;  ///< of the last token, if it is a word
  std::unordered_map<std::string_view, std::size_t> others_;
  mlir_reading found_;
};

}  // namespace

std::vector<mlir_chunk> split_mlir(std::string_view text) {
  std::vector<mlir_chunk> chunks;
  std::size_t begin = 0, line = 1, first = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view whole = text.substr(at, end - at);
    if (whole.starts_with("// -----")) {
      chunks.push_back({text.substr(begin, at - begin), {first, 1}});
      begin = end;
      first = line + 1;
    }
    at = end;
  }
  chunks.push_back({text.substr(begin), {first, 1}});
  const bool whole = chunks.size() > 1 &&
                     !std::all_of(chunks.begin(), chunks.end(), mlir::brackets_match) &&
                     mlir::brackets_match({text, {}});
  if (whole) return {{text, {}}};
  return chunks;
}

mlir_reading read_mlir(mlir_chunk const& chunk,
                       std::function<mlir_interest(std::string_view)> const& interest) {
  return reader(chunk, interest).read();
}

}  // namespace bcast::proptests
