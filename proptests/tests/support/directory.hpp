// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace bcast::tests {

/// What a file holds.
inline std::string content_of(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A directory that nothing else uses, removed afterwards. Tests run at the same time in separate
/// processes: a test writes only into one of these.
class directory {
 public:
  directory() {
    std::string made = (std::filesystem::temp_directory_path() / "bcast-test.XXXXXX").string();
    if (mkdtemp(made.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "'" + made + "'");
    }
    path_ = made;
  }
  ~directory() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  directory(directory const&) = delete;
  directory& operator=(directory const&) = delete;

  std::string file(std::string const& name) const { return (path_ / name).string(); }
  /// A file in it with this content; its path.
  std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  std::string path() const { return path_.string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

/// A test with its own directory.
class InADirectory : public testing::Test {
  tests::directory own_;

 protected:
  const std::filesystem::path directory = own_.path();
};

}  // namespace bcast::tests
