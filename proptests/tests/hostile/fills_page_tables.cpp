// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <string>

#include "hostile.hpp"

namespace bcast::hostile {

/// One page of each 2 MiB is read, all of them the same page of zeros. What is used are the tables
/// that say so, 4 KiB each: 256 MiB in all.
void fills_page_tables(std::string const&) {
  constexpr std::size_t table = std::size_t{2} << 20, size = std::size_t{128} << 30;
  void* const pages =
      mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return;
  madvise(pages, size, MADV_NOHUGEPAGE);
  auto const volatile* const bytes = static_cast<char const*>(pages);
  char read = 0;
  for (std::size_t at = 0; at < size; at += table) read = bytes[at];
  for (int k = read; k < 20; ++k) sleep(1);  // until it is ended
}

}  // namespace bcast::hostile
