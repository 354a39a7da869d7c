// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>

#include "hostile.hpp"

namespace bcast::hostile {

/// Loads and closes its own file, more often closes than loads.
void loads_itself_again(std::string const&) {
  Dl_info own{};
  if (dladdr(reinterpret_cast<void const*>(&loads_itself_again), &own) == 0) return;
  constexpr int times = 64;
  for (int k = 0; k < times; ++k) {
    void* const again = dlopen(own.dli_fname, RTLD_NOW);
    if (again != nullptr) dlclose(again);
  }
  void* const again = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  for (int k = 0; again != nullptr && k < 2; ++k) dlclose(again);
}

}  // namespace bcast::hostile
