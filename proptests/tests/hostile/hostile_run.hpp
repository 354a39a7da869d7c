// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "bcast/proptests/sandbox.hpp"
#include "tests/support/command.hpp"

/// Runs of the subjects that do what nobody asked for. With --trust, what they do happens.
namespace bcast::hostile {

namespace fs = std::filesystem;
using tests::directory;
using tests::has_terminals;
using tests::holds;
using tests::ran;
using tests::shell;

inline bool has(std::string_view part) {
  for (std::string const& there :
       bcast::proptests::parts_in_force(bcast::proptests::sandbox::files)) {
    if (there == part) return true;
  }
  return false;
}

inline constexpr std::string_view before = "what was here\n";

/// Runs of a hostile subject, on a file that it must not change.
class hostile_run {
 public:
  explicit hostile_run(std::string name) : name_(std::move(name)) {
    target_.write("target", std::string(before));
    fs::create_directory(temporary_.file("own"));
  }

  ran library(std::string const& options = "") const {
    return check("--subject '" BCAST_HOSTILE_LIBRARY "' --only innocent --only \"" + name_ + "\" " +
                 options);
  }
  ran program(std::string const& options = "") const {
    return check("--exec \"'" BCAST_HOSTILE_PROGRAM "' '" + quoted() + "'\" " + options);
  }

  std::string target() const { return target_.file("target"); }

  /// Whether the target is as it was, there is nothing beside it, and no temporary file is left.
  testing::AssertionResult unchanged() const {
    std::ifstream in(target_.file("target"));
    const std::string now{std::istreambuf_iterator<char>(in), {}};
    if (now != before) return testing::AssertionFailure() << "the file is now '" << now << "'";
    if (target_.entries() != 1) return testing::AssertionFailure() << "there are new files";
    if (!fs::is_empty(temporary_.file("own"))) {
      return testing::AssertionFailure() << "temporary files are left";
    }
    return testing::AssertionSuccess();
  }

 private:
  /// For a word in single quotes in double quotes.
  std::string quoted() const {
    std::string all;
    for (const char c : name_) all += c == '\'' ? "'\\\\''" : std::string(1, c);
    return all;
  }
  ran check(std::string const& arguments) const {
    return shell(
        "export TMPDIR='" + temporary_.file("own") + "' HOSTILE_TARGET='" + target_.file("target") +
        "'; '" BCAST_PROGRAM "' check --law join --size core --seed 1 " + arguments + " 2>&1");
  }

  std::string name_;
  directory target_, temporary_;
};

inline void expect_both_hold(ran const& r) {
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "\n2 of 2 laws hold, ")) << r.out;
}

/// The command that runs the library that is hostile at a moment.
inline std::string loading_command(std::string const& when, std::string const& options) {
  return "HOSTILE_WHEN=" + when +
         " '" BCAST_PROGRAM "' check --law join --size core --seed 1 --shrink 0 --limit 1 " +
         options + "--subject '" BCAST_HOSTILE_LOADING "' 2>&1";
}

inline ran loading_alone(std::string const& when, std::string const& options = "") {
  return shell(loading_command(when, options));
}

/// The same beside a subject that holds.
inline ran loading(std::string const& when, std::string const& options = "") {
  return loading_alone(when, options + "--subject verifier/array_api ");
}

}  // namespace bcast::hostile
