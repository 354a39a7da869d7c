/* SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT */
#ifndef BCAST_KIT_SUBJECT_H
#define BCAST_KIT_SUBJECT_H

/* An implementation of broadcasting, offered to the conformance kit as a table of C functions.
 * C99 and C++11; no dependency, no exceptions, no RTTI. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. struct_size tells which fields a table has; later fields are read
 * as zero. */
#define BCAST_ABI 1

/* An unknown size, or no bound. Never -1: that is an illegal size. */
#define BCAST_UNKNOWN INT64_MIN

/* What a function answers. */
typedef enum bcast_status {
  BCAST_OK = 0,          /* done, and the outputs are filled */
  BCAST_REJECT = 1,      /* the shapes do not broadcast; nothing was written */
  BCAST_UNSUPPORTED = 2, /* the subject does not do this; the case is not counted */
  BCAST_ERROR = 3,       /* it should have worked and did not; counts as a failure */
  BCAST_NO_ANSWER = 4    /* the rule that it follows has no answer here */
} bcast_status;

/* Elements in memory, in the layout of DLPack's DLTensor. Borrowed for the call; host memory. The
 * element at the index sequence i starts at
 *   (char *)data + byte_offset + (bits * lanes / 8) * sum_k i[k] * strides[k].
 * strides are never null; code is 0 int, 1 uint, 2 float, 4 bfloat, 5 complex, 6 bool. */
typedef struct bcast_tensor {
  void *data;
  int32_t device_type; /* 1: host */
  int32_t device_id;
  int32_t ndim;
  uint8_t code;
  uint8_t bits;
  uint16_t lanes; /* 1 */
  int64_t *shape;
  int64_t *strides; /* in elements */
  uint64_t byte_offset;
} bcast_tensor;

/* A shape whose sizes may be unknown. */
typedef struct bcast_dims {
  int32_t rank;          /* -1: not known; then there are no sizes */
  const int64_t *size;   /* BCAST_UNKNOWN where it is not known */
  const int64_t *symbol; /* null, or per axis: two unknown sizes with one symbol are equal; 0: none */
  const int64_t *upper;  /* null, or per axis: the size is at most this; BCAST_UNKNOWN: no bound */
} bcast_dims;

/* A shape that the subject writes: at most `capacity` axes. For a longer one, the subject sets the
 * rank alone and writes nothing. `symbol` and `upper` hold 0 and BCAST_UNKNOWN beforehand. */
typedef struct bcast_dims_out {
  int32_t capacity;
  int32_t rank; /* -1: not known */
  int64_t *size;
  int64_t *symbol;
  int64_t *upper;
} bcast_dims_out;

/* A rule other than the plain one; a null pointer is the plain one. */
typedef struct bcast_rule {
  int32_t has_dimensions;    /* XLA's broadcast_dimensions are given */
  int32_t dimensions_count;
  const int64_t *dimensions;
  int32_t one_directional;   /* operand 0 is to become exactly the shape of operand 1 */
} bcast_rule;

/* Why something was refused, as far as the subject can tell. All fields hold "not told" before the
 * call. */
typedef struct bcast_reason {
  int32_t axis;        /* of the result, from 0; -1: not told */
  int32_t operands[2]; /* two that clash there; -1: not told */
  char tag[48];        /* a clause, `mlir.V3`; empty: not told */
  char text[208];      /* for a reader, never compared; ends with 0 */
} bcast_reason;

