// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "mlir/mlir_text.hpp"

namespace bcast::program {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// The .mlir files in a folder and below, and links with such a name that lead nowhere. What cannot
/// be entered is an error; links to folders are not followed.
std::vector<std::string> files_in(std::string const& folder) {
  std::vector<std::string> found;
  std::error_code failed;
  std::string name = folder;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    name = at->path().string();
    std::error_code unknown;
    const bool is_file = at->is_regular_file(unknown) ||
                         (at->is_symlink(unknown) && !fs::exists(at->path(), unknown));
    if (is_file && name.ends_with(".mlir")) found.push_back(name);
  }
  if (failed) throw std::invalid_argument(name + ": " + failed.message());
  if (found.empty()) throw std::invalid_argument(folder + ": no .mlir file is in this folder");
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::string> files_of(std::vector<std::string> const& arguments) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (std::string const& argument : arguments) {
    std::error_code unknown;
    const bool is_folder = fs::is_directory(argument, unknown);
    for (std::string& name : is_folder ? files_in(argument) : std::vector{argument}) {
      if (seen.insert(name).second) all.push_back(std::move(name));
    }
  }
  return all;
}

std::string text_of(std::string const& name) {
  const bool standard = name == "-";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      standard ? stdin : std::fopen(name.c_str(), "rb"),
      [](std::FILE* f) { return f == nullptr || f == stdin ? 0 : std::fclose(f); });
  if (!file) throw std::invalid_argument(std::strerror(errno));
  std::string text;
  std::vector<char> part(1 << 16);
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file.get())) {
    text.append(part.data(), n);
    if (text.size() > most_bytes) throw std::invalid_argument("larger than 1 GiB");
  }
  if (std::ferror(file.get()) != 0) throw std::invalid_argument(std::strerror(errno));
  return text;
}

}  // namespace bcast::program
