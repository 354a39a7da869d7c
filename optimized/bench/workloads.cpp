// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <benchmark/benchmark.h>

#include "workload.hpp"

namespace bcast::engine::bench {
namespace {

constexpr std::int64_t large = 16 << 20;
constexpr std::int64_t million = 1000000;

constexpr auto add = []<class T>(T a, T b) { return static_cast<T>(a + b); };

// One generic function, compiled for each element type.
template <class Loops>
hand_loops hand(Loops loops) {
  return {loops, loops, loops};
}

// Loops over the elements of a matrix; F is the value of one.
template <std::int64_t Rows, std::int64_t Columns, class F>
hand_loops matrix(F) {
  return hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for num_threads(n)
    for (std::int64_t i = 0; i < Rows; ++i) {
      for (std::int64_t j = 0; j < Columns; ++j) z[i * Columns + j] = F{}(x, y, i, j);
    }
  });
}

const hand_loops rows_and_row =
    matrix<4096, 1024>([](auto* x, auto* y, auto i, auto j) { return add(x[i * 1024 + j], y[j]); });

const hand_loops channels = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for collapse(2) num_threads(n)
  for (std::int64_t b = 0; b < 32; ++b) {
    for (std::int64_t c = 0; c < 64; ++c) {
      const std::int64_t at = (b * 64 + c) * 56 * 56;
      const auto scale = y[c];
      for (std::int64_t k = 0; k < 56 * 56; ++k) {
        z[at + k] = static_cast<decltype(+scale)>(x[at + k] * scale);
      }
    }
  }
});

const hand_loops outer =
    matrix<4096, 4096>([](auto* x, auto* y, auto i, auto j) { return add(x[i], y[j]); });

const hand_loops scalar = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
  const auto s = *y;
#pragma omp parallel for simd num_threads(n)
  for (std::int64_t i = 0; i < large; ++i) z[i] = add(x[i], s);
});

const hand_loops same = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for simd num_threads(n)
  for (std::int64_t i = 0; i < large; ++i) z[i] = add(x[i], y[i]);
});

const hand_loops middle = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for collapse(2) num_threads(n)
  for (std::int64_t i = 0; i < 256; ++i) {
    for (std::int64_t j = 0; j < 128; ++j) {
      const std::int64_t at = (i * 128 + j) * 512;
      for (std::int64_t k = 0; k < 512; ++k) z[at + k] = add(x[i * 512 + k], y[at + k]);
    }
  }
});

const hand_loops both = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for collapse(2) num_threads(n)
  for (std::int64_t i = 0; i < 64; ++i) {
    for (std::int64_t j = 0; j < 64; ++j) {
      for (std::int64_t k = 0; k < 64; ++k) {
        for (std::int64_t l = 0; l < 64; ++l) {
          z[((i * 64 + j) * 64 + k) * 64 + l] = add(x[(i * 64 + k) * 64 + l], y[j * 64 + k]);
        }
      }
    }
  }
});

const hand_loops alternating = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
#pragma omp parallel for collapse(6) num_threads(n)
  for (std::int64_t a = 0; a < 8; ++a) {
    for (std::int64_t b = 0; b < 8; ++b) {
      for (std::int64_t c = 0; c < 8; ++c) {
        for (std::int64_t d = 0; d < 8; ++d) {
          for (std::int64_t e = 0; e < 8; ++e) {
            for (std::int64_t f = 0; f < 8; ++f) {
              const std::int64_t at = (((((a * 8 + b) * 8 + c) * 8 + d) * 8 + e) * 8 + f) * 64;
              const std::int64_t xs = ((a * 8 + c) * 8 + e) * 8, ys = ((b * 8 + d) * 8 + f) * 8;
              for (std::int64_t g = 0; g < 8; ++g) {
                for (std::int64_t h = 0; h < 8; ++h) z[at + g * 8 + h] = add(x[xs + g], y[ys + h]);
              }
            }
          }
        }
      }
    }
  }
});

const hand_loops rows_and_column =
    matrix<4096, 1024>([](auto* x, auto* y, auto i, auto j) { return add(x[i * 1024 + j], y[i]); });

const hand_loops repeat_row =
    matrix<16384, 1024>([](auto* x, auto*, auto, auto j) { return x[j]; });

const hand_loops repeat_column =
    matrix<16384, 1024>([](auto* x, auto*, auto i, auto) { return x[i]; });

