// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <z3++.h>

#include <cstdint>

/// An arbitrary integer, on which the templates of the oracle run as on numbers.
namespace bcast::proofs {

/// The solver's context: one for the program.
z3::context& solver_context();

/// A condition on symbols. When it is evaluated, it is true on some paths and false on the others
/// (see explore).
class truth {
 public:
  explicit truth(z3::expr condition);
  operator bool() const;

 private:
  z3::expr condition_;
};

/// An unbounded integer, known or not. Templates use it as their size type.
class symbol {
 public:
  explicit symbol(std::int64_t number);
  explicit symbol(z3::expr term);

  /// A number about which nothing is known yet.
  static symbol named(char const* name);

  z3::expr const& term() const { return term_; }

  friend truth operator==(symbol const& a, symbol const& b) { return truth(a.term_ == b.term_); }
  friend truth operator!=(symbol const& a, symbol const& b) { return truth(a.term_ != b.term_); }
  friend truth operator<(symbol const& a, symbol const& b) { return truth(a.term_ < b.term_); }
  friend truth operator<=(symbol const& a, symbol const& b) { return truth(a.term_ <= b.term_); }
  friend truth operator>(symbol const& a, symbol const& b) { return truth(a.term_ > b.term_); }
  friend truth operator>=(symbol const& a, symbol const& b) { return truth(a.term_ >= b.term_); }

  friend symbol operator+(symbol const& a, symbol const& b) { return symbol(a.term_ + b.term_); }
  friend symbol operator-(symbol const& a, symbol const& b) { return symbol(a.term_ - b.term_); }
  friend symbol operator*(symbol const& a, symbol const& b) { return symbol(a.term_ * b.term_); }

  /// The quotient and the remainder, for a >= 0 and b > 0, where C++ and the solver agree. Throws
  /// std::domain_error otherwise.
  friend symbol operator/(symbol const& a, symbol const& b);
  friend symbol operator%(symbol const& a, symbol const& b);

 private:
  z3::expr term_;
};

}  // namespace bcast::proofs
