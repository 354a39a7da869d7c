// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.hpp"
#include "tests/support/holds.hpp"

/// Subjects that misbehave, asked the way a user asks them: as a shared library, and as a program.
/// Each gives a clear verdict, and the run ends.
namespace {

using namespace ::bcast::tests;

ran run(std::string const& command) { return bcast::tests::shell(command + " 2>&1"); }

constexpr char const* const check_library =
    "'" BCAST_PROGRAM "' check --subject '" BCAST_TEST_LIBRARY "'";
constexpr char const* const program = "'" BCAST_TEST_PROGRAM "'";

struct misbehaviour {
  char const* subject;
  char const* law;
  char const* says;
  char const* smallest;
};

std::ostream& operator<<(std::ostream& out, misbehaviour const& m) { return out << m.subject; }

class Misbehaving : public testing::TestWithParam<misbehaviour> {};

void expect_verdict(std::string const& check, misbehaviour const& m) {
  const ran r = run(check + " --limit 0.5 --shrink 60 --cases 50 --seed 1 --law " + m.law);
  EXPECT_EQ(r.status, 1) << r.out;
  expect_parts(r.out, {m.says, std::string("case    ") + m.smallest + "\n", "0 of 1 laws hold"});
}

TEST_P(Misbehaving, ASharedLibraryGivesAClearVerdict) {
  expect_verdict(std::string(check_library) + " --only " + GetParam().subject, GetParam());
}

TEST_P(Misbehaving, AProgramOfItsOwnGivesAClearVerdict) {
  expect_verdict(std::string(program) + " --subject " + GetParam().subject, GetParam());
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr char const* const beyond = "died of SIGSEGV";
#else
constexpr char const* const beyond = "died of SIGSEGV: it ";
#endif

INSTANTIATE_TEST_SUITE_P(
    Each, Misbehaving,
    testing::Values(misbehaviour{"crashes", "shape", "died of SIGSEGV", "1x1 ()"},
                    misbehaviour{"hangs", "shape", "did not answer within 500 ms", "1x1 ()"},
                    misbehaviour{"out_of_bounds", "elements", beyond, "() type=float op=add"},
                    misbehaviour{"no_offset", "elements", "is `byte_offset` added to `data`?",
                                 "() type=float op=add"}),
    [](auto const& of) { return of.param.subject; });

TEST(Skin, ARightSubjectHoldsInALibraryAndInAProgram) {
  for (std::string const& check :
       {std::string(check_library) + " --only right", std::string(program) + " --subject right",
        std::string(program) + " --subject right --no-fork"}) {
    const ran r = run(check + " --law shape --law elements --size core");
    EXPECT_EQ(r.status, 0) << r.out;
    expect_parts(r.out, {"elements"});
  }
}

TEST(Skin, AllSubjectsOfALibraryAreAskedThoughOneCrashes) {
  const ran r =
      run(std::string(check_library) + " --law shape --only right --only crashes --size core");
  expect_parts(r.out, {"1 of 2 laws hold"});
}

TEST(Skin, WhatFailsOnlyAfterOthersIsReplayedAsASequence) {
  for (std::string const& of : {std::string(program) + " --subject remembers",
                                std::string(check_library) + " --only remembers"}) {
    const ran r = run(of + " --law shape --cases 50 --seed 1");
    EXPECT_EQ(r.status, 1) << r.out;
    expect_parts(r.out, {"case    () ; 1\n"});
    EXPECT_TRUE(holds(r.out, "only after the call before it: alone, in a fresh process, it holds"));
    const bool own = of.starts_with(program);
    const std::string replay = replay_in(r.out);
    EXPECT_TRUE(replay.ends_with("--case '() ; 1'")) << replay;
    const ran again = run(own ? replay : of + " --law shape --case '() ; 1'");
    EXPECT_EQ(again.status, 1) << again.out;
    expect_parts(again.out, {"got (); expected 1\n"});
    EXPECT_EQ(run(of + " --law shape --case 1").status, 0);
    EXPECT_EQ(run(of + " --law shape --case '1 ; ()'").status, 0);
  }
}

TEST(Skin, ANameWithAQuoteIsReplayed) {
  const ran r = run(std::string(program) + R"( --subject "it's" --law shape --cases 50 --seed 1)");
  EXPECT_EQ(r.status, 1) << r.out;
  const ran again = run(replay_in(r.out));
  EXPECT_EQ(again.status, 1) << again.out;
  expect_parts(again.out, {"FAIL  shape  it's  "});
}

TEST(Skin, WithoutAProcessOfItsOwnAFailureIsNotTriedAgain) {
  const std::string inside = std::string(program) + " --subject remembers --no-fork --law shape";
  const ran r = run(inside + " --cases 50 --seed 1");
  EXPECT_EQ(r.status, 1) << r.out;
  expect_parts(r.out, {"  alone   not tried in a fresh process"});
  const ran sequence = run(inside + " --case '() ; 1'");
  EXPECT_EQ(sequence.status, 1) << sequence.out;
  EXPECT_EQ(sequence.out.find("not tried"), std::string::npos) << sequence.out;
}

TEST(Skin, AProgramOfItsOwnSaysWhatIsWrongInOneLine) {
  struct row {
    std::string arguments;
    int status;
    char const* says;
  };
  for (row const& r :
       {row{" --frob", 2, "--frob; see --help"},
        row{" --subject nobody", 2, "no subject is called 'nobody'; there are right"},
        row{" --law frob", 2, "no law is called 'frob'"},
        row{" --law '[a,b]'", 2, "no law is called '[a,b]'"},
        row{" --law shape repeat", 2, "repeat; see --help"},
        row{" --list >/dev/full", 4, "standard output cannot be written"}}) {
    const ran told = run("{ " + std::string(program) + r.arguments + "; }");
    EXPECT_EQ(told.status, r.status) << told.out;
    EXPECT_EQ(told.out.find('\n'), told.out.size() - 1) << told.out;
    expect_parts(told.out, {BCAST_TEST_PROGRAM ": ", r.says});
  }
  EXPECT_EQ(run(std::string(program) + " --help").status, 0);
}

}  // namespace
