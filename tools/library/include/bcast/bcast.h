/* SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT */
#ifndef BCAST_BCAST_H
#define BCAST_BCAST_H

/* libbcast: broadcasting as published documents define it, computed and explained. C99 and C++11.
 *
 * Every function may be called from several threads at once, and in a child of fork(), where it
 * uses one thread if the parent has broadcast before. It keeps no pointers to its arguments, and
 * returns a bcast_status; it never throws. While several threads compute, the caller's traps of
 * floating-point exceptions are off. BCAST_ERROR means bad input or no memory left. `why`
 * may be null; otherwise all its fields are written, and `text` says what is wrong, or is empty.
 *
 * A rule is a name, perhaps with switches: "array_api", "sonnx", "xla", "mlir", "mlir@19",
 * "mlir zero=other", ...; null is "array_api". bcast_rules lists the names. */

#include "bcast/kit/subject.h"

#if defined(__GNUC__)
#define BCAST_API __attribute__((visibility("default")))
#else
#define BCAST_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library, "0.1.0". */
BCAST_API const char *bcast_version(void);

/* The shape to which n operands broadcast under a rule; sizes may be unknown. `how` may be null; if it
 * is one-directional, the status is BCAST_UNSUPPORTED. Where the rule is the name of a document
 * ("array_api", "sonnx", "sonnx@2026-01", "xla", "mlir") or of one of its rules ("onnx_uni"), the
 * oracle answers: the document's transcribed text, which is slow. Otherwise the verifier does. */
BCAST_API bcast_status bcast_broadcast_shapes(const char *rule, int32_t n,
                                              const bcast_dims *operands, const bcast_rule *how,
                                              bcast_dims_out *result, bcast_reason *why);

/* Its old name. */
#define bcast_join bcast_broadcast_shapes

/* A rule that can be asked. Each text lives as long as the library. */
typedef struct bcast_rule_row {
  const char *name;
  const char *document; /* whose text it follows */
  const char *note;     /* where it is from, in a few words */
  const char *by;       /* who answers: the header of a transcription, "sonnx.hpp", or "verifier" */
} bcast_rule_row;

/* The rules of the documents, and those of real systems. Null if no memory is left. */
BCAST_API const bcast_rule_row *bcast_rules(size_t *count);

/* The index of the element of an operand that position `at` of a result reads, counted from 0: n is
 * the rank of the result, `index` has room for `rank` numbers. By SONNX's formulas. */
BCAST_API bcast_status bcast_operand_index(int32_t rank, const int64_t *size, int32_t n,
                                           const int64_t *at, int64_t *index, bcast_reason *why);

/* Whether `result` may be declared for n operands under a rule; by the verifier, which knows no
 * dated document such as "sonnx@2026-01". */
BCAST_API bcast_status bcast_verify(const char *rule, int32_t n, const bcast_dims *operands,
                                    const bcast_dims *result, bcast_reason *why);

/* How the operands are aligned, who answers, and what each step of the rule's document gives, in
 * lines for a reader, with the tag of each clause; the status is that of bcast_broadcast_shapes.
 * Writes at most `capacity` bytes of UTF-8 with a 0 at the end, and to `length` (not null) the
 * length of the whole text without it. The text is empty if the status is BCAST_ERROR or
 * BCAST_UNSUPPORTED. */
BCAST_API bcast_status bcast_explain(const char *rule, int32_t n, const bcast_dims *operands,
                                     const bcast_rule *how, char *text, size_t capacity,
                                     size_t *length, bcast_reason *why);

/* Tensors. Null strides are those of the row-major layout without gaps. Element types
 * are bool (8 bits), int and uint of 8 to 64 bits, float of 16 to 64 bits, and bfloat of 16; for
 * any other type the status is BCAST_UNSUPPORTED. BCAST_REJECT: nothing was written. */

/* Repeats each of n operands to the shape to which all of them broadcast; the outputs have it. All
 * tensors have one element type. */
BCAST_API bcast_status bcast_broadcast(int32_t n, const bcast_tensor *operands, bcast_tensor *outputs,
                                  bcast_reason *why);

/* output = op(operands), element by element: "copy" (one operand), "sub" (the first operand minus
 * all others), ... All tensors have one element type, except that comparisons ("less", ...) write
 * bool, and the first operand of "where" is bool. BCAST_UNSUPPORTED if the operation does not exist
 * for these types. */
BCAST_API bcast_status bcast_apply(const char *op, int32_t n, const bcast_tensor *operands,
                              bcast_tensor *output, bcast_reason *why);

/* Repeats an operand to the output's shape, element by element, by SONNX's transcribed formulas.
 * Slow; implementations are checked against it. It rejects the strides and overlaps that
 * bcast_apply rejects. */
BCAST_API bcast_status bcast_reference_copy(const bcast_tensor *operand, bcast_tensor *output,
                                       bcast_reason *why);

/* The engine, and the verifier under each rule, as subjects of the conformance kit
 * (BCAST_SUBJECTS_SYMBOL). */
BCAST_API const bcast_subject *bcast_subjects(uint32_t abi, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
