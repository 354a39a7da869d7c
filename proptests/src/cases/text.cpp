// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>
#include <vector>

#include "bcast/spec/elements.hpp"
#include "cases/element_kinds.hpp"
#include "support/json_text.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

constexpr std::array flags{
    std::pair{'t', layout_flag::transposed}, std::pair{'g', layout_flag::gapped},
    std::pair{'r', layout_flag::reversed},   std::pair{'u', layout_flag::unit_axes},
    std::pair{'o', layout_flag::offset},     std::pair{'z', layout_flag::repeated},
    std::pair{'p', layout_flag::padded}};

/// Reads a text from left to right and knows where it is.
class reader {
 public:
  explicit reader(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }

  void skip_spaces() {
    while (!done() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool at_digit() const {
    return !done() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
  }

  /// A name without `separator` in it; empty if no name begins here.
  std::string_view name(char separator) {
    const std::size_t start = at_;
    while (!done() && is_letter(text_[at_], at_ > start) && text_[at_] != separator) ++at_;
    return text_.substr(start, at_ - start);
  }

  /// Takes a name and the `[` behind it, if both are here.
  bool take_name_and_bracket() {
    const std::size_t start = at_;
    if (!name('[').empty() && take("[")) return true;
    at_ = start;
    return false;
  }

  std::int64_t number() {
    std::int64_t value = 0;
    const char* end = text_.data() + text_.size();
    const auto [stop, wrong] = std::from_chars(text_.data() + at_, end, value);
    if (wrong == std::errc::result_out_of_range) fail("a size beyond 2^63 - 1");
    if (wrong != std::errc()) fail("expected a size, `?` or `*`");
    if (value < 0) fail("a size is negative");
    at_ = static_cast<std::size_t>(stop - text_.data());
    return value;
  }

  std::string_view rest() const { return text_.substr(at_); }

  [[noreturn]] void fail(std::string_view what) const {
    throw text_error(fmt::format("'{}', character {}: {}", printable(), at_ + 1, what));
  }

 private:
  static bool is_letter(char c, bool or_digit) {
    const auto letter = static_cast<unsigned char>(c);
    return c == '_' || (or_digit ? std::isalnum(letter) : std::isalpha(letter)) != 0;
  }

  std::string printable() const {
    constexpr std::size_t most = 60;
    const std::string s = proptests::printable(text_.substr(0, most));
    return text_.size() > most ? s + "..." : s;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// A number, or an unknown size: `?` or a name, with or without a bound, or a bound alone.
kit::dim read_dim(reader& in, char separator) {
  const std::string_view name = in.name(separator);
  const bool anonymous = name.empty() && in.take("?");
  const bool bounded = in.take("<=");
  if (name.empty() && !anonymous && !bounded) return in.number();
  kit::dim d(std::nullopt, std::string(name));
  if (bounded) d.upper = in.number();
  return d;
}

/// Sizes separated by `separator`, up to `close`.
kit::shape read_list(reader& in, char separator, std::string_view close) {
  kit::shape t;
  const auto ended = [&] {
    in.skip_spaces();
    return close.empty() ? in.done() : in.take(close);
  };
  if (ended()) return t;
  const std::string_view between(&separator, 1);
  while (true) {
    in.skip_spaces();
    t.sizes.push_back(read_dim(in, separator));
    if (ended()) return t;
    if (!in.take(between)) in.fail(fmt::format("expected `{}`", separator));
    if (!close.empty() && separator == ',' && ended()) return t;  // Python's (3,)
  }
}

/// The inside of `tensor<8x?xf32>`: sizes that each end with `x`, then the element type.
kit::shape read_mlir(reader& in) {
  kit::shape t;
  if (in.take("*x")) {
    t.ranked = false;
  } else {
    while (in.at_digit() || in.rest().starts_with('?')) {
      t.sizes.push_back(in.take("?") ? kit::dim() : in.number());
      if (!in.take("x")) in.fail("expected `x`");
    }
  }
  std::size_t letters = 0;
  while (!in.done() && !in.rest().starts_with('>')) {
    const char c = in.rest().front();
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '!' && c != '.') {
      in.fail("expected an element type");
    }
    in.take(std::string_view(&c, 1));
    ++letters;
  }
  if (letters == 0) in.fail("expected an element type");
  if (!in.take(">")) in.fail("expected `>`");
  return t;
}

/// The layout behind `f32[2,3]`: `{1,0}`, or with tiles `{1,0:T(8,128)}`. It says where the
/// elements lie, not which shapes broadcast, so it is ignored.
void skip_layout(reader& in) {
  if (!in.take("{")) return;
  while (in.at_digit()) {
    in.number();
    if (!in.take(",")) break;
  }
  if (in.take(":")) {
    while (!in.done() && !in.rest().starts_with('}')) in.take(in.rest().substr(0, 1));
  }
  if (!in.take("}")) in.fail("expected `}` after the layout");
}

/// Words at the start of a shape that is not a list of sizes separated by `x`.
constexpr std::array openings{"scalar", "tensor", "vector"};

bool opens_a_shape(std::string_view name) {
  return std::any_of(openings.begin(), openings.end(),
                     [&](std::string_view word) { return name.starts_with(word); });
}

kit::shape read_type(reader& in) {
  in.skip_spaces();
  if (in.done()) in.fail("expected a shape; a scalar is written () or scalar");
  if (in.take("scalar")) return {};
  if (in.take("tensor<") || in.take("vector<")) return read_mlir(in);
  if (in.take("*")) return kit::shape::unranked();
  if (in.take("(")) return read_list(in, ',', ")");
  if (in.take("[")) return read_list(in, ',', "]");
  if (in.take_name_and_bracket()) {
    kit::shape t = read_list(in, ',', "]");
    skip_layout(in);
    return t;
  }
  const std::string_view rest = in.rest();
  const char separator = rest.find(',') != std::string_view::npos ? ',' : 'x';
  return read_list(in, separator, "");
}

layout_flags parse_layout(std::string_view letters) {
  layout_flags f;
  for (char letter : letters) {
    const auto known = std::find_if(flags.begin(), flags.end(),
                                    [&](auto const& flag) { return flag.first == letter; });
    if (known == flags.end()) {
      throw text_error(
          fmt::format("'{}' is not a layout; the letters are t, g, r, u, o, z, p", letters));
    }
    f.bits |= static_cast<unsigned>(known->second);
  }
  return f;
}

operand parse_operand(std::string_view word) {
  const std::size_t tilde = word.find('~');
  operand o{parse_shape(word.substr(0, tilde)), {}};
  if (tilde != std::string_view::npos) o.layout = parse_layout(word.substr(tilde + 1));
  return o;
}

}  // namespace

kit::shape parse_shape(std::string_view text) {
  reader in(text);
  kit::shape t = read_type(in);
  in.skip_spaces();
  if (!in.done()) in.fail("the shape ends here");
  return t;
}

bool is_product(std::string_view text) { return text.find('@') != std::string_view::npos; }

product_text parse_product(std::string_view text) {
  const std::size_t sign = text.find('@');
  const auto operand = [&](std::string_view part, std::string_view which) {
    if (part.find_first_not_of(' ') == std::string_view::npos) {
      throw text_error(fmt::format("'{}': expected a shape {} the `@`", printable(text), which));
    }
    kit::shape t;
    try {
      t = parse_shape(part);
    } catch (text_error const& wrong) {
      throw text_error(fmt::format("{} the `@`: {}", which, wrong.what()));
    }
    if (!is_static(t)) {
      throw text_error(fmt::format("'{}', {} the `@`: the sizes of a product are numbers",
                                   printable(part), which));
    }
    return t;
  };
  if (sign == std::string_view::npos) {
    throw text_error(fmt::format("'{}': expected an `@` between two shapes", printable(text)));
  }
  const std::size_t second = text.find('@', sign + 1);
  if (second != std::string_view::npos) {
    throw text_error(
        fmt::format("'{}', character {}: a product has one `@`", printable(text), second + 1));
  }
  return {operand(text.substr(0, sign), "before"), operand(text.substr(sign + 1), "after")};
}

kit::broadcast_dimensions parse_tuple(std::string_view text, std::string_view entry) {
  kit::broadcast_dimensions t;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    std::int64_t value = 0;
    const auto [stop, wrong] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (wrong != std::errc() || stop != word.data() + word.size()) {
      throw text_error(fmt::format("'{}' is not a {}", word, entry));
    }
    t.push_back(value);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) throw text_error(fmt::format("expected a {} after the comma", entry));
  }
  return t;
}

