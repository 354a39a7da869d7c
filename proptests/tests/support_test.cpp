// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "support/fold.hpp"
#include "support/json_text.hpp"
#include "support/replaced_file.hpp"
#include "support/shell_word.hpp"
#include "support/suggest.hpp"
#include "tests/support/directory.hpp"

// Text for terminals, shells and files.

namespace support_test {

using namespace bcast::proptests;
using bcast::tests::directory;
using json = nlohmann::ordered_json;

TEST(Fold, ColumnsAreCountedAsATerminalShowsThem) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("m\u00FCller"), 6U);
  EXPECT_EQ(columns("\u540D\u524D"), 4U);
  EXPECT_EQ(columns("\x1b[31mFAIL\x1b[0m x"), 6U);
  EXPECT_EQ(columns("\x1b[31"), 0U);
}

TEST(Fold, ALineIsBrokenAtItsLastSpaceThatFits) {
  EXPECT_EQ(folded("aa bb cc", 8, 0), "aa bb cc");
  EXPECT_EQ(folded("aa bb cc", 7, 0), "aa bb\ncc");
  EXPECT_EQ(folded("aa bb cc", 5, 0), "aa bb\ncc");
  EXPECT_EQ(folded("aa bb cc", 4, 0), "aa\nbb\ncc");
  EXPECT_EQ(folded("aa  bb", 4, 0), "aa\nbb");
  EXPECT_EQ(folded("aa bb ", 5, 0), "aa bb ");
  EXPECT_EQ(folded("", 4, 2), "");
}

TEST(Fold, PartsKeepTheIndentOfTheirLineAndHaveMore) {
  EXPECT_EQ(folded("  aa bb cc", 8, 2), "  aa bb\n    cc");
  EXPECT_EQ(folded("aa bb\n cc dd\n", 4, 1), "aa\n bb\n cc\n  dd\n");
}

TEST(Fold, AWordThatIsTooWideStaysWhole) {
  EXPECT_EQ(folded("aaaaaaaa", 4, 2), "aaaaaaaa");
  EXPECT_EQ(folded("a bbbbbbbb c", 4, 0), "a\nbbbbbbbb\nc");
  EXPECT_EQ(folded("     aaaaaaaa bb", 4, 0), "     aaaaaaaa\n     bb");
}

TEST(Fold, NothingIsFoldedWithoutALimit) {
  const std::string line(1000, ' ');
  EXPECT_EQ(folded(line + "a b\n" + line, unlimited, 4), line + "a b\n" + line);
  EXPECT_EQ(row("a ", line, unlimited), "a " + line);
}

TEST(Fold, ARowsTextIsFoldedBelowItself) {
  const std::string text = "one two three four five six seven eight nine";
  EXPECT_EQ(row("tag   ", text, 50), "tag   " + text);
  EXPECT_EQ(row("tag   ", text, 46), "tag   one two three four five six seven eight\n      nine");
  EXPECT_EQ(row("  tag ", text, 46), "  tag one two three four five six seven eight\n      nine");
}

TEST(Fold, ARowsTextIsBelowWhatLeavesItTooLittleRoom) {
  const std::string text = "one two three four five six seven eight nine";
  EXPECT_EQ(row("tag   ", text, 45), "tag\n    one two three four five six seven eight\n    nine");
}

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

std::string near(std::string const& mistyped, std::vector<std::string> const& known) {
  return suggestion(mistyped, known);
}

TEST(Suggest, TheNearestNameIsMeant) {
  EXPECT_EQ(near("shapf", {"align", "shape"}), "; did you mean 'shape'?");
  EXPECT_EQ(near("values", {"value", "values of"}), "; did you mean 'value'?");
  EXPECT_EQ(near("expad", {"expand"}), "; did you mean 'expand'?");
}

TEST(Suggest, WhatDiffersInThreeLettersOrInHalfOfThemIsNotMeant) {
  EXPECT_EQ(near("fooooobar", {"fooooo"}), "");
  EXPECT_EQ(near("cb", {"ab"}), "");
  EXPECT_EQ(near("cbcd", {"abad"}), "");
  EXPECT_EQ(near("cbc", {"abc"}), "; did you mean 'abc'?");
  EXPECT_EQ(near("cbade", {"abcde"}), "; did you mean 'abcde'?");
  EXPECT_EQ(near("shape", {}), "");
}

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

TEST(JsonText, AQuoteIsOneLineAndNotLong) {
  EXPECT_EQ(quote("a\nb\x7F"), "`a.b.`");
  const std::string cut = quote(std::string(200, 'x'));
  EXPECT_EQ(cut, "`" + std::string(160, 'x') + "...`");
  EXPECT_EQ(quote(std::string(160, 'x')), "`" + std::string(160, 'x') + "`");
  for (std::string const letter : {"\u00FC", "\u2260", "\U0001F642"}) {
    for (std::size_t over = 1; over < letter.size(); ++over) {
      const std::string before(160 - over, 'x');
      EXPECT_EQ(quote(before + letter), "`" + before + "...`") << letter << over;
    }
    const std::string whole = std::string(160 - letter.size(), 'x') + letter;
    EXPECT_EQ(quote(whole + letter), "`" + whole + "...`") << letter;
  }
}

TEST(JsonText, AControlCharacterIsADot) {
  EXPECT_EQ(printable("a\tb\x1B[31mc\x7F é"), "a.b.[31mc. é");
  EXPECT_EQ(printable("\u009B\u00A0\uFFFF\uFFFE"), ".\u00A0..");
  EXPECT_EQ(printable("\x80"), "\uFFFD");
}

TEST(JsonText, WhatIsNoJsonIsRefused) {
  for (std::string const& text : {std::string("["), std::string("]["), std::string("1\0", 2)}) {
    EXPECT_TRUE(parse_json_or_discard<json>(text).is_discarded()) << text;
    EXPECT_THROW(parse_json<json>(text), std::invalid_argument) << text;
  }
}

}  // namespace support_test
