// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/attributes.hpp"

#include <algorithm>
#include <utility>

namespace bcast::proptests::mlir {

/// The lists of integers among the attributes of a `{...}`, which is next.
void attribute_reader::list() {
  const std::size_t begin = in_.at();
  in_.skip_group();
  const std::size_t end = in_.at();
  in_.go(begin + 1);
  for (in_.skip_blank(); in_.at() + 1 < end; in_.skip_blank()) {
    const std::size_t at = in_.at();
    const char c = in_.peek();
    const std::string_view name = c == '"' ? in_.string() : in_.word();
    if (name.empty() && c != '"') {
      if (c == '(' || c == '[' || c == '{') {
        in_.skip_group();
      } else {
        in_.go(at + 1);
      }
    } else if (in_.next("=")) {
      value(name);
    }
  }
  in_.go(end);
}

/// `[0, 1]`, `array<i64: 0, 1>`, `dense<[0, 1]>`, `0` or `true`, or another attribute that is
/// needed. What is something else is left to the caller.
void attribute_reader::value(std::string_view name) {
  in_.skip_blank();
  const std::size_t begin = in_.at();
  std::vector<std::int64_t> all;
  std::size_t axes = 1;
  bool whole = false;
  if (name == "value" || name == "values") read_literal();
  if (name == "indexing_maps") {
    read_maps();
  } else if (name == "callee" && in_.take("@")) {
    form_.symbol = in_.value_name();
  } else if (name == "function_type") {
    read_signature();
  } else if (in_.take("true") || in_.take("false")) {
    all.push_back(in_.text()[begin] == 't' ? 1 : 0);
    whole = true;
  } else if (is_digit(in_.peek()) || in_.peek() == '-') {
    const std::optional<std::int64_t> number = in_.integer();
    whole = number && !is_word(in_.peek());
    all.push_back(number.value_or(0));
  } else if (in_.take("array<")) {
    in_.word();
    whole = in_.next(">") || (in_.next(":") && read_numbers(all) && in_.next(">"));
  } else if (in_.take("dense<")) {
    whole =
        in_.next(">") ||
        (in_.next("[") && (in_.next("]") || (read_numbers(all) && in_.next("]"))) && in_.next(">"));
    if (!whole) {  // `dense<3> : tensor<1xi64>`, and no matrix
      in_.go(begin);
      in_.take("dense<");
      all.clear();
      whole = read_numbers(all) && all.size() == 1 && in_.next(">");
    }
    if (whole && in_.next(":")) {
      const mlir_type type = types_.read_type();
      axes = type.shape.sizes.size();
      constexpr std::int64_t most = 64;
      std::int64_t count = 1;  // of a list that repeats one element
      for (kit::dim const& d : type.shape.sizes) {
        if (d) count = std::min(count * std::min(*d, most), most);
      }
      if (all.size() == 1) all.assign(static_cast<std::size_t>(count), all.front());
    }
  } else if (in_.take("[")) {
    whole = in_.next("]") || (read_numbers(all) && in_.next("]"));
  }
  if (whole) {
    form_.integers.push_back({std::string(name), std::move(all), axes});
  } else {
    in_.go(begin);
  }
}

/// The type of `dense<...> : T`, whatever its elements are.
void attribute_reader::read_literal() {
  const std::size_t begin = in_.at();
  try {
    if (in_.word().starts_with("dense") && in_.peek() == '<') {
      in_.skip_angles(begin);
      if (in_.next(":")) form_.literal = types_.read_type();
    }
  } catch (mlir_syntax_error const&) {  // it is something else
  }
  in_.go(begin);
}

/// `[#map, affine_map<...>]`; nothing if one of them is not known.
void attribute_reader::read_maps() {
  const std::size_t begin = in_.at();
  std::vector<mlir_map> all;
  if (in_.take("#")) {
    if (const auto list = types_.attributes_of(in_.word())) {
      in_.go(*list);
      read_maps();
    }
    return in_.go(begin);
  }
  if (!in_.take("[")) return;
  bool known = true;
  do {
    in_.skip_blank();
    const auto map = types_.read_map();
    known = known && map;
    if (known) all.push_back(*map);
  } while (known && in_.next(","));
  if (known) form_.maps = std::move(all);
  in_.go(begin);
  in_.skip_group();
}

/// `(T) -> U`.
void attribute_reader::read_signature() {
  const std::size_t begin = in_.at();
  try {
    if (!in_.take("(")) return;
    std::vector<mlir_type> parameters = types_.read_types(")");
    in_.expect("->", "in function type");
    if (in_.next("(")) {
      form_.returned = types_.read_types(")");
    } else {
      form_.returned = {types_.read_type()};
    }
    form_.parameters = std::move(parameters);
  } catch (mlir_syntax_error const&) {  // a dialect's own
    in_.go(begin);
  }
}

/// `0, 1`, each perhaps with its type.
bool attribute_reader::read_numbers(std::vector<std::int64_t>& all) {
  do {
    in_.skip_blank();
    const auto number = in_.integer();
    if (!number) return false;
    all.push_back(*number);
    if (in_.next(":")) {
      in_.skip_blank();
      if (in_.word().empty()) return false;
    }
  } while (in_.next(","));
  return true;
}

}  // namespace bcast::proptests::mlir
