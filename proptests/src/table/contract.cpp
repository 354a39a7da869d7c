// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <charconv>
#include <stdexcept>

#include "bcast/proptests/table.hpp"
#include "laws/known.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

const std::vector<std::string> keys{
    "elements", "ops",   "max_rank", "min_operands", "max_operands", "overread", "align",
    "unknown",  "dense", "exact",    "overlap",      "reject",       "cost",     "expand"};

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

/// Sets the field of a contract that `key=value` names.
void set(kit::contract& c, std::string_view word) {
  const std::size_t equals = word.find('=');
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  const auto only = [&](std::string_view expected) {
    if (value != expected) fail(word, fmt::format("only {}={} is known", key, expected));
    return true;
  };
  if (key == "elements") {
    for (std::string const& name : list(value)) c.elements.emplace_back(known_element(name));
  } else if (key == "ops") {
    c.operations = list(value);
  } else if (key == "max_rank") {
    c.max_rank = number(word, value);
  } else if (key == "min_operands") {
    c.min_operands = number(word, value);
  } else if (key == "max_operands") {
    c.max_operands = number(word, value);
  } else if (key == "overread") {
    c.over_read = number(word, value);
  } else if (key == "align") {
    c.alignment = number(word, value);
  } else if (key == "unknown") {
    c.unknown_sizes = only("");
  } else if (key == "dense") {
    c.strided = !only("");
  } else if (key == "exact") {
    c.exact = only("");
  } else if (key == "overlap") {
    c.overlapping = !only("undefined");
  } else if (key == "reject") {
    c.refusing = !only("undefined");
  } else if (key == "cost") {
    c.costly = only("compile");
  } else if (key == "expand") {
    only("");  // from_table reads it
  } else {
    fail(word, "no such key" + suggestion(key, keys));
  }
}

}  // namespace

kit::contract parse_contract(std::string_view caps) {
  kit::contract c;
  c.operations = {"copy"};
  while (true) {
    const std::size_t start = caps.find_first_not_of(' ');
    if (start == std::string_view::npos) break;
    caps.remove_prefix(start);
    const std::string_view word = caps.substr(0, caps.find(' '));
    set(c, word);
    caps.remove_prefix(word.size());
  }
  return c;
}

}  // namespace bcast::proptests
