/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A shape inference in C, under the laws. */
#include "bcast/kit/main.h"

static int32_t broadcast_shapes(void *self, int32_t n, const bcast_dims *in, const bcast_rule *rule,
                    bcast_dims_out *out, bcast_reason *why) {
  (void)self, (void)why;
  if (rule) return BCAST_UNSUPPORTED;
  out->rank = 0;
  for (int32_t m = 0; m < n; ++m)
    if (in[m].rank > out->rank) out->rank = in[m].rank;
  if (out->rank > out->capacity) return BCAST_ERROR;
  for (int32_t k = 0; k < out->rank; ++k) {
    out->size[k] = 1;
    for (int32_t m = 0; m < n; ++m) {
      const int32_t axis = k - (out->rank - in[m].rank);
      const int64_t size = axis < 0 ? 1 : in[m].size[axis];
      if (size == 1 || size == out->size[k]) continue;
      if (out->size[k] != 1) return BCAST_REJECT;
      out->size[k] = size;
    }
  }
  return BCAST_OK;
}

int main(int argc, char **argv) {
  const bcast_subject mine = {.struct_size = sizeof mine,
                              .name = "mine",
                              .rule = "array_api",
                              .broadcast_shapes = broadcast_shapes};
  return bcast_main(argc, argv, &mine, 1);
}
