// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"

namespace bcast::proptests {

/// How an operand lies in memory: each flag is a change to the row-major layout without gaps. The
/// letters are those of a case's text.
enum class layout_flag : unsigned {
  transposed = 1,  ///< t: the first axis runs fastest
  gapped = 2,      ///< g: an unused element after each one
  reversed = 4,    ///< r: every stride is negative
  unit_axes = 8,   ///< u: axes of size 1 have strides that lead far away
  offset = 16,     ///< o: the first element is at an odd position of the storage
  repeated = 32,   ///< z: the last axis has stride 0; not for a target. In a product of matrices,
                   ///< the leading axes if there are any
  padded = 64,     ///< p: three unused elements after each run along the fastest axis
};

/// A set of layout flags.
struct layout_flags {
  unsigned bits = 0;
  bool has(layout_flag f) const { return (bits & static_cast<unsigned>(f)) != 0; }
  friend bool operator==(layout_flags, layout_flags) = default;
};

struct operand {
  kit::shape type;
  layout_flags layout;
  friend bool operator==(operand const&, operand const&) = default;
};

/// One case, for every law. Plain data: a law reads what it needs of it.
struct test_case {
  std::vector<operand> operands;
  std::optional<operand> result;  ///< declared, or the target's shape and layout
  std::optional<kit::broadcast_dimensions> dimensions;  ///< XLA's
  std::string element = "int32";
  std::string operation;  ///< the element-wise operation, for a law that takes any
  std::string example;    ///< the tag of the row in spec/ that states the outcome, if one does

  /// The calls that are made before this one, in order and in the same process. They have none
  /// before them.
  std::vector<test_case> before{};
  friend bool operator==(test_case const&, test_case const&) = default;
};

/// The calls of a case: those before it, then the case without them.
std::vector<test_case> calls_of(test_case const& c);

/// The last of some calls, after the others. There is at least one.
test_case in_sequence(std::vector<test_case> calls);

/// The kind of cases that a law is about; each kind has its examples, its small scope, its random
/// cases and its corpus.
enum class family {
  examples,  ///< what the documents print
  shapes,    ///< static shapes
  layouts,   ///< static shapes that lie in memory in any way
  targets,   ///< static shapes and a target to write
  types,     ///< unknown sizes and ranks
  declared,  ///< the same, and a declared result
  tuples,    ///< two shapes and XLA's broadcast dimensions
  lengths,   ///< each operation in each element type, on rows of many lengths
  products,  ///< two operands of a product of matrices, which lie in memory in any way
};

/// `shapes`, `layouts`, ...
std::string_view name_of(family f);

/// Throws std::invalid_argument for a name that no family has.
family family_named(std::string_view name);

/// Whether every size and every rank is known.
bool is_static(kit::shape const& t);
bool is_static(test_case const& c);

/// The sizes of a static type. Throws std::bad_optional_access for an unknown one.
std::vector<std::int64_t> sizes_of(kit::shape const& t);

kit::shape type_of(std::vector<std::int64_t> const& sizes);

std::vector<kit::shape> types_of(test_case const& c);

/// The largest size on each axis of the operands, aligned at the last one, and at least 1: what an
/// implementation computes that takes the larger sizes. An unknown size counts as 1.
std::vector<std::int64_t> larger_sizes(test_case const& c);

}  // namespace bcast::proptests
