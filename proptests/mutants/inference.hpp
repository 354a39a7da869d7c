// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

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

  /// Checks whether a result may be declared.
  virtual void verify(types const& operands, kit::shape const& result) const;

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

/// MLIR's text.
class mlir_rule : public rule {
 public:
  virtual kit::dim infer_dim(kit::dim a, kit::dim b) const;
  virtual kit::shape infer_shape(kit::shape const& a, kit::shape const& b) const;
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override;

  /// Whether a declared size is accepted for an inferred one.
  virtual bool verified(kit::dim inferred, kit::dim declared) const;
  void verify(types const& operands, kit::shape const& result) const override;
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
