// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace bcast::proptests {

enum class tone { good, bad };

/// Whether colours may be written: to a terminal that has them, unless NO_COLOR is set.
bool has_colors(std::FILE* to);

/// The text in a colour, where standard output may have them.
std::string painted(std::string_view text, tone t);

}  // namespace bcast::proptests
