// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library whose subject keeps memory at each call, as many MiB as the environment says,
// and is right all the same. HOSTILE_ONCE names a file: then only the process that makes it does
// so.
#include <fcntl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.h"

namespace {

void keep_memory() {
  static std::vector<std::vector<std::byte>> kept;
  char const* const once = std::getenv("HOSTILE_ONCE");
  static const bool keeps = once == nullptr || open(once, O_CREAT | O_EXCL | O_CLOEXEC, 0600) >= 0;
  if (!keeps) return;
  char const* const claimed = std::getenv("HOSTILE_MEBIBYTES");
  const std::size_t mebibytes = claimed == nullptr ? 0 : std::strtoull(claimed, nullptr, 10);
  kept.emplace_back(mebibytes << 20, std::byte{1});
}

/// The element of a tensor that is read or written for a number of an element of the result.
float& element(bcast_tensor const& x, bcast_tensor const& z, std::int64_t number) {
  std::int64_t place = 0;
  for (std::int32_t k = z.ndim; k-- > 0; number /= z.shape[k]) {
    const std::int32_t axis = k - (z.ndim - x.ndim);
    if (axis >= 0 && x.shape[axis] != 1) place += number % z.shape[k] * x.strides[axis];
  }
  return reinterpret_cast<float*>(static_cast<std::byte*>(x.data) + x.byte_offset)[place];
}

std::int32_t apply(void*, char const* operation, std::int32_t n, bcast_tensor const* x,
                   std::int32_t, bcast_tensor* z, bcast_reason*) {
  if (operation != std::string_view("add")) return BCAST_UNSUPPORTED;
  keep_memory();
  std::int64_t count = 1;
  for (std::int32_t k = 0; k < z->ndim; ++k) count *= z->shape[k];
  for (std::int64_t number = 0; number < count; ++number) {
    float sum = 0;
    for (std::int32_t m = 0; m < n; ++m) sum += element(x[m], *z, number);
    element(*z, *z, number) = sum;
  }
  return BCAST_OK;
}

bcast_subject leaking() {
  bcast_subject s{};
  s.struct_size = sizeof s;
  s.name = "leaks";
  s.profile = "array_api";
  s.caps = "elements=float ops=add dense overlap=undefined reject=undefined";
  s.apply = apply;
  return s;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] bcast_subject const* bcast_subjects(std::uint32_t abi,
                                                                              std::size_t* there) {
  static const bcast_subject only = leaking();
  *there = 1;
  return abi == BCAST_ABI ? &only : nullptr;
}
