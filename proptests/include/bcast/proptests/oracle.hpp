// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"

/// The transcriptions of reference/, asked through the types of the kit.
namespace bcast::proptests {

/// Whether `rule` names a document whose transcription can answer: the name of a rule in
/// `bcast/spec/documents.hpp`.
bool is_document(std::string_view rule);

/// Whether a rule takes a tuple of broadcast dimensions.
bool takes_dimensions(std::string_view rule);

/// Whether a document says which declared results are legal.
bool takes_result(std::string_view document);

/// The case whose axes are aligned at the last one as the rule aligns those of `c`: sizes of 1 are
/// appended if it begins at the first. None if it recycles the elements of an operand.
std::optional<test_case> aligned(std::string_view rule, test_case c);

/// The operands' axes above each other, as the rule aligns them; or a line for each shape, if it
/// does not.
std::string picture_of(std::string_view rule, test_case const& c, kit::result const& answer);

/// A rule for the shape of a product of matrices.
struct product_rule {
  std::string_view name;
  std::string_view by;    ///< the header of its transcription
  std::string_view note;  ///< where it is from
};

/// Every rule that the documents define, and those that say that they are another one.
std::vector<product_rule> const& product_rules();

/// The transcriptions as functions of cases and of static shapes.
namespace oracle {

/// What the document says of the case's operands, and of its tuple of broadcast dimensions.
/// More than two operands of `array_api` are folded from the left [bcast.P3]. Throws
/// std::invalid_argument for an unknown document, and for dimensions that its rule does not take.
kit::result broadcast_shapes(std::string_view document, test_case const& c);

/// What the document says of the case's operands and its declared result. Throws
/// std::invalid_argument if none is declared, and for a document that says nothing of one.
kit::result verify(std::string_view document, test_case const& c);

/// A size of an operand.
struct site {
  std::size_t operand;
  std::int64_t size;
};

/// The two sizes that the document refuses on an axis of the result, of as few of the first
/// operands as it refuses there; none if it refuses no two sizes. An operand without the axis
/// has 1.
std::optional<std::array<site, 2>> clash(std::string_view document, test_case const& c,
                                         std::size_t axis);

/// The shape to which static operands broadcast by the Array API's algorithm; ok or refused.
kit::result broadcast_shapes(std::vector<std::vector<std::int64_t>> const& operands);

/// The shape of the product of two static operands by a rule; ok, refused or silent. Throws
/// std::invalid_argument for a name that no rule has.
kit::result product(std::string_view rule, std::vector<std::int64_t> const& a,
                    std::vector<std::int64_t> const& b);

/// Of which element of an operand the element `at` of the result is a copy [sonnx.F4, sonnx.F6].
/// Indexes are 0-based, the operand broadcasts to `result`.
std::vector<std::int64_t> operand_index(std::vector<std::int64_t> const& operand,
                                        std::vector<std::int64_t> const& result,
                                        std::vector<std::int64_t> const& at);

}  // namespace oracle

/// Gives a name in `ops` a meaning: an operation of a subject's own, of 1 to 4 operands, whose
/// elements and result have one type of numbers. `value` is what it gives for some numbers, and NaN
/// where it is not to be asked: what is expected is `value` on small numbers, whole ones where the
/// elements are integers. Throws std::invalid_argument for a name that has another meaning, and if
/// an operand is not seen in the results.
void define_operation(std::string_view name, std::size_t operands,
                      std::function<double(std::span<double const>)> const& value);

}  // namespace bcast::proptests
