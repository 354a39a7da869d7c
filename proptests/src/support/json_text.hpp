// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

/// JSON from elsewhere, as nlohmann's json or ordered_json. One unit parses it, because that takes
/// seconds to compile.
namespace bcast::proptests {

/// The value of a text; a discarded one if it is not JSON.
template <class Json>
Json parse_json_or_discard(std::string_view text);

/// The value of a text. Throws std::invalid_argument if it is not JSON.
template <class Json>
Json parse_json(std::string_view text);

/// Text as UTF-8: U+FFFD replaces invalid bytes.
std::string utf8(std::string_view text);

/// Text in UTF-8 on one line: a dot replaces each control character, and what is none in XML.
std::string printable(std::string_view text);

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
