// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/schedule.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "bcast/engine/detail/parallel.hpp"
#include "level.hpp"

namespace bcast::engine::detail {
namespace {

// Sizes in bytes, measured where a comment says so.

/// If operands and result together have this size or more, results are stored around the cache. If
/// a reader follows soon, it finds smaller results in the cache and gains more than the writer
/// loses. If everything stays in a large cache, even the writer is 2.3 times as fast. Two threads
/// fill that cache as fast as memory, so storing around it is slower until everything together is
/// larger than the cache.
constexpr std::int64_t streamed_from = std::int64_t{8} << 20,
                       streamed_with = std::int64_t{20} << 20,
                       streamed_with_threads = std::int64_t{48} << 20;

/// Up to this number of elements, computing them takes less time than choosing a better way.
constexpr std::int64_t few_elements = 512;

/// A row of the target shorter than this is not worth a kernel's setup, so inner loops are merged.
constexpr std::int64_t short_row = 256;

/// The same after loops have been merged. Then operands are gathered and can be reused for several
/// rows.
constexpr std::int64_t gathered_row = 1024;

/// The size of a cache line in bytes.
constexpr auto line = static_cast<std::int64_t>(line_bytes);

/// How much of the first-level cache may be used for a gathered operand or for a target that is
/// built before it is stored. The limits are for one row of a tile, for all rows of a tile, and for
/// a tile in which nothing gathered is reused. The last leaves room to prefetch the next tile's
/// memory.
constexpr std::int64_t scratch_row = 4096, scratch_tile = 16384, scratch_once = 4096;

/// The size of a tile whose operands are used in place.
constexpr std::int64_t direct_tile = 65536;

/// The size of a transposed tile, in elements. It is long enough to prefetch an operand that runs
/// along its rows, and has few enough columns for their lines to stay in the cache.
constexpr std::int64_t transposed_rows = 256, transposed_columns = 256, turned_columns = 512;

/// Below this size the caller's thread finishes before another thread has started.
constexpr std::int64_t one_thread_below = 128 << 10;

/// Up to this size a result stays in the private caches of the threads that write it.
constexpr std::int64_t private_cache = 2 << 20;

/// The smallest part worth giving to another thread, for a result that stays in those caches and
/// for one that does not.
constexpr std::int64_t fixed_part = 32 << 10, free_part = 512 << 10;

std::int64_t parts(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

}  // namespace

schedule::schedule(plan const& p, buffer const& target, std::span<buffer const> operands,
                   kernel const& k, store how)
    : kernel_(k),
      operands_(p.operands()),
      base_(operands_),
      element_(operands_),
      outer_sizes_(p.loops()),
      block_sizes_(p.loops()),
      outer_steps_(p.loops() * operands_),
      block_steps_(p.loops() * operands_),
      row_(operands_),
      column_(operands_),
      tile_row_(operands_),
      tile_column_(operands_),
      in_place_(p.in_place()),
      scratch_(operands_) {
  if (p.elements() == 0) return;
  for (std::size_t m = 0; m < operands_; ++m) {
    buffer const& b = m == 0 ? target : operands[m - 1];
    element_[m] = static_cast<std::int64_t>(b.element);
    base_[m] =
        const_cast<std::byte*>(static_cast<std::byte const*>(b.data)) + p.origin(m) * element_[m];
  }
  if (is_one_tile(p)) return;
  cut_rows(p, cut_columns(p));
  std::copy_n(row_.data(), operands_, tile_row_.data());
  std::copy_n(column_.data(), operands_, tile_column_.data());
  choose_store(p, how);
  choose_gathers();
  choose_tiles();
  choose_parts();
}

/// Whether the kernel can use a few rows as they are. Then there is nothing else worth choosing.
bool schedule::is_one_tile(plan const& p) {
  const std::size_t loops = p.loops();
  if (loops > 2 || p.elements() > few_elements) return false;
  if (in_place_ && kernel_.rewrites) return false;
  for (std::size_t k = 0; k < operands_; ++k) {
    // A single element counts as running, because it has only one step.
    const std::int64_t jump = loops == 0 ? element_[k] : step(p, loops - 1, k);
    const bool fits = jump == element_[k] || (jump == 0 && !kernel_.all_run);
    if (!fits) return false;
    tile_column_[k] = jump;
    tile_row_[k] = loops == 2 ? step(p, 0, k) : 0;
  }
  columns_ = loops == 0 ? 1 : p.size(loops - 1);
  rows_ = loops == 2 ? p.size(0) : 1;
  tiles_ = 1;
  return true;
}

/// Merges the innermost loops into one if the innermost is short. Returns true if the merged loop
/// contains only a part of the outermost of them. Where a loop is cut does not change an element
/// [bcast.P7].
bool schedule::cut_columns(plan const& p) {
  if (p.loops() == 0) {
    std::copy_n(element_.data(), operands_, column_.data());
    return false;
  }
  std::size_t loop = p.loops() - 1;
  columns_ = p.size(loop);
  std::int64_t last = columns_;  // steps of `loop` that are in the columns
  const auto row_bytes = [&] { return columns_ * element_[0]; };
  const auto is_short = [&] {
    return row_bytes() < (loop + 1 == p.loops() ? short_row : gathered_row);
  };
  const bool adjacent = p.stride(loop, 0) == 1 && !kernel_.any_step;
  while (adjacent && loop > 0 && is_short() && p.stride(loop - 1, 0) == columns_) {
    --loop;
    last = p.size(loop);
    const std::int64_t most = scratch_row / row_bytes();
    if (last > most) {
      // Use whole lines of the target, so that the next block starts at a line if this one does.
      const std::int64_t lines = line / std::gcd(line, row_bytes());
      last = most < lines ? most : most / lines * lines;
    }
    columns_ *= last;
  }
  block_ = p.loops() - loop;
  for (std::size_t b = 0; b < block_; ++b) {
    block_sizes_[b] = p.size(loop + b);
    for (std::size_t k = 0; k < operands_; ++k) {
      block_steps_[b * operands_ + k] = step(p, loop + b, k);
    }
  }
  for (std::size_t k = 0; k < operands_; ++k) {
    // All columns have the same step if the loops of the block chain.
    std::int64_t const* const of_k = block_steps_.data() + k;
    column_[k] = of_k[(block_ - 1) * operands_];
    std::int64_t span = column_[k];
    bool even = true;
    for (std::size_t b = block_ - 1; b-- > 0;) {
      span *= block_sizes_[b + 1];
      even = even && of_k[b * operands_] == span;
    }
    if (!even) column_[k] = uneven;
  }
  if (last == p.size(loop)) return false;
  rows_ = parts(p.size(loop), last);
  if (const std::int64_t rest = p.size(loop) % last) last_columns_ = columns_ / last * rest;
  for (std::size_t k = 0; k < operands_; ++k) row_[k] = step(p, loop, k) * last;
  return true;
}

void schedule::cut_rows(plan const& p, bool split) {
  const std::size_t left = p.loops() - std::min(p.loops(), block_);
  std::size_t row = left;  // the loop that becomes the rows; none if it is `left`
  if (!split && left > 0) {
    row = left - 1;
    // If an operand jumps along the columns, it is best to walk its own fastest loop as well. The
    // order of the loops does not matter [bcast.P7].
    for (std::size_t k = 1; k < operands_; ++k) {
      if (block_ > 1 || std::abs(column_[k]) <= element_[k]) continue;
      transposed_ = true;
      for (std::size_t loop = 0; loop < left; ++loop) {
        if (step(p, loop, k) == element_[k]) row = loop;
      }
    }
    rows_ = p.size(row);
    for (std::size_t k = 0; k < operands_; ++k) row_[k] = step(p, row, k);
  } else if (!split) {
    std::fill_n(row_.data(), operands_, 0);
  }
  for (std::size_t loop = 0; loop < left; ++loop) {
    if (loop == row) continue;
    outer_sizes_[outer_] = p.size(loop);
    for (std::size_t k = 0; k < operands_; ++k) {
      outer_steps_[outer_ * operands_ + k] = step(p, loop, k);
    }
    ++outer_;
  }
}

bool schedule::is_large(plan const& p) const {
  std::int64_t all = p.elements() * element_[0];
  if (all < streamed_from) return false;
  const std::int64_t large = one_thread() ? streamed_with : streamed_with_threads;
  for (std::size_t k = 1; k < operands_ && all < large; ++k) {
    std::int64_t read = element_[k];
    for (std::size_t loop = 0; loop < p.loops() && read < large; ++loop) {
      if (p.stride(loop, k) != 0) read *= p.size(loop);
    }
    all += read;
  }
  return all >= large;
}

void schedule::choose_store(plan const& p, store how) {
  if (kernel_.any_step) return;
  target_in_scratch_ = column_[0] != element_[0] || (in_place_ && kernel_.rewrites);
  // A target that is an operand is already in the cache.
  streamed_ = !in_place_ && !target_in_scratch_ && how != store::cached &&
              (how == store::streamed || is_large(p));
  if (!streamed_) return;
  // Storing rows that end within a cache line would read that line back, so several rows are
  // assembled first.
  const std::int64_t row = columns_ * element_[0];
  target_in_scratch_ =
      !kernel_.streams || (row % line != 0 && row <= 2048 && (rows_ == 1 || row_[0] == row));
}

void schedule::choose_gathers() {
  turned_ = transposed_ && kernel_.turns && !target_in_scratch_;
  for (std::size_t k = 1; k < operands_; ++k) {
    turned_ = turned_ && (column_[k] == element_[k] || row_[k] == element_[k]);
  }
  for (std::size_t k = 0; k < operands_; ++k) {
    const bool runs = column_[k] == element_[k];
    const bool stands = column_[k] == 0 && !kernel_.all_run;
    const bool direct =
        kernel_.any_step || turned_ || (k == 0 ? !target_in_scratch_ : runs || stands);
    scratch_[k] = direct ? -1 : 0;
    if (!direct) tile_column_[k] = element_[k];
    simple_ = simple_ && direct;
  }
  simple_ = simple_ && !turned_ && !streamed_;
}

void schedule::choose_tiles() {
  const std::int64_t widest = *std::max_element(element_.data(), element_.data() + operands_);
  bool in_scratch = false, rows_in_scratch = false, used_again = false;
  for (std::size_t k = 0; k < operands_; ++k) {
    if (scratch_[k] != 0) continue;
    in_scratch = true;
    rows_in_scratch = rows_in_scratch || row_[k] != 0;
    used_again = used_again || (outer_ > 0 && outer_steps_[(outer_ - 1) * operands_ + k] == 0);
  }
  if (transposed_) {
    tile_rows_ = transposed_rows;
    tile_columns_ = turned_ ? turned_columns : transposed_columns;
  } else {
    tile_columns_ = (in_scratch ? scratch_row : direct_tile) / widest;
    if (block_ > 1) tile_columns_ = columns_;
    tile_columns_ = std::min(tile_columns_, columns_);
    const std::int64_t scratch = used_again || target_in_scratch_ ? scratch_tile : scratch_once;
    tile_rows_ = (rows_in_scratch ? scratch : direct_tile) / (tile_columns_ * widest);
    if (target_in_scratch_ && streamed_) {
      const std::int64_t lines = line / std::gcd(line, tile_columns_ * element_[0]);
      tile_rows_ = parts(tile_rows_, lines) * lines;
    }
  }
  tile_rows_ = std::max<std::int64_t>(1, std::min(tile_rows_, rows_));
  tile_columns_ = std::min(tile_columns_, columns_);
  column_tiles_ = parts(columns_, tile_columns_);
  row_tiles_ = last_columns_ == 0 ? parts(rows_, tile_rows_) : parts(rows_ - 1, tile_rows_) + 1;
  tiles_ = row_tiles_ * column_tiles_;
  for (std::size_t k = 0; k < outer_; ++k) tiles_ *= outer_sizes_[k];
  for (std::size_t k = 0; k < operands_; ++k) {
    if (scratch_[k] == -1) continue;
    scratch_[k] = static_cast<std::ptrdiff_t>(scratch_bytes_);
    const bool one_row = k > 0 && row_[k] == 0;
    tile_row_[k] = one_row ? 0 : tile_columns_ * element_[k];
    const std::int64_t bytes = (one_row ? 1 : tile_rows_) * tile_columns_ * element_[k];
    constexpr auto slack = static_cast<std::int64_t>(gathering::slack);
    scratch_bytes_ += static_cast<std::size_t>(parts(bytes + slack, line) * line);
  }
}

void schedule::choose_parts() {
  const std::int64_t widest = *std::max_element(element_.data(), element_.data() + operands_);
  const std::int64_t in_tile = tile_rows_ * tile_columns_ * widest;
  std::int64_t all = 0;
  if (__builtin_mul_overflow(in_tile, tiles_, &all)) all = INT64_MAX;
  one_part_ = all < one_thread_below;
  fixed_parts_ = all <= 2 * private_cache;
  grain_ = parts(fixed_parts_ ? fixed_part : free_part, in_tile);
}

}  // namespace bcast::engine::detail
