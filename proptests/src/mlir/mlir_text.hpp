// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

/// Operations of MLIR, read from text and written as text.
namespace bcast::proptests {

/// A location in a text, from 1, as editors and compilers count: a column is a byte.
struct text_place {
  std::size_t line = 1;
  std::size_t column = 1;
  friend bool operator==(text_place const&, text_place const&) = default;
};

/// Text that is not MLIR; the message is one line.
struct mlir_syntax_error : std::runtime_error {
  mlir_syntax_error(text_place where, std::string const& what)
      : std::runtime_error(what), place(where) {}
  text_place place;
};

/// The type of an operand or of a result. A scalar is a type of MLIR's own that has no shape; any
/// other type is `other`, also an alias that is not defined.
struct mlir_type {
  enum class kind { tensor, vector, memref, scalar, other };
  mlir_type::kind kind = kind::other;
  kit::shape shape;
  std::vector<std::size_t> scalable =
      {};  ///< a vector's axes written as `[4]`; `shape` has them as 4
  std::string_view text = {}, element = {};  ///< as they are written, as long as the text is there

  /// By kind and shape.
  friend bool operator==(mlir_type const& a, mlir_type const& b) {
    return a.kind == b.kind && a.shape == b.shape && a.scalable == b.scalable;
  }
};

bool has_shape(mlir_type const& t);

/// An attribute that is a list of integers, `dims = [0, 1]`, `dimensions = array<i64: 0>`, an
/// integer or a boolean.
struct mlir_integers {
  std::string name;
  std::vector<std::int64_t> values;
  std::size_t axes = 1;  ///< more, of a matrix whose elements are the same
};

/// An affine map: of each result the dimension that it is, or -1.
using mlir_map = std::vector<std::int64_t>;

/// One operation, in generic form, `"name"(%a, %b) ... : (types) -> types`, or in its own, which
/// states its types too.
struct mlir_operation {
  std::string name;
  text_place place;  ///< of the name, or of its quotation mark
  std::vector<mlir_type> operands;
  std::vector<mlir_type> results;
  std::vector<mlir_integers> integers = {};
  std::vector<mlir_map> maps = {};  ///< `indexing_maps`, if all of them are known
};

/// A use of a value whose type is another one somewhere else.
struct mlir_clash {
  std::string operation;
  text_place place;
  std::string what;  ///< `operand 1`
  std::string used;  ///< the type here
  std::string other;
  std::string where;      ///< what has the other type: `where it is defined`
  text_place defined;     ///< its place
  bool elements = false;  ///< the shapes are the same, and the types of the elements are not
};

/// An operation that could not be read.
struct mlir_unread {
  std::string operation;
  text_place place;  ///< where the text is not as expected
  std::string why;   ///< one line
};

/// Operations of one name that were not asked for.
struct mlir_other {
  std::string operation;
  text_place first;
  std::size_t count;
  /// How many have two operands that broadcast to their result, or a name that says so.
  std::size_t broadcasting = 0;
};

/// What was found in a text, each in the text's order.
struct mlir_reading {
  std::vector<mlir_operation> operations;
  std::vector<mlir_clash> clashes;
  std::vector<mlir_unread> unread;
  std::vector<mlir_other> others;
};

/// What the reader does with an operation of a given name.
enum class mlir_interest {
  asked,    ///< it is read
  chooses,  ///< the same; where one type is written, its first operand is a scalar
  defines,  ///< the type of its result is written last; its only operand is a literal, or as many
            ///< scalars as it has operands
  passed,   ///< nothing is known of its form, and nothing is needed
  counted,  ///< the same; it is listed among the others
};

/// Part of a text.
struct mlir_chunk {
  std::string_view text;
  text_place start;
};

/// The parts of a text between the lines `// -----`. There is one if a bracket is open on such a
/// line, and the whole text closes it.
std::vector<mlir_chunk> split_mlir(std::string_view text);

/// The operations of a text, those in regions included, in generic form and in any form that ends
/// in a type or in a function type, or has its types in `ins(...)` and `outs(...)`. Types may be
/// aliases that are defined before them; a bound is read from `#stablehlo.bounds<...>`. An
/// operation that is asked for and whose form is another one is listed as unread. Where `each` is
/// given, it gets the operations, and the reading has none. Throws mlir_syntax_error if the
/// brackets or the strings of the text are not closed.
mlir_reading read_mlir(mlir_chunk const& chunk,
                       std::function<mlir_interest(std::string_view)> const& interest,
                       std::function<void(mlir_operation const&)> const& each = {});

/// Whether a name fits a pattern, in which `*` stands for any characters.
bool matches_pattern(std::string_view name, std::string_view pattern);

/// A case as a function around `test.broadcastable`, of 32-bit integers; without a declared result,
/// the result is unranked. A symbol is `?`, as in MLIR.
std::string to_mlir(test_case const& c);

}  // namespace bcast::proptests
