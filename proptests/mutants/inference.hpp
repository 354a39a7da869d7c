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

/// MLIR's text.
class mlir_rule : public rule {
 public:
  virtual kit::dim infer_dim(kit::dim a, kit::dim b) const;
  virtual kit::shape infer_shape(kit::shape const& a, kit::shape const& b) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;

  bool verifies() const override { return true; }
  bool verified(kit::dim inferred, kit::dim declared) const override;
};

/// XLA's text.
class xla_rule : public rule {
 public:
  virtual std::int64_t degenerate(std::int64_t a, std::int64_t b) const;

  /// The sizes of the lower-rank operand at the result's rank. Unmatched axes have the other
  /// operand's sizes.
  virtual shape matched(shape const& lower, shape const& higher,
                        kit::broadcast_dimensions const& tuple) const;
  virtual shape without_tuple(shape const& lower, shape const& higher) const;
  virtual void check_tuple(shape const& lower, shape const& higher,
                           kit::broadcast_dimensions const& tuple) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;
};

/// SONNX's text.
class sonnx_rule : public rule {
 public:
  virtual bool allowed(std::int64_t size, std::int64_t largest) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;
};

kit::subject subject_of(std::string name, std::string follows, std::shared_ptr<rule const> decides);

/// A mutant of a rule.
template <class Wrong>
mutant of(std::string follows, std::string name, std::string happened, std::string wrong) {
  kit::subject s = subject_of(name, std::move(follows), std::make_shared<Wrong const>());
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

}  // namespace bcast::mutants
