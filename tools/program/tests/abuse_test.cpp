// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.hpp"

// Misuse of the program: one clear line, the documented exit status, and no half-written file under
// its final name.

namespace abuse_test {

namespace fs = std::filesystem;
using namespace ::bcast::tests;
using ::bcast::tests::bcast;

std::string repeated(std::string const& part, int count) {
  std::string all;
  for (int k = 0; k < count; ++k) all += part;
  return all;
}

TEST(Abuse, ShapesWithThousandsOfAxes) {
  const std::string ones = repeated("1x", 30'000) + "1";
  const ran r = bcast("shape " + ones + " 2");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.out, repeated("1x", 30'000) + "2\n");
  EXPECT_EQ(bcast("explain " + repeated("1x", 500) + "1 2").status, 0);
}

TEST(Abuse, ThousandsOfOperands) {
  EXPECT_EQ(bcast("shape" + repeated(" 1x3", 20'000) + " 2x1").out, "2x3\n");
}

TEST(Abuse, ACaseThatIsTooLargeToHoldIsRefused) {
  for (std::string_view size : {"1000000000000", "1000000000000000000", "9223372036854775807"}) {
    const ran r = bcast("check --law values --subject engine --case '" + std::string(size) + " 1'");
    EXPECT_TRUE(r.status == 3 || r.status == 4) << size << ": " << r.status << "\n" << r.out;
    expect_one_line(r);
  }
}

TEST(Abuse, NumbersThatAreNone) {
  for (std::string_view option :
       {"--cases -1", "--cases 1e3", "--cases 99999999999999999999", "--seed -1", "--seed x",
        "--limit 0", "--limit -1", "--limit nan", "--shrink nan", "--shrink -1", "--memory -1",
        "--memory 8E", "--memory x", "--memory 18446744073709551616"}) {
    expect_refused(bcast("check --law shape --subject engine " + std::string(option)));
  }
}

TEST(Abuse, ANameThatIsEmptyNamesNoFile) {
  for (std::string const command : {"check --law shape --subject engine --xfail ''",
                                    "check --law shape --subject engine --json ''",
                                    "check --law shape --subject engine --junit ''"}) {
    expect_refused(bcast(command));
  }
}

TEST(Abuse, AnEnvironmentThatCannotBeReadIsNoBrokenLaw) {
  for (char const* variable : {"BCAST_CACHE=L2=512KB", "BCAST_SEED=x"}) {
    const ran r =
        shell(std::string(variable) + " '" BCAST_PROGRAM
                                      "' check --law values --subject engine --size core 2>&1");
    EXPECT_EQ(r.status, 2) << variable;
    expect_one_line(r);
  }
}

TEST(Abuse, FilesThatAreMissingOrNoFiles) {
  const directory d;
  std::ofstream(d.file("noise")) << std::string("\0\xff\x80[[[[{{{{", 11);
  for (std::string_view name : {"noise", "missing", "."}) {
    expect_refused(bcast("check --law shape --xfail '" + d.file(std::string(name)) + "'"));
  }
}

TEST(Abuse, AFileThatIsNestedAMillionDeep) {
  const directory d;
  std::ofstream(d.file("open")) << repeated("[", 1'000'000);
  EXPECT_EQ(bcast("verify --op '*' '" + d.file("open") + "'").status, 2);
}

TEST(Abuse, StandardStreamsThatAreClosed) {
  const std::string check = "'" BCAST_PROGRAM "' check --law shape --size core ";
  EXPECT_EQ(bcast("check --law shape --xfail - <&-").status, 2);
  EXPECT_EQ(shell(check + "2>&-").status, 0);
  EXPECT_EQ(shell(check + "<&- >&- 2>&-").status, 4);
  const ran r = shell(check + "2>&1 >&-");
  EXPECT_EQ(r.status, 4);
  EXPECT_EQ(r.out, "bcast: standard output cannot be written\n");
}

TEST(Abuse, AReportThatCannotBeWrittenLeavesNothing) {
  const directory d;
  for (std::string_view option : {"--json ", "--junit "}) {
    // At most 1 KiB may be written to a file.
    const ran cut =
        shell("bash -c 'ulimit -f 1; exec \"" BCAST_PROGRAM "\" check --law shape --size core -q " +
              std::string(option) + "\"" + d.file("report") + "\" 2>&1'");
    EXPECT_EQ(cut.status, 4) << option << cut.out;
    EXPECT_FALSE(fs::exists(d.file("report"))) << option;
    EXPECT_EQ(d.entries(), 0U) << option;
  }
}

TEST(Abuse, AFullDisk) {
  for (std::string_view command : {"shape 2 3x1", "check --list", "findings", "explain 2 3x1",
                                   "check --law shape --subject engine --cases 5", "--help",
                                   "check --law shape --subject engine --cases 5 -q --json -"}) {
    EXPECT_EQ(bcast(std::string(command) + " >/dev/full").status, 4) << command;
  }
}

TEST(Abuse, AClosedPipeEndsItQuietly) {
  const directory d;
  for (std::string_view command : {"check --list", "findings"}) {
    const ran r = shell("bash -c '\"" BCAST_PROGRAM "\" " + std::string(command) + " 2>\"" +
                        d.file("said") + "\" | true; cat \"" + d.file("said") + "\"'");
    EXPECT_EQ(r.out, "") << command;
  }
}

TEST(Abuse, AnInterruptIsStatus130AndTheReportMarksWhatIsUnfinished) {
  const directory d;
  const ran r = shell("timeout --preserve-status -s INT 1 '" BCAST_PROGRAM
                      "' check --law values --subject engine --cases 1000000000 --json '" +
                      d.file("report.json") + "' 2>&1 >/dev/null");
  EXPECT_EQ(r.status, 130) << r.out;
  std::ifstream report(d.file("report.json"));
  const std::string text((std::istreambuf_iterator<char>(report)), {});
  EXPECT_TRUE(holds(text, "\"unfinished\": true")) << text;
}

}  // namespace abuse_test