namespace {

/// The name of an element type as the laws write it: `float32` is float, `float64` double.
std::string parse_element(std::string_view name) {
  if (element_kind const* kind = find_element_kind(name)) return std::string(kind->name);
  if (is_usual(name)) return std::string(name);
  throw text_error(fmt::format(
      "no element type is called '{}'; there are {}, float16, bfloat16, complex64 and complex128",
      name, fmt::join(spec::element_names, ", ")));
}

/// Throws text_error for a word `key=...` whose key a case does not have.
void expect_no_key(std::string_view word) {
  const std::size_t equals = word.find('=');
  const bool key = equals != std::string_view::npos && equals != 0 &&
                   std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                               [](unsigned char c) { return std::isalpha(c) != 0; });
  if (!key) return;
  const std::vector<std::string> known{"dims", "type", "op", "example"};
  const std::string nearest = suggestion(word.substr(0, equals), known);
  throw text_error(fmt::format("'{}': no key is called '{}'{} dims, type, op, example",
                               printable(word), printable(word.substr(0, equals)),
                               nearest.empty() ? "; there are" : nearest + " There are"));
}

/// The name after the `=` of a word. Throws text_error.
std::string named(std::string_view word) {
  if (printable(word) != word) {
    throw text_error(fmt::format("'{}' has characters that are not printable", printable(word)));
  }
  return std::string(word.substr(word.find('=') + 1));
}

