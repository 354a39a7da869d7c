/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A correct implementation for two operands, in C99, and versions with one misbehaviour each. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bcast/kit/main.h"

enum fault {
  RIGHT,
  CRASHES,
  HANGS,
  OUT_OF_BOUNDS,
  SHORT_RESULT,
  REMEMBERS,
  NO_OFFSET
};

/* The rank of the first result, which REMEMBERS takes for that of all. */
static int32_t first_rank = -1;


static int32_t broadcast_shapes(void *self, int32_t n, const bcast_dims *in, const bcast_rule *rule,
                    bcast_dims_out *out, bcast_reason *why) {
  const enum fault fault = *(const enum fault *)self;
  if (rule != NULL) return BCAST_UNSUPPORTED;
  if (n == 2 && in[0].rank == 2) {
    if (fault == CRASHES) raise(SIGSEGV);
    while (fault == HANGS) {
    }
  }
  int32_t rank = 0;
  for (int32_t m = 0; m < n; ++m) rank = in[m].rank > rank ? in[m].rank : rank;
  if (rank > out->capacity) return BCAST_ERROR;
  out->rank = rank;
  for (int32_t k = 0; k < rank; ++k) {
    int64_t size = 1;
    int32_t from = -1;
    for (int32_t m = 0; m < n; ++m) {
      const int32_t axis = k - (rank - in[m].rank);
      const int64_t own = axis < 0 ? 1 : in[m].size[axis];
      if (own == 1 || own == size) continue;
      if (from >= 0) {
        why->axis = k;
        why->operands[0] = from;
        why->operands[1] = m;
        snprintf(why->text, sizeof why->text, "%lld and %lld differ", (long long)size,
                 (long long)own);
        return BCAST_REJECT;
      }
      size = own;
      from = m;
    }
    out->size[k] = size;
  }
  if (fault == SHORT_RESULT && rank > 1) out->rank = rank - 1;
  if (fault == REMEMBERS && first_rank < 0) first_rank = rank;
  if (fault == REMEMBERS && first_rank < rank) out->rank = first_rank;
  return BCAST_OK;
}

static float *at(enum fault fault, const bcast_tensor *x, const bcast_tensor *z, int64_t flat) {
  float *place = (float *)((char *)x->data + (fault == NO_OFFSET ? 0 : x->byte_offset));
  for (int32_t k = z->ndim; k-- > 0;) {
    const int64_t i = flat % z->shape[k];
    const int32_t axis = k - (z->ndim - x->ndim);
    flat /= z->shape[k];
    if (axis >= 0 && x->shape[axis] != 1) place += i * x->strides[axis];
  }
  return place;
}

static int32_t apply(void *self, const char *op, int32_t n, const bcast_tensor *x, int32_t n_out,
                     bcast_tensor *z, bcast_reason *why) {
  const enum fault fault = *(const enum fault *)self;
  int64_t count = 1;
  (void)n_out;
  (void)why;
  if (strcmp(op, "add") != 0) return BCAST_UNSUPPORTED;
  for (int32_t k = 0; k < z->ndim; ++k) count *= z->shape[k];
  for (int64_t flat = 0; flat < count; ++flat) {
    float sum = 0;
    for (int32_t m = 0; m < n; ++m) sum += *at(fault, &x[m], z, flat);
    *at(fault, z, z, flat) = sum;
  }
  if (fault == OUT_OF_BOUNDS && count > 0) ((volatile float *)at(fault, z, z, 0))[count + 1] = 0;
  return BCAST_OK;
}

static enum fault faults[] = {RIGHT,        CRASHES,   HANGS,    OUT_OF_BOUNDS,
                              SHORT_RESULT, REMEMBERS, NO_OFFSET};

#define SUBJECT(named, fault)                                                    \
  {                                                                              \
    .struct_size = sizeof(bcast_subject), .name = named, .rule = "array_api",    \
    .caps = "dtypes=float ops=add strided=false overlap=false reject=false",     \
    .self = &faults[fault], .broadcast_shapes = broadcast_shapes, .apply = apply \
  }

static const bcast_subject subjects[] = {
    SUBJECT("right", RIGHT),
    SUBJECT("crashes", CRASHES),
    SUBJECT("hangs", HANGS),
    SUBJECT("out_of_bounds", OUT_OF_BOUNDS),
    SUBJECT("remembers", REMEMBERS),
    SUBJECT("no_offset", NO_OFFSET),
    SUBJECT("it's", SHORT_RESULT),
};

#ifdef BCAST_TEST_PROGRAM
int main(int argc, char **argv) {
  return bcast_main(argc, argv, subjects, sizeof subjects / sizeof *subjects);
}
#else
__attribute__((visibility("default"))) const bcast_subject *bcast_subjects(uint32_t abi,
                                                                            size_t *count) {
  if (abi != BCAST_ABI) return NULL;
  *count = sizeof subjects / sizeof *subjects;
  return subjects;
}
#endif
