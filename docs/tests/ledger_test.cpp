// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bcast/spec/links.hpp"

namespace {

using bcast::docs::ledger;
using bcast::docs::ledger_of;
namespace spec = bcast::spec;

/// Three lines, one of them blank; the checksum is that of the text below.
constexpr std::string_view text = "# a heading\n\nA rule.\nIts reason.\n";

spec::document about() {
  spec::document d = spec::sonnx::about;
  d.lines = 4;
  d.blank = 1;
  d.crc32 = 0xcd6b042f;
  return d;
}

const std::vector<spec::placed> rows{{"sonnx.X1", "3-4"}};
const std::vector<spec::aside> asides{{"1", "a heading"}};

using messages = std::vector<std::string>;

TEST(Ledger, EveryLineHasItsOwnerInTheMargin) {
  const ledger l = ledger_of(about(), rows, asides, text);
  EXPECT_EQ(l.wrong, messages{});
  EXPECT_EQ(l.listing,
            "   1  -   # a heading\n"
            "   2\n"
            "   3  X1  A rule.\n"
            "   4  X1  Its reason.\n");
}

TEST(Ledger, ALineThatNobodyOwnsIsNamed) {
  const ledger l = ledger_of(about(), {{"sonnx.X1", "3"}}, asides, text);
  EXPECT_EQ(l.wrong, messages{"line 4 belongs to no row: Its reason."});
  EXPECT_NE(l.listing.find("   4  ?   Its reason."), std::string::npos);
}

TEST(Ledger, ARowWhoseLinesAreNotThereIsNamed) {
  const ledger l = ledger_of(about(), {{"sonnx.X1", "3-4"}, {"sonnx.X2", "4-5"}}, asides, text);
  EXPECT_EQ(l.wrong, messages{"sonnx.X2 has lines 4 to 5, of 4"});
  const ledger blank = ledger_of(about(), {{"sonnx.X1", "2, 3-4"}}, asides, text);
  EXPECT_EQ(blank.wrong, (messages{"sonnx.X1 has line 2, which is blank",
                                   "0 blank lines belong to no row, expected 1"}));
}

TEST(Ledger, AnotherTextIsRefused) {
  const std::string changed = "# a heading\n\nA Rule.\nIts reason.\n";
  EXPECT_EQ(ledger_of(about(), rows, asides, changed).wrong.size(), 1U);
  const std::string shorter = "# a heading\n\nA rule.\n";
  EXPECT_GE(ledger_of(about(), rows, asides, shorter).wrong.size(), 3U);
}

TEST(Ledger, ADocumentThatDoesNotExistIsRefused) {
  EXPECT_THROW(ledger_of("numpy", ""), std::invalid_argument);
}

/// The file of a part, next to the others: `<document>-<file>`.
std::string file_of(std::string const& document, std::string_view path) {
  return document + "-" + std::string(path.substr(path.rfind('/') + 1));
}

/// The files of a text, of which the first has a name of its own.
std::vector<std::string> files_of(std::array<std::string, 2> const& document) {
  std::vector<std::string> all;
  for (spec::part const& p : spec::parts_of(spec::rows_of(document[0]).about.transcribed)) {
    all.push_back(all.empty() ? document[1] : file_of(document[0], p.path));
  }
  return all;
}

// The texts belong to their publishers. They are available if BCAST_DOCUMENTS names their folder.
class LedgerOf : public testing::TestWithParam<std::array<std::string, 2>> {};

TEST_P(LedgerOf, TheTextIsComplete) {
  char const* const folder = std::getenv("BCAST_DOCUMENTS");
  if (folder == nullptr) GTEST_SKIP() << "BCAST_DOCUMENTS names no folder";
  std::string whole;
  for (std::string const& name : files_of(GetParam())) {
    const std::filesystem::path file = std::filesystem::path(folder) / name;
    std::ifstream in(file, std::ios::binary);
    if (!in) GTEST_SKIP() << file << " is not there";
    whole.append(std::istreambuf_iterator<char>(in), {});
  }
  const ledger l = ledger_of(GetParam()[0], whole);
  EXPECT_EQ(l.wrong, messages{});
  // Every removed sentence of a row is noticed.
  const std::vector<spec::placed> owned = spec::placed_rows(GetParam()[0]);
  int line = 0;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t end = std::min(whole.find('\n', at), whole.size());
    ++line;
    const bool has_owner = std::any_of(owned.begin(), owned.end(),
                                       [&](spec::placed const& p) { return p.at.contains(line); });
    if (has_owner && whole.find_first_not_of(" \t\r\n", at) < end) {
      std::string without = whole;
      without.erase(at, end + 1 - at);
      EXPECT_NE(ledger_of(GetParam()[0], without).wrong, messages{});
    }
    at = end + 1;
  }
}

/// The documents and the files of their texts: `<document>-<file>`, if it is not listed here.
std::vector<std::array<std::string, 2>> texts() {
  std::vector<std::array<std::string, 2>> all{
      {"sonnx", "sonnx-broadcast.md"},
      {"sonnx@2026-01", "sonnx-broadcast-2026-01.md"},
      {"array_api", "array-api-broadcasting.md"},
      {"array_api@2025.12", "array-api-manipulation-functions-2025.12.py"},
      {"xla", "xla-broadcasting.md"},
      {"mlir", "mlir-broadcastable.md"}};
  for (spec::rows const& r : spec::documents) {
    const std::string name(r.about.name);
    if (std::any_of(all.begin(), all.end(), [&](auto const& each) { return each[0] == name; })) {
      continue;
    }
    all.push_back({name, file_of(name, r.about.transcribed.path)});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Documents, LedgerOf, testing::ValuesIn(texts()), [](auto const& which) {
  std::string name = which.param[0];
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

// The line numbers of a row are checked: if one line is removed, something is missing.
TEST(Ledger, ALineThatIsTakenFromARowIsMissed) {
  for (spec::rows const& r : spec::documents) {
    std::string lines;
    for (int k = 0; k < r.about.lines; ++k) lines += "words\n";
    const auto wrong_of = [&](std::vector<spec::placed> const& some) {
      return ledger_of(r.about, some, {r.asides.begin(), r.asides.end()}, lines).wrong.size();
    };
    const std::vector<spec::placed> all = spec::placed_rows(r.about.name);
    const std::size_t before = wrong_of(all);
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::vector<spec::placed> fewer = all;
      const int line = all[k].at.begin()->first;
      const auto owners = std::count_if(all.begin(), all.end(),
                                        [&](spec::placed const& p) { return p.at.contains(line); });
      if (owners > 1) continue;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      EXPECT_GT(wrong_of(fewer), before) << all[k].tag;
    }
  }
}

}  // namespace
