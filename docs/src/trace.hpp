// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pages.hpp"

namespace bcast::docs {

/// A line of a file, named from the repository's top folder.
struct place {
  std::string file;
  int line;
};

/// A test of GoogleTest.
struct test {
  std::string suite;
  std::string name;
  std::optional<place> where;
  std::optional<bool> passed;  ///< none if it was listed and not run
};

/// The tests that a program listed (`--gtest_list_tests --gtest_output=json:FILE`) or ran. Throws
/// std::invalid_argument, which names the file that cannot be read.
std::vector<test> tests_of(std::filesystem::path const& file);

/// For each tag, where the transcriptions below `reference/` name it in brackets.
std::map<std::string, std::vector<place>, std::less<>> transcriptions(
    std::filesystem::path const& repository);

/// A definition or a goal of the modules in WhyML, as `file.Module.name`.
struct whyml {
  std::string name;
  place where;
};

/// For each tag, what the modules in `reference/proofs/why3/` have it on as an attribute.
std::map<std::string, std::vector<whyml>, std::less<>> proofs(
    std::filesystem::path const& repository);

/// The tests of the suite that is named after a tag, as `Suite.Test`.
std::vector<std::string> suites_of(std::vector<test> const& tests, std::string_view tag);

/// The traceability matrix: for each clause its transcription, its definitions and goals in WhyML,
/// its tests (with their lines and their result if they were run), and its findings. Throws
/// std::invalid_argument, which names every clause of a document without a transcription and every
/// row without a test.
page traceability(std::filesystem::path const& repository, std::vector<test> const& tests);

}  // namespace bcast::docs
