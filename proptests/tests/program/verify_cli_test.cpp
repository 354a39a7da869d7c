// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

#include "bcast/spec/mlir.hpp"
#include "tests/support/command.hpp"

// `bcast verify` as a user runs it.

namespace {

namespace spec = bcast::spec;
using bcast::tests::bcast;
using bcast::tests::expect_one_line;
using bcast::tests::holds;
using bcast::tests::ran;

/// A test with files of its own.
class Verify : public bcast::tests::InADirectory {
 protected:
  std::string file_of(std::string const& text) {
    const std::filesystem::path name = directory / (std::to_string(++files_) + ".mlir");
    std::ofstream(name) << text;
    return name.string();
  }

 private:
  int files_ = 0;
};

/// The uses of the document, one a line, as printed or with the `>` restored.
std::string uses(bool restored) {
  std::string text;
  for (std::string_view printed : spec::mlir::printed_types) {
    std::string types(printed);
    if (restored) types = std::regex_replace(types, std::regex("(tensor<[^<>,)]*)([,)])"), "$1>$2");
    text += "%result = \"test.broadcastable\"(%arg0) : " + types + "\n";
  }
  return text;
}

TEST_F(Verify, TheUsesInPrintGetTheDocumentsVerdicts) {
  const std::string name = file_of(uses(true));
  const ran r = bcast("verify '" + name + "'");
  EXPECT_EQ(r.status, 1);
  std::string expected;
  for (std::size_t k = 0; k < spec::mlir::examples.size(); ++k) {
    const std::string place = name + ":" + std::to_string(k + 1) + ":11: error: ";
    const std::string_view broken = spec::mlir::examples[k].broken;
    const bool said = r.out.find(place) != std::string::npos;
    EXPECT_EQ(said, !broken.empty()) << r.out;
    if (!broken.empty()) {
      EXPECT_NE(r.out.find(place + "'test.broadcastable' op [" + std::string(broken) + "]"),
                std::string::npos)
          << r.out;
    }
  }
  EXPECT_NE(r.out.find("13 operations checked under mlir: 5 fail\n"), std::string::npos) << r.out;
}

TEST_F(Verify, AFileAsPrintedIsAParseErrorAtItsPlace) {
  const std::string name = file_of(uses(false));
  const ran r = bcast("verify '" + name + "'");
  EXPECT_EQ(r.status, 2);
  EXPECT_NE(r.out.find(name + ":1:73: error: expected '>' in tensor type\n"), std::string::npos)
      << r.out;
}

TEST_F(Verify, EachProfileHasItsVerdict) {
  const std::string leading =
      file_of("\"test.broadcastable\"(%0) : (tensor<3xi1>) -> tensor<1x3xi1>");
  EXPECT_EQ(bcast("verify '" + leading + "'").status, 1);
  EXPECT_EQ(bcast("verify --profile mlir@19 '" + leading + "'").status, 0);
  const std::string zero =
      file_of("\"tosa.add\"(%0, %1) : (tensor<0xi1>, tensor<1xi1>) -> tensor<0xi1>");
  const ran gap = bcast("verify '" + zero + "'");
  EXPECT_EQ(gap.status, 3);
  EXPECT_NE(gap.out.find(":1:1: warning: 'tosa.add' op [mlir.G1] axis 0: no answer"),
            std::string::npos)
      << gap.out;
  EXPECT_EQ(bcast("verify --profile sound '" + zero + "'").status, 0);
  EXPECT_EQ(bcast("verify --op 'test.*' '" + zero + "'").out,
            "0 operations checked under mlir: 0 fail\n");
}

TEST_F(Verify, VectorsPassMlir19AndAreCompared) {
  const std::string name = file_of(
      "\"test.broadcastable\"(%0, %1) : (vector<2xi1>, vector<3xi1>) -> vector<5xi1>\n"
      "// -----\n"
      "\"test.broadcastable\"(%0, %1) : (vector<2xi1>, tensor<2xi1>) -> vector<2xi1>");
  EXPECT_NE(bcast("verify '" + name + "'").out.find(":1:1: error"), std::string::npos);
  const ran r = bcast("verify --profile mlir@19 '" + name + "'");
  EXPECT_EQ(r.status, 1);
  EXPECT_EQ(r.out.find(":1:1: error"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find(":3:1: error"), std::string::npos) << r.out;
}

TEST_F(Verify, TheReportAsJson) {
  const std::string name =
      file_of("\"tosa.add\"(%0, %1) : (tensor<4xi1>, tensor<3xi1>) -> tensor<?xi1>");
  const ran r = bcast("verify --json '" + name + "'");
  EXPECT_EQ(r.status, 1);
  for (std::string_view part :
       {"\"profile\": \"mlir\"", "\"checked\": 1", "\"line\": 1", "\"column\": 1",
        "\"operation\": \"tosa.add\"", "\"tag\": \"mlir.I6\"", "\"axis\": 0"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
}

TEST_F(Verify, OneOperationIsInTheSingular) {
  const std::string clash = "\"tosa.add\"(%0, %1) : (tensor<4xi1>, tensor<3xi1>) -> tensor<?xi1>\n";
  const std::string gap = "\"tosa.add\"(%0, %1) : (tensor<0xi1>, tensor<1xi1>) -> tensor<0xi1>\n";
  const auto summary = [&](std::string const& text) {
    return bcast("verify -- " + file_of(text) + " 2>/dev/null").out;
  };
  EXPECT_TRUE(holds(summary(clash), "1 operation checked under mlir: 1 fails\n"));
  EXPECT_TRUE(holds(summary(gap), "1 operation checked under mlir: 0 fail, 1 has no answer\n"));
  EXPECT_TRUE(holds(summary(gap + gap), "2 operations checked under mlir: 0 fail, 2 have no "));
}

TEST_F(Verify, NoControlCharacterReachesTheTerminal) {
  const ran r = bcast("verify --op '*' " +
                      file_of("\"to\x1b[31msa.add\"(%0, %1) : (tensor<4xi1>, tensor<3xi1>) -> "
                              "tensor<?xi1>\n"));
  EXPECT_EQ(r.status, 1);
  EXPECT_TRUE(holds(r.out, "'to\\x1b[31msa.add' op [mlir.I6]")) << r.out;
  EXPECT_FALSE(holds(r.out, "\x1b")) << r.out;
}

TEST_F(Verify, TheGridIsPrintedAlone) {
  const std::string name = file_of("");
  for (std::string const& other :
       {name, std::string("--json"), std::string("--op foo"), std::string("-q")}) {
    const ran r = bcast("verify --print-grid " + other);
    EXPECT_EQ(r.status, 2) << other;
    expect_one_line(r);
    EXPECT_TRUE(holds(r.out, "excludes")) << r.out;
  }
}

TEST_F(Verify, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(bcast("verify /nonexistent.mlir").status, 2);
  expect_one_line(bcast("verify /nonexistent.mlir"));
  EXPECT_NE(bcast("verify /nonexistent.mlir").out.find("/nonexistent.mlir: error: No such file"),
            std::string::npos);
  EXPECT_EQ(bcast("verify /").status, 2);
  EXPECT_EQ(bcast("verify").status, 2);
  EXPECT_EQ(bcast("verify --profile frob -").status, 2);
  EXPECT_EQ(bcast("verify - </dev/null").status, 0);
}

}  // namespace
