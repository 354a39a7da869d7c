#include <algorithm>

#include "bcast/optimized/transform.hpp"

namespace bcast::optimized::detail {
namespace {

std::int64_t parts(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

}  // namespace

tiling::tiling(plan const& p) : plan_(&p), unit_{1, std::vector<std::int64_t>(p.origin.size(), 0)} {
  const std::size_t loops = p.loops.size();
  columns_ = loops >= 1 ? &p.loops[loops - 1] : &unit_;
  rows_ = loops >= 2 ? &p.loops[loops - 2] : &unit_;
  outer_ = loops >= 2 ? loops - 2 : 0;
  // An operand that jumps along the columns and runs along the rows is transposed: square tiles
  // keep its cache lines until they are used up. Otherwise whole rows are best.
  const bool transposed =
      std::any_of(columns_->strides.begin(), columns_->strides.end(),
                  [](std::int64_t stride) { return stride < -1 || stride > 1; });
  constexpr std::int64_t square = 64, row = 16384;
  tile_rows_ = transposed ? square : std::max<std::int64_t>(1, row / columns_->size);
  tile_columns_ = transposed ? square : row;
  tile_rows_ = std::min(tile_rows_, rows_->size);
  tile_columns_ = std::min(tile_columns_, columns_->size);
  rows_tiles_ = parts(rows_->size, tile_rows_);
  columns_tiles_ = parts(columns_->size, tile_columns_);
  tiles_ = rows_tiles_ * columns_tiles_;
  for (std::size_t k = 0; k < outer_; ++k) tiles_ *= p.loops[k].size;
  constexpr std::int64_t elements_per_task = 65536;
  grain_ = std::max<std::int64_t>(1, elements_per_task / (tile_rows_ * tile_columns_));
}

tiling::tile tiling::at(std::int64_t t, std::vector<std::int64_t>& offset) const {
  const std::int64_t column = t % columns_tiles_ * tile_columns_;
  t /= columns_tiles_;
  const std::int64_t row = t % rows_tiles_ * tile_rows_;
  t /= rows_tiles_;
  for (std::size_t k = 0; k < offset.size(); ++k) {
    offset[k] = plan_->origin[k] + column * columns_->strides[k] + row * rows_->strides[k];
  }
  for (std::size_t outer = outer_; outer-- > 0;) {
    loop const& l = plan_->loops[outer];
    const std::int64_t i = t % l.size;
    t /= l.size;
    for (std::size_t k = 0; k < offset.size(); ++k) offset[k] += i * l.strides[k];
  }
  return {std::min(tile_rows_, rows_->size - row),
          std::min(tile_columns_, columns_->size - column)};
}

}  // namespace bcast::optimized::detail
