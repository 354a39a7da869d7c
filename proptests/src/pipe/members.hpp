// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipe/elements.hpp"

/// Optional members of an object on the pipe. Each throws malformed for one of another type.
namespace bcast::proptests::pipe {

std::string text_of(json const& object, char const* key, std::string otherwise = "");
std::vector<std::string> texts_of(json const& object, char const* key);

/// False if there is none.
bool flag_of(json const& object, char const* key);

/// SIZE_MAX if there is none.
std::size_t limit_of(json const& object, char const* key);

}  // namespace bcast::proptests::pipe
