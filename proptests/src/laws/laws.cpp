// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/laws.hpp"

#include <algorithm>

#include "laws/law_list.hpp"

namespace bcast::proptests {

std::span<law const> all_laws() {
  static const std::vector<law> laws = [] {
    std::vector<law> all;
    for (auto const* some :
         {&shape_laws(), &value_laws(), &element_laws(), &computed_laws(), &sequence_laws(),
          &target_laws(), &sharing_laws(), &direction_laws(), &gradient_laws(), &promotion_laws(),
          &product_laws(), &type_laws(), &unknown_laws()}) {
      all.insert(all.end(), some->begin(), some->end());
    }
    return all;
  }();
  return laws;
}

law const* find_law(std::string_view name) {
  if (name == "join") name = "shape";  // its old name
  const auto laws = all_laws();
  const auto found =
      std::find_if(laws.begin(), laws.end(), [&](law const& l) { return l.name == name; });
  return found == laws.end() ? nullptr : &*found;
}

}  // namespace bcast::proptests
