// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"
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
  if (!exists && !fs::create_directory(to, none)) {
    throw std::system_error(none, "'" + folder + "' cannot be written");
  }
  for (auto const& [name, text] : files) {
    std::ofstream out(to / name, std::ios::binary);
    out << text << std::flush;
    if (!out) {
      throw std::system_error(errno, std::generic_category(), "'" + name + "' cannot be written");
    }
  }
}

std::vector<vector_case> vector_cases() {
  std::vector<vector_case> all;
  for (source const& s : sources_of(family::examples, run_size::push, 0, 0)) {
    for (std::uint64_t i = 0; i < s.count; ++i) {
      test_case c = s.at(i);
      const std::string tag = c.example;
      c.example.clear();
      all.push_back({"example/" + tag, to_string(c), "an example in print"});
    }
  }
  for (core_case const& c : core_cases()) {
    all.push_back({c.id, c.text, c.because, c.cases_of == family::products});
  }
  return all;
}

}  // namespace bcast::proptests
