// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "support/json_text.hpp"

/// Elements as the pipe writes them: numbers, and strings where a number would lose something; or
/// the bytes of all of them in base64.
namespace bcast::proptests::pipe {

using json = nlohmann::ordered_json;

/// The other side broke the contract; the message quotes what it wrote.
struct malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A whole number: as a string where a double would not hold it.
json whole(std::int64_t number);

/// Throws malformed for anything but a whole number that fits in 64 bits.
std::int64_t to_whole(json const& value);

/// The format of one element type in memory and on the pipe.
struct element_codec {
  std::string_view kit;   ///< the name in the kit: `float`
  std::string_view pipe;  ///< the name on the pipe: `float32`
  std::size_t bytes;
  json (*encode)(void const* from);

  /// Throws malformed for a value that no element of the type has.
  void (*decode)(json const& value, void* to);
};

/// The codec of a name of either kind, or null. Every type of spec::element_types, float16,
/// bfloat16, complex64 and complex128 have one.
element_codec const* find_codec(std::string_view name);

/// Bytes in base64, with padding.
std::string base64(void const* from, std::size_t bytes);

/// How many bytes a text has. Throws malformed for what cannot be base64 with padding.
std::size_t bytes_in_base64(json const& text);

/// Writes `bytes` bytes. Throws malformed for text that is not those of so many, with padding.
void from_base64(json const& text, void* to, std::size_t bytes);

}  // namespace bcast::proptests::pipe
