// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "bcast/proptests/laws.hpp"

namespace bcast::proptests {

std::vector<law> shape_laws();
std::vector<law> value_laws();
std::vector<law> element_laws();
std::vector<law> computed_laws();
std::vector<law> sequence_laws();
std::vector<law> target_laws();
std::vector<law> sharing_laws();
std::vector<law> direction_laws();
std::vector<law> gradient_laws();
std::vector<law> promotion_laws();
std::vector<law> product_laws();
std::vector<law> type_laws();
std::vector<law> unknown_laws();

}  // namespace bcast::proptests
