/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extracted by Why3 from machine.mlw. */
#include <stdint.h>


int32_t rank_of(int32_t count, int32_t * ranks) {
  int32_t m, rank;
  int32_t other;
  m = 1;
  rank = ranks[0];
  while (m < count) {
    other = ranks[m];
    if (rank < other) {
      rank = other;
    }
    m = m + 1;
  }
  return rank;
}

int64_t size_at(int64_t * sizes, int32_t * starts, int32_t * ranks,
                int32_t m, int32_t ny, int32_t i) {
  int32_t shift, from;
  shift = ny - ranks[m];
  if (i < shift) {
    return INT64_C(1);
  } else {
    from = starts[m] + (i - shift);
    return sizes[from];
  }
}

int32_t join_sizes(int32_t count, int64_t * sizes, int32_t * starts,
                   int32_t * ranks, int32_t ny, int64_t * z) {
  int32_t k, m;
  int64_t joined;
  int64_t size;
  k = 0;
  while (k < ny) {
    joined = INT64_C(1);
    m = 0;
    while (m < count) {
      size = size_at(sizes, starts, ranks, m, ny, k);
      if (joined == INT64_C(1)) {
        joined = size;
      } else {
        if (!(size == INT64_C(1) || size == joined)) {
          return k;
        }
      }
      m = m + 1;
    }
    z[k] = joined;
    k = k + 1;
  }
  return k;
}

void view_strides(int32_t n, int32_t x_rank, int32_t * x_sizes,
                  int32_t * x_strides, int32_t * strides) {
  int32_t shift, stride;
  int32_t k;
  shift = n - x_rank;
  k = 0;
  while (k < n) {
    if (k < shift) {
      stride = 0;
    } else {
      if (x_sizes[k - shift] == 1) {
        stride = 0;
      } else {
        stride = x_strides[k - shift];
      }
    }
    strides[k] = stride;
    k = k + 1;
  }
}

int32_t count_of(int32_t n, int32_t * sizes) {
  int32_t k, count;
  int32_t d;
  k = 0;
  count = 1;
  while (k < n) {
    d = sizes[k];
    count = count * d;
    k = k + 1;
  }
  return count;
}

int32_t address_of(int32_t position, int32_t n, int32_t * sizes,
                   int32_t * strides) {
  int32_t k, p, a;
  int32_t d, stride, m;
  k = n;
  p = position;
  a = 0;
  while (k > 0) {
    d = sizes[k - 1];
    stride = strides[k - 1];
    m = p % d;
    a = a + m * stride;
    p = p / d;
    k = k - 1;
  }
  return a;
}

void copy(int32_t n, int32_t * sizes, unsigned char * x, int32_t * x_strides,
          unsigned char * z, int32_t * z_strides) {
  int32_t count, from, onto;
  int32_t p;
  count = count_of(n, sizes);
  p = 0;
  while (p < count) {
    from = address_of(p, n, sizes, x_strides);
    onto = address_of(p, n, sizes, z_strides);
    z[onto] = x[from];
    p = p + 1;
  }
}

void broadcast(int32_t n, int32_t * sizes, int32_t x_rank, int32_t * x_sizes,
               int32_t * x_strides, unsigned char * x, unsigned char * z,
               int32_t * z_strides, int32_t * strides) {
  view_strides(n, x_rank, x_sizes, x_strides, strides);
  copy(n, sizes, x, strides, z, z_strides);
  return;
}
