// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/laws.hpp"

#include <algorithm>
#include <utility>

#include "laws/law_list.hpp"

namespace bcast::proptests {

std::span<law const> all_laws() {
  static const std::vector<law> laws = [] {
    std::vector<law> all;
    for (auto* some : {shape_laws, value_laws, element_laws, computed_laws, sequence_laws,
                       target_laws, sharing_laws, direction_laws, gradient_laws, promotion_laws,
                       product_laws, type_laws, unknown_laws}) {
      for (law& l : some()) all.push_back(std::move(l));
    }
    return all;
  }();
  return laws;
}

law const* find_law(std::string_view name) {
  if (name == "join") name = "shape";  // its old name
  const auto laws = all_laws();
  const auto found = std::ranges::find_if(laws, [&](law const& l) { return l.name == name; });
  return found == laws.end() ? nullptr : &*found;
}

}  // namespace bcast::proptests
