// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Sizes that are known to lie between two bounds, as OpenVINO has them.
namespace bcast::proptests {

/// The sizes from `least` to `most`; both are the size where it is known.
struct interval {
  static constexpr std::int64_t unbounded = INT64_MAX;

  std::int64_t least = 0;
  std::int64_t most = unbounded;

  bool holds(std::int64_t size) const { return least <= size && size <= most; }
  friend bool operator==(interval const&, interval const&) = default;
};

using intervals = std::vector<interval>;

/// Whether a text is meant as a shape of intervals: it has two dots.
bool is_intervals(std::string_view text);

/// `2..8x3`, `2..`, `..8`, `?`, `()`. Throws text_error, which says where the text is wrong.
intervals parse_intervals(std::string_view text);

/// `2..8`, `2..`; `?` for any size.
std::string to_string(interval d);
std::string to_string(intervals const& shape);

/// How two sizes meet in OpenVINO (`Dimension::broadcast_merge`): both bounds of both where each
/// may be 1, the other size where one may be, and otherwise what they have in common. None if that
/// is nothing.
std::optional<interval> merged(interval a, interval b);

/// The shape of operands that are merged axis by axis, aligned at the last one; a missing axis has
/// size 1. None if an axis has no size.
std::optional<intervals> merged(std::vector<intervals> const& operands);

}  // namespace bcast::proptests
