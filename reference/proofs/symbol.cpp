// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "symbol.hpp"

#include <stdexcept>
#include <utility>

#include "explore.hpp"

namespace bcast::proofs {
namespace {

void check_division(symbol const& a, symbol const& b) {
  if (a < symbol(0) || b <= symbol(0)) throw std::domain_error("a division that is not natural");
}

}  // namespace

z3::context& solver_context() {
  static z3::context context;
  return context;
}

truth::truth(z3::expr condition) : condition_(std::move(condition)) {}

truth::operator bool() const { return decide(condition_); }

symbol::symbol(std::int64_t number) : term_(solver_context().int_val(number)) {}
symbol::symbol(z3::expr term) : term_(std::move(term)) {}

symbol symbol::named(char const* name) { return symbol(solver_context().int_const(name)); }

symbol operator/(symbol const& a, symbol const& b) {
  check_division(a, b);
  return symbol(a.term_ / b.term_);
}

symbol operator%(symbol const& a, symbol const& b) {
  check_division(a, b);
  return symbol(z3::mod(a.term_, b.term_));
}

}  // namespace bcast::proofs
