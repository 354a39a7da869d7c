// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "vectors/vectors.hpp"

namespace bcast::proptests {

namespace fs = std::filesystem;

void write_folder(std::string const& folder, std::map<std::string, std::string> const& files) {
  if (folder.empty()) throw std::invalid_argument("the folder has no name");
  const fs::path target = fs::absolute(folder).lexically_normal();
  const fs::path to = target.has_filename() ? target : target.parent_path();
  std::error_code none;
  const bool exists = fs::exists(fs::symlink_status(to, none));
  if (exists && !(fs::is_directory(to, none) && fs::is_empty(to, none))) {
    throw std::invalid_argument("'" + folder + "' exists and is not an empty folder");
  }
  if (!exists && !fs::is_directory(to.parent_path(), none)) {
    throw std::invalid_argument("'" + to.parent_path().string() + "' is not a folder");
  }
  // Unfinished files are in a separate folder: next to a new folder, inside an existing one, which
  // may be a link or somebody's current directory.
  std::string unfinished = exists ? (to / ".XXXXXX").string() : to.string() + ".XXXXXX";
  if (mkdtemp(unfinished.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "'" + folder + "' cannot be written");
  }
  try {
    for (auto const& [name, text] : files) {
      std::ofstream out(fs::path(unfinished) / name, std::ios::binary);
      out << text << std::flush;
      if (!out) {
        throw std::system_error(errno, std::generic_category(), "'" + name + "' cannot be written");
      }
    }
    if (exists) {
      for (auto const& file : files) fs::rename(fs::path(unfinished) / file.first, to / file.first);
      fs::remove(unfinished);
    } else {
      const mode_t kept = umask(0);
      umask(kept);
      fs::permissions(unfinished, fs::perms::all & ~fs::perms(kept));
      fs::rename(unfinished, to);
    }
  } catch (...) {
    fs::remove_all(unfinished, none);
    if (exists) {
      for (auto const& file : files) fs::remove(to / file.first, none);
    }
    throw;
  }
}

}  // namespace bcast::proptests
