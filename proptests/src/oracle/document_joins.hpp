// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

/// Joins and values of static shapes under the four documents. The theorems are about these.
namespace bcast::proptests {

using shape = std::vector<std::int64_t>;
using shape_list = std::vector<shape>;

/// A shape, an error (none), or no answer.
struct outcome_of_join {
  std::optional<proptests::shape> shape;
  bool answered = true;
  friend bool operator==(outcome_of_join const&, outcome_of_join const&) = default;
};

/// A document's answer for the operands. Under `xla` there must be two, and the lower-rank one is
/// matched with the last dimensions.
outcome_of_join join_under(std::string_view document, shape_list const& operands);

/// Joins of pairs under a document, each computed once.
class joins {
 public:
  explicit joins(std::string_view document) : document_(document) {}

  outcome_of_join const& operator()(shape const& a, shape const& b);

  /// ((a, b), c) of three operands.
  outcome_of_join left(shape_list const& s);

  /// (a, (b, c)).
  outcome_of_join right(shape_list const& s);

 private:
  struct hash {
    std::size_t operator()(std::pair<shape, shape> const& p) const {
      std::size_t all = p.first.size();
      for (shape const* s : {&p.first, &p.second}) {
        for (std::int64_t n : *s) all = 31 * all + static_cast<std::size_t>(n);
      }
      return all;
    }
  };

  std::string_view document_;
  std::unordered_map<std::pair<shape, shape>, outcome_of_join, hash> known_;
};

/// For each element of the result, the flat position of the operand's element that it copies.
using sources_of_elements = std::vector<std::int64_t>;

sources_of_elements values_by_sonnx(shape const& x, shape const& result);
sources_of_elements values_by_sonnx_2026_01(shape const& x, shape const& result);
sources_of_elements values_by_array_api(shape const& x, shape const& result);
sources_of_elements values_by_nested_lists(shape const& x, shape const& result);

/// For both operands. Throws std::out_of_range if the result needs an element that an operand does
/// not have.
std::pair<sources_of_elements, sources_of_elements> values_by_xla(shape const& x, shape const& y,
                                                                  shape const& result);

}  // namespace bcast::proptests
