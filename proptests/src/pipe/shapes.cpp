// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/shapes.hpp"

#include <fmt/core.h>

#include <cctype>
#include <string>

#include "bcast/proptests/text.hpp"

namespace bcast::proptests::pipe {
namespace {

json of_dim(kit::dim const& d) {
  if (d) return whole(*d);
  return to_string(d);
}

kit::dim to_dim(json const& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  const bool number = text.empty() || text.front() == '-' ||
                      std::isdigit(static_cast<unsigned char>(text.front())) != 0;
  if (number) {
    const std::int64_t size = to_whole(value);
    if (size < 0) throw malformed(fmt::format("the size {} is negative", size));
    return size;
  }
  try {
    // In brackets, a name may contain any letter.
    const kit::shape one = parse_shape("(" + text + ")");
    if (one.sizes.size() == 1) return one.sizes.front();
  } catch (text_error const&) {
  }
  throw malformed(quote_value(value) + " is not a size");
}

}  // namespace

json to_json(kit::shape const& t) {
  if (!t.ranked) return "*";
  json sizes = json::array();
  for (kit::dim const& d : t.sizes) sizes.push_back(of_dim(d));
  return sizes;
}

kit::shape to_type(json const& value) {
  if (value == "*") return kit::shape::unranked();
  if (!value.is_array()) throw malformed(quote_value(value) + " is not a shape");
  kit::shape t;
  for (json const& size : value) t.sizes.push_back(to_dim(size));
  return t;
}

std::vector<std::int64_t> to_sizes(json const& value) {
  std::vector<std::int64_t> sizes;
  for (kit::dim const& d : to_type(value).sizes) {
    if (!d) throw malformed(quote_value(value) + ": every size must be known here");
    sizes.push_back(*d);
  }
  if (!value.is_array()) throw malformed(quote_value(value) + " has no known rank");
  return sizes;
}

json to_json(std::vector<kit::shape> const& types) {
  json all = json::array();
  for (kit::shape const& t : types) all.push_back(to_json(t));
  return all;
}

json of_sizes(std::vector<std::int64_t> const& sizes) {
  json all = json::array();
  for (std::int64_t size : sizes) all.push_back(whole(size));
  return all;
}

json const& member(json const& object, char const* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw malformed(fmt::format("\"{}\" is missing", key));
  return *found;
}

}  // namespace bcast::proptests::pipe
