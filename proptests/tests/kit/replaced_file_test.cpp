// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/replaced_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <system_error>

#include "tests/support/directory.hpp"

namespace {

using bcast::proptests::replaced_file;
using bcast::tests::directory;

TEST(ReplacedFile, OneThatIsNotCompleteLeavesNothing) {
  const directory d;
  { const replaced_file never(d.file("report")); }
  EXPECT_EQ(d.entries(), 0U);
  std::filesystem::create_directory(d.file("folder"));
  {
    replaced_file refused(d.file("folder"));
    EXPECT_THROW(refused.commit("text"), std::system_error);
  }
  EXPECT_EQ(d.entries(), 1U);
  EXPECT_TRUE(std::filesystem::is_directory(d.file("folder")));
}

TEST(ReplacedFile, OneThatIsCompleteTakesTheTargetsPlace) {
  const directory d;
  d.write("report", "before");
  replaced_file(d.file("report")).commit("after, and more");
  EXPECT_EQ(d.entries(), 1U);
  EXPECT_EQ(std::filesystem::file_size(d.file("report")), 15U);
}

}  // namespace
