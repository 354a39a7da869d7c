// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that does what BAD_LIBRARY says: a moment and an act. Its subject joins nothing.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "bcast/kit/subject.h"

namespace {

/// What is to be done at a moment; empty if nothing is.
std::string_view what_at(std::string_view moment) {
  char const* const given = std::getenv("BAD_LIBRARY");
  const std::string_view when = given == nullptr ? "" : given;
  return when.starts_with(moment) ? when.substr(moment.size()) : "";
}

void act(std::string_view moment) {
  const std::string_view what = what_at(moment);
  if (what == "exits") std::exit(0);
  if (what == "aborts") std::abort();
  if (what == "says") {
    std::puts("loud");
    std::fflush(stdout);
    std::fputs("\x1b[31mnot so\n", stderr);
  }
  while (what == "hangs") pause();
}

[[gnu::constructor]] void loaded() { act("loaded:"); }

std::int32_t join(void*, std::int32_t, bcast_dims const*, bcast_rule const*, bcast_dims_out*,
                  bcast_reason*) {
  act("asked:");
  return BCAST_UNSUPPORTED;
}

/// A subject twice, as an older interface has it, whose tables end after `join`.
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
  static bcast_subject own{};
  act("listed:");
  const std::string_view tables = what_at("tables:");
  own.struct_size = sizeof own;
  own.name = "bad";
  own.rule = "array_api";
  own.join = join;
  if (tables == "greedy") own.caps = "align=9223372036854775807";
  *there = tables == "many" ? 5000 : tables == "older" ? 2 : 1;
  if (abi != BCAST_ABI) return nullptr;
  return tables == "older" ? older_tables(own) : &own;
}
