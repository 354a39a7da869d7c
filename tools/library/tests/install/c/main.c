/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <string.h>

#include "bcast/bcast.h"

/* A float tensor without gaps. */
static bcast_tensor tensor(float *data, int32_t rank, int64_t *shape) {
  bcast_tensor t = {data, 1, 0, rank, 2, 32, 1, shape, NULL, 0};
  return t;
}

static int subtracts(void) {
  float x[2] = {10, 20}, y[3] = {1, 2, 3}, z[6] = {0};
  int64_t column[2] = {2, 1}, row[1] = {3}, both[2] = {2, 3};
  bcast_tensor operands[2] = {tensor(x, 2, column), tensor(y, 1, row)};
  bcast_tensor result = tensor(z, 2, both);
  bcast_reason why;
  const float due[6] = {9, 8, 7, 19, 18, 17};
  return bcast_apply("sub", 2, operands, &result, &why) == BCAST_OK &&
         memcmp(z, due, sizeof due) == 0;
}

static int refuses(void) {
  const int64_t two[1] = {2}, three[1] = {3};
  const bcast_dims operands[2] = {{1, two, NULL, NULL}, {1, three, NULL, NULL}};
  int64_t size[4];
  bcast_dims_out result = {4, 0, size, NULL, NULL};
  bcast_reason why;
  const int32_t status = bcast_broadcast_shapes("sonnx", 2, operands, NULL, &result, &why);
  printf("[%s] axis %d: %s\n", why.tag, (int)why.axis, why.text);
  return status == BCAST_REJECT && strcmp(why.tag, "sonnx.C1") == 0 && why.axis == 0;
}

int main(void) { return subtracts() && refuses() ? 0 : 1; }
