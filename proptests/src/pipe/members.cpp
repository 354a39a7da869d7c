// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/members.hpp"

#include <fmt/core.h>

namespace bcast::proptests::pipe {

std::string text_of(json const& object, char const* key, std::string otherwise) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return otherwise;
  if (!found->is_string()) {
    throw malformed(fmt::format("\"{}\" is {}, not a string", key, quote_value(*found)));
  }
  return found->get<std::string>();
}

std::vector<std::string> texts_of(json const& object, char const* key) {
  std::vector<std::string> all;
  const auto found = object.find(key);
  if (found == object.end()) return all;
  for (json const& one : *found) {
    if (!found->is_array() || !one.is_string()) {
      throw malformed(fmt::format("\"{}\" is {}, not a list of strings", key, quote_value(*found)));
    }
    all.push_back(one.get<std::string>());
  }
  return all;
}

bool flag_of(json const& object, char const* key) {
  const auto found = object.find(key);
  if (found == object.end()) return false;
  if (!found->is_boolean()) {
    throw malformed(fmt::format("\"{}\" is {}, neither true nor false", key, quote_value(*found)));
  }
  return found->get<bool>();
}

std::size_t limit_of(json const& object, char const* key) {
  const auto found = object.find(key);
  if (found == object.end()) return SIZE_MAX;
  const std::int64_t limit = to_whole(*found);
  if (limit < 0) throw malformed(fmt::format("\"{}\" is negative", key));
  return static_cast<std::size_t>(limit);
}

}  // namespace bcast::proptests::pipe
