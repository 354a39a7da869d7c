// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>

#include "bcast/engine/caches.hpp"

namespace bcast::engine::detail {

/// The sizes by which a schedule decides, in bytes unless it says otherwise. They follow from the
/// caches. The factors were measured where a comment says so, with a first level of 32 or 48 KiB, a
/// second of 1 MiB and a last of 32 MiB.
struct limits {
  explicit limits(caches const& c);

  /// How much of the first level may be used for a gathered operand or for a target that is built
  /// before it is stored: one row of a tile; all rows of a tile; and a tile in which nothing
  /// gathered is reused, which leaves room to prefetch the next tile's memory.
  std::int64_t scratch_row, scratch_tile, scratch_once;

  /// How much of a row that an operand repeats is walked at a time, so that it stays in the first
  /// level beside the rows that share it.
  std::int64_t shared_row;

  /// A tile whose operands are used in place.
  std::int64_t direct_tile;

  /// A transposed tile, in elements. It is long enough to prefetch an operand that runs along its
  /// rows. The first level holds a line for each of its columns, and as many again if it is
  /// gathered.
  std::int64_t transposed_rows, transposed_columns, turned_columns;

  /// A smaller result is never stored around the cache: the caches of one thread keep it.
  std::int64_t streamed_least;

  /// Until it is measured, a result is assumed to be stored best around the cache if it has the
  /// first size or more, and either operands and result together have the second, or the operands
  /// together have the third (on one thread) or the fourth (on several). If a reader follows soon,
  /// it finds smaller results in the cache and gains more than the writer loses. If everything
  /// stays in a large cache, even the writer is 2.3 times as fast. Storing around the cache leaves
  /// it to the operands, which gains nothing if there are none to keep.
  ///
  /// On Zen 4, it pays on one thread from operands of 10 MiB, on two between 10 and 16 MiB, and
  /// without operands from a result of 48 MiB. On Zen 5, one operand as large as the result was
  /// measured: 10 MiB, and more than 16 MiB.
  std::int64_t streamed_from, streamed_alone, streamed_with, streamed_with_threads;
  bool assume_streaming(std::int64_t result, std::int64_t operands, bool several) const;

  /// What a result and its operands may have for each thread to stay in the threads' own caches. It
  /// matters only for results that are stored around the cache.
  std::int64_t own_cache;

  /// The smallest part worth giving to another thread, and a part that goes to any free thread if
  /// the result is large enough for many of them.
  std::int64_t fixed_part, free_part;
};

/// The limits for machine_caches(). Throws error as that does.
limits const& machine_limits();

/// Whether a result of so many bytes, with operands of so many, is stored around the cache, on the
/// threads of the caller's arena. It is assumed at first. In a process that has asked 16 times, or
/// asks to know it now, it is measured, once for sizes that are much the same, with few operands
/// and with many, for one thread and for several, if the caches are those that the system
/// describes. What is larger than 16 MiB does as that does, until limits::streamed_alone.
bool streaming_pays(std::int64_t result, std::int64_t operands, bool now);
bool may_measure();

/// Measures whether a result of so many bytes, which is read once after it was stored, is faster
/// if it is stored around the cache: the sum of a row and an operand of its size, or a copy of the
/// row. Takes as much memory meanwhile, and some tens of ms for 16 MiB.
bool measure_streaming(std::int64_t bytes, bool reads);
void forget_streaming();

/// Plans for other caches from now on, for measurements and tests. No other thread may use the
/// engine at the same time.
void assume(caches const& c);

}  // namespace bcast::engine::detail
