// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mutex>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

constexpr std::int64_t width = 4;  // elements of a vector, rows of a tile

/// Calls f for every index whose last component is below `whole` of the last size.
template <class F>
void each_with_last_below(shape sizes, F f, std::int64_t (*whole)(std::int64_t)) {
  if (sizes.empty()) return f(indices{});
  const std::int64_t last = sizes.back();
  const std::int64_t count = count_of(sizes);
  for (std::int64_t flat = 0; flat < count; ++flat) {
    const indices i = index_at(sizes, flat);
    if (i.back() < whole(last)) f(i);
  }
}

/// Whether the last two axes of the first operand can be merged.
bool merges(call const& c) {
  kit::tensor const& x = c.x[0];
  const std::size_t rank = c.z.sizes.size();
  if (x.sizes.size() != rank || stretched(c, 0, rank - 1) != stretched(c, 0, rank - 2)) {
    return false;
  }
  return stretched(c, 0, rank - 1) ||
         (x.sizes[rank - 1] != 1 && x.strides[rank - 2] == x.sizes[rank - 1] * x.strides[rank - 1]);
}

/// Writes one element, which an empty target does not have.
void write_once(kit::tensor const& z) {
  if (count_of(z.sizes) != 0) return;
  kit::tensor one = z;
  one.sizes.assign(z.sizes.size(), 1);
  kind_of(z.element).copy(written(one, 0), kind_of(z.element).beside());
}

/// Caches which axes are stretched, with only the result's shape as the key.
struct plan_cached_by_result : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const std::size_t rank = i.size();
    std::vector<bool> mask;
    for (std::size_t k = 0; k < c.x.size(); ++k) {
      for (std::size_t axis = 0; axis < rank; ++axis) mask.push_back(stretched(c, k, axis));
    }
    const std::lock_guard lock(mutex_);
    if (sizes_ != c.z.sizes || mask_.size() != mask.size()) {
      sizes_ = c.z.sizes;
      mask_ = mask;
    }
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const std::ptrdiff_t k = aligned(c.x[m].sizes.size(), rank, axis);
      if (k < 0 || mask_[m * rank + axis]) continue;
      place = wrapped(i[axis], c.x[m].strides[static_cast<std::size_t>(k)], place);
    }
    return place;
  }

 private:
  mutable std::mutex mutex_;
  mutable shape sizes_;
  mutable std::vector<bool> mask_;
};

}  // namespace

