// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that loads libbcast, broadcasts on several threads and unloads it, again and again:
// unload_test LIBRARY
#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "bcast/bcast.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  constexpr std::int64_t rows = 1 << 11, columns = 1 << 11;
  std::vector<float> row(columns, 1), all(rows * columns);
  std::int64_t row_shape[]{columns}, all_shape[]{rows, columns};
  bcast_tensor in{row.data(), 1, 0, 1, 2, 32, 1, row_shape, nullptr, 0};
  bcast_tensor out{all.data(), 1, 0, 2, 2, 32, 1, all_shape, nullptr, 0};
  for (int k = 0; k < 20; ++k) {
    void* const library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    const auto apply = reinterpret_cast<decltype(&bcast_apply)>(dlsym(library, "bcast_apply"));
    bcast_reason why;
    if (apply == nullptr || apply("copy", 1, &in, &out, &why) != BCAST_OK) return 1;
    dlclose(library);
    usleep(5000);  // for a worker that is still running
  }
  std::puts("unloaded 20 times");
  return 0;
}
