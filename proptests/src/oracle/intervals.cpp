// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/intervals.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "bcast/proptests/text.hpp"

namespace bcast::proptests {
namespace {

std::int64_t bound_in(std::string_view word, std::string_view whole) {
  std::int64_t bound = 0;
  const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), bound);
  if (wrong != std::errc() || end != word.data() + word.size() || bound < 0) {
    throw text_error(fmt::format("'{}': '{}' is not a size", whole, word));
  }
  return bound;
}

interval interval_in(std::string_view word, std::string_view whole) {
  if (word == "?") return {};
  const std::size_t dots = word.find("..");
  if (dots == std::string_view::npos) {
    const std::int64_t size = bound_in(word, whole);
    return {size, size};
  }
  const std::string_view low = word.substr(0, dots), high = word.substr(dots + 2);
  const interval d{low.empty() ? 0 : bound_in(low, whole),
                   high.empty() ? interval::unbounded : bound_in(high, whole)};
  if (d.most < d.least) {
    throw text_error(fmt::format("'{}': '{}' holds no size", whole, word));
  }
  return d;
}

}  // namespace

bool is_intervals(std::string_view text) { return text.find("..") != std::string_view::npos; }

intervals parse_intervals(std::string_view text) {
  intervals shape;
  if (text == "()") return shape;
  for (std::string_view rest = text;;) {
    const std::size_t end = rest.find('x');
    shape.push_back(interval_in(rest.substr(0, end), text));
    if (end == std::string_view::npos) return shape;
    rest.remove_prefix(end + 1);
  }
}

std::string to_string(interval d) {
  if (d == interval{}) return "?";
  if (d.least == d.most) return std::to_string(d.least);
  return fmt::format("{}..{}", d.least,
                     d.most == interval::unbounded ? "" : std::to_string(d.most));
}

std::string to_string(intervals const& shape) {
  std::string text;
  for (interval d : shape) text += (text.empty() ? "" : "x") + to_string(d);
  return text.empty() ? "()" : text;
}

std::optional<interval> merged(interval a, interval b) {
  if (a.holds(1) && b.holds(1)) {
    return interval{std::min(a.least, b.least), std::max(a.most, b.most)};
  }
  if (a.holds(1)) return b;
  if (b.holds(1)) return a;
  const interval common{std::max(a.least, b.least), std::min(a.most, b.most)};
  return common.least <= common.most ? std::optional(common) : std::nullopt;
}

std::optional<intervals> merged(std::vector<intervals> const& operands) {
  std::size_t rank = 0;
  for (intervals const& shape : operands) rank = std::max(rank, shape.size());
  intervals result(rank, interval{1, 1});
  for (intervals const& shape : operands) {
    for (std::size_t k = 0; k < shape.size(); ++k) {
      interval& common = result[rank - shape.size() + k];
      const std::optional<interval> met = merged(common, shape[k]);
      if (!met) return std::nullopt;
      common = *met;
    }
  }
  return result;
}

}  // namespace bcast::proptests
