// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The seam between the laws and an implementation under test. It needs the standard library only.
namespace bcast::kit {

/// The size of one axis; none if unknown. An unknown size may have a bound and a name: within one
/// question, the same name is the same size.
struct dim {
  std::optional<std::int64_t> size;
  std::string symbol;                 ///< empty: none; no other size is known to equal this one
  std::optional<std::int64_t> upper;  ///< the largest size that it can have; none: any

  dim() = default;
  dim(std::int64_t known) : size(known) {}
  dim(std::nullopt_t) {}
  dim(std::optional<std::int64_t> perhaps) : size(perhaps) {}
  dim(std::nullopt_t, std::string name, std::optional<std::int64_t> bound = std::nullopt)
      : symbol(std::move(name)), upper(bound) {}

  bool has_value() const { return size.has_value(); }
  explicit operator bool() const { return has_value(); }
  std::int64_t operator*() const { return *size; }

  /// The number. Throws std::bad_optional_access where it is not known.
  std::int64_t value() const { return size.value(); }

  /// Forgets the number, the name and the bound.
  void reset() { *this = dim(); }

  /// By the number, unknown ones first.
  friend std::strong_ordering operator<=>(dim const&, dim const&) = default;
  friend bool operator==(dim const&, dim const&) = default;
};

/// A shape whose sizes may be unknown, or whose rank is (then it has no sizes).
struct shape {
  std::vector<dim> sizes;
  bool ranked = true;
  friend bool operator==(shape const&, shape const&) = default;
};

/// XLA's broadcast dimensions: entry k is the axis of the larger operand that axis k of the smaller
/// one is matched with.
using broadcast_dimensions = std::vector<std::int64_t>;

/// An implementation's answer about a broadcast.
struct answer {
  enum class kind { ok, reject, no_answer, unsupported };

  kind verdict = kind::ok;
  shape common;                       ///< the result's shape, where ok
  std::string tag;                    ///< the clause, where the implementation names one
  std::optional<std::size_t> axis;    ///< of the result, from 0, where it names one
  std::vector<std::size_t> operands;  ///< the two that clash, where it names them
  std::string why;                    ///< for a reader, never compared
};

/// Elements in memory that the laws own. The element at the index sequence i is
/// `data + element_size * sum_k i_k * strides_k`. `element` is a name from spec::element_types,
/// `float16` or `bfloat16`.
struct tensor {
  void* data = nullptr;
  std::string_view element;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;  ///< in elements
  std::size_t byte_offset = 0;  ///< of the first element, from the start of the tensor's memory
};

/// What an implementation declares about itself. Cases beyond that are not asked.
struct contract {
  std::vector<std::string> elements;  ///< element types; empty: all but float16, bfloat16
  std::vector<std::string> operations{"broadcast", "copy", "sub"};  ///< of `apply`
  std::size_t max_rank = SIZE_MAX;
  std::size_t min_operands = 1;         ///< of every question but `expand`, `copy` and `adjoint`
  std::size_t max_operands = SIZE_MAX;  ///< of an element-wise operation
  bool unknown_sizes = false;           ///< `infer` and `verify` take unknown sizes and ranks
  bool strided = true;                  ///< operands and targets may have any strides
  bool overlapping = true;              ///< a target may overlap an operand
  bool refusing = true;                 ///< `apply` may be given shapes that do not broadcast
  bool exact = false;                   ///< arithmetic may be compared bit by bit
  bool costly = false;                  ///< each new shape is expensive: core cases only
  std::size_t over_read = 0;            ///< bytes that may be read after an operand
  std::size_t alignment = 1;            ///< of the first element, in bytes
};

/// How an implementation is connected. A message tells its author what to write there.
enum class door { cpp, c_table, pipe };

/// An implementation under test. Every function is optional: a law that needs one that is missing
/// is skipped by name.
struct subject {
  std::string name;
  std::string profile;  ///< the rule that it claims to follow: `name@edition switch=value ...`;
                        ///< empty: array_api
  contract declares{};

  /// The shape to which the operands broadcast.
  std::function<answer(std::vector<shape> const& operands,
                       std::optional<broadcast_dimensions> const& dimensions)>
      infer{};

  /// Whether `result` may be declared for the operands.
  std::function<answer(std::vector<shape> const& operands, shape const& result)> verify{};

  /// Whether one operand may be stretched to exactly `target`: the rule in one direction, of
  /// NumPy's `broadcast_to`, ONNX's Gemm, PyTorch's `expand`.
  std::function<answer(shape const& operand, shape const& target)> expand{};

  /// Computes `op` on the operands and writes the outputs, which are allocated. `broadcast`: as
  /// many outputs as operands, of the shape to which the operands broadcast. `copy`: one operand,
  /// repeated to the output's shape. Every other operation is element-wise and has one output;
  /// `subject.h` lists them. An output is filled, never stretched: the operands broadcast together
  /// with it to exactly its shape, which may be larger than theirs (3 and 1 into 2x3). Otherwise
  /// the answer is a rejection, and nothing was written.
  std::function<answer(std::string_view op, std::vector<tensor> const& operands,
                       std::vector<tensor> const& outputs)>
      apply{};

  /// Sums a gradient over the axes along which the shape of `out` was stretched to the gradient's,
  /// and writes the sum to `out`, which is allocated.
  std::function<answer(tensor const& gradient, tensor const& out)> adjoint{};

  /// The shape of the product of two operands by the signature `(m?,n),(n,p?)->(m?,p?)`: the
  /// leading axes broadcast, the contracted sizes are equal, and a vector has no leading axes.
  std::function<answer(shape const& a, shape const& b)> matmul_shape{};

  /// Computes that product and writes it to `out`, which is allocated and has exactly its shape.
  /// An empty sum is 0. Otherwise the answer is a rejection, and nothing was written.
  std::function<answer(tensor const& a, tensor const& b, tensor const& out)> matmul{};

  /// Another instance, which has answered nothing yet. With it a run finds out whether an answer
  /// depends on earlier ones. A subject that is asked in a process of its own needs none.
  std::function<subject()> fresh{};
  door connected = door::cpp;  ///< set by what connects it
};

}  // namespace bcast::kit
