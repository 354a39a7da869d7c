// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace bcast::proptests {

bool nests_few_levels(std::string_view text) {
  constexpr std::size_t most = 100;
  std::size_t level = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      if (c == '\\') ++k;
    } else if (c == '[' || c == '{') {
      if (++level > most) return false;
    } else if (c == ']' || c == '}') {
      if (level == 0) return true;  // not JSON: a parser reads no further
      --level;
    }
  }
  return true;
}

std::string utf8(std::string_view text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string printable(std::string_view text) {
  std::string line;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (byte(k) == 0xC2 && k + 1 < text.size() && byte(k + 1) >= 0x80 && byte(k + 1) < 0xA0) {
      line += '.';  // U+0080 to U+009F
      ++k;
    } else {
      line += byte(k) < 0x20 || byte(k) == 0x7F ? '.' : text[k];
    }
  }
  return line;
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 160;
  std::size_t end = std::min(text.size(), most);
  // A UTF-8 character has up to three bytes after its first one.
  const auto within = [&] { return end < text.size() && (text[end] & 0xC0) == 0x80; };
  while (within() && most - end < 3) --end;
  return printable(text.substr(0, end)) + (end < text.size() ? "..." : "");
}

std::string quote(std::string_view text) { return "`" + shown(text) + "`"; }

std::uint64_t seed_of(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (wrong != std::errc() || stop != text.data() + text.size()) {
    throw std::invalid_argument("'seed': '" + shown(text) + "' is not a number");
  }
  return seed;
}

}  // namespace bcast::proptests
