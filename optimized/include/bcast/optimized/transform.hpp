#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/optimized/parallel.hpp"
#include "bcast/optimized/plan.hpp"
#include "bcast/optimized/view.hpp"

namespace bcast::optimized {
namespace detail {

// How an operand moves in the inner loop. The first two are known to the compiler.
struct still {
  static constexpr std::int64_t step = 0;
};
struct run {
  static constexpr std::int64_t step = 1;
};
struct jump {
  std::int64_t step;
};

/// z[i] = f(x[i]...) for i in [0, n), each pointer moving by its own step.
template <class F, class Z, class ZStep, class... X, class... Step>
void inner_loop(F const& f, std::int64_t n, Z* z, ZStep zs, std::tuple<X*...> x,
                std::tuple<Step...> steps) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    for (std::int64_t i = 0; i < n; ++i) {
      z[i * zs.step] = f(std::get<K>(x)[i * std::get<K>(steps).step]...);
    }
  }
  (std::index_sequence_for<X...>{});
}

/// Calls inner_loop with the step of every operand at its most specific type.
template <class F, class Z, class... X, class... Step>
void choose_steps(F const& f, std::int64_t n, Z* z, std::int64_t const* step, std::tuple<X*...> x,
                  std::tuple<Step...> chosen) {
  constexpr std::size_t k = sizeof...(Step);
  if constexpr (sizeof...(X) > 2) {  // three and more: too many combinations to compile
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      inner_loop(f, n, z, jump{step[0]}, x, std::tuple(jump{step[K + 1]}...));
    }
    (std::index_sequence_for<X...>{});
  } else if constexpr (k < sizeof...(X)) {
    const std::int64_t s = step[k + 1];
    if (s == 0) {
      choose_steps(f, n, z, step, x, std::tuple_cat(chosen, std::tuple(still{})));
    } else if (s == 1) {
      choose_steps(f, n, z, step, x, std::tuple_cat(chosen, std::tuple(run{})));
    } else {
      choose_steps(f, n, z, step, x, std::tuple_cat(chosen, std::tuple(jump{s})));
    }
  } else if (step[0] == 1) {
    inner_loop(f, n, z, run{}, x, chosen);
  } else {
    inner_loop(f, n, z, jump{step[0]}, x, chosen);
  }
}

/// Tiles of the two innermost loops, the other loops outside of them; tile t in [0, tiles()) covers
/// `rows` x `columns` elements at `offset`. Every element lies in exactly one tile, so that tiles
/// may be done in any order and at the same time.
class tiling {
 public:
  explicit tiling(plan const& p);

  std::int64_t tiles() const { return tiles_; }

  /// Tiles that are worth handing to another thread.
  std::int64_t grain() const { return grain_; }

  struct tile {
    std::int64_t rows;
    std::int64_t columns;
  };

  /// Where tile t begins, in elements of each operand, and how large it is.
  tile at(std::int64_t t, std::vector<std::int64_t>& offset) const;

  std::int64_t row_stride(std::size_t k) const { return rows_->strides[k]; }
  std::int64_t const* column_strides() const { return columns_->strides.data(); }

 private:
  plan const* plan_;
  loop unit_;  // stands in for a loop that the plan does not have
  loop const* rows_;
  loop const* columns_;
  std::size_t outer_;  // number of loops outside of the tiles
  std::int64_t tile_rows_, tile_columns_;
  std::int64_t rows_tiles_, columns_tiles_, tiles_, grain_;
};

}  // namespace detail

/// z[i] = f(x1[i1], ..., xN[iN]) for every element i of z, where ik is i at the axes that xk has,
/// and 0 where its size is 1 [bcast.P6]. Any number of operands, each of its own element type; f is
/// called once an element, in no particular order, perhaps from several threads.
///
/// The operands broadcast to z's shape without changing it. An operand may be z itself; any other
/// overlap with z is refused. Throws error before anything is written (see make_plan); what f
/// throws is thrown, and then z holds an unspecified mixture.
template <class F, class Z, class... X>
void transform(F const& f, view<Z> const& z, view<X> const&... x) {
  static_assert(!std::is_const_v<Z>, "the target is written");
  const std::array<buffer, sizeof...(X)> operands{buffer{x.data(), &x.where(), sizeof(X)}...};
  const plan p = make_plan({z.data(), &z.where(), sizeof(Z)}, operands);
  if (p.empty) return;
  const detail::tiling tiles(p);
  parallel_for(tiles.tiles(), tiles.grain(), [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::int64_t> offset(p.origin.size());
    for (std::int64_t t = begin; t < end; ++t) {
      const detail::tiling::tile tile = tiles.at(t, offset);
      for (std::int64_t row = 0; row < tile.rows; ++row) {
        [&]<std::size_t... K>(std::index_sequence<K...>) {
          detail::choose_steps(
              f, tile.columns, z.data() + offset[0] + row * tiles.row_stride(0),
              tiles.column_strides(),
              std::tuple<X*...>(x.data() + offset[K + 1] + row * tiles.row_stride(K + 1)...),
              std::tuple<>());
        }
        (std::index_sequence_for<X...>{});
      }
    }
  });
}

}  // namespace bcast::optimized
