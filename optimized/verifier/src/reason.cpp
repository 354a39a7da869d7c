// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdexcept>

#include "bcast/verifier/type.hpp"

namespace bcast::verifier {
namespace {

std::string numbered(site const& s, symbol_names names) {
  return "operand " + std::to_string(s.operand) + " has " + to_string(s.size, names);
}

std::string reason(cause why, dim found, dim expected, symbol_names names) {
  const std::string is = to_string(found, names), was = to_string(expected, names);
  switch (why) {
    case cause::ranks_differ:
      return "rank " + was + " against rank " + is;
    case cause::result_rank:
      return "the result has rank " + is + ", not the inferred " + was;
    case cause::result_size:
      return "the result has " + is + ", not the inferred " + was;
    case cause::result_sizes:
      return "no run-time sizes give all of the result's sizes at once";
    case cause::containers_mixed:
      return "vectors and tensors are mixed";
    case cause::no_dimensions:
      return "the ranks differ and no dimensions are given";
    case cause::dimensions_count:
      return is + " broadcast dimensions for rank " + was;
    case cause::dimensions_range:
      return "broadcast dimension " + is + " of rank " + was;
    case cause::dimensions_order:
      return "the broadcast dimensions do not increase strictly";
    case cause::dimensions_repeated:
      return "broadcast dimension " + is + " is given twice";
    case cause::dimensions_useless:
      return "broadcast dimensions between equal ranks";
    case cause::zero:
      return "a static size of 0 has no row";
    case cause::zero_illegal:
      return "a size of 0 is not legal";
    case cause::unknown_size:
      return "the text does not cover unknown sizes";
    case cause::no_name:
      return "an unknown size has no name";
    case cause::unknown_rank:
      return "the text does not cover unknown ranks";
    case cause::no_operands:
      return "no operands";
    case cause::arity:
      return "the text does not cover this number of operands";
    case cause::sizes_clash:
    case cause::sizes_matched:
      break;
  }
  throw std::logic_error("a cause that needs two operands");
}

}  // namespace

std::string reason(violation const& v, symbol_names names) {
  if (v.cause == cause::sizes_clash || v.cause == cause::sizes_matched) {
    return numbered(v.operands[0], names) + ", " + numbered(v.operands[1], names);
  }
  return reason(v.cause, v.found, v.expected, names);
}

std::string reason(gap const& g) { return reason(g.cause, g.found, g.expected, {}); }

std::string to_string(dim d, symbol_names names) {
  if (d.known()) return std::to_string(d.size());
  std::string text;
  if (d.symbol() > names.size()) text = "s" + std::to_string(d.symbol());
  if (d.symbol() > 0 && d.symbol() <= names.size()) text = names[d.symbol() - 1];
  if (d.upper() != dim::unbounded) text += "<=" + std::to_string(d.upper());
  return text.empty() ? "?" : text;
}

std::string to_string(type const& t, symbol_names names) {
  if (!t.ranked) return "*";
  if (t.sizes.empty()) return "()";
  std::string text;
  for (dim d : t.sizes) text += (text.empty() ? "" : "x") + to_string(d, names);
  return text;
}

}  // namespace bcast::verifier
