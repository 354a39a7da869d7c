// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mutants.hpp"

/// Correct implementations of the rules for shapes with unknown sizes, split into pieces. A mutant
/// replaces one piece.
namespace bcast::mutants {

/// Thrown inside a rule when it has no answer.
struct silence : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using types = std::vector<kit::shape>;
using axes = std::optional<kit::broadcast_dimensions>;

/// Any of the rules. Gives the type of the result, or throws a refusal or a silence.
class rule {
 public:
  virtual ~rule() = default;
  virtual kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const = 0;

  /// Whether it can be asked to verify results.
  virtual bool verifies() const { return false; }

  /// Checks whether a result may be declared.
  virtual void verify(types const& operands, kit::shape const& result) const;

  /// Whether a declared size is accepted for an inferred one.
  virtual bool verified(kit::dim inferred, kit::dim declared) const;

  /// Whether it supports unknown sizes with names.
  virtual bool takes_names() const { return false; }
};

/// The tightest type that covers every legal choice of run-time sizes.
class sound_rule : public rule {
 public:
  virtual kit::dim join_dims(kit::dim a, kit::dim b) const;
  virtual kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;
};

/// A correct rule for opaque sizes, as JAX has them.
struct opaque_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if ((a && b) || a == 1 || b == 1) return sound_rule::join_dims(a, b);
    if (a != b) throw refusal("an opaque size equals itself alone");
    return a;
  }
};

/// A correct rule for sizes that are assumed to be equal, as PyTorch has them.
struct assumed_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (!a && !b) return a.symbol.empty() ? b : a;
    return sound_rule::join_dims(a, b);
  }
};

/// A correct rule for two operands, axis by axis, with names and bounds.
struct named_rule : sound_rule {
  bool takes_names() const override { return true; }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (a.upper == 0 || b.upper == 0)
      return sound_rule::join_dims(without_bound(a), without_bound(b));
    if (a || b) return sound_rule::join_dims(a, b);
    if (!a.symbol.empty() && a.symbol == b.symbol) return b.upper ? b : a;
    return {std::nullopt, "", a.upper && b.upper ? std::max(a.upper, b.upper) : std::nullopt};
  }

 private:
  static kit::dim without_bound(kit::dim const& d) { return d.upper == 0 ? kit::dim(0) : d; }
};

/// A mutant that joins two sizes in another way than a rule.
template <class Rule, class F>
mutant joining(std::string follows, std::string name, std::string happened, std::string wrong,
               F f) {
  struct other final : Rule {
    explicit other(F join) : f(join) {}
    kit::dim join_dims(kit::dim a, kit::dim b) const override { return f(Rule(), a, b); }
    F f;
  };
  kit::subject s = subject_of(name, std::move(follows), std::make_shared<other const>(f));
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

/// What MLIR's and XLA's texts say, as pieces of their rules.
kit::dim infer_dim(kit::dim a, kit::dim b);
bool declared_for(kit::dim inferred, kit::dim declared);
void check_tuple(shape const& lower, shape const& higher, kit::broadcast_dimensions const& tuple);
kit::broadcast_dimensions no_tuple(shape const& lower, shape const& higher);

/// MLIR's text.
class mlir_rule : public rule {
 public:
  explicit mlir_rule(kit::dim (*join)(kit::dim, kit::dim) = infer_dim,
                     bool (*accepts)(kit::dim, kit::dim) = declared_for)
      : join_(join), accepts_(accepts) {}
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;
  bool verifies() const override { return true; }
  bool verified(kit::dim inferred, kit::dim declared) const override {
    return accepts_(inferred, declared);
  }

 private:
  kit::dim (*join_)(kit::dim, kit::dim);
  bool (*accepts_)(kit::dim, kit::dim);
};

struct xla_pieces {
  using tuple = kit::broadcast_dimensions;
  /// The axes that a tuple names.
  tuple (*read)(shape const& lower, shape const& higher, tuple const& given) =
      [](shape const&, shape const&, tuple const& given) { return given; };
  /// The axes that are matched if no tuple is given.
  tuple (*without)(shape const& lower, shape const& higher) = no_tuple;
  void (*check)(shape const& lower, shape const& higher, tuple const& named) = check_tuple;
};

/// XLA's text.
class xla_rule : public rule {
 public:
  explicit xla_rule(xla_pieces const& other = {}) : o(other) {}
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;

 private:
  xla_pieces o;
};

/// SONNX's text.
class sonnx_rule : public rule {
 public:
  virtual bool allowed(std::int64_t size, std::int64_t largest) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;
};

kit::subject subject_of(std::string name, std::string follows, std::shared_ptr<rule const> decides);

/// A mutant of a rule, made with `parts`.
template <class Wrong, class... Parts>
mutant of(std::string follows, std::string name, std::string happened, std::string wrong,
          Parts const&... parts) {
  kit::subject s = subject_of(name, std::move(follows), std::make_shared<Wrong const>(parts...));
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

}  // namespace bcast::mutants
