// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/sum.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "overlap.hpp"

namespace bcast::engine {
namespace {

/// One loop over x, and over z where it is not summed.
struct loop {
  std::int64_t size, x, z;  ///< strides in elements
  bool summed;
};

/// What sums are computed in: wide enough for 16-bit floats, and unsigned where T is, or wraps.
template <class T>
struct accumulator {
  using type = T;
};
template <std::integral T>
struct accumulator<T> {
  using type = std::make_unsigned_t<T>;
};
template <short_float T>
struct accumulator<T> {
  using type = float;
};

/// Rows that are added one after the other, before sums are added in pairs.
constexpr std::int64_t rows_at_once = 32;
/// Elements of a row that is summed, of which each sixteenth is added to one lane.
constexpr std::int64_t lanes = 16, longest_run = 256;
/// Elements of a row that is added to sums.
constexpr std::int64_t widest = 1024;
/// Halvings that are shared by threads where there are few sums.
constexpr int shared_halvings = 5;
constexpr std::int64_t one_thread_below = 128 << 10;  // bytes

template <class T>
class summation {
  using sum = typename accumulator<T>::type;

 public:
  summation(view<T> const& z, view<T const> const& x) : z_(z.data()), x_(x.data()) {
    const buffer to{z.data(), &z.where(), sizeof(T)}, from{x.data(), &x.where(), sizeof(T)};
    checked(to, 0);
    checked(from, 1);
    const layout stretched = broadcast_layout(z.where(), x.where().sizes);
    refuse_self_overlap_of(to);
    if (share_memory(to, from)) throw error("the target overlaps operand 0");
    add_loops(z.where(), x.where(), stretched);
  }

  void run() const {
    const std::int64_t units = kept_count_ * parts(tile_.size, widest), all = units * rows_;
    const std::int64_t bytes =
        kept_count_ * tile_.size * rows_ * row_.size * static_cast<std::int64_t>(sizeof(T));
    if (bytes < one_thread_below) return each(0, units);
    const std::int64_t team = threads(), grain = std::max<std::int64_t>(1, units / (team * 8));
    if (units >= 4 * team || all == units) {
      return parallel_for(units, grain, partition::free,
                          [&](std::int64_t begin, std::int64_t end) { each(begin, end); });
    }
    for (std::int64_t unit = 0; unit < units; ++unit) in_parallel(unit);
  }

 private:
  static std::int64_t parts(std::int64_t n, std::int64_t of) { return (n + of - 1) / of; }

  static void refuse_self_overlap_of(buffer const& to) {
    if (!extent_of(to).empty) refuse_self_overlap(to);
  }

  void add_loops(layout const& z, layout const& x, layout const& stretched) {
    std::vector<loop> loops;
    std::size_t const missing = x.sizes.size() - z.sizes.size();
    bool empty = false;
    for (std::size_t axis = 0; axis < x.sizes.size(); ++axis) {
      const bool summed = axis < missing || z.sizes[axis - missing] == 1;
      loop next{x.sizes[axis], x.strides[axis], summed ? 0 : stretched.strides[axis], summed};
      if (next.size == 1) continue;
      empty = empty || (summed && next.size == 0);
      if (next.x < 0 &&
          next.size > 0) {  // the order of a sum's elements is ours to choose [bcast.P7]
        x_ += next.x * (next.size - 1);
        z_ += next.z * (next.size - 1);
        next.x = -next.x;
        next.z = -next.z;
      }
      const auto at =
          std::find_if(loops.begin(), loops.end(), [&](loop const& l) { return l.x < next.x; });
      loops.insert(at, next);
    }
    for (std::size_t k = loops.size(); k-- > 1;) {
      loop &outer = loops[k - 1], &inner = loops[k];
      if (outer.summed != inner.summed || outer.x != inner.x * inner.size ||
          outer.z != inner.z * inner.size) {
        continue;
      }
      outer = {outer.size * inner.size, inner.x, inner.z, inner.summed};
      loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(k));
    }
    // The innermost loop is a row. If it is summed and not short, each row gives one sum.
    // Otherwise rows are added element by element, along the innermost loop that is kept.
    const auto kept =
        std::find_if(loops.rbegin(), loops.rend(), [](loop const& l) { return !l.summed; });
    const bool has_row = !loops.empty() && loops.back().summed &&
                         (loops.back().size >= lanes || kept == loops.rend());
    if (has_row) {
      row_ = loops.back();
      loops.pop_back();
    } else if (kept != loops.rend()) {
      tile_ = *kept;
      loops.erase(std::next(kept).base());
    }
    for (loop const& l : loops) {
      (l.summed ? summed_ : kept_).push_back(l);
      (l.summed ? rows_ : kept_count_) *= l.size;
    }
    runs_ = parts(row_.size, longest_run);
    rows_ = empty ? 0 : rows_ * runs_;
  }

