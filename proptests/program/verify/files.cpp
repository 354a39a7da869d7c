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
#include <system_error>

#include "mlir/mlir_text.hpp"

namespace bcast::program {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// The files in a folder and below whose path a pattern fits. What cannot be entered is an error;
/// links to folders are not followed.
std::vector<std::string> files_in(fs::path const& folder, std::string const& pattern) {
  std::vector<std::string> found;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().string();
    std::error_code unknown;
    if (at->is_regular_file(unknown) && proptests::matches_pattern(name, pattern)) {
      found.push_back(name);
    }
  }
  if (failed) throw std::invalid_argument(folder.string() + ": " + failed.message());
  std::sort(found.begin(), found.end());
  return found;
}

/// The folder above the first `*` of a pattern.
fs::path folder_of(std::string const& pattern) {
  const std::size_t slash = pattern.rfind('/', pattern.find('*'));
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : pattern.substr(0, slash);
}

std::vector<std::string> files_of_one(std::string const& name) {
  std::error_code unknown;
  if (name == "-" || fs::is_regular_file(name, unknown)) return {name};
  if (fs::is_directory(name, unknown)) {
    auto found = files_in(name, "*.mlir");
    if (found.empty()) throw std::invalid_argument(name + ": no .mlir file is in this folder");
    return found;
  }
  if (name.find('*') == std::string::npos) return {name};
  const fs::path folder = folder_of(name);
  std::string pattern = folder == "." && !name.starts_with("./") ? "./" + name : name;
  // `**/` stands for any folders, also for none.
  std::vector<std::string> found;
  if (fs::is_directory(folder, unknown)) {
    found = files_in(folder, pattern);
    const std::size_t any = pattern.find("**/");
    if (any != std::string::npos) {
      const auto more = files_in(folder, pattern.substr(0, any) + pattern.substr(any + 3));
      found.insert(found.end(), more.begin(), more.end());
      std::sort(found.begin(), found.end());
    }
  }
  if (found.empty()) throw std::invalid_argument(name + ": no file fits this pattern");
  return found;
}

}  // namespace

std::vector<std::string> files_of(std::vector<std::string> const& arguments) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (std::string const& argument : arguments) {
    for (std::string& name : files_of_one(argument)) {
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
