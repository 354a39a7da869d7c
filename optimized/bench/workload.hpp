// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/engine/view.hpp"
#include "workload.hpp"

namespace bcast::engine::bench {

enum class element { f32, f64, i8, bf16, f16 };
enum class operation {
  add,
  multiply,
  copy,     ///< the operand, repeated to the result's shape
  where,    ///< operand 0 is a condition of one byte an element
  add_sat,  ///< what does not fit becomes the nearest that does
  sum_to,   ///< the operand is summed over the axes along which the result is stretched to it
  // Chains of operations, in one pass where a contestant can.
  multiply_add,  ///< a * b + c
  add_relu,      ///< max(a + b, 0)
  scale_mask,    ///< where(condition, a * b, c)
  centre,        ///< (a - b) * c
  normalise,     ///< (a - b) * c * d + e
  clamp,         ///< max(a * b + c, d)
  shape,         ///< no elements: the result's shape from the operands'
};

// Tables in the order of the enumerators.
std::string_view to_string(element e);
std::string_view to_string(operation o);
std::size_t bytes_of(element e);

/// Whether operand 0 is a condition.
bool has_condition(operation o);

/// Whether it is several operations, which may round differently in one pass.
bool is_chain(operation o);

struct operand {
  shape sizes;
  bool transposed = false;  ///< stored with its last two axes exchanged
};

/// Hand-written loops for this workload, one function per element type; null if there are none.
/// `threads` is the number of threads that OpenMP may use.
struct hand_loops {
  template <class T>
  using loops = void (*)(T* z, T const* x, T const* y, std::uint8_t const* condition, int threads);
  /// Loops over any number of operands, the condition apart.
  using chain = void (*)(float* z, float const* const* x, std::uint8_t const* condition,
                         int threads);
  loops<float> f32 = nullptr;
  loops<double> f64 = nullptr;
  loops<std::int8_t> i8 = nullptr;
  chain chained = nullptr;
};

/// Which calls of bcast a row times: calls that check and plan each time, the same with ranks that
/// are known while compiling, or prepared ones.
enum class calling { either, planning, fixed_rank, prepared };

struct workload {
  std::string id;  ///< the row's letter, with a digit where a row has several shapes
  std::string title;
  operation what;
  element type;
  std::vector<operand> operands;
  shape result;
  hand_loops by_hand;
  bench::calling calling = calling::either;
};

/// Bytes of operand k as it is stored.
std::size_t stored_bytes(workload const& w, std::size_t k);

/// Bytes of the result. For a shape, the bytes of its sizes.
std::size_t result_bytes(workload const& w);

/// Bytes that have to be moved: every operand once, and the result.
std::size_t bytes_to_move(workload const& w);

/// Layout of operand k, with its own rank.
layout layout_of(workload const& w, std::size_t k);

/// Every workload except those of real models, in the order of the table.
std::vector<workload> const& workloads();

/// One workload for each broadcasting pattern in the corpus of real models: the row with the
/// largest result. Rows with an operation that we do not have are left out. Throws
/// std::runtime_error if `file` cannot be read.
std::vector<workload> corpus_workloads(std::string const& file);

/// Memory that begins at a page boundary. Large blocks request huge pages from the system, as NumPy
/// does.
class block {
 public:
  explicit block(std::size_t bytes);

  std::byte* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct release {
    void operator()(std::byte* p) const;
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, release> data_;
};

/// The operands of a workload, filled with values that vary by position, and room for its result.
/// Sums and products of the values fit the element type, and floating-point ones are exact.
struct storage {
  explicit storage(workload const& w);

  std::vector<block> operands;
  block result;
};

/// The result of a workload, element by element, in the row-major order of its shape.
std::vector<std::byte> expected_result(workload const& w, storage const& s);

/// Whether a result is the expected one: bit by bit, to 1e-5 after a chain of operations, or to
/// 1e-5 of it if it is a sum.
bool is_as_expected(workload const& w, std::vector<std::byte> const& expected,
                    std::byte const* found);

}  // namespace bcast::engine::bench
