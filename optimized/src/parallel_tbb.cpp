#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "bcast/optimized/parallel.hpp"

namespace bcast::optimized {

void parallel_for(std::int64_t n, std::int64_t grain, range_function body) {
  if (n <= grain) {
    if (n > 0) body(0, n);
    return;
  }
  // blocked_range halves a part only while it is larger than its grain.
  tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, n, 2 * grain),
      [&](tbb::blocked_range<std::int64_t> const& part) { body(part.begin(), part.end()); });
}

}  // namespace bcast::optimized
