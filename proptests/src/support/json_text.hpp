// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// JSON from elsewhere, as nlohmann's json or ordered_json. One unit parses it, because that takes
/// seconds to compile. A value is copied and written by recursion, one call a level, so text that
/// nests deeply is refused before it becomes a value.
namespace bcast::proptests {

/// The error for such text.
inline constexpr char const* nested_too_deep = "the JSON text nests more than 100 levels";

/// Whether brackets nest at most 100 levels; bcast's own messages have at most ten.
bool nests_few_levels(std::string_view text);

/// The value of a text; a discarded one if it is not JSON or nests too deep.
template <class Json>
Json parse_json_or_discard(std::string_view text);

/// The value of a text. Throws std::invalid_argument if it is not JSON or nests too deep.
template <class Json>
Json parse_json(std::string_view text);

/// The members of an object that are texts and lists of texts, by name.
using members = std::map<std::string, std::vector<std::string>>;

/// The members of a text that has nothing else. No value of nlohmann's is made: its destructor asks
/// for memory, and ends the program if there is none. Throws std::invalid_argument.
members members_of(std::string_view text);

/// Text as UTF-8: U+FFFD replaces invalid bytes.
std::string utf8(std::string_view text);

/// Text in UTF-8 on one line without what a terminal or a viewer acts on: a dot replaces each
/// control character, mark of direction, separator of lines, and byte that is not UTF-8.
std::string printable(std::string_view text);

/// Refuses a name that is not printable as it is, or longer than 256 bytes. Throws
/// std::invalid_argument.
void expect_printable(std::string_view name);

/// Text as shown in a message: on one line, and cut if long.
std::string shown(std::string_view text, std::size_t most = 160);

/// The same in backticks.
std::string quote(std::string_view text);

template <class Json>
std::string quote_value(Json const& value);

/// A member of an object. Throws std::invalid_argument if it is missing, or `object` is none.
template <class Json>
Json const& member_of(Json const& object, char const* name);

/// A member that is a text, or `otherwise` where it is missing and may be. Throws
/// std::invalid_argument.
template <class Json>
std::string text_member(Json const& object, char const* name,
                        std::optional<std::string> const& otherwise = {});

/// What an exception of nlohmann's says, without its number.
std::string reason_of(std::exception const& error);

}  // namespace bcast::proptests
