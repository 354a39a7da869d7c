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

/// The files in a folder and below whose path one of the patterns fits, and links with such a path
/// that lead nowhere. What cannot be entered is an error; links to folders are not followed.
std::vector<std::string> files_in(fs::path const& folder,
                                  std::vector<std::string> const& patterns) {
  std::vector<std::string> found;
  std::error_code failed;
  std::string name = folder.string();
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    name = at->path().string();
    std::error_code unknown;
    const auto fits = [&](std::string const& pattern) {
      return proptests::matches_pattern(name, pattern);
    };
    const bool is_file = at->is_regular_file(unknown) ||
                         (at->is_symlink(unknown) && !fs::exists(at->path(), unknown));
    if (is_file && std::any_of(patterns.begin(), patterns.end(), fits)) {
      found.push_back(name);
    }
  }
  if (failed) throw std::invalid_argument(name + ": " + failed.message());
  std::sort(found.begin(), found.end());
  return found;
}

/// A pattern, and the same without one or more of its `**/`, because each stands for any folders,
/// also for none. Several in a row are one.
std::vector<std::string> without_some_folders(std::string pattern) {
  constexpr std::string_view any = "**/";
  constexpr std::size_t most = 8;  // each doubles the patterns
  for (std::size_t at; (at = pattern.find("**/**/")) != std::string::npos;) {
    pattern.erase(at, any.size());
  }
  std::vector<std::string> all{""};
  std::size_t from = 0;
  for (std::size_t k = 0, at; k < most && (at = pattern.find(any, from)) != std::string::npos;
       ++k, from = at + any.size()) {
    const std::string before = pattern.substr(from, at - from);
    for (std::size_t n = all.size(); n-- > 0;) {
      all[n] += before;
      all.push_back(all[n] + std::string(any));
    }
  }
  for (std::string& one : all) one += pattern.substr(from);
  return all;
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
    auto found = files_in(name, {"*.mlir"});
    if (found.empty()) throw std::invalid_argument(name + ": no .mlir file is in this folder");
    return found;
  }
  if (name.find('*') == std::string::npos) return {name};
  const fs::path folder = folder_of(name);
  std::string pattern = folder == "." && !name.starts_with("./") ? "./" + name : name;
  std::vector<std::string> found;
  if (fs::is_directory(folder, unknown)) found = files_in(folder, without_some_folders(pattern));
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