std::vector<mutant> of_kernels() {
  return {
      row("kernel/tail_lost", "V12", "the elements after the last whole vector are not written",
          &pieces::each,
          [](call const& c, visitor const& f) {
            each_with_last_below(c.z.sizes, f,
                                 [](std::int64_t n) { return n < width ? n : n / width * width; });
          }),
      row("kernel/last_lost", "", "the last element of a row is not written", &pieces::each,
          [](call const& c, visitor const& f) {
            each_with_last_below(c.z.sizes, f, [](std::int64_t n) { return n > 2 ? n - 1 : n; });
          }),
      row("kernel/last_row_lost", "V4", "the last slice is not written", &pieces::each,
          [](call const& c, visitor const& f) {
            correct.each(c, [&](indices const& i) {
              if (i.size() < 2 || c.z.sizes[0] < 3 || i[0] + 1 < c.z.sizes[0]) f(i);
            });
          }),
      row("kernel/tail_past_the_end", "V12",
          "the last vector of a row is written in full, past the end of the row", &pieces::element,
          [](call const& c, indices const& i) {
            correct.element(c, i);
            if (i.empty() || c.z.strides.back() != 1 || i.back() + 1 < c.z.sizes.back()) return;
            const std::int64_t lanes = (width - c.z.sizes.back() % width) % width;
            for (std::int64_t k = 1; k <= lanes; ++k) {
              kind_of(c.z.element)
                  .copy(written(c.z, correct.to(c, i) + k), written(c.z, correct.to(c, i)));
            }
          }),
      row("kernel/one_width_for_all", "V10",
          "an operand with a step of 0 is also loaded as a vector", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            if (i.empty() || !stretched(c, m, i.size() - 1)) return place;
            const bool in_vector = i.back() < c.z.sizes.back() / width * width;
            return in_vector ? place + i.back() % width : place;
          }),
      row("kernel/vectors_are_dense", "V10",
          "vectors are loaded from an axis whose elements are not adjacent", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (i.empty() || stretched(c, m, i.size() - 1)) return correct.from(c, m, i);
            indices first = i;
            first.back() -= i.back() % width;
            const bool in_vector = i.back() < c.z.sizes.back() / width * width;
            return in_vector ? correct.from(c, m, first) + i.back() % width : correct.from(c, m, i);
          }),
      row("kernel/merged_by_the_first", "V15",
          "axes that can be merged for the first operand are merged for all operands",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::size_t rank = i.size();
            kit::tensor const& x = c.x[m];
            if (rank < 2 || x.sizes.size() != rank || !merges(c)) return correct.from(c, m, i);
            indices outer = i;
            outer[rank - 2] = outer[rank - 1] = 0;
            const std::int64_t merged = i[rank - 2] * c.z.sizes[rank - 1] + i[rank - 1];
            const std::int64_t stride = x.sizes[rank - 1] == 1 ? 0 : x.strides[rank - 1];
            return wrapped(merged, stride, correct.from(c, m, outer));
          }),
      row("kernel/batch_folded", "V32",
          "the two leading axes are merged if the other operand is stretched on the first",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (i.size() < 3 || c.x.size() < 2 || m != 0 || !stretched(c, 1, 0))
              return correct.from(c, m, i);
            if (c.x[0].sizes.size() != i.size()) return correct.from(c, m, i);
            kit::tensor const& x = c.x[0];
            indices inner = i;
            inner[0] = inner[1] = 0;
            const std::int64_t row = i[0] * c.z.sizes[1] + i[1];
            return wrapped(row, x.sizes[1] == 1 ? 0 : x.strides[1], correct.from(c, m, inner));
          }),
      moved("kernel/five_groups", "S15",
            "after axes are merged, only the last five groups are used",
            [](call const& c, std::size_t, indices& i) {
              constexpr int kept = 5;
              int groups = 0;
              for (std::size_t axis = i.size(); axis-- > 0;) {
                bool same = axis + 1 < i.size();
                for (std::size_t k = 0; same && k < c.x.size(); ++k) {
                  same = stretched(c, k, axis) == stretched(c, k, axis + 1);
                }
                groups += same ? 0 : 1;
                if (groups > kept) i[axis] = 0;
              }
            }),
      moved("kernel/tile_rest_repeats", "V28", "a partial tile repeats its first row",
            [](call const& c, std::size_t, indices& i) {
              if (i.size() < 2) return;
              std::int64_t& row = i[i.size() - 2];
              const std::int64_t n = c.z.sizes[i.size() - 2], whole = n / width * width;
              if (n > width && row >= whole) row = whole;
            }),
      moved("kernel/row_buffer_stale", "V4",
            "a stretched row is loaded again only if the first index changes",
            [](call const& c, std::size_t m, indices& i) {
              if (i.size() < 3 || !stretched(c, m, i.size() - 1)) return;
              for (std::size_t k = 1; k + 1 < i.size(); ++k) i[k] = 0;
            }),
      row("kernel/identity_elided", "V2", "an operand that is not stretched is not copied",
          &pieces::compute,
          [](call const& c) {
            correct.check(c);
            if (c.op == "copy" && c.x[0].sizes == c.z.sizes) return;
            correct.compute(c);
          }),
      row("kernel/empty_loop_runs_once", "", "one element is written to an empty result",
          {.compute =
               [](call const& c) {
                 correct.compute(c);
                 write_once(c.z);
               },
           .materialise =
               [](std::vector<kit::tensor> const& x, std::vector<kit::tensor> const& z) {
                 correct.materialise(x, z);
                 for (kit::tensor const& t : z) write_once(t);
               }}),
      row("kernel/scalar_result_lost", "", "a scalar result is not written", &pieces::each,
          [](call const& c, visitor const& f) {
            if (!c.z.sizes.empty()) correct.each(c, f);
          }),
      remembering<plan_cached_by_result>("kernel/plan_cached_by_result", "",
                                         "stretched axes are cached by the result's shape alone"),
      row("kernel/partition_rest_lost", "V12",
          "the remainder of an even split among threads is not written", &pieces::each,
          [](call const& c, visitor const& f) {
            const std::int64_t count = count_of(c.z.sizes), part = count < 16 ? count : count / 3;
            std::int64_t flat = 0;
            correct.each(c, [&](indices const& i) {
              if (count < 16 || flat < part * 3) f(i);
              ++flat;
            });
          }),
  };
}

}  // namespace bcast::mutants
