// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"

namespace bcast::explain {

/// The elements of every operand, which are 0, 1, 2, ... in row-major order, and of what each of
/// them is broadcast to, by the transcription of the rule's document (by the Array API's if the
/// document covers only shapes): `{"operands": [{"shape": [2, 1], "elements": [0, 1]}],
/// "outputs": [...]}`. `error` instead of `outputs` if an element is read outside its tensor. Null
/// if a size is unknown or if there are more elements than a page can show.
nlohmann::ordered_json values_of(std::string_view rule, proptests::test_case const& c,
                                 kit::result const& a);

}  // namespace bcast::explain
