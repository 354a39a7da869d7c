// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/command.hpp"

// How wide the program's output is.

namespace terminal_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;

/// The widest line of a text, without what a terminal adds to it. An address stays whole, on a line
/// of its own.
std::string widest(std::string const& text) {
  std::istringstream lines(text);
  std::string most;
  for (std::string line; std::getline(lines, line);) {
    line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
    const bool address =
        line.compare(std::min(line.size(), line.find_first_not_of(' ')), 8, "https://") == 0;
    if (!address && line.size() > most.size()) most = line;
  }
  return most;
}

/// What a command writes to a terminal, without colours.
std::string on_a_terminal(int columns, std::string const& arguments) {
  return shell("TERM=xterm NO_COLOR=1 script -qec \"stty cols " + std::to_string(columns) +
               "; '" BCAST_PROGRAM "' " + arguments + "\" /dev/null 2>&1")
      .out;
}

TEST(Terminal, EveryHelpFitsEightyColumns) {
  for (std::string const command : {"", "check", "shape", "compare", "explain", "findings", "rules",
                                    "vectors", "verify", "help"}) {
    const ran r = bcast("help " + command);
    EXPECT_EQ(r.status, 0) << r.out;
    EXPECT_LE(widest(r.out).size(), 80U) << widest(r.out);
    EXPECT_GT(widest(r.out).size(), 60U) << command;
  }
}

TEST(Terminal, TheTableOfARunFitsEightyColumns) {
  const ran r = bcast("check --size core");
  EXPECT_EQ(r.status, 0) << r.out;
  const std::string table = r.out.substr(0, r.out.find("\n\n"));
  EXPECT_LE(widest(table).size(), 80U) << widest(table);
}

TEST(Terminal, NothingIsWiderThanItIs) {
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  for (char const* arguments :
       {"findings", "findings xla", "findings sonnx.D1", "findings mlir.D10", "check --list",
        "rules", "rules mlir@19", "compare 0x3 1x3", "compare 2 3",
        "explain 8x1x6x1 7x1x5 --at 1,2,3,4", "findings sonx.D44", "shape 2 --rule mlri",
        "explain 2 3 --rule sonnx", "--help", "help verify"}) {
    for (int columns : {80, 60}) {
      const std::string out = on_a_terminal(columns, arguments);
      EXPECT_LE(widest(out).size(), static_cast<std::size_t>(columns)) << arguments << "\n"
                                                                       << widest(out);
    }
  }
}

TEST(Terminal, APipeGetsEachRowOnOneLine) {
  const std::string all = shell("COLUMNS=80 '" BCAST_PROGRAM "' findings").out;
  EXPECT_GT(widest(all).size(), 150U);
  std::istringstream lines(all);
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    EXPECT_NE(line.substr(0, 20).find('.'), std::string::npos) << line;
  }
}

}  // namespace terminal_test
