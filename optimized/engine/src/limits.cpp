// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/detail/limits.hpp"

#include <algorithm>
#include <bit>

#include "bcast/engine/detail/stream.hpp"

namespace bcast::engine::detail {
namespace {

/// The largest power of two up to n, within [least, most].
std::int64_t power(std::int64_t n, std::int64_t least, std::int64_t most) {
  const auto floor = std::bit_floor(static_cast<std::uint64_t>(n));
  return std::clamp(static_cast<std::int64_t>(floor), least, most);
}

constexpr auto cache_line = static_cast<std::int64_t>(line_bytes);
constexpr std::int64_t KiB = 1024;

}  // namespace

limits::limits(caches const& c)
    : scratch_row(power(c.first / 8, KiB, 16 * KiB)),
      scratch_tile(4 * scratch_row),
      scratch_once(scratch_row),
      shared_row(2 * scratch_row),
      direct_tile(power(c.second / 16, 16 * KiB, 256 * KiB)),
      transposed_rows(256),
      transposed_columns(power(c.first / (3 * cache_line), 64, 1024)),
      turned_columns(power(c.first / (cache_line + cache_line / 4), 64, 1024)),
      streamed_least(std::min(c.second, c.last / 4)),
      streamed_from(c.last / 4),
      streamed_alone(c.last / 2 * 3),
      streamed_with(c.last / 16 * 5),
      streamed_with_threads(c.last / 16 * 7),
      own_cache(2 * c.second),
      fixed_part(32 * KiB),
      free_part(c.second / 2) {}

bool limits::assume_streaming(std::int64_t result, std::int64_t operands, bool several) const {
  if (result < streamed_from) return false;
  return operands >= streamed_alone - result ||
         operands >= (several ? streamed_with_threads : streamed_with);
}

}  // namespace bcast::engine::detail
