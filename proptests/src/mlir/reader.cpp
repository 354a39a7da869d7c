// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "mlir/form.hpp"
#include "mlir/literals.hpp"
#include "mlir/mlir_text.hpp"
#include "mlir/signature.hpp"
#include "mlir/types.hpp"
#include "mlir/uses.hpp"

namespace bcast::proptests {
namespace {

using mlir::parameter;
using mlir::value_name;

/// Walks over a text from one token to the next, and reads the operations on its way.
class reader {
 public:
  reader(mlir_chunk const& chunk, std::function<mlir_interest(std::string_view)> const& interest,
         std::function<void(mlir_operation const&)> const& each)
      : in_(chunk),
        first_(in_.text().find_first_not_of(" \t\r\n")),
        types_(in_),
        interest_(interest),
        each_(each),
        uses_(in_) {}

  mlir_reading read() {
    for (in_.skip_blank(); !in_.done(); in_.skip_blank()) {
      step();
      before_ = in_.at();
    }
    found_.clashes = uses_.all();
    for (mlir_clash& c : mlir::read_literals(in_, types_)) found_.clashes.push_back(std::move(c));
    for (mlir_clash& c : types_.take_wrong()) found_.clashes.push_back(std::move(c));
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
      uses_.close();
      in_.go(at + 1);
      const std::size_t after = in_.at();
      again_ = in_.next("else") || in_.next("do");
      in_.go(again_ ? in_.at() : after);
    } else if (c == '^') {
      step_block(at);
    } else if (c == '@') {
      step_symbol(at);
    } else if (c == '!') {
      define_alias(at);
    } else if (c == '#') {
      in_.go(at + 1);
      const std::string_view name = in_.word();
      if (in_.next("=") && (in_.skip_blank(), true)) {
        const std::size_t begin = in_.at();
        types_.define_layout(name);
        if (auto map = types_.read_map()) return types_.define_map(name, std::move(*map));
        in_.go(begin);
        if (in_.peek() == '{' || in_.peek() == '[') types_.define_attributes(name, begin);
        return;
      }
      pass_angles(at);
    } else {
      in_.go(at + 1);
    }
  }

  /// A string is the name of an operation before a list of operands, unless a word on its line says
  /// what else it is.
  void step_string(std::size_t at, std::optional<std::size_t> word_end) {
    const std::string_view name = in_.string();
    const std::size_t after = in_.at();
    in_.skip_blank();
    const bool quoted = word_end && !has_line_between(*word_end, at);
    if (in_.peek() == '(' && !quoted) {
      read_operation(name, at, after, true);
    } else {
      in_.go(after);
    }
  }

