// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

namespace bcast::explain {

/// With `&`, `<`, `>` and `"` as HTML writes them.
std::string escaped(std::string_view characters);

}  // namespace bcast::explain
