// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "explain/tracer/rows.hpp"
#include "tests/support/directory.hpp"

// A row has its formula for the pages, and the comment above the transcription has it for readers
// of the code.

namespace {

namespace spec = bcast::spec;

/// What the comments of each tag print, in one line. An overload's comment adds to the first one's;
/// one that repeats it, or that departs from it, does not.
std::map<std::string, std::string> printed_in(std::filesystem::path const& transcription) {
  const std::string text = bcast::tests::content_of(transcription);
  std::map<std::string, std::string> all;
  for (auto const& block : bcast::tracer::blocks_of(text)) {
    for (bcast::tracer::row const& r : block.rows) {
      std::string& words = all[r.tag];
      if (r.departs || words.find(r.words) != std::string::npos) continue;
      words += (words.empty() ? "" : ", ") + r.words;
    }
  }
  return all;
}

TEST(Formulas, AreTheSameInTheRowAndAboveTheTranscription) {
  for (spec::rows const& r : spec::documents) {
    const std::string file =
        bcast::proptests::replaced(std::string(r.about.name), "[@.-]", "_") + ".hpp";
    const std::string transcription = "reference/include/bcast/reference/" + file;
    auto printed = printed_in(std::filesystem::path(BCAST_SOURCE_DIR) / transcription);
    for (spec::clause const& c : r.clauses) {
      if (c.formula.empty()) continue;
      EXPECT_EQ(printed[std::string(c.tag)], std::string(c.formula))
          << "[" << c.tag << "]: " << transcription << " prints the first, the row in "
          << "spec/include/bcast/spec/" << file << " the second";
    }
  }
}

}  // namespace
