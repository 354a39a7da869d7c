// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

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

namespace {

/// Whether a text has a byte 0, where nlohmann's parser ends without a word.
bool has_null(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}  // namespace

std::string utf8(std::string_view text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

namespace {

/// Whether a terminal or a viewer acts on a character instead of showing it: controls, the marks
/// that change the direction of text, the separators of lines, and what is no character.
bool acts(char32_t c) {
  return c < 0x20 || (c & 0xFFFE) == 0xFFFE || (c >= 0x7F && c < 0xA0) || c == 0x61C ||
         c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// The bytes of the UTF-8 character at the beginning of a text that is not empty, and the
/// character; 0 bytes where none begins.
std::pair<std::size_t, char32_t> first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr char32_t least[]{0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xC2 || lead > 0xF4 || length > text.size()) return {0, 0};
  char32_t c = lead & (0x7FU >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {0, 0};
    c = c << 6 | (byte(k) & 0x3F);
  }
  const bool surrogate = c >= 0xD800 && c < 0xE000;
  if (c < least[length] || c > 0x10FFFF || surrogate) return {0, 0};
  return {length, c};
}

}  // namespace

namespace {

/// Notes the members of one object; false ends the reading.
class members_reader final : public nlohmann::json_sax<nlohmann::json> {
 public:
  members read;

  bool start_object(std::size_t) override { return std::exchange(outside_, false); }
  bool end_object() override { return true; }
  bool key(std::string& name) override {
    values_ = &read[name];
    values_->clear();
    return true;
  }
  bool string(std::string& text) override {
    if (outside_) return false;
    values_->push_back(text);
    return true;
  }
  bool start_array(std::size_t) override { return !outside_ && !std::exchange(listed_, true); }
  bool end_array() override {
    listed_ = false;
    return true;
  }
  bool null() override { return false; }
  bool boolean(bool) override { return false; }
  bool number_integer(number_integer_t) override { return false; }
  bool number_unsigned(number_unsigned_t) override { return false; }
  bool number_float(number_float_t, std::string const&) override { return false; }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, std::string const&, nlohmann::detail::exception const&) override {
    return false;
  }

 private:
  std::vector<std::string>* values_ = nullptr;
  bool outside_ = true;
  bool listed_ = false;
};

}  // namespace

members members_of(std::string_view text) {
  members_reader reader;
  if (!nlohmann::json::sax_parse(text, &reader)) {
    throw std::invalid_argument("not an object of texts and lists of texts: " + quote(text));
  }
  return std::move(reader.read);
}

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto [bytes, c] = first_character(text);
    if (bytes == 0 || acts(c)) {
      line += '.';
    } else {
      line += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return line;
}

void expect_printable(std::string_view name) {
  constexpr std::size_t longest = 256;  // each row of a table is as wide as the longest
  if (name.size() > longest) {
    throw std::invalid_argument(quote(name) + " has " + std::to_string(name.size()) +
                                " bytes; a name has at most " + std::to_string(longest));
  }
  if (printable(name) == name) return;
  throw std::invalid_argument(quote(name) + " has characters that are not printable");
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
  if (!nests_few_levels(text) || has_null(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

template <class Json>
Json parse_json(std::string_view text) {
  if (!nests_few_levels(text)) throw std::invalid_argument(nested_too_deep);
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