typedef struct bcast_subject {
  size_t struct_size;  /* sizeof(bcast_subject) where the subject was compiled */
  const char *name;    /* `add/avx512` */
  union {
    const char *rule;    /* that it follows: `array_api`, `mlir@19`, `sonnx`, ... */
    const char *profile; /* its old name */
  };

  /* What it declares of itself, as words (null: all defaults). The names are those of C++, the pipe
   * and Python; a flag that is left out has its default, `exact` is `exact=true`.
   *   dtypes=float32,bool  the element types that it computes (default: all but
   *                        float16, bfloat16, complex64, complex128)
   *   ops=copy,add,sub     the operations of `apply` (default: copy); the list is at `apply`
   *   max_rank=6           of operands and outputs
   *   max_size=2147483647  of an axis
   *   min_operands=2       of every question but `expand`, `copy` and `adjoint`
   *   max_operands=2       of an element-wise operation
   *   max_elements=65536   of all tensors of a call
   *   unknown=true         `broadcast_shapes` and `verify` take unknown sizes and ranks
   *   strided=false        operands and targets are row-major without gaps
   *   overlap=false        a target never overlaps an operand
   *   reject=false         `apply` and `matmul` are not given shapes that do not fit
   *   concurrent=false     one thread calls at a time
   *   exact=true           arithmetic is IEEE's, bit by bit
   *   promotes=true        operands may have different element types
   *   any_bool=true        a bool that is true may have any byte but 0
   *   costly=true          each new shape is expensive: core cases only
   *   overread=64          bytes that may be read after an operand
   *   align=64             alignment in bytes of the first element
   * Old words that are read too: elements=..., dense, overlap=undefined, reject=undefined,
   * cost=compile; and `expand`: `broadcast_shapes` takes the rule in one direction, where there is no
   * function `expand`. */
  const char *caps;

  void *self; /* given back to each function */

  /* Every function may be null; a law that needs it is skipped by name. Each returns a
   * bcast_status. */

  /* The shape to which n operands broadcast. */
  union {
    int32_t (*broadcast_shapes)(void *self, int32_t n, const bcast_dims *operands,
                                const bcast_rule *rule, bcast_dims_out *result, bcast_reason *why);
    int32_t (*join)(void *self, int32_t n, const bcast_dims *operands, const bcast_rule *rule,
                    bcast_dims_out *result, bcast_reason *why); /* its old name */
  };

  /* Whether `result` may be declared for the operands. */
  int32_t (*verify)(void *self, int32_t n, const bcast_dims *operands, const bcast_dims *result,
                    bcast_reason *why);

  /* Computes `op` on n operands and writes n_out outputs, which are allocated. `broadcast`: as many
   * outputs as operands, of the shape to which the operands broadcast. `copy`: one operand, repeated
   * to the output's shape. Every other operation is element-wise and has one output. An output is
   * filled, never stretched: the operands broadcast together with it to exactly its shape, which may
   * be larger than theirs (3 and 1 into 2x3). Otherwise the answer is a rejection, and nothing was
   * written.
   *
   * The element-wise operations. On n operands, folded from left to right; one operand is copied:
   *   add sub mul min max    sub: x0 - x1 - x2 ...
   *   sum mean               of the operands at each position, not along an axis: sum is add, and
   *                          mean is that divided by n; mean is of floats only
   * On two operands:
   *   div mod pow            div of integers rounds towards zero; only operands >= 0 are asked
   *   add_sat sub_sat bitwise_and bitwise_or bitwise_xor shift_left shift_right    on integers
   *   and or xor             on bool
   *   equal not_equal less less_equal greater greater_equal        the output is bool
   * On three operands:
   *   where                  (condition, x, y); the condition is bool
   * Each of these with a mask, a tensor of bool before its operands: its name and `_where`
   *   add_where              (mask, x, y): the mask broadcasts together with the operands and the
   *                          output. Where it is false, the output keeps what it held. The
   *                          numbers of operands do not count it. A program on the pipe is asked
   *                          if it declares `strided`: then it is told what the output holds
   * The gradients of operations of two operands, with two outputs:
   *   add_gradient sub_gradient mul_gradient div_gradient min_gradient max_gradient
   *                          (gradient of the result, x, y): the outputs have the shapes of x and y,
   *                          and each is summed over the axes along which its operand is stretched */
  int32_t (*apply)(void *self, const char *op, int32_t n, const bcast_tensor *operands,
                   int32_t n_out, bcast_tensor *outputs, bcast_reason *why);

  /* Sums a gradient back to the shape of the operand that was broadcast: `out` has that shape. */
  int32_t (*adjoint)(void *self, const bcast_tensor *gradient, bcast_tensor *out,
                     bcast_reason *why);

  /* The rule in one direction: the shape to which one operand is stretched, which is `target`. */
  int32_t (*expand)(void *self, const bcast_dims *operand, const bcast_dims *target,
                    bcast_dims_out *result, bcast_reason *why);

  /* The shape of the product of two operands by the signature (m?,n),(n,p?)->(m?,p?): the leading
   * axes broadcast, the contracted sizes are equal, and a vector has no leading axes. */
  int32_t (*matmul_shape)(void *self, const bcast_dims *a, const bcast_dims *b,
                          bcast_dims_out *result, bcast_reason *why);

  /* Computes that product into `out`, which is allocated and has exactly its shape. An empty sum is
   * 0. Otherwise the answer is a rejection, and nothing was written. */
  int32_t (*matmul)(void *self, const bcast_tensor *a, const bcast_tensor *b, bcast_tensor *out,
                    bcast_reason *why);
} bcast_subject;

/* What a shared library exports: its subjects, for the ABI version that the caller speaks. Null
 * where it does not speak that version. */
typedef const bcast_subject *(*bcast_subjects_function)(uint32_t abi, size_t *count);
#define BCAST_SUBJECTS_SYMBOL "bcast_subjects"

#ifdef __cplusplus
}
#endif

#endif
