// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that is hostile while it is loaded, asked for its subjects, or at the end of its
// process: as HOSTILE_WHEN says, a moment and an act. Its subject joins nothing, and its memory is
// never freed.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "bcast/kit/subject.h"

namespace {

[[noreturn]] void throw_text() { throw std::runtime_error("thrown\nwhile \x1b[31mloaded"); }

/// Whether the process was started to ask one case.
bool is_replay() {
  std::array<char, 4096> words{};
  const int file = open("/proc/self/cmdline", O_RDONLY);
  const ssize_t n = read(file, words.data(), words.size());
  close(file);
  return std::string_view(words.data(), n > 0 ? static_cast<std::size_t>(n) : 0).find("--case") !=
         std::string_view::npos;
}

/// How often it was asked before this; counted in the file HOSTILE_LOG.
off_t replays() {
  const int file = open(std::getenv("HOSTILE_LOG"), O_RDWR | O_APPEND);
  const off_t before = lseek(file, 0, SEEK_END);
  if (write(file, "+", 1) != 1) _exit(3);
  close(file);
  return before;
}

void act(std::string_view moment) {
  char const* const given = std::getenv("HOSTILE_WHEN");
  const std::string_view when = given == nullptr ? "" : given;
  if (!when.starts_with(moment)) return;
  const std::string_view what = when.substr(moment.size() + 1);
  if (what == "exits") std::exit(0);
  if (what == "forks" && fork() != 0) wait(nullptr);
  if (what == "ends") _exit(0);
  if (what == "wearies" && (!is_replay() || replays() < 5)) std::abort();
  if (what == "aborts" || (what == "hides" && !is_replay())) std::abort();
  if (what == "shouts") {
    std::puts("loud");
    std::fflush(stdout);
    std::fputs("\x1b[31mnot so\n", stderr);
    std::abort();
  }
  if (what == "throws") throw_text();
  if (what == "throws_a_number") throw 1;
  if (what == "throws_uncaught") []() noexcept { throw_text(); }();
  while (what == "hangs") pause();
}

[[gnu::constructor]] void loaded() { act("loaded"); }
[[gnu::destructor]] void unloaded() { act("unloaded"); }

std::int32_t join(void*, std::int32_t, bcast_dims const*, bcast_rule const*, bcast_dims_out*,
                  bcast_reason*) {
  act("asked");
  return BCAST_UNSUPPORTED;
}

constexpr std::size_t room = 1 << 20;
alignas(std::max_align_t) std::array<std::byte, room> memory;
std::size_t used = 0;

}  // namespace

// An allocator of its own: nobody else's calls may come here.
extern "C" [[gnu::visibility("default")]] void* malloc(std::size_t bytes) {
  constexpr std::size_t unit = alignof(std::max_align_t);
  bytes = (bytes + unit - 1) / unit * unit;
  if (bytes > room - used) return nullptr;
  void* const block = &memory[used];
  used += bytes;
  return block;
}
extern "C" [[gnu::visibility("default")]] void free(void*) {}

extern "C" [[gnu::visibility("default")]] bcast_subject const* bcast_subjects(std::uint32_t abi,
                                                                              std::size_t* there) {
  static bcast_subject own{};
  act("listed");
  own.struct_size = sizeof own;
  own.name = "loading";
  own.profile = "array_api";
  own.join = join;
  *there = 1;
  return abi == BCAST_ABI ? &own : nullptr;
}
