// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "bcast/proptests/vectors.hpp"

namespace bcast::proptests {

namespace fs = std::filesystem;

void write_folder(std::string const& folder, std::map<std::string, std::string> const& files) {
  const fs::path target = fs::absolute(folder).lexically_normal();
  const fs::path to = target.has_filename() ? target : target.parent_path();
  std::error_code none;
  if (fs::exists(to, none) && !(fs::is_directory(to, none) && fs::is_empty(to, none))) {
    throw std::invalid_argument("'" + folder + "' exists, and is no empty folder");
  }
  if (!fs::is_directory(to.parent_path(), none)) {
    throw std::invalid_argument("'" + to.parent_path().string() + "' is no folder");
  }
  // What is not finished lies beside it, under a name of its own.
  std::string beside = to.string() + ".XXXXXX";
  if (mkdtemp(beside.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "'" + folder + "' cannot be made");
  }
  try {
    fs::permissions(beside, fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                                fs::perms::others_read | fs::perms::others_exec);
    for (auto const& [name, text] : files) {
      std::ofstream out(fs::path(beside) / name, std::ios::binary);
      out << text << std::flush;
      if (!out) {
        throw std::system_error(errno, std::generic_category(), "'" + name + "' cannot be written");
      }
    }
    fs::rename(beside, to);
  } catch (...) {
    fs::remove_all(beside, none);
    throw;
  }
}

}  // namespace bcast::proptests
