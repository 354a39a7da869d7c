// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "products.hpp"

#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = multiplication;

struct batch_left_aligned : base {
  shape broadcast_shapes(shape const& a, shape const& b) const override {
    shape longer_a = a, longer_b = b;
    longer_a.resize(std::max(a.size(), b.size()), 1);
    longer_b.resize(std::max(a.size(), b.size()), 1);
    return base::broadcast_shapes(longer_a, longer_b);
  }
  std::int64_t matrix(kit::tensor const& x, shape const& own, indices const& batch) const override {
    return base::matrix(x, own,
                        {batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(
                                                            std::min(own.size(), batch.size()))});
  }
};

struct contraction_broadcasts : base {
  std::int64_t contract(std::int64_t a, std::int64_t b) const override {
    return a == 1 ? b : b == 1 ? a : base::contract(a, b);
  }
  std::int64_t left(kit::tensor const& a, std::size_t core, std::int64_t i,
                    std::int64_t k) const override {
    return base::left(a, core, i, a.sizes.back() == 1 ? 0 : k);
  }
  std::int64_t right(kit::tensor const& b, std::size_t core, std::int64_t k,
                     std::int64_t j) const override {
    return base::right(b, core, b.sizes[b.sizes.size() - core] == 1 ? 0 : k, j);
  }
};

}  // namespace

