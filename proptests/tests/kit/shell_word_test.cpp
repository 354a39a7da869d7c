// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/shell_word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

// Words that a shell reads as they are.

namespace {

using namespace bcast::proptests;

TEST(ShellWord, IsPlainWhereNothingInItIsSpecial) {
  EXPECT_EQ(plain_word("a/b.py"), "a/b.py");
  EXPECT_EQ(plain_word(""), "''");
  EXPECT_EQ(plain_word("a b"), "'a b'");
  EXPECT_EQ(plain_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a"), "'a'");
}

/// What the shell makes of a word.
std::string read_by_shell(std::string const& word) {
  FILE* pipe = popen(("printf '<%s>' " + word).c_str(), "r");
  std::array<char, 256> part{};
  const std::size_t n = fread(part.data(), 1, part.size(), pipe);
  pclose(pipe);
  return {part.data(), n};
}

TEST(ShellWord, IsReadAsItIs) {
  for (std::string const word :
       {"", "$HOME", "a'b''c", "`x`", "\\", "*", "~", "a;b", "-n\"", "!"}) {
    EXPECT_EQ(read_by_shell(plain_word(word)), "<" + word + ">");
    EXPECT_EQ(read_by_shell(shell_word(word)), "<" + word + ">");
  }
}

}  // namespace
