// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace bcast::docs {

/// A test with a directory of its own, gone afterwards.
class InADirectory : public testing::Test {
 protected:
  void SetUp() override {
    std::string made = (std::filesystem::temp_directory_path() / "bcast_docs.XXXXXX").string();
    ASSERT_NE(mkdtemp(made.data()), nullptr);
    directory = made;
  }
  void TearDown() override { std::filesystem::remove_all(directory); }

  std::filesystem::path directory;
};

}  // namespace bcast::docs