  /// The offset of step n of some loops.
  static std::int64_t offset(std::vector<loop> const& loops, std::int64_t n,
                             std::int64_t loop::*stride) {
    std::int64_t at = 0;
    for (std::size_t k = loops.size(); k-- > 0; n /= loops[k].size) {
      at += n % loops[k].size * (loops[k].*stride);
    }
    return at;
  }

  struct place {
    T const* x;
    T* z;
    std::int64_t width;
  };
  place place_of(std::int64_t unit) const {
    const std::int64_t tiles = parts(tile_.size, widest);
    const std::int64_t first = unit % tiles * widest, outer = unit / tiles;
    return {x_ + offset(kept_, outer, &loop::x) + first * tile_.x,
            z_ + offset(kept_, outer, &loop::z) + first * tile_.z,
            std::min(widest, tile_.size - first)};
  }

  static sum value(T const& element) { return static_cast<sum>(element); }
  static sum plus(sum a, sum b) { return static_cast<sum>(a + b); }

  /// The sum of a run of a row.
  sum of_run(T const* x, std::int64_t n) const {
    std::array<sum, lanes> partial{};
    std::int64_t k = 0;
    if (row_.x == 1) {
      for (; k + lanes <= n; k += lanes) {
        for (std::int64_t lane = 0; lane < lanes; ++lane) {
          auto& to = partial[static_cast<std::size_t>(lane)];
          to = plus(to, value(x[k + lane]));
        }
      }
    }
    for (; k < n; ++k) {
      auto& to = partial[static_cast<std::size_t>(k % lanes)];
      to = plus(to, value(x[k * row_.x]));
    }
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) {
        partial[lane] = plus(partial[lane], partial[lane + half]);
      }
    }
    return partial[0];
  }

  /// Adds a row of x to the sums.
  void add_row(T const* x, std::int64_t row, sum* to, std::int64_t width) const {
    const std::int64_t step = runs_ == 1 ? row : row / runs_;
    T const* const from =
        x + (summed_.size() == 1 ? step * summed_[0].x : offset(summed_, step, &loop::x));
    if (row_.size > 1) {
      const std::int64_t first = row % runs_ * longest_run;
      to[0] = plus(to[0], of_run(from + first * row_.x, std::min(longest_run, row_.size - first)));
    } else if (tile_.x == 1) {
      for (std::int64_t k = 0; k < width; ++k) to[k] = plus(to[k], value(from[k]));
    } else {
      for (std::int64_t k = 0; k < width; ++k) to[k] = plus(to[k], value(from[k * tile_.x]));
    }
  }

  /// Adds four rows, so that each sum is read and written once for them. The rows are next to each
  /// other along one loop, and are dense.
  void add_four_rows(T const* x, std::int64_t row, sum* to, std::int64_t width) const {
    const std::int64_t apart = summed_[0].x;
    T const *const a = x + row * apart, *const b = a + apart, *const c = b + apart,
                   *const d = c + apart;
    for (std::int64_t k = 0; k < width; ++k) {
      const sum two = plus(value(a[k]), value(b[k])), others = plus(value(c[k]), value(d[k]));
      to[k] = plus(to[k], plus(two, others));
    }
  }

  static std::int64_t middle(std::int64_t begin, std::int64_t end) {
    return begin + parts(parts(end - begin, 2), rows_at_once) * rows_at_once;
  }

  /// Sets sums to those of rows [begin, end). There is memory for others after them, for each
  /// halving.
  void add_rows(T const* x, std::int64_t begin, std::int64_t end, sum* to,
                std::int64_t width) const {
    if (end - begin > rows_at_once) {
      const std::int64_t half = middle(begin, end);
      add_rows(x, begin, half, to, width);
      add_rows(x, half, end, to + width, width);
      for (std::int64_t k = 0; k < width; ++k) to[k] = plus(to[k], to[width + k]);
      return;
    }
    std::fill_n(to, width, sum{});
    std::int64_t row = begin;
    if (row_.size == 1 && tile_.x == 1 && summed_.size() == 1) {
      for (; row + 4 <= end; row += 4) add_four_rows(x, row, to, width);
    }
    for (; row < end; ++row) add_row(x, row, to, width);
  }

  std::int64_t memory(std::int64_t width) const {
    return width * (2 + std::bit_width(static_cast<std::uint64_t>(rows_)));
  }

  void write(place const& p, sum const* from) const {
    for (std::int64_t k = 0; k < p.width; ++k) p.z[k * tile_.z] = static_cast<T>(from[k]);
  }

  /// Computes some units, each alone.
  void each(std::int64_t begin, std::int64_t end) const {
    std::vector<sum> sums(static_cast<std::size_t>(memory(std::min(widest, tile_.size))));
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const place p = place_of(unit);
      add_rows(p.x, 0, rows_, sums.data(), p.width);
      write(p, sums.data());
    }
  }

  /// The ranges of rows after some halvings of the range that add_rows halves.
  static void halve(std::int64_t begin, std::int64_t end, int halvings,
                    std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
    if (halvings == 0 || end - begin <= rows_at_once) {
      ranges.emplace_back(begin, end);
      return;
    }
    halve(begin, middle(begin, end), halvings - 1, ranges);
    halve(middle(begin, end), end, halvings - 1, ranges);
  }

  /// Adds up the sums of those ranges, from `next` on, as add_rows does.
  sum* add_up(std::int64_t begin, std::int64_t end, int halvings, sum*& next,
              std::int64_t width) const {
    if (halvings == 0 || end - begin <= rows_at_once) {
      return std::exchange(next, next + memory(width));
    }
    sum* const first = add_up(begin, middle(begin, end), halvings - 1, next, width);
    sum* const second = add_up(middle(begin, end), end, halvings - 1, next, width);
    for (std::int64_t k = 0; k < width; ++k) first[k] = plus(first[k], second[k]);
    return first;
  }

  /// Computes one unit on all threads: the same sums, in the same order.
  void in_parallel(std::int64_t unit) const {
    const place p = place_of(unit);
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    halve(0, rows_, shared_halvings, ranges);
    const auto all = static_cast<std::int64_t>(ranges.size());
    std::vector<sum> sums(static_cast<std::size_t>(all * memory(p.width)));
    parallel_for(all, 1, partition::free, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) {
        auto const& [first, last] = ranges[static_cast<std::size_t>(k)];
        add_rows(p.x, first, last, sums.data() + k * memory(p.width), p.width);
      }
    });
    sum* next = sums.data();
    write(p, add_up(0, rows_, shared_halvings, next, p.width));
  }

  T* z_;
  T const* x_;
  loop row_{1, 0, 0, true};    ///< the elements of one sum that are next to each other, or one
  loop tile_{1, 0, 0, false};  ///< sums that are computed together, or one
  std::vector<loop> kept_, summed_;
  std::int64_t kept_count_ = 1, runs_ = 1;
  std::int64_t rows_ = 1;  ///< or runs of rows, of each sum
};

}  // namespace

template <class T>
void sum_to(view<T> const& z, view<T const> const& x) {
  summation<T>(z, x).run();
}

#define BCAST_SUM_OF(T) template void sum_to<T>(view<T> const&, view<T const> const&);
BCAST_SUM_OF(float)
BCAST_SUM_OF(double)
BCAST_SUM_OF(float16)
BCAST_SUM_OF(bfloat16)
BCAST_SUM_OF(std::int8_t)
BCAST_SUM_OF(std::int16_t)
BCAST_SUM_OF(std::int32_t)
BCAST_SUM_OF(std::int64_t)
BCAST_SUM_OF(std::uint8_t)
BCAST_SUM_OF(std::uint16_t)
BCAST_SUM_OF(std::uint32_t)
BCAST_SUM_OF(std::uint64_t)
#undef BCAST_SUM_OF

}  // namespace bcast::engine
