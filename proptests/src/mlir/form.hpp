// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mlir/types.hpp"

namespace bcast::proptests::mlir {

/// A use or a definition of a value: `%name`, or `%name#1` of an operation with several results.
struct value_name {
  std::string_view name;
  std::int64_t number = 0;
  friend bool operator==(value_name const&, value_name const&) = default;
};

/// What follows the name of an operation.
struct form {
  std::vector<value_name> values;
  std::vector<mlir_type> operands, results;
  std::vector<mlir_integers> integers;
  bool exact = true;  ///< the text says which types are the operands' and which are the results'
  std::size_t types = 0;           ///< how many it writes, if it does not
  mlir_type last;                  ///< of these
  mlir_type literal;               ///< the type of an attribute that is its value
  std::vector<mlir_type> written;  ///< all of them, if it is not known whose each one is
  std::string wrong;               ///< why they are not those of the operands
  std::vector<mlir_map> maps;
  std::vector<std::pair<value_name, mlir_type>> pairs;  ///< operands with their own types
  std::string_view symbol;                              ///< `@name`, or the attribute `callee`
  std::vector<std::string_view> blocks;                 ///< of a generic form
  /// The attribute `function_type`.
  std::optional<std::vector<mlir_type>> parameters, returned;
  bool changed = false;  ///< what follows the types says something else of the results
  bool ordered = true;   ///< the values are in the order of the types
  bool nested = false;   ///< something was passed that may have operations of its own
};

/// Whether the next `{` begins a list of attributes, not a region.
bool begins_attributes(scanner& in);

/// The rest of an operation in generic form; the list of its operands is next. Throws
/// mlir_syntax_error.
form read_generic(scanner& in, type_reader& types, std::string_view name);

/// The rest of an operation in its own form: `%a, %b attributes : types`, with the types as
///
///     T              of every operand and of the result
///     T, U           of the operands, one each; the result has the first. Or of a choice: T of
///     what
///                    chooses, U of everything else
///     (T, U) -> V    of the operands and of the results
///     T, U -> V      the same
///     T to V         the same
///
/// or as `ins(%a : T) outs(%b : U) attributes`, perhaps with `-> V`. Throws mlir_syntax_error.
form read_own(scanner& in, type_reader& types, std::string_view name);

}  // namespace bcast::proptests::mlir
