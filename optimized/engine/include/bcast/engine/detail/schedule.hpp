// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bcast/engine/caches.hpp"
#include "bcast/engine/detail/kernel.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/spec/small_list.hpp"

namespace bcast::engine::detail {

struct limits;

/// A plan cut into tiles. It decides which loops a kernel walks as rows and columns, which operands
/// are first gathered into a scratch buffer, how the target is stored, and what each thread gets.
/// Every element is in exactly one tile, and its value does not depend on the tile. So the tiles
/// may be computed in any order and at the same time [bcast.P6, bcast.P7].
class schedule {
 public:
  /// The buffers must be the plan's, and must stay valid as long as the schedule is used.
  schedule(plan const& p, buffer const& target, std::span<buffer const> operands, kernel const& k,
           store how);

  /// Applies the kernel with the function `f` to every tile.
  void run(void const* f) const {
    if (one_tile_ && simple_) {
      kernel_.run(f, {rows_, columns_, base_.data(), tile_row_.data(), tile_column_.data(), false});
    } else if (units_ > 0) {
      run_tiles(f);
    }
  }

 private:
  static constexpr std::size_t few = 5;              // operands, with the target
  static constexpr std::int64_t uneven = INT64_MIN;  // no one step for all columns: gathered
  template <std::size_t Loops = 1>
  using steps = spec::small_list<std::int64_t, Loops * few>;

  std::int64_t step(plan const& p, std::size_t loop, std::size_t k) const {
    return p.stride(loop, k) * element_[k];
  }
  bool is_one_tile(plan const& p);
  bool cut_columns(plan const& p, limits const& l);
  bool is_of_lines(plan const& p) const;
  bool is_of_runs(plan const& p, std::size_t loop);
  void cut_rows(plan const& p, bool split);
  bool is_large(plan const& p, limits const& l, bool now) const;
  void choose_store(plan const& p, limits const& l, store how);
  void choose_gathers();
  void choose_tiles(limits const& l);
  std::int64_t shared_bytes() const;
  std::int64_t tile_bytes(std::int64_t widest) const;
  void choose_parts(limits const& l, std::int64_t widest, bool whole_tiles);
  void run_tiles(void const* f) const;
  void walk(void const* f, std::int64_t begin, std::int64_t end) const;

  class walker;

  kernel kernel_;
  std::size_t operands_;
  spec::small_list<std::byte*, few> base_;
  steps<> element_;  ///< bytes

  // In memory: outer loops, rows, and columns. The columns are the `block_` innermost loops as one.
  std::size_t outer_ = 0, block_ = 1;
  spec::small_list<std::int64_t, 8> outer_sizes_, block_sizes_;
  steps<8> outer_steps_, block_steps_;
  std::int64_t rows_ = 1, columns_ = 1;
  std::int64_t last_columns_ = 0;  ///< of the last row where it is shorter, otherwise 0
  steps<> row_, column_;
  steps<> tile_row_, tile_column_;  ///< as the kernel sees them, after gathering

  // Tiles.
  bool simple_ = true;  ///< nothing is gathered, scattered or streamed
  bool streamed_ = false;
  bool in_place_ = false;
  bool target_in_scratch_ = false;
  bool transposed_ = false;  ///< some operand jumps along the columns
  bool turned_ = false;      ///< and is turned by the kernel instead of gathered
  std::int64_t run_ = 0;     ///< elements of a run, if the kernel takes the columns as runs
  spec::small_list<spread, few> how_;
  std::size_t scratch_bytes_ = 0;
  spec::small_list<std::ptrdiff_t, few>
      scratch_;  ///< offset, or -1 where operand k is used in place
  std::int64_t tile_rows_ = 1, tile_columns_ = 1;

  // Parts for threads consist of units: rows, or pieces of rows, which the thread cuts into tiles.
  bool one_tile_ = false;
  std::int64_t unit_rows_ = 1, unit_columns_ = 1;
  std::int64_t units_each_ = 1, units_ = 0;  ///< in each step of the outer loops; in all
  std::int64_t grain_ = 1;                   ///< units
  bool one_part_ = true;
  bool fixed_parts_ = false;
};

}  // namespace bcast::engine::detail
