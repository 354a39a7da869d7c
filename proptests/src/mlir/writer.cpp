// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "mlir/mlir_text.hpp"

namespace bcast::proptests {
namespace {

std::string tensor(kit::shape const& t) {
  std::string sizes = t.ranked ? "" : "*x";
  for (kit::dim const& d : t.sizes) sizes += (d ? std::to_string(*d) : "?") + "x";
  return "tensor<" + sizes + "i32>";
}

}  // namespace

bool matches_pattern(std::string_view name, std::string_view pattern) {
  // After a star, remember the position; on a mismatch, resume the name there one further on.
  std::size_t n = 0, p = 0, star = std::string_view::npos, kept = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      kept = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++kept;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string to_mlir(test_case const& c) {
  std::vector<std::string> parameters, operands, types;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    types.push_back(tensor(c.operands[m].type));
    operands.push_back(fmt::format("%{}", m));
    parameters.push_back(fmt::format("%{}: {}", m, types.back()));
  }
  return fmt::format(
      "func.func @f({}) {{\n  \"test.broadcastable\"({}) : ({}) -> {}\n  return\n}}\n",
      fmt::join(parameters, ", "), fmt::join(operands, ", "), fmt::join(types, ", "),
      tensor(c.result ? c.result->type : kit::shape::unranked()));
}

}  // namespace bcast::proptests
