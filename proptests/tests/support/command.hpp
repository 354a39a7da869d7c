// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "directory.hpp"
#include "tests/support/holds.hpp"

/// The program as a user runs it.
namespace bcast::tests {

struct ran {
  int status;
  std::string out;
  std::string command = {};
};

/// Runs a command as a shell would; what it writes to standard output is kept.
inline ran shell(std::string const& command) {
  FILE* pipe = popen(command.c_str(), "r");
  ran r{0, "", command};
  std::array<char, 4096> part{};
  while (const std::size_t n = fread(part.data(), 1, part.size(), pipe)) {
    r.out.append(part.data(), n);
  }
  r.status = WEXITSTATUS(pclose(pipe));
  return r;
}

/// Runs `bcast` with arguments as a shell would split them; both streams are kept.
inline ran bcast(std::string const& arguments) {
  return shell("'" BCAST_PROGRAM "' " + arguments + " 2>&1");
}

/// Whether script(1) can give a program a terminal.
inline bool has_terminals() {
  return shell("script -qec true /dev/null >/dev/null 2>&1").status == 0;
}

inline void expect_one_line(ran const& r) {
  EXPECT_EQ(std::ranges::count(r.out, '\n'), 1) << r.command << "\n" << r.out;
}

/// It ended with a status, and printed these parts.
inline ran expect_run(ran const& r, int status, std::initializer_list<std::string_view> parts) {
  EXPECT_EQ(r.status, status) << r.command << "\n" << shown(r.out);
  for (std::string_view part : parts) EXPECT_TRUE(holds(r.out, part)) << "\nof " << r.command;
  return r;
}

/// Bad arguments: one line, which has these parts, and status 2.
inline ran expect_refused(ran const& r, std::initializer_list<std::string_view> parts = {}) {
  expect_one_line(r);
  return expect_run(r, 2, parts);
}

/// The command that a report prints after `replay`; empty if it prints none.
inline std::string replay_in(std::string_view report) {
  constexpr std::string_view word = "  replay  ";
  const std::size_t at = report.find(word);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = report.substr(at + word.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

}  // namespace bcast::tests
