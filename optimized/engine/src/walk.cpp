// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>

#include "bcast/engine/detail/parallel.hpp"
#include "bcast/engine/detail/schedule.hpp"
#include "level.hpp"

namespace bcast::engine::detail {

/// Walks over the units of one thread, tile by tile, with the thread's scratch buffer.
class schedule::walker {
 public:
  walker(schedule const& s, void const* f, std::byte* scratch)
      : s_(s),
        f_(f),
        scratch_(scratch),
        level_(best_level()),
        index_(s.outer_),
        outer_(s.operands_),
        memory_(s.operands_),
        at_(s.operands_),
        gathered_(s.operands_) {
    std::fill_n(gathered_.data(), s.operands_, where{nullptr, 0, 0});
  }

  /// Computes the units [begin, end).
  void walk(std::int64_t begin, std::int64_t end) {
    start(begin / s_.units_each_);
    for (std::int64_t t = begin, unit = begin % s_.units_each_; t < end; unit = 0) {
      const std::int64_t last = std::min(s_.units_each_, unit + end - t);
      t += last - unit;
      units(unit, last);
      if (t < end) next();
    }
  }

 private:
  struct where {
    std::byte const* from;
    std::int64_t rows, columns;
    friend bool operator==(where const&, where const&) = default;
  };

  /// The pointers of step `t` of the outer loops.
  void start(std::int64_t t) {
    std::copy_n(s_.base_.data(), s_.operands_, outer_.data());
    for (std::size_t loop = s_.outer_; loop-- > 0;) {
      index_[loop] = t % s_.outer_sizes_[loop];
      t /= s_.outer_sizes_[loop];
      move(loop, index_[loop]);
    }
  }

  void next() {
    for (std::size_t loop = s_.outer_; loop-- > 0;) {
      if (++index_[loop] < s_.outer_sizes_[loop]) {
        move(loop, 1);
        return;
      }
      index_[loop] = 0;
      move(loop, 1 - s_.outer_sizes_[loop]);
    }
  }

  void move(std::size_t loop, std::int64_t times) {
    std::int64_t const* const steps = s_.outer_steps_.data() + loop * s_.operands_;
    for (std::size_t k = 0; k < s_.operands_; ++k) outer_[k] += times * steps[k];
  }

  /// Units [begin, end) of one step of the outer loops. They are numbered along the rows.
  void units(std::int64_t begin, std::int64_t end) {
    const std::int64_t in_row = (s_.columns_ + s_.unit_columns_ - 1) / s_.unit_columns_;
    while (begin < end) {
      const std::int64_t first = begin % in_row, last = std::min(in_row, first + end - begin);
      const std::int64_t row = begin / in_row * s_.unit_rows_;
      // Rows of units that are complete are cut into tiles together.
      const bool complete = first == 0 && last == in_row;
      const std::int64_t n = complete ? (end - begin) / in_row : 1;
      block(row, std::min(s_.rows_, row + n * s_.unit_rows_), first * s_.unit_columns_,
            std::min(s_.columns_, last * s_.unit_columns_));
      begin += complete ? n * in_row : last - first;
    }
  }

  /// The tiles of rows [row, rows) and columns [first, columns).
  void block(std::int64_t row, std::int64_t rows, std::int64_t first, std::int64_t columns) {
    const bool shorter = s_.last_columns_ != 0 && rows == s_.rows_;
    if (shorter) --rows;
    for (; row < rows; row += s_.tile_rows_) {
      const std::int64_t n = std::min(s_.tile_rows_, rows - row);
      for (std::int64_t column = first; column < columns; column += s_.tile_columns_) {
        one_tile(row, n, column, std::min(s_.tile_columns_, columns - column));
      }
    }
    if (shorter) one_tile(rows, 1, 0, s_.last_columns_);
  }

  void one_tile(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns) {
    for (std::size_t k = 0; k < s_.operands_; ++k) {
      memory_[k] = outer_[k] + row * s_.row_[k] + column * s_.column_[k];
      at_[k] = memory_[k];
      if (s_.scratch_[k] < 0) continue;
      at_[k] = scratch_ + s_.scratch_[k];
      if (k > 0) gather(k, rows, columns);
    }
    const bool in_scratch = s_.target_in_scratch_;
    const auto run = s_.run_ > 0 ? s_.kernel_.spread : s_.kernel_.run;
    run(f_, {rows, columns, at_.data(), s_.tile_row_.data(), s_.tile_column_.data(),
             s_.streamed_ && !in_scratch, s_.turned_, s_.run_, s_.how_.data()});
    if (in_scratch) put(rows, columns);
  }

  /// Gathers an operand's elements, unless the previous ones can be reused [bcast.P6].
  void gather(std::size_t k, std::int64_t rows, std::int64_t columns) {
    if (s_.row_[k] == 0) rows = 1;
    const where expected{memory_[k], rows, columns};
    if (gathered_[k] == expected) return;
    gathered_[k] = expected;
    level_.gather({static_cast<std::size_t>(s_.element_[k]), at_[k], s_.tile_row_[k], memory_[k],
                   rows, columns, s_.row_[k], s_.block_, s_.block_sizes_.data(),
                   s_.block_steps_.data() + k, s_.operands_});
  }

  /// Moves the target's elements from the scratch buffer to the target.
  void put(std::int64_t rows, std::int64_t columns) {
    const std::int64_t row_bytes = columns * s_.element_[0];
    if (!s_.streamed_) {
      level_.scatter({static_cast<std::size_t>(s_.element_[0]), memory_[0], s_.row_[0],
                      s_.column_[0], at_[0], s_.tile_row_[0], rows, columns});
    } else if (s_.row_[0] == row_bytes) {  // and so in the scratch: rows do not overlap
      level_.stream(memory_[0], at_[0], static_cast<std::size_t>(rows * row_bytes));
    } else {
      for (std::int64_t r = 0; r < rows; ++r) {
        level_.stream(memory_[0] + r * s_.row_[0], at_[0] + r * s_.tile_row_[0],
                      static_cast<std::size_t>(row_bytes));
      }
    }
  }

  schedule const& s_;
  void const* f_;
  std::byte* scratch_;
  level const& level_;
  spec::small_list<std::int64_t, 8> index_;
  spec::small_list<std::byte*, few> outer_;   // of each operand: where the outer loops are
  spec::small_list<std::byte*, few> memory_;  // where the tile is
  spec::small_list<std::byte*, few> at_;      // where the kernel finds it
  spec::small_list<where, few> gathered_;
};

void schedule::walk(void const* f, std::int64_t begin, std::int64_t end) const {
  constexpr std::size_t on_stack = std::size_t{96} << 10;
  struct aligned_line {
    alignas(line_bytes) std::byte bytes[line_bytes];
  };
  const auto with = [&](std::byte* scratch) { walker(*this, f, scratch).walk(begin, end); };
  if (scratch_bytes_ == 0) {
    with(nullptr);
  } else if (scratch_bytes_ <= on_stack) {
    alignas(line_bytes) std::byte scratch[on_stack];
    with(scratch);
  } else {
    // The buffer consists of whole lines.
    const auto scratch =
        std::make_unique_for_overwrite<aligned_line[]>(scratch_bytes_ / line_bytes);
    with(scratch.get()->bytes);
  }
  if (streamed_) end_of_streams();
}

void schedule::run_tiles(void const* f) const {
  if (one_part_) {
    walk(f, 0, units_);
    return;
  }
  parallel_for(units_, grain_, fixed_parts_ ? partition::fixed : partition::free,
               [&](std::int64_t begin, std::int64_t end) { walk(f, begin, end); });
}

}  // namespace bcast::engine::detail
