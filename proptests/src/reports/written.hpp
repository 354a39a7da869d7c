// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

/// Whether a text is what a function of `bcast/proptests/reports.hpp` wrote.
namespace bcast::proptests {

bool is_run(std::string_view text);
bool is_list_of_laws(std::string_view text);
bool is_junit(std::string_view text);

}  // namespace bcast::proptests
