// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/rules.hpp"
#include "mlir/mlir_text.hpp"

/// What the relations of `bcast verify` are made of.
namespace bcast::program {

/// Why an operation fails its rule, or why the rule has no answer.
struct objection {
  std::string tag;  ///< a clause, or the label of a constraint of the dialect
  std::optional<std::size_t> axis;
  std::string message;
  bool no_answer = false;
  std::string note = {};
};

using dimensions = std::vector<std::int64_t>;

objection objecting(std::string tag, std::string message,
                    std::optional<std::size_t> axis = std::nullopt);

bool is_scalable(proptests::mlir_type const& t, std::size_t axis);

/// A size as MLIR writes it.
std::string size_text(proptests::mlir_type const& t, std::size_t axis);

std::string shape_text(proptests::mlir_type const& t);

std::size_t rank(proptests::mlir_type const& t);

bool is_ranked(proptests::mlir_type const& t);

/// `operand 1`, `the result`, or `result 0` of several: one of all types, the operands' first.
std::string type_name(proptests::mlir_operation const& op, std::size_t m);

/// Whether no size is both: they are known and differ, one is beyond the bound of the other, or one
/// of them alone is a multiple of vscale.
bool differ(proptests::mlir_type const& a, std::size_t k, proptests::mlir_type const& b,
            std::size_t m);

/// An attribute that has one of these names; null if there is none.
dimensions const* integers(proptests::mlir_operation const& op,
                           std::initializer_list<std::string_view> names);

/// The operand and the result of an operation with one of each.
std::optional<objection> one_of_each(proptests::mlir_operation const& op, std::size_t operands);

/// Entries out of range or repeated, of dimensions of an operand.
std::optional<objection> wrong_entry(dimensions const& all, std::size_t rank, std::string_view name,
                                     std::string const& range, std::string const& unique);

/// What the verifier says of a broadcast.
std::optional<objection> by_verifier(spec::rule const& rule,
                                     std::vector<proptests::mlir_type> const& operands,
                                     std::vector<proptests::mlir_type> const& results);

/// StableHLO's broadcast_in_dim and dynamic_broadcast_in_dim.
std::optional<objection> in_dim(proptests::mlir_operation const& op, bool dynamic);

/// The operand's sizes are 1 or the result's, along its last axes.
std::optional<objection> stretch(proptests::mlir_operation const& op, bool equal_ranks);

/// The same, of vectors.
std::optional<objection> vector_broadcast(proptests::mlir_operation const& op);

/// A product of matrices whose leading axes broadcast by a rule, perhaps of transposed ones, and
/// with a third operand that stretches to the result.
std::optional<objection> product(spec::rule const& rule, proptests::mlir_operation const& op);

/// Each type's axes are those of a map, which say what is one size: those of the operation, or
/// those in `text`, `mk,kn,mn`. linalg asks nothing where it does not know all of them. There `?`
/// is any size, and one after a letter that size or 1.
std::optional<objection> indexed(proptests::mlir_operation const& op,
                                 std::vector<proptests::mlir_type> const& operands,
                                 std::string_view text);

}  // namespace bcast::program
