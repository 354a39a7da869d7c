// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::proptests {

/// A text as one word of a POSIX shell.
std::string shell_word(std::string_view text);

/// The same, without quotes where none are needed.
std::string plain_word(std::string_view text);

}  // namespace bcast::proptests
