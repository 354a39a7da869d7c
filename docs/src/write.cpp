// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "write.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace bcast::docs {
namespace {

[[noreturn]] void fail(std::filesystem::path const& path, std::error_code why) {
  constexpr std::array exhausted{std::errc::no_space_on_device, std::errc::file_too_large,
                                 std::errc::io_error, std::errc::too_many_files_open,
                                 std::errc::not_enough_memory};
  bool resources = why == std::error_code(EDQUOT, std::generic_category());
  for (std::errc e : exhausted) resources = resources || why == e;
  throw write_error("cannot write '" + path.string() + "': " + why.message(), resources);
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

void write(std::filesystem::path const& directory, file const& f) {
  std::error_code why;
  const std::filesystem::path path = directory / f.path;
  std::filesystem::create_directories(path.parent_path(), why);
  if (why) fail(path.parent_path(), why);

  std::filesystem::path unfinished = path;
  unfinished += "." + std::to_string(getpid()) + ".tmp";
  std::ofstream out(unfinished, std::ios::binary);
  if (!out) fail(path, last_error());
  out << f.text;
  out.close();
  if (!out) {
    why = last_error();
  } else {
    std::filesystem::rename(unfinished, path, why);
  }
  if (!why) return;
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  fail(path, why);
}

}  // namespace bcast::docs