const hand_loops repeat_two = hand([](auto* z, auto const* x, auto const*, auto const*, int n) {
#pragma omp parallel for collapse(4) num_threads(n)
  for (std::int64_t i = 0; i < 64; ++i) {
    for (std::int64_t j = 0; j < 16; ++j) {
      for (std::int64_t k = 0; k < 64; ++k) {
        for (std::int64_t l = 0; l < 16; ++l) {
          const std::int64_t at = (((i * 16 + j) * 64 + k) * 16 + l) * 64;
          for (std::int64_t m = 0; m < 64; ++m) z[at + m] = x[(i * 64 + k) * 64 + m];
        }
      }
    }
  }
});

const hand_loops three_ways = hand([](auto* z, auto const* x, auto const* y, auto const* c, int n) {
#pragma omp parallel for collapse(2) num_threads(n)
  for (std::int64_t i = 0; i < 256; ++i) {
    for (std::int64_t j = 0; j < 128; ++j) {
      const auto other = y[i * 128 + j];
      for (std::int64_t k = 0; k < 512; ++k) {
        z[(i * 128 + j) * 512 + k] = c[i * 512 + k] ? x[j * 512 + k] : other;
      }
    }
  }
});

const hand_loops tiny = hand([](auto* z, auto const* x, auto const* y, auto const*, int) {
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) z[i * 3 + j] = add(x[i * 3 + j], y[j]);
  }
});

// The same for sizes that the compiler does not know.
std::int64_t tiny_rows = 2, tiny_columns = 3;
const hand_loops tiny_at_run_time =
    hand([](auto* z, auto const* x, auto const* y, auto const*, int) {
      benchmark::DoNotOptimize(tiny_rows);
      benchmark::DoNotOptimize(tiny_columns);
      const std::int64_t rows = tiny_rows, columns = tiny_columns;
      for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
          z[i * columns + j] = add(x[i * columns + j], y[j]);
        }
      }
    });

const hand_loops short_rows =
    matrix<million, 3>([](auto* x, auto* y, auto i, auto j) { return add(x[i * 3 + j], y[j]); });

const hand_loops short_columns =
    matrix<million, 3>([](auto* x, auto* y, auto i, auto j) { return add(x[i * 3 + j], y[i]); });

// Uses tiles, so that cache lines of either operand are not evicted before they are fully read.
const hand_loops transposed = hand([](auto* z, auto const* x, auto const* y, auto const*, int n) {
  constexpr std::int64_t size = 2048, tile = 32;
#pragma omp parallel for collapse(2) num_threads(n)
  for (std::int64_t ti = 0; ti < size; ti += tile) {
    for (std::int64_t tj = 0; tj < size; tj += tile) {
      for (std::int64_t i = ti; i < ti + tile; ++i) {
        for (std::int64_t j = tj; j < tj + tile; ++j) {
          z[i * size + j] = add(x[i * size + j], y[j * size + i]);
        }
      }
    }
  }
});

const hand_loops small_rows = hand([](auto* z, auto const* x, auto const* y, auto const*, int) {
  for (std::int64_t i = 0; i < 128; ++i) {
    for (std::int64_t j = 0; j < 1024; ++j) z[i * 1024 + j] = add(x[i * 1024 + j], y[j]);
  }
});

float larger(float a, float b) { return a > b ? a : b; }

// Loops over the rows of a chain's result; F gives the function that computes one.
template <std::int64_t Rows, std::int64_t Columns, class F>
constexpr hand_loops chain(F) {
  hand_loops loops;
  loops.chained = [](float* z, float const* const* x, std::uint8_t const* c, int n) {
#pragma omp parallel for num_threads(n)
    for (std::int64_t i = 0; i < Rows; ++i) {
      const auto value = F{}(x, c, i);
      for (std::int64_t j = 0; j < Columns; ++j) z[i * Columns + j] = value(j);
    }
  };
  return loops;
}

const hand_loops rows_summed{
    [](float* z, float const* x, float const*, std::uint8_t const*, int n) {
      std::fill_n(z, 1024, 0.0F);
#pragma omp parallel for num_threads(n) reduction(+ : z[:1024])
      for (std::int64_t i = 0; i < 4096; ++i) {
        for (std::int64_t j = 0; j < 1024; ++j) z[j] += x[i * 1024 + j];
      }
    }};
const hand_loops columns_summed{
    [](float* z, float const* x, float const*, std::uint8_t const*, int n) {
#pragma omp parallel for num_threads(n)
      for (std::int64_t i = 0; i < 4096; ++i) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t j = 0; j < 1024; ++j) sum += x[i * 1024 + j];
        z[i] = sum;
      }
    }};
