// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The hostile subjects as a shared library. Each joins two shapes as it should, once it has done
// what its name says; with HOSTILE_WRONG it joins none.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "bcast/kit/subject.h"
#include "hostile.hpp"

namespace {

namespace hostile = bcast::hostile;

std::int32_t join(void* self, std::int32_t n, bcast_dims const* in, bcast_rule const* rule,
                  bcast_dims_out* out, bcast_reason*) {
  if (rule != nullptr) return BCAST_UNSUPPORTED;
  hostile::do_once(*static_cast<hostile::named_act const*>(self));
  if (std::getenv("HOSTILE_WRONG") != nullptr) return BCAST_REJECT;
  out->rank = 0;
  for (std::int32_t m = 0; m < n; ++m) out->rank = std::max(out->rank, in[m].rank);
  if (out->rank > out->capacity) return BCAST_ERROR;
  for (std::int32_t k = 0; k < out->rank; ++k) {
    out->size[k] = 1;
    for (std::int32_t m = 0; m < n; ++m) {
      const std::int32_t axis = k - (out->rank - in[m].rank);
      const std::int64_t size = axis < 0 ? 1 : in[m].size[axis];
      if (size == 1 || size == out->size[k]) continue;
      if (out->size[k] != 1) return BCAST_REJECT;
      out->size[k] = size;
    }
  }
  return BCAST_OK;
}

constexpr std::size_t count = std::size(hostile::acts);

std::array<bcast_subject, count> table() {
  std::array<bcast_subject, count> all{};
  for (std::size_t k = 0; k < count; ++k) {
    all[k].struct_size = sizeof(bcast_subject);
    all[k].name = hostile::acts[k].name;
    all[k].profile = "array_api";
    all[k].self = const_cast<hostile::named_act*>(&hostile::acts[k]);
    all[k].join = join;
    all[k].caps = std::getenv("HOSTILE_CAPS");
  }
  return all;
}

/// The innocent one twice, as an older interface has it, whose tables end after `join`.
bcast_subject const* older_tables(bcast_subject one) {
  constexpr std::size_t size = offsetof(bcast_subject, verify);
  alignas(bcast_subject) static std::array<char, 2 * size> bytes;
  one.struct_size = size;
  std::memcpy(bytes.data(), &one, size);
  one.name = "second";
  std::memcpy(bytes.data() + size, &one, size);
  return reinterpret_cast<bcast_subject const*>(bytes.data());
}

}  // namespace

extern "C" [[gnu::visibility("default")]] bcast_subject const* bcast_subjects(std::uint32_t abi,
                                                                              std::size_t* there) {
  static const std::array<bcast_subject, count> all = table();
  if (std::getenv("HOSTILE_OLD") != nullptr) {
    *there = 2;
    return abi == BCAST_ABI ? older_tables(all[0]) : nullptr;
  }
  char const* const claimed = std::getenv("HOSTILE_TABLES");
  *there = claimed == nullptr ? all.size() : std::strtoull(claimed, nullptr, 10);
  return abi == BCAST_ABI ? all.data() : nullptr;
}
