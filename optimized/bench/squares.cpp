// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "contestant.hpp"
#include "wide.hpp"

// What a transposed operand costs before it is transposed: its lines are read in the order in which
// the result needs them, and every line of all is moved once. The result is wrong.

namespace bcast::engine::bench {
namespace {

constexpr std::size_t line = 64;

struct matrices {
  std::byte* z;
  std::byte const *x, *turned;
  std::size_t rows, columns;          // of the result, in lines
  std::size_t row_bytes, turned_row;  // from a row to the next
  std::size_t in_line;                // elements
};

void move_squares(matrices const& m, std::size_t begin, std::size_t end) {
  constexpr std::size_t tile = 16;
  for (std::size_t top = begin; top < end; top += tile) {
    for (std::size_t left = 0; left < m.columns; left += tile) {
      for (std::size_t r = top; r < std::min(end, top + tile); ++r) {
        for (std::size_t c = left; c < std::min(m.columns, left + tile); ++c) {
          for (std::size_t i = 0; i < m.in_line; ++i) {
            const std::size_t at = (r * m.in_line + i) * m.row_bytes + c * line;
            store<true>(m.z + at, either(load(m.x + at), load(m.turned + r * line +
                                                              (c * m.in_line + i) * m.turned_row)));
          }
        }
      }
    }
  }
  fence();
}

class squares : public contestant {
 public:
  std::string name() const override { return "squares"; }
  std::string version() const override { return BCAST_VERSION; }
  role plays() const override { return role::witness; }

  std::vector<entrant> prepare(task const& t) override {
    workload const& w = t.what;
    if (w.operands.size() != 2 || !w.operands[1].transposed || w.result.size() != 2) return {};
    const std::size_t element = bytes_of(w.type), in_line = line / element;
    const auto rows = static_cast<std::size_t>(w.result[0]),
               columns = static_cast<std::size_t>(w.result[1]);
    const matrices m{
        t.result<std::byte>(), t.operand<std::byte>(0), t.operand<std::byte>(1), rows / in_line,
        columns / in_line,     columns * element,       rows * element,          in_line};
    return {in_process("", [m, threads = t.threads] {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
      for (int k = 0; k < threads; ++k) {
        const auto part = [&](int n) {
          return m.rows * static_cast<std::size_t>(n) / static_cast<std::size_t>(threads);
        };
        move_squares(m, part(k), part(k + 1));
      }
    })};
  }
};

}  // namespace

std::unique_ptr<contestant> make_squares() { return std::make_unique<squares>(); }

}  // namespace bcast::engine::bench
