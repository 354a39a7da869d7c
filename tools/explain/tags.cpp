// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tags.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace bcast::explain {
namespace {

/// The document of a tag, with its full stop.
std::string_view document_of(std::string_view tag) { return tag.substr(0, tag.rfind('.') + 1); }

int number_of(std::string_view tag) {
  return std::stoi(std::string(tag.substr(tag.rfind('.') + 2)));
}

bool is_next(std::string_view tag, std::string_view after) {
  return document_of(tag) == document_of(after) &&
         tag[document_of(tag).size()] == after[document_of(after).size()] &&
         number_of(after) == number_of(tag) + 1;
}

}  // namespace

std::string tags_of(traced::rows const& rows) {
  std::vector<std::string_view> tags;
  for (traced::row const& r : rows) {
    if (std::find(tags.begin(), tags.end(), r.tag) == tags.end()) tags.push_back(r.tag);
  }
  std::string all;
  std::string_view document;
  for (std::size_t from = 0; from < tags.size();) {
    std::size_t to = from;
    while (to + 1 < tags.size() && is_next(tags[to], tags[to + 1])) ++to;
    if (to == from + 1) to = from;  // two are not a range
    const bool same = document_of(tags[from]) == document;
    document = document_of(tags[from]);
    if (!all.empty()) all += ' ';
    all += same ? tags[from].substr(document.size()) : tags[from];
    if (to > from) all += "-" + std::string(tags[to].substr(document.size()));
    from = to + 1;
  }
  return all;
}

}  // namespace bcast::explain
