// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/schedule.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/parallel.hpp"
#include "level.hpp"

namespace bcast::engine::detail {
namespace {

/// Up to this number of elements, computing them takes less time than choosing a better way.
constexpr std::int64_t few_elements = 512;

/// A row of the target shorter than this is not worth a kernel's setup, so inner loops are merged.
constexpr std::int64_t short_row = 256;

/// The same after loops have been merged. Then operands are gathered and can be reused for several
/// rows.
constexpr std::int64_t gathered_row = 1024;

/// The size of a cache line in bytes.
constexpr auto line = static_cast<std::int64_t>(line_bytes);

/// Below this size the caller's thread finishes before another thread has started.
constexpr std::int64_t one_thread_below = 128 << 10;

std::int64_t parts(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

/// A thread gets at most one unit of so many more than an even share.
constexpr std::int64_t units_of_a_thread = 20;

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
      how_(operands_),
      scratch_(operands_) {
  if (p.elements() == 0) return;
  for (std::size_t m = 0; m < operands_; ++m) {
    buffer const& b = m == 0 ? target : operands[m - 1];
    element_[m] = static_cast<std::int64_t>(b.element);
    base_[m] =
        const_cast<std::byte*>(static_cast<std::byte const*>(b.data)) + p.origin(m) * element_[m];
  }
  if (is_one_tile(p)) return;
  limits const& l = machine_limits();
  cut_rows(p, cut_columns(p, l));
  std::copy_n(row_.data(), operands_, tile_row_.data());
  std::copy_n(column_.data(), operands_, tile_column_.data());
  choose_store(p, l, how);
  choose_gathers();
  choose_tiles(l);
}

/// Whether the kernel can use a few rows as they are. Then there is nothing else worth choosing.
bool schedule::is_one_tile(plan const& p) {
  const std::size_t loops = p.loops();
  if (loops > 2 || p.elements() > few_elements) return false;
  if (in_place_ && kernel_.rewrites) return false;
  for (std::size_t k = 0; k < operands_; ++k) {
    // A single element counts as running, because it has only one step.
    const std::int64_t jump = loops == 0 ? element_[k] : step(p, loops - 1, k);
    const bool fits = jump == element_[k] || jump == 0;
    if (!fits) return false;
    tile_column_[k] = jump;
    tile_row_[k] = loops == 2 ? step(p, 0, k) : 0;
  }
  columns_ = loops == 0 ? 1 : p.size(loops - 1);
  rows_ = loops == 2 ? p.size(0) : 1;
  units_ = 1;
  one_tile_ = true;
  return true;
}

/// Merges the innermost loops into one if the innermost is short. Returns true if the merged loop
/// contains only a part of the outermost of them. Where a loop is cut does not change an element
/// [bcast.P7].
bool schedule::cut_columns(plan const& p, limits const& l) {
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
  const bool adjacent = p.stride(loop, 0) == 1 && !kernel_.any_step && !is_of_lines(p);
  while (adjacent && loop > 0 && is_short() && p.stride(loop - 1, 0) == columns_) {
    --loop;
    last = p.size(loop);
    const std::int64_t most = l.scratch_row / row_bytes();
    if (last > most) {
      // Use whole lines of the target, so that the next block starts at a line if this one does.
      const std::int64_t lines = line / std::gcd(line, row_bytes());
      last = most < lines ? most : most / lines * lines;
    }
    columns_ *= last;
    if (is_of_runs(p, loop)) break;
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

/// Whether the kernel computes the innermost loop as rows of a few lines, and enough of them at a
/// time. Nothing is gained by merging loops then.
bool schedule::is_of_lines(plan const& p) const {
  const std::size_t loop = p.loops() - 1;
  if (loop == 0 || kernel_.any_step) return false;
  std::int64_t narrowest = element_[0];
  for (std::size_t k = 0; k < operands_; ++k) {
    const std::int64_t stride = p.stride(loop, k);
    if (stride != 1 && (k == 0 || stride != 0)) return false;
    if (stride == 1) narrowest = std::min(narrowest, element_[k]);
  }
  const std::int64_t block = line / narrowest;
  return columns_ >= block && detail::is_of_lines(columns_, block) &&
         columns_ * p.size(loop - 1) * element_[0] >= gathered_row;
}

/// Whether the kernel computes the columns, which are `loop` and the innermost loop, as short runs.
/// Nothing is gained by merging more loops then.
bool schedule::is_of_runs(plan const& p, std::size_t loop) {
  const std::int64_t run = p.size(p.loops() - 1);
  if (kernel_.spread == nullptr || loop + 2 != p.loops() || run * element_[0] > line ||
      columns_ * element_[0] < short_row) {
    return false;
  }
  for (std::size_t k = 0; k < operands_; ++k) {
    const std::int64_t next = p.stride(loop, k), within = p.stride(loop + 1, k);
    if (within == 1 && next == run) {
      how_[k] = spread::straight;
    } else if (within == 0 && next == 0) {
      how_[k] = spread::one;
    } else if (within == 1 && next == 0) {
      how_[k] = spread::run;
    } else if (within == 0 && next == 1) {
      how_[k] = spread::each;
    } else {
      return false;
    }
  }
  run_ = run;
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

bool schedule::is_large(plan const& p, limits const& l, bool now) const {
  const std::int64_t result = p.elements() * element_[0];
  if (result < l.streamed_least) return false;
  std::int64_t all = 0;  // of the operands; no more of them is counted than matters
  for (std::size_t k = 1; k < operands_ && all < l.streamed_alone; ++k) {
    std::int64_t read = element_[k];
    for (std::size_t loop = 0; loop < p.loops() && read < l.streamed_alone; ++loop) {
      if (p.stride(loop, k) != 0) read *= p.size(loop);
    }
    all += read;
  }
  return streaming_pays(result, all, now);
}

void schedule::choose_store(plan const& p, limits const& l, store how) {
  if (kernel_.any_step) return;
  target_in_scratch_ = column_[0] != element_[0] || (in_place_ && kernel_.rewrites);
  // A target that is an operand is already in the cache.
  streamed_ = !in_place_ && !target_in_scratch_ && how != store::cached &&
              (how == store::streamed || is_large(p, l, how == store::measured));
  if (!streamed_) return;
  // Storing rows that end within a cache line would read that line back, so several rows are
  // assembled first.
  const std::int64_t row = columns_ * element_[0];
  target_in_scratch_ =
      !kernel_.streams || (row % line != 0 && row <= 2048 && (rows_ == 1 || row_[0] == row));
}

void schedule::choose_gathers() {
  turned_ = transposed_ && kernel_.turns && !target_in_scratch_;
  if (target_in_scratch_) run_ = 0;
  for (std::size_t k = 1; k < operands_; ++k) {
    turned_ = turned_ && (column_[k] == element_[k] || row_[k] == element_[k]);
  }
  for (std::size_t k = 0; k < operands_; ++k) {
    const bool runs = column_[k] == element_[k];
    const bool stands = column_[k] == 0;
    const bool direct =
        kernel_.any_step || turned_ || run_ > 0 || (k == 0 ? !target_in_scratch_ : runs || stands);
    scratch_[k] = direct ? -1 : 0;
    if (!direct) tile_column_[k] = element_[k];
    if (run_ > 0) tile_column_[k] = how_[k] == spread::straight ? element_[k] : 0;
    simple_ = simple_ && direct;
  }
  simple_ = simple_ && !turned_ && run_ == 0 && !streamed_;
}

void schedule::choose_tiles(limits const& l) {
  const std::int64_t widest = *std::max_element(element_.data(), element_.data() + operands_);
  bool in_scratch = false, rows_in_scratch = false, used_again = false;
  for (std::size_t k = 0; k < operands_; ++k) {
    if (scratch_[k] != 0) continue;
    in_scratch = true;
    rows_in_scratch = rows_in_scratch || row_[k] != 0;
    used_again = used_again || (outer_ > 0 && outer_steps_[(outer_ - 1) * operands_ + k] == 0);
  }
  if (transposed_) {
    tile_rows_ = l.transposed_rows;
    tile_columns_ = turned_ ? l.turned_columns : l.transposed_columns;
  } else {
    tile_columns_ = (in_scratch ? l.scratch_row : l.direct_tile) / widest;
    if (block_ > 1) {
      // An operand has no one step from column to column, so that no tile begins within a row.
      tile_columns_ = columns_;
    } else if (const std::int64_t shared = shared_bytes(); !streamed_ && shared > l.shared_row) {
      // Pieces of about the same size, of whole lines.
      const std::int64_t each = parts(columns_, parts(shared, l.shared_row));
      tile_columns_ = std::min(tile_columns_, parts(each, line) * line);
    }
    tile_columns_ = std::min(tile_columns_, columns_);
    const std::int64_t scratch = used_again || target_in_scratch_ ? l.scratch_tile : l.scratch_once;
    tile_rows_ = (rows_in_scratch ? scratch : l.direct_tile) / (tile_columns_ * widest);
    if (target_in_scratch_ && streamed_) {
      const std::int64_t lines = line / std::gcd(line, tile_columns_ * element_[0]);
      tile_rows_ = parts(tile_rows_, lines) * lines;
    }
  }
  tile_rows_ = std::max<std::int64_t>(1, std::min(tile_rows_, rows_));
  tile_columns_ = std::min(tile_columns_, columns_);
  choose_parts(l, widest, in_scratch || run_ > 0);
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

/// The bytes of the longest row that an operand has for all rows, used in place; 0 if there is
/// none.
std::int64_t schedule::shared_bytes() const {
  std::int64_t longest = 0;
  if (rows_ == 1) return longest;
  for (std::size_t k = 1; k < operands_; ++k) {
    const bool is_shared = row_[k] == 0 && column_[k] == element_[k] && scratch_[k] == -1;
    if (is_shared) longest = std::max(longest, columns_ * element_[k]);
  }
  return longest;
}

/// The bytes of all tiles, if `widest` is the widest element's; INT64_MAX if that is too small.
std::int64_t schedule::tile_bytes(std::int64_t widest) const {
  std::int64_t all = widest;
  const auto times = [&](std::int64_t n) {
    if (__builtin_mul_overflow(all, n, &all)) all = INT64_MAX;
  };
  times(rows_);
  times(columns_);
  for (std::size_t k = 0; k < outer_; ++k) times(outer_sizes_[k]);
  return all;
}

/// Cuts the rows into units for threads, and the columns too if there are too few rows to share
/// evenly.
void schedule::choose_parts(limits const& l, std::int64_t widest, bool whole_tiles) {
  const std::int64_t all = tile_bytes(widest);
  std::int64_t outer = 1;
  for (std::size_t k = 0; k < outer_; ++k) outer *= outer_sizes_[k];
  one_tile_ = outer == 1 && tile_rows_ >= rows_ && tile_columns_ >= columns_;
  one_part_ = all < one_thread_below;
  std::int64_t team = 1, sharers = 1;
  if (!one_part_) {
    team = threads();
    // What is stored in caches is found there by the same thread, and not as well by another.
    fixed_parts_ = !streamed_ || all / team <= l.own_cache;
    sharers = std::min(team, all / l.fixed_part);
  }
  const auto grain_of = [&](std::int64_t units) {
    return std::max<std::int64_t>(1, units / sharers);
  };
  // Whether nearly all threads get a part, and none is much larger than the others.
  const auto is_even = [&](std::int64_t rows) {
    const std::int64_t units = outer * parts(rows_, rows), all_rows = outer * rows_;
    const std::int64_t used = fixed_parts(units, grain_of(units), team);
    return parts(units, used) * rows * used - all_rows <= all_rows / units_of_a_thread &&
           used >= sharers - sharers / units_of_a_thread;
  };
  // Squares are not cut. If possible, units begin at lines of the target if the target does, so
  // that no two threads write to one line.
  if (transposed_) unit_rows_ = std::max<std::int64_t>(1, line / element_[0]);
  const std::int64_t lines = std::max(unit_rows_, line / std::gcd(line, row_[0]));
  if (is_even(lines)) unit_rows_ = lines;
  unit_columns_ = columns_;
  if (last_columns_ == 0 && !is_even(unit_rows_)) {
    const std::int64_t wanted = parts(units_of_a_thread * sharers, outer * rows_);
    const std::int64_t whole = line / std::gcd(line, column_[0]);
    unit_columns_ =
        transposed_ || whole_tiles ? tile_columns_ : parts(parts(columns_, wanted), whole) * whole;
  }
  units_each_ = parts(rows_, unit_rows_) * parts(columns_, unit_columns_);
  units_ = outer * units_each_;
  // A free part has up to two grains, and so at most a thirtieth of an even share. Units that are
  // too large for that are shared evenly at once.
  const std::int64_t pieces = 3 * units_of_a_thread * team;
  fixed_parts_ = fixed_parts_ || units_ < pieces;
  const std::int64_t free = std::min(l.free_part, std::max(l.fixed_part, all / pieces));
  grain_ = fixed_parts_ ? grain_of(units_) : parts(free, unit_rows_ * unit_columns_ * widest);
}

}  // namespace bcast::engine::detail
