// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/signature.hpp"

#include <algorithm>

namespace bcast::proptests::mlir {

std::vector<parameter> read_parameters(scanner& in, type_reader& types) {
  std::vector<parameter> all;
  const std::size_t begin = in.at();
  if (!in.next("(")) return all;
  try {
    do {
      if (!in.next("%")) break;
      const value_name name{in.value_name()};
      if (!in.next(":")) break;
      all.push_back({name, types.read_type()});
      in.skip_blank();
      if (in.peek() == '{') in.skip_group();
      in.skip_blank();
      if (in.text().substr(in.at(), 4) == "loc(") {
        in.go(in.at() + 3);
        in.skip_group();
      }
    } while (in.next(","));
    if (in.next(")")) return all;
  } catch (mlir_syntax_error const&) {  // it is something else
  }
  in.go(begin);
  return {};
}

std::optional<std::vector<mlir_type>> read_type_list(scanner& in, type_reader& types) {
  const std::size_t begin = in.at();
  std::vector<mlir_type> all;
  try {
    if (in.next(")")) return all;
    do {
      all.push_back(types.read_type());
      if (all.back().text == "...") return std::nullopt;
      in.skip_blank();
      if (in.peek() == '{') in.skip_group();
    } while (in.next(","));
    in.expect(")", "after types");
    return all;
  } catch (mlir_syntax_error const&) {  // it is something else
    in.go(begin);
    return std::nullopt;
  }
}

std::optional<std::vector<mlir_type>> read_bare_types(scanner& in, type_reader& types) {
  const std::size_t begin = in.at();
  try {
    std::vector<mlir_type> all;
    do {
      all.push_back(types.read_type());
    } while (in.next(","));
    return all;
  } catch (mlir_syntax_error const&) {
    in.go(begin);
    return std::nullopt;
  }
}

bool looks_like_broadcasting(std::string_view name, form const& form) {
  const auto ranked = [](mlir_type const& t) { return has_shape(t) && t.shape.ranked; };
  if (!form.exact || form.results.size() != 1 || !ranked(form.results.front())) return false;
  if (name.find("roadcast") != std::string_view::npos) return true;
  std::vector<kit::dim> const& result = form.results.front().shape.sizes;
  std::vector<bool> given(result.size());
  for (mlir_type const& t : form.operands) {
    if (!ranked(t) || t.shape.sizes.size() > result.size()) return false;
    const std::size_t lead = result.size() - t.shape.sizes.size();
    for (std::size_t k = 0; k < t.shape.sizes.size(); ++k) {
      const bool same = t.shape.sizes[k] == result[lead + k];
      if (!same && t.shape.sizes[k] != kit::dim(1)) return false;
      given[lead + k] = given[lead + k] || same;
    }
  }
  return form.operands.size() == 2 && std::ranges::find(given, false) == given.end();
}

}  // namespace bcast::proptests::mlir
