// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/soil.hpp"

#include <malloc.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace bcast::proptests {

void soil_heap() {
#ifdef __GLIBC__
  constexpr int soil = 0xA5;
  mallopt(M_PERTURB, ~soil & 0xFF);  // the C library fills memory with the other bits
  // It does not fill what it keeps for each thread: up to seven blocks of each small size.
  constexpr std::size_t most = 1032, step = 16, kept = 7;
  for (std::size_t bytes = step / 2; bytes <= most; bytes += step) {
    std::array<void*, kept> blocks{};
    for (void*& block : blocks) {
      block = std::malloc(bytes);
      if (block != nullptr) std::memset(block, soil, bytes);
    }
    for (void* const block : blocks) std::free(block);
  }
#endif
}

}  // namespace bcast::proptests
