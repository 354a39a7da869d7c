// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel in the style of CUDA under the laws, compiled for the CPU: each thread finds its element
// from its number alone.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "bcast/kit/main.h"

#ifndef __CUDACC__
#define __global__
struct uint3 {
  unsigned x;
};
static uint3 blockIdx, threadIdx, blockDim{32};
#endif

namespace {

constexpr int max_rank = 6;

/// The result's sizes, and the strides of x and y along its axes, 0 where they are repeated.
struct axes {
  int rank;
  std::int64_t size[max_rank], x[max_rank], y[max_rank], z[max_rank];
};

__global__ void sub(std::int64_t n, axes a, float const* x, float const* y, float* z) {
  std::int64_t rest = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (rest >= n) return;
  std::int64_t ix = 0, iy = 0, iz = 0;
  for (int k = a.rank - 1; k >= 0; --k) {
    const std::int64_t i = rest % a.size[k];
    rest /= a.size[k];
    ix += i * a.x[k];
    iy += i * a.y[k];
    iz += i * a.z[k];
  }
  z[iz] = x[ix] - y[iy];
}

void strides_of(bcast_tensor const& t, bcast_tensor const& z, std::int64_t* to) {
  const int missing = z.ndim - t.ndim;
  for (int k = 0; k < z.ndim; ++k) {
    to[k] = k < missing || t.shape[k - missing] == 1 ? 0 : t.strides[k - missing];
  }
}

float* data_of(bcast_tensor const& t) {
  return reinterpret_cast<float*>(static_cast<char*>(t.data) + t.byte_offset);
}

std::int32_t apply(void*, char const* op, std::int32_t n, bcast_tensor const* in, std::int32_t,
                   bcast_tensor* out, bcast_reason*) {
  if (std::strcmp(op, "sub") != 0 || n != 2 || out->ndim > max_rank) return BCAST_UNSUPPORTED;
  axes a{out->ndim, {}, {}, {}, {}};
  std::copy_n(out->shape, out->ndim, a.size);
  std::copy_n(out->strides, out->ndim, a.z);
  strides_of(in[0], *out, a.x);
  strides_of(in[1], *out, a.y);
  std::int64_t elements = 1;
  for (int k = 0; k < a.rank; ++k) elements *= a.size[k];
  for (blockIdx.x = 0; std::int64_t{blockIdx.x} * blockDim.x < elements; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) {
      sub(elements, a, data_of(in[0]), data_of(in[1]), data_of(*out));
    }
  }
  return BCAST_OK;
}

}  // namespace

int main(int argc, char** argv) {
  bcast_subject mine{};
  mine.struct_size = sizeof mine;
  mine.name = "kernel";
  mine.rule = "array_api";
  mine.caps =
      "elements=float32 ops=sub max_rank=6 max_operands=2 overlap=undefined reject=undefined";
  mine.apply = apply;
  return bcast_main(argc, argv, &mine, 1);
}
