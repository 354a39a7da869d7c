// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <tuple>

#include "mutants.hpp"

// How tensors lie in memory: packed operands, donated memory, targets, and plans that are kept.
namespace bcast::mutants {
namespace {

using base = implementation;

// Packed operands --------------------------------------------------------------------------------

bool is_transposed(kit::tensor const& x) {
  return x.sizes.size() == 2 && x.strides[0] == 1 && x.strides[1] == x.sizes[0];
}

/// The key is the result's shape and the operand's rank. The axes that are stretched are kept.
struct kept_by_rank : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    shape sizes = plans_.get({m, c.z.sizes, c.x[m].sizes.size()}, c.x[m].sizes);
    call planned = c;
    planned.x[m].sizes = std::move(sizes);
    return base::from(planned, m, i);
  }

 private:
  kept<std::tuple<std::size_t, shape, std::size_t>, shape> plans_;
};

/// The key is the shapes. The strides are kept.
struct kept_by_shape : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    call planned = c;
    planned.x[m].strides = plans_.get({m, c.z.sizes, c.x[m].sizes}, c.x[m].strides);
    return base::from(planned, m, i);
  }

 private:
  kept<std::tuple<std::size_t, shape, shape>, shape> plans_;
};

}  // namespace

std::vector<mutant> of_packing() {
  return {
      row("packed/rows_dense", "V14",
          "rows of eight elements or more are read as if they were adjacent", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            const bool wide = !x.sizes.empty() && x.sizes.back() >= 8 && x.strides.back() == 1;
            return wide ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      row("packed/square_not_transposed", "R1",
          "a transposed square matrix is read as if it were not", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            if (!is_transposed(x) || x.sizes[0] != x.sizes[1]) return correct.from(c, m, i);
            return from_dense(c, m, i);
          }),
      row("packed/rest_not_transposed", "V28",
          "of a transposed matrix, the rows after the last eight are read as if it were not",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            const std::int64_t rows = is_transposed(x) ? x.sizes[0] : 0;
            if (rows < 9 || i[i.size() - 2] < rows / 8 * 8) return correct.from(c, m, i);
            return from_dense(c, m, i);
          }),
      row("donated/same_count_is_safe", "V25",
          "an operand at the target's address with as many elements is overwritten",
          &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            const bool same = x.data == z.data && count_of(x.sizes) == count_of(z.sizes);
            return !same && correct.conflicts(x, z);
          }),
      row("donated/one_element_is_safe", "V25",
          "an operand of one element is overwritten while it is read", &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            return count_of(x.sizes) != 1 && correct.conflicts(x, z);
          }),
      row("target/unaligned_start_lost", "",
          "the first elements of an unaligned target are not written", &pieces::element,
          [](call const& c, indices const& i) {
            const auto address = reinterpret_cast<std::uintptr_t>(c.z.data);
            const std::uintptr_t before = (16 - address % 16) % 16;
            const bool wide = !i.empty() && c.z.sizes.back() >= 8 && c.z.strides.back() == 1;
            if (wide && i.back() * bytes_of(c.z) < static_cast<std::int64_t>(before)) return;
            correct.element(c, i);
          }),
      row("target/backwards_buffer", "",
          "of a target with negative strides, only 64 elements are written", &pieces::element,
          [](call const& c, indices const& i) {
            const bool backwards = !i.empty() && c.z.strides.back() < 0;
            if (!backwards || flat_of(c.z.sizes, i) < 64) correct.element(c, i);
          }),
      row("target/padding_forgotten", "V14",
          "from the third row on, a target's padding is not skipped", &pieces::to,
          [](call const& c, indices const& i) -> std::int64_t {
            if (i.size() < 2 || i[i.size() - 2] < 2 || c.z.strides.back() != 1)
              return correct.to(c, i);
            call packed = c;
            packed.z = dense(c.z);
            return correct.to(packed, i);
          }),
      remembering<kept_by_rank>(
          "caches/by_rank", "",
          "stretched axes are kept by the result's shape and the operand's rank"),
      remembering<kept_by_shape>("caches/by_shape", "V14",
                                 "strides are kept by the operand's shape"),
  };
}

}  // namespace bcast::mutants
