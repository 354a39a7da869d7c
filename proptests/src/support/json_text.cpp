// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/json_text.hpp"

#include <algorithm>
#include <cstddef>

namespace bcast::proptests {

namespace {

/// Whether a text has a byte 0, where nlohmann's parser ends without a word.
bool has_null(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}  // namespace

std::string utf8(std::string_view text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string printable(std::string_view text) {
  const std::string all = utf8(text);
  std::string line;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string_view two = std::string_view(all).substr(k, 2),
                           three(all.data() + k, std::min<std::size_t>(3, all.size() - k));
    const auto byte = static_cast<unsigned char>(all[k]);
    const bool of_two = two >= "\xC2\x80" && two < "\xC2\xA0";
    const bool of_three = three == "\uFFFE" || three == "\uFFFF";
    line += byte < ' ' || byte == 0x7F || of_two || of_three ? '.' : all[k];
    k += of_two ? 1 : of_three ? 2 : 0;
  }
  return line;
}

std::string shown(std::string_view text, std::size_t most) {
  std::size_t end = std::min(text.size(), most);
  // A UTF-8 character has up to three bytes after its first one.
  const auto within = [&] { return end < text.size() && (text[end] & 0xC0) == 0x80; };
  while (within() && most - end < 3) --end;
  return printable(text.substr(0, end)) + (end < text.size() ? "..." : "");
}

std::string quote(std::string_view text) { return "`" + shown(text) + "`"; }

template <class Json>
Json parse_json_or_discard(std::string_view text) {
  if (has_null(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

template <class Json>
Json parse_json(std::string_view text) {
  if (has_null(text)) throw std::invalid_argument("the JSON text has a byte 0");
  try {
    return Json::parse(text);
  } catch (typename Json::exception const& e) {
    throw std::invalid_argument(reason_of(e));
  }
}

std::string reason_of(std::exception const& error) {
  std::string_view text = error.what();
  if (text.starts_with("[json.")) text.remove_prefix(std::min(text.find("] ") + 2, text.size()));
  return printable(text);
}

template <class Json>
Json const& member_of(Json const& object, char const* name) {
  const auto found = object.find(name);
  if (found != object.end()) return *found;
  throw std::invalid_argument("there is no '" + std::string(name) + "'");
}

template <class Json>
std::string text_member(Json const& object, char const* name,
                        std::optional<std::string> const& otherwise) {
  if (otherwise && !object.contains(name)) return *otherwise;
  Json const& value = member_of(object, name);
  if (value.is_string()) return value.template get<std::string>();
  throw std::invalid_argument("'" + std::string(name) + "': " + quote_value(value) +
                              " is not a text");
}

template <class Json>
std::string quote_value(Json const& value) {
  return quote(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

using nlohmann::json;
using nlohmann::ordered_json;
template json parse_json_or_discard<json>(std::string_view);
template ordered_json parse_json_or_discard<ordered_json>(std::string_view);
template json parse_json<json>(std::string_view);
template ordered_json parse_json<ordered_json>(std::string_view);
template json const& member_of<json>(json const&, char const*);
template ordered_json const& member_of<ordered_json>(ordered_json const&, char const*);
template std::string text_member<json>(json const&, char const*, std::optional<std::string> const&);
template std::string text_member<ordered_json>(ordered_json const&, char const*,
                                               std::optional<std::string> const&);
template std::string quote_value<json>(json const&);
template std::string quote_value<ordered_json>(ordered_json const&);

}  // namespace bcast::proptests
