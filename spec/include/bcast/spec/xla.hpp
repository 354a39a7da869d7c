// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <stdexcept>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"

/// The rules and the examples of XLA's document on broadcasting semantics.
namespace bcast::spec::xla {

inline constexpr document about{
    "xla", "XLA: Broadcasting", "docs/broadcasting.md",
    "2026: the wording only; \"T has to be equal\" and \"maximum\" are both still there"};

inline constexpr std::array clauses{
    clause{"xla.X12", level::must, "What is broadcasting?", "",
           "The length of a vector matches at least one of the matrix's dimensions."},
    clause{"xla.X1", level::must, "Principles", "",
           "Between arrays of different ranks the broadcast has to be written out."},
    clause{"xla.X2", level::may, "Lower rank onto higher rank", "",
           "A scalar broadcasts over any array without broadcast dimensions."},
    clause{"xla.X3", level::may, "Lower rank onto higher rank", "",
           "A tuple of broadcast dimensions says which dimensions of the higher-rank array the "
           "lower-rank array is matched with."},
    clause{"xla.X4", level::must, "Formal definition",
           "MxNxPxQ; dim 3: T, dim 2: T, dim 1: T, dim 0: T",
           "A matched dimension has to be equal to its counterpart in the higher-rank array."},
    clause{"xla.X5", level::must, "Formal definition", "",
           "The values are repeated along every dimension that is not matched."},
    clause{"xla.X6", level::must, "Formal definition", "",
           "Entry k of the tuple is the dimension that dimension k of the lower-rank array "
           "matches."},
    clause{"xla.X7", level::must, "Formal definition", "",
           "The broadcast dimensions are strictly increasing."},
    clause{"xla.X8", level::must, "Degenerate dimensions", "",
           "Arrays of one rank are compatible if in each dimension the sizes are equal or one of "
           "them is 1."},
    clause{"xla.X9", level::must, "Degenerate dimensions", "",
           "The result has the maximum of the two sizes in every dimension."},
    clause{"xla.X10", level::may, "Degenerate dimensions", "",
           "Both arrays may have degenerate dimensions, at different indexes: an outer operation."},
    clause{"xla.X11", level::may, "Broadcast composition", "",
           "Both kinds compose: first the broadcast dimensions lift the lower-rank array to the "
           "higher rank, each new dimension with the size of its counterpart, then degenerate "
           "dimensions are broadcast."},
};

/// A tuple of broadcast dimensions in print.
class tuple {
 public:
  constexpr tuple() = default;
  constexpr tuple(std::initializer_list<int> dims) : count_(dims.size()) {
    if (dims.size() > dims_.size()) throw std::length_error("a row's tuple has at most 4 entries");
    std::size_t k = 0;
    for (int d : dims) dims_[k++] = d;
  }
  constexpr std::size_t size() const { return count_; }
  constexpr int const* begin() const { return dims_.data(); }
  constexpr int const* end() const { return dims_.data() + count_; }

 private:
  std::array<int, 4> dims_{};
  std::size_t count_ = 0;
};

/// A binary operation in print. `dims` is absent where the text gives none; `broken` is the rule
/// that the text names where the operation is invalid. `intermediate` is the lower-rank operand
/// after its broadcast dimensions were applied, where the text states it.
struct example {
  std::string_view tag;
  shape lhs;
  shape rhs;
  std::optional<tuple> dims;
  std::optional<shape> intermediate;
  std::optional<shape> result;
  std::string_view broken;
};

inline constexpr std::optional<tuple> no_dims{};
inline constexpr std::optional<shape> unstated{};
inline constexpr std::optional<shape> invalid{};

/// Where the text has letters, MxNxPxQ is 2x3x4x5, and T and V are what they are matched with.
inline constexpr std::array examples{
    example{"xla.S1", {2, 3}, {3}, tuple{1}, shape{2, 3}, shape{2, 3}, ""},
    example{"xla.S2", {2, 3}, scalar, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S3", {2, 3}, {3}, no_dims, unstated, invalid, "xla.X1"},
    example{"xla.S4", {3, 3}, {3}, tuple{1}, shape{3, 3}, shape{3, 3}, ""},
    example{"xla.S5", {3, 3}, {3}, tuple{0}, shape{3, 3}, shape{3, 3}, ""},
    example{"xla.S6", {2, 3, 4}, {3, 4}, tuple{1, 2}, unstated, shape{2, 3, 4}, ""},
    example{"xla.S7", {2, 3, 4, 5}, {5}, tuple{3}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S8", {2, 3, 4, 5}, {4}, tuple{2}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S9", {2, 3, 4, 5}, {3}, tuple{1}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S10", {2, 3, 4, 5}, {2}, tuple{0}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S11", {2, 3, 4, 5}, {4, 5}, tuple{2, 3}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S12", {2, 3, 4, 5}, {3, 4}, tuple{1, 2}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S13", {2, 3, 4, 5}, {2, 5}, tuple{0, 3}, unstated, shape{2, 3, 4, 5}, ""},
    example{"xla.S14", {2, 3, 4, 5}, {4, 3}, tuple{2, 1}, unstated, invalid, "xla.X7"},
    example{"xla.S15", {2, 1}, {2, 3}, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S16", {1, 2, 5}, {7, 2, 5}, no_dims, unstated, shape{7, 2, 5}, ""},
    example{"xla.S17", {7, 2, 5}, {7, 1, 5}, no_dims, unstated, shape{7, 2, 5}, ""},
    example{"xla.S18", {7, 2, 5}, {7, 2, 6}, no_dims, unstated, invalid, "xla.X8"},
    example{"xla.S19", {2, 1}, {1, 3}, no_dims, unstated, shape{2, 3}, ""},
    example{"xla.S20", {4}, {1, 2}, tuple{0}, shape{4, 2}, shape{4, 2}, ""},
    example{"xla.S21", {1, 2}, {4, 3, 1}, tuple{1, 2}, shape{4, 1, 2}, shape{4, 3, 2}, ""},
};

}  // namespace bcast::spec::xla
