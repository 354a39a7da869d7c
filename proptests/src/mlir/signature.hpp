// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "mlir/form.hpp"
#include "mlir/uses.hpp"

namespace bcast::proptests::mlir {

/// The parameters of `(%a: T, %b: U {attributes})`, if that is next; the position after it, or
/// as it was.
std::vector<parameter> read_parameters(scanner& in, type_reader& types);

/// The rest of `(T {attributes}, U)`, after its bracket.
std::optional<std::vector<mlir_type>> read_type_list(scanner& in, type_reader& types);

/// `T, U`.
std::optional<std::vector<mlir_type>> read_bare_types(scanner& in, type_reader& types);

/// Two operands that broadcast to the result, or a name that says so.
bool looks_like_broadcasting(std::string_view name, form const& form);

}  // namespace bcast::proptests::mlir
