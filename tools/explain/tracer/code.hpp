// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// C++ without comments and literals, as far as the transcriptions need it.
namespace bcast::tracer {

/// The first position from `at` on that is not a space.
std::size_t skip_spaces(std::string_view code, std::size_t at);

/// The position of the bracket that closes the one at `open`: ( { [ or <.
std::size_t closing(std::string_view code, std::size_t open);

/// The first position from `at` on that holds one of `characters` outside of all brackets; those of
/// templates count as brackets where `angles` is true.
std::size_t find_outside(std::string_view code, std::size_t at, std::string_view characters,
                         bool angles = false);

/// The `=` of a declaration or an assignment in [from, to); npos if there is none.
std::size_t find_assignment(std::string_view code, std::size_t from, std::size_t to);

/// The positions where the parts of a list begin and end; commas outside of brackets separate them.
struct part {
  std::size_t from;
  std::size_t to;
};
std::vector<part> parts_of(std::string_view code, std::size_t from, std::size_t to, bool angles);

/// The last identifier in a text.
std::string last_name(std::string_view text);

/// The text without spaces at its ends.
std::string trimmed(std::string_view text);

bool begins_with_word(std::string_view code, std::size_t at, std::string_view word);

/// Of the innermost `{` that is open at `at`: its position, npos if there is none.
std::size_t enclosing(std::string_view code, std::size_t at);

}  // namespace bcast::tracer