/// A case without calls before it.
test_case parse_call(std::string_view text) {
  test_case c;
  bool arrow = false;
  while (true) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (word == "->") {
      arrow = true;
    } else if (word.starts_with("dims=")) {
      c.dimensions = parse_tuple(word.substr(5));
    } else if (word.starts_with("type=")) {
      c.element = parse_element(word.substr(5));
    } else if (word.starts_with("op=")) {
      c.operation = named(word);
    } else if (word.starts_with("example=")) {
      c.example = named(word);
    } else if (expect_no_key(word); arrow && !c.result) {
      c.result = parse_operand(word);
    } else if (arrow) {
      throw text_error(fmt::format("'{}': a case has one result", word));
    } else {
      c.operands.push_back(parse_operand(word));
    }
  }
  if (arrow && !c.result) throw text_error("expected a result after ->");
  if (c.operands.empty()) throw text_error("a case has at least one operand");
  return c;
}

}  // namespace

test_case parse_case(std::string_view text) {
  std::vector<test_case> calls;
  while (true) {
    const std::size_t end = text.find(';');
    calls.push_back(parse_call(text.substr(0, end)));
    if (end == std::string_view::npos) return in_sequence(std::move(calls));
    text.remove_prefix(end + 1);
  }
}

std::string to_string(kit::dim const& d) {
  if (d) return std::to_string(*d);
  const std::string bound = d.upper ? fmt::format("<={}", *d.upper) : "";
  return d.symbol.empty() && !d.upper ? "?" : d.symbol + bound;
}

std::string to_string(kit::shape const& t) {
  if (!t.ranked) return "*";
  std::vector<std::string> sizes;
  bool plain = !t.sizes.empty();
  for (kit::dim const& d : t.sizes) {
    sizes.push_back(to_string(d));
    plain = plain && d.symbol.find('x') == std::string::npos && !opens_a_shape(d.symbol);
  }
  return plain ? fmt::format("{}", fmt::join(sizes, "x"))
               : fmt::format("({})", fmt::join(sizes, ","));
}

std::string to_string(kit::broadcast_dimensions const& t) {
  return fmt::format("{}", fmt::join(t, ","));
}

std::string to_string(operand const& o) {
  std::string s = proptests::to_string(o.type);
  if (o.layout.bits == 0) return s;
  s += '~';
  for (auto const& [letter, flag] : flags) {
    if (o.layout.has(flag)) s += letter;
  }
  return s;
}

std::string to_string(test_case const& c) {
  std::vector<std::string> words;
  for (test_case const& call : c.before) {
    words.push_back(to_string(call));
    words.emplace_back(";");
  }
  for (operand const& o : c.operands) words.push_back(to_string(o));
  if (c.result) {
    words.emplace_back("->");
    words.push_back(to_string(*c.result));
  }
  if (c.dimensions) words.push_back("dims=" + to_string(*c.dimensions));
  if (c.element != "int32") words.push_back("type=" + c.element);
  if (!c.operation.empty()) words.push_back("op=" + c.operation);
  if (!c.example.empty()) words.push_back("example=" + c.example);
  return fmt::format("{}", fmt::join(words, " "));
}

std::string to_string(kit::result const& a) {
  using kind = kit::result::kind;
  const std::string by = a.tag.empty() ? "" : " by " + a.tag;
  switch (a.verdict) {
    case kind::ok:
      return to_string(a.shape);
    case kind::refused:
      return "rejection" + by + (a.axis ? fmt::format(" at axis {}", *a.axis) : "");
    case kind::silent:
      return "no answer" + by;
    case kind::unsupported:
      break;
  }
  return "unsupported";
}

std::string suite_of(std::string_view tag) {
  std::string suite;
  bool upper = true;
  for (char c : tag) {
    if (c == '_' || c == '.' || c == '@' || c == '-') {
      upper = true;
      continue;
    }
    suite += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return suite;
}

}  // namespace bcast::proptests
