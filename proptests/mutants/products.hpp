// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "mutants.hpp"

/// A correct product of matrices whose leading axes broadcast, split into pieces. A mutant replaces
/// one piece.
namespace bcast::mutants {

/// The last axes of an operand, and those before them: the batch.
struct matrix_axes {
  shape batch;
  shape core;
};

struct parts {
  using tensor = kit::tensor;
  using number = std::int64_t;
  using factors = std::function<std::pair<number, number>(number k)>;

  std::function<shape(shape const&, shape const&)> broadcast_shapes{};
  std::function<number(number, number)> contract{};
  std::function<shape(shape const&, shape const&)> product{};
  std::function<number(tensor const&, shape const&, indices const&)> matrix{};
  std::function<number(tensor const&, std::size_t, number, number)> right{};
  std::function<tensor(tensor const&)> taken{}, target{};
  std::function<number(number)> batches{}, terms{};
  std::function<void(tensor const&, tensor const&, number, factors const&, void*)> sum{};
  std::function<void(tensor const&, tensor const&, tensor const&)> multiply{};
};

class multiplication {
 public:
  multiplication() = default;
  explicit multiplication(parts other) : o(std::move(other)) {}
  virtual ~multiplication() = default;

  /// A vector has one axis that is not of a batch. Throws a refusal for a scalar.
  virtual matrix_axes split(shape const& sizes) const;

  /// The batch of the result. Throws a refusal.
  virtual shape broadcast_shapes(shape const& a, shape const& b) const;

  /// How many products are summed. Throws a refusal if the sizes cannot be contracted.
  virtual std::int64_t contract(std::int64_t a, std::int64_t b) const;

  /// The shape of the result. Throws a refusal.
  virtual shape product(shape const& a, shape const& b) const;

  /// The position of an operand's matrix for an index of the result's batch.
  virtual std::int64_t matrix(kit::tensor const& x, shape const& own, indices const& batch) const;

  /// The positions in the matrices of the factors for an element of the result.
  virtual std::int64_t left(kit::tensor const& a, std::size_t core, std::int64_t i,
                            std::int64_t k) const;
  virtual std::int64_t right(kit::tensor const& b, std::size_t core, std::int64_t k,
                             std::int64_t j) const;

  /// What an operand, or the target, is taken for before anything is computed.
  virtual kit::tensor taken(kit::tensor const& x) const;
  virtual kit::tensor target(kit::tensor const& z) const;

  /// How many batches are computed, and how many products are summed.
  virtual std::int64_t batches(std::int64_t count) const;
  virtual std::int64_t terms(std::int64_t count) const;

  /// Writes the sum of `count` products; `at` gives the positions of the factors.
  using factors = parts::factors;
  virtual void sum(kit::tensor const& a, kit::tensor const& b, std::int64_t count,
                   factors const& at, void* z) const;

  /// Throws a refusal.
  virtual void multiply(kit::tensor const& a, kit::tensor const& b, kit::tensor const& z) const;

 private:
  parts o{};  ///< what replaces the right pieces
};

/// A subject that multiplies matrices, and nothing else.
kit::subject subject_of(std::string name, std::shared_ptr<multiplication const> computes);

/// The right one, which a mutant's piece may ask.
inline const multiplication correct_product;

/// One of its pieces is `f`.
template <class F>
mutant row(std::string name, std::string happened, std::string wrong, F parts::*piece,
           std::type_identity_t<F> f) {
  parts other;
  other.*piece = std::move(f);
  kit::subject s = subject_of(name, std::make_shared<multiplication const>(std::move(other)));
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

}  // namespace bcast::mutants
