// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.hpp"

// `bcast verify --opt`: files as another program prints them.

namespace verify_printer_test {

namespace fs = std::filesystem;
using namespace ::bcast::tests;
using ::bcast::tests::bcast;

/// A program that prints what mlir-opt would, and ends with a status.
std::string printer(directory const& d, std::string const& text, int status = 0) {
  const std::string program = d.file("printer");
  std::ofstream(program) << "#!/bin/sh\necho \"$@\" > '" << d.file("arguments")
                         << "'\ncat <<'END'\n"
                         << text << "END\nexit " << status << "\n";
  fs::permissions(program, fs::perms::owner_all);
  return "--opt '" + program + "' ";
}

TEST(VerifyThroughAPrinter, PlacesAreThoseOfTheFile) {
  const directory d;
  const std::string file = d.file("a  b.mlir");
  std::ofstream(file) << "not read\n";
  const std::string add = R"("tosa.add"(%0, %1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>)";
  const std::string text =
      "\"builtin.module\"() ({\n  %2 = " + add + " loc(#loc2)\n  " + add + " loc(\"" + file +
      "\":9:7)\n  " + add + " loc(#loc3)\n  " + add + " loc(#loc4)\n  " + add +
      " loc(unknown)\n  " + add + "\n}) : () -> () loc(#loc)\n#loc = loc(\"" + file +
      "\":0:0)\n#loc1 = loc(\"" + file +
      "\":4:5)\n#loc2 = loc(#loc1)\n#loc3 = loc(fused[\"name\"(#loc1), #loc2])\n"
      "#loc4 = loc(#loc4)\n";
  const ran r = bcast("verify " + printer(d, text) + "'" + file + "'");
  EXPECT_EQ(r.status, 1);
  std::string expected;
  for (char const* place : {"4:5", "4:5", "5:3", "6:3", "7:3", "9:7"}) {
    expected += file + ":" + place +
                ": error: 'tosa.add' op [mlir.I6] axis 0: operand 0 has 2, operand 1 has 3\n" +
                file + ":" + place +
                ": note: (tensor<2xf32>, tensor<3xf32>) -> (tensor<*xf32>); the rule of tosa is "
                "'mlir@19 rank=equal leading=reject'\n";
  }
  EXPECT_EQ(r.out, expected + "6 operations checked: 6 fail\n");
  EXPECT_EQ(
      shell("cat '" + d.file("arguments") + "'").out,
      "--mlir-print-op-generic --mlir-print-debuginfo --allow-unregistered-dialect " + file + "\n");
}

TEST(VerifyThroughAPrinter, WhatItPrintsWithoutARuleIsAtItsPlaceInTheFile) {
  const directory d;
  const std::string file = d.write("a.mlir", "x\n");
  const ran r = bcast("verify " +
                      printer(d, "\"my.op\"() : () -> () loc(\"" + file +
                                     "\":7:3)\n\"tosa.abs\"(%0) : (i1) -> i1\n") +
                      "'" + file + "'");
  EXPECT_EQ(r.out,
            "1 operation checked: 0 fail; 1 operation of 1 kind has no rule, the first is "
            "'my.op' at " +
                file + ":7:3\n");
}

TEST(VerifyThroughAPrinter, PartsHaveTheirOwnNames) {
  const directory d;
  const std::string file = d.file("a.mlir");
  std::ofstream(file) << "x\n// -----\nx\n";
  const auto part = [&](int line) {
    return "\"linalg.broadcast\"(%a, %b) <{dimensions = array<i64: 0>}> ({\n"
           "^bb0(%x: f32 loc(unknown)):\n}) : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> "
           "loc(#loc1)\n#loc1 = loc(\"within split at " +
           file + ":" + std::to_string(line) + " offset \":2:8)\n";
  };
  const ran r = bcast("verify " + printer(d, part(1) + "// -----\n" + part(6)) + "'" + file + "'");
  EXPECT_EQ(r.status, 1);
  const std::string what =
      ": error: 'linalg.broadcast' op [linalg.broadcast] axis 1: axis 0 of the input has 2, "
      "the init has 3\n";
  const std::string note = ": note: (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)\n";
  EXPECT_EQ(r.out, file + ":2:8" + what + file + ":2:8" + note + file + ":7:8" + what + file +
                       ":7:8" + note + "2 operations checked: 2 fail\n");
  EXPECT_TRUE(holds(shell("cat '" + d.file("arguments") + "'").out, "--split-input-file"));
}

TEST(VerifyThroughAPrinter, AFileThatItRefusesIsReadAsItStandsAndCountsAsUnread) {
  const directory d;
  const std::string file = d.file("a.mlir"), by = printer(d, "", 1);
  const std::string why =
      file + ": error: --opt '" + d.file("printer") + "' refuses it; it is read as it stands\n";
  const auto add = [&](std::string const& result) {
    return d.write("a.mlir", "tosa.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> " + result);
  };
  add("tensor<2xf32>");
  const ran r = bcast("verify " + by + "'" + file + "'");
  EXPECT_EQ(r.status, 2);
  EXPECT_EQ(r.out, why + "1 operation checked: 0 fail, 1 could not be read\n");
  for (char const* how : {"-q ", "--json ", "--sarif ", "--allow-nothing "}) {
    EXPECT_EQ(bcast("verify " + std::string(how) + by + "'" + file + "'").status, 2) << how;
  }
  EXPECT_TRUE(holds(bcast("verify --json " + by + "'" + file + "'").out, "\"unread\": 1"));
  add("tensor<3xf32>");
  const ran clash = bcast("verify " + by + "'" + file + "'");
  EXPECT_EQ(clash.status, 2);
  EXPECT_TRUE(clash.out.starts_with(why)) << clash.out;
  EXPECT_TRUE(holds(clash.out, "a.mlir:1:1: error: 'tosa.add' op "));
}

TEST(VerifyThroughAPrinter, OneThatPrintsNothingHasNotReadTheFile) {
  const directory d;
  const std::string file = d.write("a.mlir", "x\n");
  for (char const* nothing : {"true", "echo #"}) {
    const ran r =
        bcast("verify --allow-nothing --opt '" + std::string(nothing) + "' '" + file + "'");
    EXPECT_EQ(r.status, 2);
    EXPECT_EQ(r.out, file + ": error: --opt '" + nothing + "': prints nothing\n");
  }
}

TEST(VerifyThroughAPrinter, WhatASignalEndsHasNotRefusedTheFile) {
  const directory d;
  const std::string file = d.file("a.mlir");
  std::ofstream(file) << "tosa.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\n";
  expect_run(bcast("verify --opt 'kill -s SEGV $$ #' '" + file + "'"), 2,
             {"a.mlir: error: --opt ", "signal 11 ended it"});
  // Other files have their results.
  const std::string wrong = d.file("wrong.mlir"), by = d.file("by");
  std::ofstream(wrong) << "tosa.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>\n";
  std::ofstream(by) << "#!/bin/sh\ncase \"$*\" in *a.mlir*) kill -s SEGV $$ ;; esac\nexit 1\n";
  fs::permissions(by, fs::perms::owner_all);
  expect_run(bcast("verify --opt '" + by + "' '" + wrong + "' '" + file + "'"), 2,
             {"wrong.mlir:1:1: error: 'tosa.add'"});
}

TEST(VerifyThroughAPrinter, WhatCannotBeRunIsBadInput) {
  const directory d;
  const std::string file = d.file("a.mlir");
  std::ofstream(file) << "x\n";
  const ran r = bcast("verify --opt 'nosuch-opt 2>/dev/null' '" + file + "' 2>&1 | tail -1");
  EXPECT_TRUE(holds(r.out, "cannot be run"));
  EXPECT_EQ(bcast("verify --opt true -").status, 2);
}

TEST(VerifyThroughAPrinter, ANameWithADashIsNoOption) {
  const directory d;
  std::ofstream(d.file("-o=b.mlir")) << "x\n";
  shell("cd '" + d.path() + "' && '" BCAST_PROGRAM "' verify --allow-nothing " + printer(d, "") +
        "-- -o=b.mlir");
  EXPECT_TRUE(holds(shell("cat '" + d.file("arguments") + "'").out, " ./-o=b.mlir\n"));
}

TEST(VerifyThroughAPrinter, OneThatDoesNotEndIsEnded) {
  const directory d;
  const std::string file = d.write("a.mlir", "x\n");
  for (char const* program :
       {"sleep 60 #", "exec >/dev/null; sleep 60 #", "echo 'x'; sleep 60 #"}) {
    expect_run(bcast("verify --limit 0.2 --opt \"" + std::string(program) + "\" '" + file + "'"), 2,
               {"': it does not end in time (--limit)\n"});
  }
  EXPECT_EQ(bcast("verify --limit 1 '" + file + "'").status, 2);
  EXPECT_EQ(bcast("verify --limit nan --opt true '" + file + "'").status, 2);
}

TEST(VerifyThroughAPrinter, WhatItSaysIsSafeForATerminal) {
  const directory d;
  const std::string file = d.write("a.mlir", "x\n");
  const std::string program =
      d.write("printer", "#!/bin/sh\nprintf 'one\\033[31mred\\ntwo\\n' >&2\nexit 1\n");
  fs::permissions(program, fs::perms::owner_all);
  const ran r = bcast("verify --allow-nothing --opt '" + program + "' '" + file + "' 2>&1");
  EXPECT_TRUE(r.out.starts_with("one.[31mred\ntwo\n" + file + ": error: ")) << r.out;
}

TEST(VerifyThroughAPrinter, OneThatPrintsWithoutEndIsEnded) {
  const directory d;
  const std::string file = d.write("a.mlir", "x\n");
  expect_run(bcast("verify --opt 'yes #' '" + file + "'"), 2, {"': it prints more than 1 GiB\n"});
}

}  // namespace verify_printer_test