const hand_loops same_shapes = chain<4096, 1024>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * 1024, b = x[1] + i * 1024, c = x[2] + i * 1024](auto j) {
    return a[j] * b[j] + c[j];
  };
});
const hand_loops scaled_and_shifted = chain<4096, 1024>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * 1024, b = x[1], c = x[2]](auto j) { return a[j] * b[j] + c[j]; };
});
const hand_loops biased = chain<4096, 1024>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * 1024, b = x[1]](auto j) { return larger(a[j] + b[j], 0); };
});
const hand_loops masked = chain<8192, 512>([](auto* x, auto* c, auto i) {
  return [a = x[0] + i * 512, mask = c + i % 512 * 512, scale = *x[1], other = *x[2]](auto j) {
    return mask[j] ? a[j] * scale : other;
  };
});
const hand_loops centred = chain<4096, 1024>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * 1024, b = x[1][i], c = *x[2]](auto j) { return (a[j] - b) * c; };
});
template <std::int64_t Rows, std::int64_t Columns>
const hand_loops normalised = chain<Rows, Columns>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * Columns, b = x[1][i], c = x[2][i], d = x[3], e = x[4]](auto j) {
    return (a[j] - b) * c * d[j] + e[j];
  };
});
const hand_loops clamped = chain<4096, 1024>([](auto* x, auto*, auto i) {
  return [a = x[0] + i * 1024, b = x[1], c = x[2][i], d = *x[3]](auto j) {
    return larger(a[j] * b[j] + c, d);
  };
});

// A row of the table, once for each element type.
struct row {
  std::vector<element> types;
  workload what;
};

