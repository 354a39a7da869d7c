// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/shape.hpp"

/// The seam between the laws and an implementation under test.
namespace bcast::kit {

using bcast::broadcast_dimensions;
using bcast::dim;
using bcast::result;
using bcast::shape;

/// Elements in memory that the laws own. The element at the index sequence i is
/// `data + element_size * sum_k i_k * strides_k`. `element` is a name from spec::element_types,
/// `float16`, `bfloat16`, `complex64` or `complex128`.
struct tensor {
  void* data = nullptr;
  std::string_view element;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;  ///< in elements
  std::size_t byte_offset = 0;  ///< of the first element, from the start of the tensor's memory
};

/// What an implementation declares about itself. Cases beyond that are not asked. C, the pipe and
/// Python have the same names; `check.md` on the site has them as a table.
struct capabilities {
  std::vector<std::string> dtypes;       ///< element types; empty: all of spec::element_types
  std::vector<std::string> ops{"copy"};  ///< the operations of `apply`
  std::size_t max_rank = SIZE_MAX;
  std::size_t max_size = SIZE_MAX;      ///< of an axis
  std::size_t min_operands = 1;         ///< of every question but `expand`, `copy` and `adjoint`
  std::size_t max_operands = SIZE_MAX;  ///< of an element-wise operation
  std::size_t max_elements = SIZE_MAX;  ///< of all tensors of a call
  bool unknown = false;      ///< `broadcast_shapes` and `verify` take unknown sizes and ranks
  bool strided = true;       ///< operands and targets may have any strides
  bool overlap = true;       ///< a target may overlap an operand
  bool reject = true;        ///< `apply` and `matmul` may be given shapes that do not fit
  bool concurrent = true;    ///< two threads may ask at once
  bool exact = false;        ///< arithmetic may be compared bit by bit
  bool promotes = false;     ///< operands may have different element types
  bool any_bool = false;     ///< a bool that is true may have any byte but 0
  bool costly = false;       ///< each new shape is expensive: core cases only
  std::size_t overread = 0;  ///< bytes that may be read after an operand
  std::size_t align = 1;     ///< of the first element, in bytes

  friend bool operator==(capabilities const&, capabilities const&) = default;
};

/// How an implementation is connected. A message tells its author what to write there.
/// The last two are at the end of a pipe too: a class in Python, and a system that declares nothing
/// itself.
enum class binding { cpp, c_table, pipe, python, system };

/// An implementation under test. Every function is optional: a law that needs one that is missing
/// is skipped by name.
struct subject {
  std::string name;
  std::string rule;  ///< the rule that it claims to follow: `name@edition switch=value ...`;
                     ///< empty: array_api
  capabilities declares{};

  /// The shape to which the operands broadcast.
  std::function<result(std::vector<shape> const& operands,
                       std::optional<broadcast_dimensions> const& dimensions)>
      broadcast_shapes{};

  /// Whether `result` may be declared for the operands.
  std::function<result(std::vector<shape> const& operands, shape const& result)> verify{};

  /// Whether one operand may be stretched to exactly `target`: the rule in one direction, of
  /// NumPy's `broadcast_to`, ONNX's Gemm, PyTorch's `expand`.
  std::function<result(shape const& operand, shape const& target)> expand{};

  /// Computes `op` on the operands and writes the outputs, which are allocated. `broadcast`: as
  /// many outputs as operands, of the shape to which the operands broadcast. `copy`: one operand,
  /// repeated to the output's shape. Every other operation is element-wise and has one output;
  /// `subject.h` lists them. An output is filled, never stretched: the operands broadcast together
  /// with it to exactly its shape, which may be larger than theirs (3 and 1 into 2x3). Otherwise
  /// the answer is a rejection, and nothing was written.
  std::function<result(std::string_view op, std::vector<tensor> const& operands,
                       std::vector<tensor> const& outputs)>
      apply{};

  /// Sums a gradient over the axes along which the shape of `out` was stretched to the gradient's,
  /// and writes the sum to `out`, which is allocated.
  std::function<result(tensor const& gradient, tensor const& out)> adjoint{};

  /// The shape of the product of two operands by the signature `(m?,n),(n,p?)->(m?,p?)`: the
  /// leading axes broadcast, the contracted sizes are equal, and a vector has no leading axes.
  std::function<result(shape const& a, shape const& b)> matmul_shape{};

  /// Computes that product and writes it to `out`, which is allocated and has exactly its shape.
  /// An empty sum is 0. Otherwise the answer is a rejection, and nothing was written.
  std::function<result(tensor const& a, tensor const& b, tensor const& out)> matmul{};

  /// Another instance, which has answered nothing yet. With it a run finds out whether an answer
  /// depends on earlier ones. A subject that is asked in a process of its own needs none.
  std::function<subject()> fresh{};
  binding connected = binding::cpp;  ///< set by what connects it
};

}  // namespace bcast::kit
