// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "bcast/proptests/laws.hpp"

namespace bcast::proptests {

std::vector<law> const& shape_laws();
std::vector<law> const& value_laws();
std::vector<law> const& element_laws();
std::vector<law> const& computed_laws();
std::vector<law> const& sequence_laws();
std::vector<law> const& target_laws();
std::vector<law> const& sharing_laws();
std::vector<law> const& direction_laws();
std::vector<law> const& gradient_laws();
std::vector<law> const& promotion_laws();
std::vector<law> const& product_laws();
std::vector<law> const& type_laws();
std::vector<law> const& unknown_laws();

}  // namespace bcast::proptests