std::vector<row> rows() {
  using enum element;
  using enum operation;
  const operand turned{{2048, 2048}, true};
  // clang-format off
  return {
    {{f32, f64, i8}, {"a", "[4096,1024] + [1024]", operation::add, f32, {{{4096, 1024}}, {{1024}}}, {4096, 1024}, rows_and_row}},
    {{f32}, {"b", "[32,64,56,56] * [1,64,1,1]", multiply, f32, {{{32, 64, 56, 56}}, {{1, 64, 1, 1}}}, {32, 64, 56, 56}, channels}},
    {{f32, f64}, {"c", "[4096,1] + [1,4096]", operation::add, f32, {{{4096, 1}}, {{1, 4096}}}, {4096, 4096}, outer}},
    {{f32}, {"d", "[16M] + []", operation::add, f32, {{{large}}, {{}}}, {large}, scalar}},
    {{f32, f64, i8}, {"e", "[16M] + [16M]", operation::add, f32, {{{large}}, {{large}}}, {large}, same}},
    {{f32}, {"f", "[256,1,512] + [256,128,512]", operation::add, f32, {{{256, 1, 512}}, {{256, 128, 512}}}, {256, 128, 512}, middle}},
    {{f32}, {"g", "[64,1,64,64] + [1,64,64,1]", operation::add, f32, {{{64, 1, 64, 64}}, {{1, 64, 64, 1}}}, {64, 64, 64, 64}, both}},
    {{f32}, {"h", "[8,1,8,1,8,1,8,1] + [1,8,1,8,1,8,1,8]", operation::add, f32, {{{8, 1, 8, 1, 8, 1, 8, 1}}, {{1, 8, 1, 8, 1, 8, 1, 8}}}, {8, 8, 8, 8, 8, 8, 8, 8}, alternating}},
    {{f32, f64, i8}, {"i", "[4096,1024] + [4096,1]", operation::add, f32, {{{4096, 1024}}, {{4096, 1}}}, {4096, 1024}, rows_and_column}},
    {{f32, f64, i8}, {"j1", "[1024] to [16384,1024]", copy, f32, {{{1024}}}, {16384, 1024}, repeat_row}},
    {{f32, f64, i8}, {"j2", "[16384,1] to [16384,1024]", copy, f32, {{{16384, 1}}}, {16384, 1024}, repeat_column}},
    {{f32, f64, i8}, {"j3", "[64,1,64,1,64] to [64,16,64,16,64]", copy, f32, {{{64, 1, 64, 1, 64}}}, {64, 16, 64, 16, 64}, repeat_two}},
    {{f32}, {"k", "where([256,1,512], [1,128,512], [256,128,1])", where, f32, {{{256, 1, 512}}, {{1, 128, 512}}, {{256, 128, 1}}}, {256, 128, 512}, three_ways}},
    {{f32}, {"l1", "[2,3] + [3], planned each time", operation::add, f32, {{{2, 3}}, {{3}}}, {2, 3}, tiny, calling::planning}},
    {{f32}, {"l2", "[2,3] + [3], prepared", operation::add, f32, {{{2, 3}}, {{3}}}, {2, 3}, tiny, calling::prepared}},
    {{f32}, {"l3", "[2,3] + [3], planned each time, ranks known while compiling", operation::add, f32, {{{2, 3}}, {{3}}}, {2, 3}, tiny_at_run_time, calling::fixed_rank}},
    {{f32}, {"m1", "[1000000,3] + [3]", operation::add, f32, {{{million, 3}}, {{3}}}, {million, 3}, short_rows}},
    {{f32}, {"m2", "[1000000,3] + [1000000,1]", operation::add, f32, {{{million, 3}}, {{million, 1}}}, {million, 3}, short_columns}},
    {{f32}, {"n", "[2048,2048] + transposed [2048,2048]", operation::add, f32, {{{2048, 2048}}, turned}, {2048, 2048}, transposed}},
    {{f32}, {"q1", "a * b + c, [4096,1024] each", multiply_add, f32, {{{4096, 1024}}, {{4096, 1024}}, {{4096, 1024}}}, {4096, 1024}, same_shapes}},
    {{f32}, {"q2", "[4096,1024] * [1024] + [1024]", multiply_add, f32, {{{4096, 1024}}, {{1024}}, {{1024}}}, {4096, 1024}, scaled_and_shifted}},
    {{f32}, {"q3", "relu([4096,1024] + [1024])", add_relu, f32, {{{4096, 1024}}, {{1024}}}, {4096, 1024}, biased}},
    {{f32}, {"q4", "where([1,1,512,512], [2,8,512,512] * [], [])", scale_mask, f32, {{{1, 1, 512, 512}}, {{2, 8, 512, 512}}, {{}}, {{}}}, {2, 8, 512, 512}, masked}},
    {{f32}, {"q5", "([4096,1024] - [4096,1]) * []", centre, f32, {{{4096, 1024}}, {{4096, 1}}, {{}}}, {4096, 1024}, centred}},
    {{f32}, {"q6", "([4096,1024] - [4096,1]) * [4096,1] * [1024] + [1024]", normalise, f32, {{{4096, 1024}}, {{4096, 1}}, {{4096, 1}}, {{1024}}, {{1024}}}, {4096, 1024}, normalised<4096, 1024>}},
    {{f32}, {"q7", "max([4096,1024] * [1024] + [4096,1], [])", clamp, f32, {{{4096, 1024}}, {{1024}}, {{4096, 1}}, {{}}}, {4096, 1024}, clamped}},
    {{f32}, {"q8", "([128,768] - [128,1]) * [128,1] * [768] + [768]", normalise, f32, {{{128, 768}}, {{128, 1}}, {{128, 1}}, {{768}}, {{768}}}, {128, 768}, normalised<128, 768>}},
    {{bf16, f16}, {"r1", "[4096,1024] + [1024]", operation::add, bf16, {{{4096, 1024}}, {{1024}}}, {4096, 1024}, {}}},
    {{bf16, f16}, {"r2", "[4096,1024] * [4096,1]", multiply, bf16, {{{4096, 1024}}, {{4096, 1}}}, {4096, 1024}, {}}},
    {{bf16, f16}, {"r3", "[4096,4096] + [4096]", operation::add, bf16, {{{4096, 4096}}, {{4096}}}, {4096, 4096}, {}}},
    {{i8}, {"r4", "[4096,4096] + [4096], saturating", add_sat, i8, {{{4096, 4096}}, {{4096}}}, {4096, 4096}, {}}},
    {{f32}, {"s", "[128,1024] + [1024]", operation::add, f32, {{{128, 1024}}, {{1024}}}, {128, 1024}, small_rows}},
    {{f32}, {"t1", "[4096,1024] summed to [1024]", sum_to, f32, {{{4096, 1024}}}, {1024}, rows_summed}},
    {{f32}, {"t2", "[4096,1024] summed to [4096,1]", sum_to, f32, {{{4096, 1024}}}, {4096, 1}, columns_summed}},
    {{f32}, {"t3", "[32,64,56,56] summed to [1,64,1,1]", sum_to, f32, {{{32, 64, 56, 56}}}, {1, 64, 1, 1}, {}}},
    {{f32}, {"t4", "[256,128,512] summed to [256,1,512]", sum_to, f32, {{{256, 128, 512}}}, {256, 1, 512}, {}}},
    {{f32}, {"o", "shape of [8,1,6,1] and [1,7,1,5]", operation::shape, f32, {{{8, 1, 6, 1}}, {{1, 7, 1, 5}}}, {8, 7, 6, 5}, {}}},
  };
  // clang-format on
}

}  // namespace

std::vector<workload> const& workloads() {
  static const std::vector<workload> all = [] {
    std::vector<workload> list;
    for (row const& r : rows()) {
      for (element type : r.types) {
        workload w = r.what;
        w.type = type;
        list.push_back(std::move(w));
      }
    }
    return list;
  }();
  return all;
}

}  // namespace bcast::engine::bench
