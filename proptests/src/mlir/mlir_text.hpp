// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

/// Operations of MLIR in their generic form, read from text and written as text.
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

/// The type of an operand or of a result. One that is neither a tensor nor a vector is a scalar.
struct mlir_type {
  enum class kind { tensor, vector, other };
  mlir_type::kind kind = kind::other;
  kit::shape shape;
  std::vector<std::size_t> scalable =
      {};  ///< a vector's axes written as `[4]`; `shape` has them as 4
  friend bool operator==(mlir_type const&, mlir_type const&) = default;
};

/// One operation: `"name"(%a, %b) ... : (types) -> types`.
struct mlir_operation {
  std::string name;
  text_place place;  ///< of the name's quotation mark
  std::vector<mlir_type> operands;
  std::vector<mlir_type> results;
};

/// Part of a text, between two lines `// -----`.
struct mlir_chunk {
  std::string_view text;
  text_place start;
};

std::vector<mlir_chunk> split_mlir(std::string_view text);

/// The operations that are written in generic form and whose name `is_asked` accepts, in their
/// order in the text, those in regions included. Everything else may be written in any form as long
/// as its brackets and its strings are closed. Types may be aliases that are defined before them; a
/// bound is read from `#stablehlo.bounds<...>`. Throws mlir_syntax_error.
std::vector<mlir_operation> read_mlir(mlir_chunk const& chunk,
                                      std::function<bool(std::string_view)> const& is_asked);

/// Whether a name fits a pattern, in which `*` stands for any characters.
bool matches_pattern(std::string_view name, std::string_view pattern);

/// Element-wise operations that broadcast their operands by the rule of the Broadcastable trait.
bool is_known_broadcasting(std::string_view name);

/// A case as a function around `test.broadcastable`, of 32-bit integers; without a declared result,
/// the result is unranked. A symbol is `?`, as in MLIR.
std::string to_mlir(test_case const& c);

}  // namespace bcast::proptests
