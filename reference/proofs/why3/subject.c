/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extracted C as a subject. What is here establishes what the proofs require: numbers of 32
 * bits, at least one operand, and an operand that broadcasts to the sizes of the target. The kit
 * promises the rest: the memory is there, and no two elements of a target are the same memory. An
 * element of w bytes is a last dimension of w bytes, which is not broadcast. */
#include "bcast/kit/subject.h"

#include <string.h>

#include "extracted.c"

enum { MAX_RANK = 64, MAX_OPERANDS = 64, MAX_SIZES = MAX_RANK * MAX_OPERANDS };

typedef struct shapes {
  int32_t count, used;
  int32_t starts[MAX_OPERANDS], ranks[MAX_OPERANDS];
  int64_t sizes[MAX_SIZES];
} shapes;

/* 0 if there is no room. */
static int append(shapes* all, int32_t rank, const int64_t* sizes) {
  if (all->count == MAX_OPERANDS || rank < 0 || rank > MAX_RANK) return 0;
  all->starts[all->count] = all->used;
  all->ranks[all->count++] = rank;
  for (int32_t k = 0; k < rank; ++k) all->sizes[all->used++] = sizes[k];
  return 1;
}

/* The axis of a clash, or the rank. */
static int32_t join_shapes(shapes* all, int32_t* rank, int64_t* sizes) {
  *rank = rank_of(all->count, all->ranks);
  return join_sizes(all->count, all->sizes, all->starts, all->ranks, *rank, sizes);
}

static int32_t broadcast_shapes(void* self, int32_t n, const bcast_dims* operands, const bcast_rule* rule,
                    bcast_dims_out* result, bcast_reason* why) {
  (void)self;
  shapes all = {.count = 0, .used = 0};
  int64_t sizes[MAX_RANK];
  if (rule || n < 1) return BCAST_UNSUPPORTED;
  for (int32_t m = 0; m < n; ++m)
    if (!append(&all, operands[m].rank, operands[m].size)) return BCAST_UNSUPPORTED;
  int32_t rank;
  const int32_t axis = join_shapes(&all, &rank, sizes);
  if (axis < rank) {
    why->axis = axis;
    return BCAST_REJECT;
  }
  result->rank = rank;
  for (int32_t k = 0; rank <= result->capacity && k < rank; ++k) result->size[k] = sizes[k];
  return BCAST_OK;
}

/* A tensor of bytes, in numbers of 32 bits. */
typedef struct bytes {
  int32_t rank;
  int32_t sizes[MAX_RANK + 1], strides[MAX_RANK + 1];
  unsigned char* first;
} bytes;

static int fits(int64_t number) { return number >= INT32_MIN && number <= INT32_MAX; }

/* 0 if a number is too large. The stride of a dimension of size 1 is not needed. */
static int as_bytes(const bcast_tensor* t, bytes* b) {
  const int64_t width = t->bits * t->lanes / 8;
  int64_t count = width, lowest = 0, highest = width - 1;
  if (t->ndim > MAX_RANK) return 0;
  int empty = 0;
  for (int32_t k = 0; k < t->ndim; ++k) empty |= t->shape[k] == 0;
  for (int32_t k = 0; k < t->ndim; ++k) {
    const int64_t size = t->shape[k];
    const int64_t stride = size == 1 || empty ? 0 : t->strides[k];
    if (!fits(size) || !fits(stride) || !fits(stride * width)) return 0;
    count *= size > 0 ? size : 1;
    if (stride < 0) lowest += (size - 1) * stride * width;
    if (stride > 0) highest += (size - 1) * stride * width;
    if (!fits(count) || !fits(lowest) || !fits(highest)) return 0;
    b->sizes[k] = (int32_t)size;
    b->strides[k] = (int32_t)(stride * width);
  }
  b->rank = t->ndim + 1;
  b->sizes[t->ndim] = (int32_t)width;
  b->strides[t->ndim] = 1;
  b->first = (unsigned char*)t->data + t->byte_offset;
  return 1;
}

static int32_t copy_one(const bcast_tensor* x, const bcast_tensor* z, bcast_reason* why) {
  shapes both = {.count = 0, .used = 0};
  bytes from, onto;
  int64_t joined[MAX_RANK];
  int32_t rank, strides[MAX_RANK + 1];
  if (!append(&both, x->ndim, x->shape) || !append(&both, z->ndim, z->shape) ||
      !as_bytes(x, &from) || !as_bytes(z, &onto))
    return BCAST_UNSUPPORTED;
  const int32_t axis = join_shapes(&both, &rank, joined);
  if (axis < rank) {
    why->axis = axis;
    return BCAST_REJECT;
  }
  if (rank != z->ndim) return BCAST_REJECT;
  for (int32_t k = 0; k < rank; ++k)
    if (joined[k] != z->shape[k]) return BCAST_REJECT;
  broadcast(onto.rank, onto.sizes, from.rank, from.sizes, from.strides, from.first, onto.first,
            onto.strides, strides);
  return BCAST_OK;
}

static int32_t apply(void* self, const char* op, int32_t n, const bcast_tensor* operands,
                     int32_t n_out, bcast_tensor* outputs, bcast_reason* why) {
  (void)self;
  if ((strcmp(op, "copy") != 0 && strcmp(op, "broadcast") != 0) || n != n_out)
    return BCAST_UNSUPPORTED;
  for (int32_t m = 0; m < n; ++m) {
    const int32_t status = copy_one(&operands[m], &outputs[m], why);
    if (status != BCAST_OK) return status;
  }
  return BCAST_OK;
}

static const bcast_subject extracted = {.struct_size = sizeof(bcast_subject),
                                        .name = "extracted",
                                        .rule = "array_api",
                                        .caps = "ops=copy,broadcast overlap=undefined",
                                        .broadcast_shapes = broadcast_shapes,
                                        .apply = apply};

__attribute__((visibility("default"))) const bcast_subject* bcast_subjects(uint32_t abi,
                                                                           size_t* count) {
  if (abi != BCAST_ABI) return NULL;
  *count = 1;
  return &extracted;
}
