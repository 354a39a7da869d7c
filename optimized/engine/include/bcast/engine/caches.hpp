// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bcast/engine/view.hpp"

namespace bcast::engine {

/// The sizes of a processor's data caches, in bytes. The engine's tiles, its way of storing results
/// and the parts of its threads follow from them. They change how fast a result is computed, and
/// never the result.
struct caches {
  std::int64_t first = std::int64_t{32} << 10;  ///< of each core
  std::int64_t second = std::int64_t{1} << 20;  ///< of each core
  std::int64_t last = std::int64_t{32} << 20;   ///< the largest one, which cores share

  /// The size of a result, or of its operands if they have at least half of that, from which it is
  /// written around the cache; 0: the engine measures that.
  std::int64_t streamed = 0;

  friend bool operator==(caches const&, caches const&) = default;
};

/// Sizes by name, such as `L1=32K,L2=512K,L3=16M,stream=10M`, in any order. What is not named stays
/// as it is in `others`. Throws error for another name, for one that is given twice, and for a size
/// that is not a number of bytes, KiB (`K`) or MiB (`M`) from 4 KiB to 64 GiB.
caches caches_from(std::string_view text, caches others);

/// What caches_from reads.
std::string to_string(caches const& c);

/// The caches that the engine plans for. They are found once: what the environment variable
/// BCAST_CACHE says, then what the system says of its first processor, then the defaults. Throws
/// error if BCAST_CACHE cannot be read.
caches const& machine_caches();

/// Whether a result is left in the cache for a reader that follows soon, or written around the
/// cache, which is faster if the cache does not keep it. `automatic` decides by the sizes, with
/// what is assumed of the processor until it has been called 16 times with such sizes, and then
/// with what is measured. `measured` measures at once what is not known yet, which takes some tens
/// of ms.
enum class store { automatic, measured, cached, streamed };

}  // namespace bcast::engine
