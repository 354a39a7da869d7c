/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A shape inference as a shared library, which needs the header alone:
 *   cc -shared -fPIC -I FOLDER library.c -o libmine.so && bcast check --subject ./libmine.so
 * FOLDER has bcast/kit/subject.h; in Python, bcast.get_include() names it. */
#include "bcast/kit/subject.h"

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

#ifdef __GNUC__
__attribute__((visibility("default")))
#endif
const bcast_subject *
bcast_subjects(uint32_t abi, size_t *count) {
  static bcast_subject mine;
  mine.struct_size = sizeof mine;
  mine.name = "mine";
  mine.rule = "array_api";
  mine.broadcast_shapes = broadcast_shapes;
  *count = 1;
  return abi == BCAST_ABI ? &mine : 0;
}
