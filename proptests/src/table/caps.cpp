// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <charconv>
#include <stdexcept>

#include "bcast/proptests/table.hpp"
#include "capabilities/rows.hpp"
#include "laws/known.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

[[noreturn]] void fail(std::string_view word, std::string_view why) {
  throw std::invalid_argument(fmt::format("'{}' in the subject's caps: {}", word, why));
}

std::vector<std::string> list(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    all.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return all;
}

std::size_t number(std::string_view word, std::string_view text) {
  std::size_t n = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (wrong != std::errc() || stop != text.data() + text.size()) fail(word, "expected a number");
  return n;
}

bool flag(std::string_view word, std::string_view text, bool alone) {
  if (alone || text == "true") return true;
  if (text != "false") fail(word, "expected true or false");
  return false;
}

/// Sets what `key=value` or `key` names.
void set(kit::capabilities& c, std::string_view word) {
  const std::size_t equals = word.find('=');
  const bool alone = equals == std::string_view::npos;
  std::string_view key = word.substr(0, equals), value = alone ? "" : word.substr(equals + 1);
  if (word == "expand") return;  // from_table reads it
  if (auto const* old = find_old_capability(key, value)) {
    key = old->name;
    if (old->now != "*") value = old->now;
  }
  capability const* row = find_capability(key);
  if (row == nullptr) {
    fail(word, "no such key" + suggestion(key, capability_names(kit::binding::c_table)));
  }
  if (auto const* field = std::get_if<capability::flag>(&row->field)) {
    c.*(*field) = flag(word, value, alone && value.empty());
  } else if (auto const* limit = std::get_if<capability::number>(&row->field)) {
    c.*(*limit) = number(word, value);
  } else {
    c.*std::get<capability::names>(row->field) = list(value);
  }
}

}  // namespace

kit::capabilities parse_caps(std::string_view caps) {
  kit::capabilities c = default_capabilities(kit::binding::c_table);
  while (true) {
    const std::size_t start = caps.find_first_not_of(' ');
    if (start == std::string_view::npos) break;
    caps.remove_prefix(start);
    const std::string_view word = caps.substr(0, caps.find(' '));
    set(c, word);
    caps.remove_prefix(word.size());
  }
  for (std::string& name : c.dtypes) name = known_element(name);
  return c;
}

}  // namespace bcast::proptests
