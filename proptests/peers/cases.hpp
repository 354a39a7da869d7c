// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcast/kit/subject.hpp"

/// The questions to real systems: complete small scopes, and what bcast expects of each case.
namespace bcast::peers {

using axes = kit::broadcast_dimensions;

/// A shape; axes; or an attribute that is not set.
using part = std::variant<std::monostate, kit::shape, axes>;

/// The operands and attributes of one question, and the declared result or the target.
using question = std::vector<part>;

/// The cases of a scope. `2 3 0 1 2` has two shapes of rank 0 to 3 with sizes 0 to 2, and `2 1..3
/// 0` those of rank 1 to 3. ` by ` joins what a case has, ` + ` more cases. A size may be unknown,
/// with a name, a bound, or two bounds; `*` is an unknown rank. `gemm`, `in_dim` and others have
/// names. Throws std::invalid_argument for any other text.
std::vector<question> cases_of(std::string_view scope);

/// Every list of `count` entries from `first` to `last`.
std::vector<axes> tuples_of(std::size_t count, std::int64_t first, std::int64_t last);

/// What a rule says. It is a rule of `bcast rules`, or one of those that rules.cpp adds. Throws
/// std::invalid_argument for any other name.
kit::result said_by(std::string const& rule, question const& asked);

struct answer {
  kit::result said;
  /// For each shape, and each element of the result in row-major order, the row-major position of
  /// the element that it is read from. In a product, each sum has as many positions as products.
  std::vector<std::vector<std::int64_t>> reads{};
};

/// The same, and the elements that are read where all sizes are known.
answer ask(std::string const& rule, question const& asked);

}  // namespace bcast::peers
