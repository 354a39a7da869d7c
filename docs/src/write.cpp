// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "write.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include "support/replaced_file.hpp"

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

}  // namespace

void write(std::filesystem::path const& directory, file const& f) {
  std::error_code why;
  const std::filesystem::path path = directory / f.path;
  std::filesystem::create_directories(path.parent_path(), why);
  if (why) fail(path.parent_path(), why);

  try {
    proptests::replaced_file(path).commit(f.text);
  } catch (std::system_error const& e) {
    fail(path, e.code());
  }
}

}  // namespace bcast::docs
