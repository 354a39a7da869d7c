// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"
#include "products.hpp"

// Bugs that public trackers report of products of matrices with a batch.
namespace bcast::mutants {
namespace {

using base = multiplication;

bool stretches(shape const& own, shape const& batch) {
  const std::size_t missing = batch.size() - std::min(batch.size(), own.size());
  for (std::size_t k = 0; k < batch.size(); ++k) {
    if (batch[k] != 1 && (k < missing || own[k - missing] == 1)) return true;
  }
  return false;
}

/// One product for all matrices if the first operand is the same in each: the batch is merged into
/// the columns, and the rows of the target are written over each other.
struct batch_in_columns : base {
  kit::tensor target(kit::tensor const& z) const override {
    if (!folded_ || z.sizes.size() != 3) return z;
    kit::tensor written = dense(z);
    written.strides[0] = z.sizes[2];
    written.strides[1] = z.sizes[2];
    return written;
  }
  void multiply(kit::tensor const& a, kit::tensor const& b, kit::tensor const& z) const override {
    folded_ = a.sizes.size() > 1 && b.sizes.size() == 3 && b.sizes[0] > 1 &&
              (a.sizes.size() == 2 || a.sizes[0] == 1);
    base::multiply(a, b, z);
  }

 private:
  static thread_local bool folded_;
};
thread_local bool batch_in_columns::folded_ = false;

/// With 16 columns or more, the first operand is loaded as a vector from the next term on.
struct wide_columns : base {
  std::int64_t left(kit::tensor const& a, std::size_t core, std::int64_t i,
                    std::int64_t k) const override {
    return base::left(a, core, i, wide_ ? k + 1 : k);
  }
  void multiply(kit::tensor const& a, kit::tensor const& b, kit::tensor const& z) const override {
    wide_ = b.sizes.size() > 1 && b.sizes.back() >= 16;
    base::multiply(a, b, z);
  }

 private:
  static thread_local bool wide_;
};
thread_local bool wide_columns::wide_ = false;

}  // namespace

std::vector<mutant> of_batches() {
  return {
      row<batch_in_columns>(
          "product/batch_in_columns", "",
          "With one first matrix, the batch is merged into the columns of the second."),
      // Terms are summed in pairs after the first 16, and the last of an odd number is lost.
      row("product/odd_rest_of_terms", "", "After 16 terms, the last of an odd number is left out.",
          &parts::terms,
          [](std::int64_t count) -> std::int64_t {
            return count > 16 && count % 2 == 1 ? count - 1 : count;
          }),
      row("product/mutual_batches_refused", "", "Batches that are both stretched are refused.",
          &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            const shape result = correct_product.broadcast_shapes(a, b);
            if (stretches(a, result) && stretches(b, result))
              throw refusal("both batches are stretched");
            return result;
          }),
      // The batch is the first operand's if it has as many axes as the second's.
      row("product/batch_of_the_first", "",
          "The batch is the first operand's if the ranks are equal.", &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            const shape result = correct_product.broadcast_shapes(a, b);
            return a.size() == b.size() ? a : result;
          }),
      // A vector beside a batch is a matrix of one row or column, whose axis of size 1 is kept.
      row("product/vector_beside_a_batch", "", "A vector beside a batch keeps an axis of size 1.",
          &parts::product,
          [](shape const& a, shape const& b) -> shape {
            shape result = correct_product.product(a, b);
            if (a.size() == 1 && b.size() > 2) result.insert(result.end() - 1, 1);
            if (b.size() == 1 && a.size() > 2) result.push_back(1);
            return result;
          }),
      row("product/first_batch_refused", "", "A first batch that would be stretched is refused.",
          &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            const shape result = correct_product.broadcast_shapes(a, b);
            if (!a.empty() && stretches(a, result))
              throw refusal("the first batch would be stretched");
            return result;
          }),
      row<wide_columns>("product/wide_columns", "",
                        "With 16 columns, the first matrix is read from the next term."),
      row("product/innermost_batch_stride", "", "A batch of several axes has its innermost stride.",
          &parts::matrix,
          [](kit::tensor const& x, shape const& own, indices const& batch) -> std::int64_t {
            if (own.size() < 2 || own.size() != batch.size() || std::ranges::count(own, 1) > 0) {
              return correct_product.matrix(x, own, batch);
            }
            return wrapped(flat_of(own, batch), x.strides[own.size() - 1], 0);
          }),
  };
}

}  // namespace bcast::mutants
