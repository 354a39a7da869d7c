// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "bcast/spec/dim.hpp"
#include "bcast/spec/small_list.hpp"

/// The verifier's questions and answers. Up to rank 8 nothing here allocates.
namespace bcast::verifier {

using spec::dim;
using spec::small_list;

/// The container of the elements. All sizes of a vector are known.
enum class container : std::uint8_t { tensor, vector };

/// A shape whose sizes may be unknown. Its rank may be unknown too, and then it has no sizes.
struct type {
  small_list<dim, 8> sizes;
  bool ranked = true;
  verifier::container container = verifier::container::tensor;
  friend bool operator==(type const&, type const&) = default;
};

/// One size of one operand.
struct site {
  std::size_t operand;
  dim size;
};

/// Why a clause is broken, or why the document has no answer.
enum class cause : std::uint8_t {
  sizes_clash,          ///< two operands' sizes; both are in `operands`
  sizes_matched,        ///< two operands' sizes that a broadcast dimension matches
  ranks_differ,         ///< the operands' ranks: `expected` of one, `found` of another
  result_rank,          ///< `found` is declared, `expected` is inferred
  result_size,          ///< `found` is declared, `expected` is inferred
  result_sizes,         ///< each declared size is possible, all of them are not
  containers_mixed,     ///< a vector and a tensor
  no_dimensions,        ///< the ranks differ and there are no broadcast dimensions
  dimensions_count,     ///< `found` broadcast dimensions for rank `expected`
  dimensions_range,     ///< broadcast dimension `found` of rank `expected`
  dimensions_order,     ///< the broadcast dimensions do not increase strictly
  dimensions_repeated,  ///< a broadcast dimension is given twice
  dimensions_useless,   ///< broadcast dimensions between equal ranks
  zero,                 ///< a static size of 0
  zero_illegal,         ///< the same, where sizes are positive
  unknown_size,
  no_name,  ///< an unknown size, where each has a name
  unknown_rank,
  no_operands,
  arity,  ///< more or fewer than two operands
};

/// A clause is broken.
struct violation {
  std::string_view tag;
  std::optional<std::size_t> axis;  ///< of the result, from 0; none where the clause names no axis
  small_list<site, 2> operands;     ///< those that clash; two of them clash on their own
  verifier::cause cause;
  dim found{};
  dim expected{};
};

/// The rule's document has no answer.
struct gap {
  std::string_view tag;
  std::optional<std::size_t> axis;
  verifier::cause cause;
  dim found{};
  dim expected{};
};

/// The common type, a violation, or no answer.
using verdict = std::variant<type, violation, gap>;

/// The names of symbols 1, 2, ... A symbol beyond these names is written with its number, as `s3`.
using symbol_names = std::span<std::string const>;

/// One readable line, without a full stop.
std::string reason(violation const& v, symbol_names names = {});
std::string reason(gap const& g);

/// `8x?x6`, `()` for a scalar, `*` where the rank is unknown; with a bound `N<=8`.
std::string to_string(type const& t, symbol_names names = {});
std::string to_string(dim d, symbol_names names = {});

}  // namespace bcast::verifier
