// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdio>
#include <vector>

#include "bcast/engine/transform.hpp"

// A callable that counts its calls without a lock, on the threads of the engine: a race.
// ThreadSanitizer must report it, or its silence on the whole suite means nothing.

int main() {
  using namespace bcast::engine;
  constexpr std::int64_t rows = 1000, columns = 2000;
  std::vector<std::int32_t> z(rows * columns);
  const std::int32_t x = 1;
  std::int64_t calls = 0;
  transform(
      [&](std::int32_t v) {
        ++calls;
        return v;
      },
      view<std::int32_t>(z.data(), shape{rows, columns}), view<std::int32_t const>(&x, shape{}));
  std::printf("%lld calls\n", static_cast<long long>(calls));
  return 0;
}