std::vector<mutant> of_products() {
  return {
      row("product/empty_batch_refused", "", "An empty batch is refused.", &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            const shape result = correct_product.broadcast_shapes(a, b);
            if (std::ranges::count(result, 0) != 0) throw refusal("a batch is empty");
            return result;
          }),
      row<batch_left_aligned>("product/batch_left_aligned", "",
                              "The batches are aligned at their first axes."),
      // The larger size, as between sizes of 1 and more.
      row("product/zero_batch_gives_way", "", "A batch of 0 and one of 1 give a batch of 1.",
          &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            shape result = correct_product.broadcast_shapes(a, b);
            const auto at = [&](shape const& own, std::size_t k) {
              const std::size_t missing = result.size() - own.size();
              return k < missing ? std::int64_t{1} : own[k - missing];
            };
            const shape joined = result;
            for (std::size_t k = 0; k < joined.size(); ++k)
              result[k] = std::max(at(a, k), at(b, k));
            return result;
          }),
      row("product/batch_repeats", "", "A batch is repeated if its size divides the other one's.",
          &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            shape lower = a.size() < b.size() ? a : b, higher = a.size() < b.size() ? b : a;
            const std::size_t missing = higher.size() - lower.size();
            for (std::size_t k = 0; k < lower.size(); ++k) {
              std::int64_t &one = lower[k], &other = higher[k + missing];
              if (one > 1 && other > one && other % one == 0) one = 1;
              if (other > 1 && one > other && one % other == 0) other = 1;
            }
            return correct_product.broadcast_shapes(lower, higher);
          }),
      row("product/batches_must_be_equal", "", "Batches of different shapes are refused.",
          &parts::broadcast_shapes,
          [](shape const& a, shape const& b) -> shape {
            if (!a.empty() && !b.empty() && a != b) throw refusal("the batches differ");
            return correct_product.broadcast_shapes(a, b);
          }),
      row<contraction_broadcasts>("product/contraction_broadcasts", "",
                                  "A contracted size of 1 is stretched."),
      row("product/contraction_not_checked", "", "The smaller of two contracted sizes is taken.",
          &parts::contract,
          [](std::int64_t a, std::int64_t b) -> std::int64_t { return std::min(a, b); }),
      row("product/vector_as_matrix", "", "A vector is a matrix, and its axis of size 1 is kept.",
          &parts::product,
          [](shape const& a, shape const& b) -> shape {
            const matrix_axes x = correct_product.split(a), y = correct_product.split(b);
            correct_product.contract(x.core.back(), y.core.front());
            shape result = correct_product.broadcast_shapes(x.batch, y.batch);
            result.push_back(x.core.size() == 2 ? x.core.front() : 1);
            result.push_back(y.core.size() == 2 ? y.core.back() : 1);
            return result;
          }),
      // The second operand is taken for a row where it is a vector.
      row("product/second_vector_refused", "", "A vector as the second operand is refused.",
          &parts::product,
          [](shape const& a, shape const& b) -> shape {
            if (b.size() == 1) throw refusal("the second operand is not a matrix");
            return correct_product.product(a, b);
          }),
      row("product/zero_stride_read_as_dense", "",
          "A batch with a stride of 0 is read as if it were dense.", &parts::taken,
          [](kit::tensor const& x) -> kit::tensor {
            for (std::size_t k = 0; k + 2 < x.sizes.size(); ++k) {
              if (x.strides[k] == 0 && x.sizes[k] > 1) return dense(x);
            }
            return x;
          }),
      row("product/zero_rows_read_as_dense", "",
          "A batch and rows with strides of 0 are read as if they were dense.", &parts::taken,
          [](kit::tensor const& x) -> kit::tensor {
            const std::size_t rank = x.sizes.size();
            const bool both = rank > 2 && x.strides[rank - 2] == 0 && x.sizes[rank - 2] > 1 &&
                              x.strides[0] == 0 && x.sizes[0] > 1;
            return both ? dense(x) : x;
          }),
      row("product/operands_read_as_dense", "",
          "The strides of the operands of a product are ignored.", &parts::taken,
          [](kit::tensor const& x) -> kit::tensor { return dense(x); }),
      row("product/target_written_as_dense", "",
          "The strides of the target of a product are ignored.", &parts::target,
          [](kit::tensor const& z) -> kit::tensor { return dense(z); }),
      row("product/second_transposed", "", "The second matrix is read as its transpose.",
          &parts::right,
          [](kit::tensor const& b, std::size_t core, std::int64_t k,
             std::int64_t j) -> std::int64_t {
            return core == 2 ? correct_product.right(b, core, j, k)
                             : correct_product.right(b, core, k, j);
          }),
      row("product/batch_of_one_steps", "", "A batch of 1 is stepped through like the other one.",
          &parts::matrix,
          [](kit::tensor const& x, shape const& own, indices const& batch) -> std::int64_t {
            std::int64_t place = 0;
            const std::size_t missing = batch.size() - own.size();
            for (std::size_t k = 0; k < own.size(); ++k) {
              place = wrapped(batch[k + missing], x.strides[k], place);
            }
            return place;
          }),
      // The batch is one axis: the number of a matrix, modulo how many there are.
      row("product/batch_as_one_axis", "", "Several axes of a batch are counted as one.",
          &parts::matrix,
          [](kit::tensor const& x, shape const& own, indices const& batch) -> std::int64_t {
            if (own.empty()) return 0;
            shape whole(batch.size(), 1);
            for (std::size_t k = 0; k < batch.size(); ++k) whole[k] = batch[k] + 1;
            const std::int64_t count = std::max<std::int64_t>(count_of(own), 1);
            std::int64_t number = 0;
            for (std::size_t k = 0; k < batch.size(); ++k) {
              number = wrapped(number, k < own.size() ? own[own.size() - 1 - k] : 1, batch[k]);
            }
            const indices at = index_at(own, number % count);
            return correct_product.matrix(x, own, at);
          }),
      row("product/empty_sum_not_written", "", "An empty sum leaves the target as it was.",
          &parts::multiply,
          [](kit::tensor const& a, kit::tensor const& b, kit::tensor const& z) -> void {
            if (correct_product.product(a.sizes, b.sizes) == z.sizes && a.sizes.back() == 0) return;
            correct_product.multiply(a, b, z);
          }),
      row("product/last_batch_forgotten", "", "The last matrix of a batch is not computed.",
          &parts::batches,
          [](std::int64_t count) -> std::int64_t { return count > 1 ? count - 1 : count; }),
      row("product/last_term_forgotten", "", "The last product of a sum is left out.",
          &parts::terms,
          [](std::int64_t count) -> std::int64_t { return count > 1 ? count - 1 : count; }),
      row("product/target_added_to", "", "A product is added to what the target holds.",
          &parts::sum,
          [](kit::tensor const& a, kit::tensor const& b, std::int64_t count,
             parts::factors const& at, void* z) -> void {
            element_kind const& kind = kind_of(a.element);
            std::vector<std::byte> before(kind.bytes);
            kind.copy(before.data(), z);
            correct_product.sum(a, b, count, at, z);
            kind.add(z, before.data());
          }),
      row("product/written_before_refused", "",
          "A product's target is written before the shapes are refused.", &parts::multiply,
          [](kit::tensor const& a, kit::tensor const& b, kit::tensor const& z) -> void {
            if (count_of(z.sizes) > 0) kind_of(z.element).zero(written(z, 0));
            correct_product.multiply(a, b, z);
          }),
  };
}

}  // namespace bcast::mutants