  void step_word(std::size_t at, std::optional<std::size_t> word_end) {
    const std::string_view word = in_.word();
    const std::size_t after = in_.at();
    in_.skip_blank();
    if (word == "loc" && in_.peek() == '(') {
      in_.skip_group();
      return;
    }
    in_.go(after);
    const bool dotted = !mlir::is_digit(word.front()) && word.find('.') != std::string_view::npos;
    if (dotted || at == first_ || word == "return" || word == "call") {
      // `reduce(...) applies stablehlo.add across ...` names an operation that has no operands.
      if (word_end && in_.text().substr(0, *word_end).ends_with("applies")) return;
      if (is_alone(after)) return;
      read_named(word, at, after, false);
    } else {
      word_end_ = after;
      // `reducer(%a: T) {`
      if (in_.peek() != '(') return;
      const auto more = mlir::read_parameters(in_, types_);
      pending_.insert(pending_.end(), more.begin(), more.end());
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
  bool is_alone(std::size_t after) {
    in_.skip_blank();
    if (in_.peek() == '{' && mlir::begins_attributes(in_)) {
      in_.skip_group();
      in_.skip_blank();
    }
    const bool alone = in_.peek() == '}';
    in_.go(after);
    return alone;
  }

  /// `%a, %b:2 = name`, or a list of values.
  void step_value() {
    const std::size_t begin = in_.at();
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
    for (value_name name : names) uses_.define(name, {}, true, begin);
    in_.skip_blank();
    const std::size_t at = in_.at();
    if (in_.peek() != '"' && !mlir::is_word(in_.peek())) return;
    const bool generic = in_.peek() == '"';
    const std::string_view name = generic ? in_.string() : in_.word();
    const std::size_t after = in_.at();
    if (generic && (in_.skip_blank(), in_.peek() != '(')) return;
    // `%i = 0 to 4`, `%x = affine_map<...>` are no operations.
    const bool dotted = name.find('.') != std::string_view::npos || name == "call";
    if (!generic && (mlir::is_digit(name.front()) || !dotted)) return;
    results_ = std::move(names);
    read_named(name, at, after, generic);
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
    if (std::exchange(again_, false)) {
      uses_.open_again();
      if (!both_.empty()) {
        uses_.be_second();
        pending_ = std::exchange(both_, {});
      }
    } else {
      uses_.open(owner_.empty() || !returned_ ? nullptr : &*returned_, owner_, last_, owner_at_);
      if (!owner_.empty() && parameters_) uses_.expect_arguments(*parameters_);
    }
    parameters_.reset();
    if (!owner_.empty() && second_) uses_.then(*std::exchange(second_, std::nullopt));
    owner_.clear();
    for (parameter const& p : pending_) uses_.define(p.name, {&p.type, 1}, true, at);
    pending_.clear();
    in_.go(at + 1);
    in_.skip_blank();
    if (in_.peek() != '^') uses_.expect_no_arguments();
  }

  /// `^name(%a: T, %b: U):`, or a branch to it, `^name(%a, %b : T, U)`.
  void step_block(std::size_t at) {
    in_.go(at + 1);
    const std::string_view label = in_.value_name();
    const std::size_t after = in_.at();
    const std::vector<parameter> arguments = mlir::read_parameters(in_, types_);
    if (in_.next(":")) return uses_.define_block(label, arguments, at);
    in_.go(after);
    if (last_is_generic_) return;
    mlir::form given;
    if (in_.next("(")) {
      try {
        do {
          in_.expect("%", "before an operand");
          given.values.push_back({in_.value_name(), 0});
          if (in_.take("#")) given.values.back().number = in_.integer().value_or(0);
        } while (in_.next(","));
        in_.expect(":", "before the types of operands");
        given.operands = types_.read_types(")");
      } catch (mlir_syntax_error const&) {  // it is something else
        return in_.go(after);
      }
    }
    uses_.use(last_, last_at_, given, true, false);
    uses_.branch(last_, last_at_, label, given.operands);
  }

  /// `@name`, perhaps with a function's parameters, which are visible in the next region, and with
  /// what it returns.
  void step_symbol(std::size_t at) {
    in_.go(at + 1);
    const std::string_view name = in_.peek() == '"' ? in_.string() : in_.value_name();
    if (!last_.ends_with(".func")) {
      pending_ = mlir::read_parameters(in_, types_);
      return;
    }
    pending_.clear();
    const std::size_t after = in_.at();
    std::vector<mlir_type> types;
    if (in_.next("(") && (in_.skip_blank(), in_.peek() != '%')) {
      auto declared = mlir::read_type_list(in_, types_);
      if (!declared) return in_.go(after);
      types = std::move(*declared);
    } else {
      in_.go(after);
      pending_ = mlir::read_parameters(in_, types_);
      for (parameter const& p : pending_) types.push_back(p.type);
      if (types.empty()) return;
    }
    std::size_t end = in_.at();
    returned_.emplace();
    if (in_.next("->")) {
      returned_ = read_results();
      end = in_.at();
    }
    // Of a kernel, memory that is its own.
    while (in_.next("workgroup") || in_.next("private")) {
      const auto more = mlir::read_parameters(in_, types_);
      pending_.insert(pending_.end(), more.begin(), more.end());
      end = in_.at();
    }
    in_.go(end);
    own(fmt::format("@{}", name), at);
    uses_.define_function(name, types, returned_, at);
    if (pending_.empty()) parameters_ = std::move(types);
  }

  /// The next region gives `returned_`.
  void own(std::string owner, std::size_t at) {
    owner_ = std::move(owner);
    owner_at_ = at;
  }

  /// Whether a `!` begins a statement outside of all regions: there alone an alias is defined.
  bool begins_statement(std::size_t at) const {
    if (!uses_.are_outermost()) return false;
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
    const std::size_t after = in_.at();
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
    in_.go(after);
    pass_angles(at);
  }

  /// The same, of an operation whose name may be in a string after it: `torch.operator
  /// "onnx.Add"`.
  void read_named(std::string_view name, std::size_t at, std::size_t after, bool generic) {
    in_.go(after);
    in_.skip_blank();
    if (name != "torch.operator" || in_.peek() != '"') {
      in_.go(after);
      return read_operation(name, at, after, generic);
    }
    name = in_.string();
    read_operation(name, at, in_.at(), true);
  }

  /// `iter_args(%a = %b) -> (T, U) {`, after the name of an operation whose regions give its
  /// results. The `%a` are visible in the next region.
  bool read_region_results(std::string_view name, std::size_t at,
                           std::vector<value_name> const& results) {
    if (!is_in(with_results, name)) return false;
    const std::size_t after = in_.at();
    mlir::form initial;
    std::vector<value_name> names;
    for (in_.skip_blank(); !in_.done() && in_.peek() != '{' && in_.peek() != ':' && !in_.take("->");
         in_.skip_blank()) {
      if (in_.peek() == '(') {
        read_initial(names, initial);
      } else if (in_.peek() == '[') {
        in_.skip_group();
      } else {
        in_.go(in_.at() + 1);
      }
    }
    std::optional<std::vector<mlir_type>> arguments;
    if (in_.take(":")) arguments = read_results();
    // The results of a loop without an arrow are its arguments.
    const bool arrow = in_.text()[in_.at() - 1] == '>' || (arguments && in_.next("->"));
    returned_.emplace();
    if (arrow) returned_ = read_results();
    if (!arrow && arguments) returned_ = arguments;
    for (std::size_t k = 0; returned_ && k < results.size(); ++k) {
      if (returned_->size() != results.size()) break;
      uses_.define(results[k], {&(*returned_)[k], 1}, true, at);
    }
    if (!arguments) arguments = returned_;
    pending_.clear();
    if (arguments && arguments->size() == names.size()) {
      initial.operands = *arguments;
      uses_.use(name, at, initial, true, true);
      for (std::size_t k = 0; k < names.size(); ++k) {
        pending_.push_back({names[k], (*arguments)[k]});
      }
    }
    second_ = std::move(arguments);
    if (name == "stablehlo.while" || name == "mhlo.while" || name == "tosa.while_loop") {
      both_ = pending_;
      returned_.reset();                               // the first region gives a condition
      if (name.starts_with("tosa.")) second_.reset();  // TOSA compares only ranks and elements
    }
    own(std::string(name), at);
    in_.go(after);
    return true;
  }

  std::optional<std::vector<mlir_type>> read_results() {
    return in_.next("(") ? mlir::read_type_list(in_, types_) : mlir::read_bare_types(in_, types_);
  }

  /// `(%a = %b, %c = %d)`; nothing if it is something else.
  void read_initial(std::vector<value_name>& names, mlir::form& initial) {
    const std::size_t begin = in_.at();
    std::vector<value_name> left, right;
    in_.take("(");
    do {
      if (!in_.next("%")) break;
      left.push_back({in_.value_name()});
      if (!in_.next("=") || !in_.next("%")) break;
      right.push_back({in_.value_name()});
      if (in_.take("#")) right.back().number = in_.integer().value_or(0);
    } while (in_.next(","));
    if (in_.next(")") && left.size() == right.size()) {
      names = std::move(left);
      initial.values = std::move(right);
    }
    in_.go(begin);
    in_.skip_group();
  }

  /// What an operation says of values, blocks and functions.
  void note(std::string_view name, std::size_t at, mlir::form const& form, bool known,
            bool has_results) {
    const bool returns =
                   name == "return" || name.ends_with(".return") || name == "spirv.ReturnValue",
               yields = name.ends_with(".yield") || name == "shape.assuming_yield",
               meets = name == "scf.condition", calls = is_in(callers, name);
    const bool sure = form.ordered && (known || returns || yields || calls);
    if (!form.pairs.empty() && !form.nested) {
      mlir::form own;
      for (auto const& [value, type] : form.pairs) {
        own.values.push_back(value);
        own.operands.push_back(type);
      }
      uses_.use(name, at, own, true, has_results);
    }
    if (!(name.ends_with(".func") || (form.nested && !form.symbol.empty()))) {
      uses_.use(name, at, form, sure, has_results);
    }
    // `return %f : () -> ()` gives a function.
    const bool one_each = form.values.size() == form.operands.size();
    if ((returns || yields) && one_each) uses_.end_region(name, at, form.operands);
    // The values of a condition are the results, and a loop's body gives its arguments.
    if (meets && !form.written.empty()) uses_.end_region(name, at, form.written);
    if (meets) uses_.be_second();
    if (calls && form.exact && !form.symbol.empty()) uses_.call(name, at, form);
    // `my.global @name : T` is a value that others with that word load and store.
    if (!form.symbol.empty() && form.types == 1 && name.find("global") != std::string_view::npos) {
      mlir::form loaded;
      loaded.symbol = form.symbol;
      loaded.results = {form.last};
      if (name.ends_with(".global")) {
        uses_.define_function(form.symbol, {}, loaded.results, at);
      } else {
        uses_.call(name, at, loaded);
      }
    }
    if (form.blocks.size() == 1 && name.ends_with(".br"))
      uses_.branch(name, at, form.blocks.front(), form.operands);
    if (form.parameters && !name.starts_with("async.")) {
      returned_ = form.returned;
      parameters_ = form.parameters;
      own("the function", at);
    }
  }

  /// The name was read; `at` is its place, `after` the position after it.
  void read_operation(std::string_view name, std::size_t at, std::size_t after, bool generic) {
    const std::vector<value_name> results = std::exchange(results_, {});
    const mlir_interest interest = interest_(name);
    const bool passed = interest == mlir_interest::passed || interest == mlir_interest::counted;
    const bool is_read = interest == mlir_interest::asked || interest == mlir_interest::chooses;
    if (interest == mlir_interest::counted) count(name, at);
    last_ = name;
    last_at_ = at;
    last_is_generic_ = generic;
    owner_.clear();
    if (!generic && read_region_results(name, at, results)) return;
    try {
      mlir::form form =
          generic ? mlir::read_generic(in_, types_, name) : mlir::read_own(in_, types_, name);
      const bool nested = form.nested;
      if (!form.wrong.empty() && is_read) in_.fail(form.wrong);
      const bool last = interest == mlir_interest::defines && !form.exact;
      if (last) form.results = {form.last};
      // A type that stands alone is the result's.
      const bool alone = form.types == 1 && form.values.empty();
      if ((form.exact || !passed || alone) && results.size() > 1 && form.results.size() == 1) {
        for (value_name result : results) uses_.define(result, form.results, false, at);
      } else if (form.exact || !passed || alone) {
        for (std::size_t k = 0; k < results.size() && results.size() == form.results.size(); ++k) {
          uses_.define(results[k], {&form.results[k], 1}, true, at);
        }
      } else if (form.changed) {
      } else if (results.size() == form.results.size() && form.types == 0) {
        for (std::size_t k = 0; k < results.size(); ++k) {
          uses_.define(results[k], {&form.results[k], 1}, false, at);
        }
      } else if (!results.empty()) {
        const auto left = uses_.not_of(form);
        for (value_name result : results) uses_.define(result, left, false, at);
      }
      if (interest == mlir_interest::chooses && form.types == 1 && !form.operands.empty()) {
        form.operands.front() = {mlir_type::kind::scalar, {}, {}, "i1", "i1"};
      }
      if (interest == mlir_interest::counted && mlir::looks_like_broadcasting(name, form)) {
        ++found_.others[others_.at(name)].broadcasting;
      }
      // Its padding may be a vector too, whose type is not written.
      if (name.starts_with("arm_sve.convert_")) form.written.clear();
      if (name == "vector.transfer_read" && !form.written.empty()) form.written.pop_back();
      note(name, at, form, is_read || form.exact, !results.empty());
      if (interest == mlir_interest::defines) {
        const bool literal = has_shape(form.literal);
        form.operands.assign(literal ? 1 : form.values.size(), form.literal);
      }
      if (is_read || interest == mlir_interest::defines) found(name, at, std::move(form));
      // The regions that were passed are walked over now.
      if (!nested && !passed) return;
    } catch (mlir_syntax_error const& e) {
      if (is_read) found_.unread.push_back({std::string(name), e.place, e.what()});
    }
    in_.go(after);
    if (!generic) word_end_ = after;
  }

  void found(std::string_view name, std::size_t at, mlir::form&& form) {
    mlir_operation op{std::string(name),       in_.place_of(at),         std::move(form.operands),
                      std::move(form.results), std::move(form.integers), std::move(form.maps)};
    if (each_) return each_(op);
    found_.operations.push_back(std::move(op));
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
  static constexpr std::string_view with_results[]{"scf.if",          "scf.for",
                                                   "scf.while",       "scf.forall",
                                                   "scf.parallel",    "scf.execute_region",
                                                   "affine.if",       "affine.for",
                                                   "torch.prim.If",   "shape.assuming",
                                                   "stablehlo.while", "mhlo.while",
                                                   "tosa.while_loop", "flow.dispatch.region"};
  static constexpr std::string_view callers[]{"call",    "func.call", "llvm.call",
                                              "tt.call", "util.call", "spirv.FunctionCall"};

  static bool is_in(std::span<std::string_view const> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  }

  mlir::scanner in_;
  std::size_t first_;              ///< where the first token begins
  std::size_t before_ = 0;         ///< where the last token ends
  std::size_t statement_end_ = 0;  ///< where the last definition of an alias ends
  mlir::type_reader types_;
  std::function<mlir_interest(std::string_view)> const& interest_;
  std::function<void(mlir_operation const&)> const& each_;
  mlir::uses uses_;
  std::vector<value_name> results_;                 ///< of the operation that is next
  std::vector<parameter> pending_;                  ///< visible in the next region
  std::optional<std::vector<mlir_type>> returned_;  ///< what the next region gives, if it is known
  std::optional<std::vector<mlir_type>> parameters_;  ///< what the next region is given
  std::vector<parameter> both_;                       ///< visible in both regions of the next loop
  std::optional<std::vector<mlir_type>> second_;      ///< what the second region of a loop gives
  std::string owner_;  ///< of the next region, if that gives something
  std::size_t owner_at_ = 0;
  bool again_ = false;     ///< the next region is the other one of the last
  std::string_view last_;  ///< the last operation
  std::size_t last_at_ = 0;
  bool last_is_generic_ = false;
  std::optional<std::size_t> word_end_;  ///< of the last token, if it is a word
  std::unordered_map<std::string_view, std::size_t> others_;
  mlir_reading found_;
};

}  // namespace

mlir_reading read_mlir(mlir_chunk const& chunk,
                       std::function<mlir_interest(std::string_view)> const& interest,
                       std::function<void(mlir_operation const&)> const& each) {
  return reader(chunk, interest, each).read();
}

}  // namespace bcast::proptests
