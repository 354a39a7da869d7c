// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "bcast/spec/profiles.hpp"
#include "tests/support/command.hpp"

// Commands of `bcast` other than check and explain.

namespace commands_test {
namespace {

using bcast::tests::bcast;
using bcast::tests::directory;
using bcast::tests::expect_one_line;
using bcast::tests::holds;
using bcast::tests::ran;
using bcast::tests::shell;
namespace spec = ::bcast::spec;
using json = nlohmann::json;

TEST(Commands, TheoremsAreQuietWhereTheyHold) {
  const ran r = bcast("theorems -q");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.out, "");
}

TEST(Commands, AFindingsClauseMayBeARowOfATable) {
  const ran row = bcast("findings mlir.G3");
  EXPECT_TRUE(holds(row.out, "Inference table")) << row.out;
  EXPECT_TRUE(holds(row.out, " gives ")) << row.out;
  EXPECT_EQ(json::parse(bcast("findings --json").out).at(0).at("standing"), "open");
}

TEST(Commands, AFindingLinksToItsLines) {
  const ran r = bcast("findings sonnx@2026-01.D1");
  EXPECT_TRUE(holds(r.out, "https://github.com/onnx/working-groups/blob/")) << r.out;
  EXPECT_TRUE(holds(r.out, "/broadcast.md?plain=1#L")) << r.out;
  for (json const& f : json::parse(bcast("findings --json").out)) {
    EXPECT_GE(f.at("links").size(), 1U) << f.at("finding");
    // What is still in the newest text has the lines of that.
    json const& newest = f.at("newest").at("lines");
    if (f.at("standing") != "open" || newest.empty()) continue;
    ASSERT_EQ(f.at("links").size(), newest.size()) << f.at("finding");
    if (f.at("finding") != "sonnx.D1") continue;
    for (std::size_t k = 0; k < newest.size(); ++k) {
      const std::string link = f.at("links")[k].get<std::string>();
      EXPECT_TRUE(holds(link, "?plain=1#L" + newest[k][0].dump())) << link;
    }
  }
}

TEST(Commands, CasesAreAFunctionOfTheSeedAndHaveAnswers) {
  const ran r = bcast("cases --seed 7 --count 20 --json");
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(bcast("cases --seed 7 --count 20 --json").out, r.out);
  EXPECT_NE(bcast("cases --seed 8 --count 20 --json").out, r.out);
  std::istringstream lines{r.out};
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const json c = json::parse(line);
    std::string operands;
    for (json const& shape : c.at("shapes")) operands += " '" + shape.dump() + "'";
    const ran again = bcast("shape --json" + operands);
    EXPECT_EQ(json::parse(again.out).at("verdict"), c.at("verdict")) << line;
    EXPECT_EQ(json::parse(again.out).value("shape", json()), c.value("shape", json())) << line;
  }
  EXPECT_EQ(count, 20);
  EXPECT_TRUE(bcast("cases --family tuples --source core --json").out.starts_with(R"({"case":")"));
  const ran none = bcast("cases --family tuples");
  EXPECT_EQ(none.status, 2);
  expect_one_line(none);
  EXPECT_TRUE(holds(none.out, "the family 'tuples' has no cases of the source 'random'; there are"))
      << none.out;
  expect_one_line(bcast("cases --family nosuch"));
}

TEST(Commands, TheAnswerOfATargetIsThatOfItsOperands) {
  std::istringstream lines{bcast("cases --json --source core --family targets").out};
  int count = 0;
  for (std::string line; count < 25 && std::getline(lines, line); ++count) {
    const json c = json::parse(line);
    std::string operands;
    for (json const& shape : c.at("shapes")) operands += " '" + shape.dump() + "'";
    const json alone = json::parse(bcast("shape --json" + operands).out);
    for (char const* member : {"verdict", "by"}) EXPECT_EQ(alone.at(member), c.at(member)) << line;
  }
  EXPECT_EQ(count, 25);
}

TEST(Commands, AProgramMayBeConnectedAlready) {
  const std::string fake = "'" BCAST_FAKE_SUBJECT "' right dense";
  const ran r =
      shell("mkfifo asks.$$ answers.$$; " + fake +
            " < asks.$$ > answers.$$ & exec 8> asks.$$ 9< answers.$$; rm asks.$$ answers.$$; "
            "'" BCAST_PROGRAM "' check --law join --law values --size core --exec fd:9,8");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "2 of 2 laws hold")) << r.out;
  for (std::string const wrong : {"fd:98,99", "fd:9", "fd:x,1", "fd:"}) {
    const ran bad = bcast("check --law join --exec " + wrong);
    EXPECT_EQ(bad.status, 2) << bad.out;
    expect_one_line(bad);
    EXPECT_TRUE(holds(bad.out, "expected fd:R,W")) << bad.out;
  }
}

TEST(Commands, AConnectionHasADirectionAndStaysAsItWas) {
  for (auto const& [streams, why] :
       {std::pair<char const*, char const*>{"8>/dev/null 9>/dev/null", "8 is not open for reading"},
        {"8</dev/null 9</dev/null", "9 is not open for writing"}}) {
    const ran r =
        shell("'" BCAST_PROGRAM "' check --law join --exec fd:8,9 2>&1 " + std::string(streams));
    EXPECT_EQ(r.status, 2);
    EXPECT_EQ(r.out, "bcast: 'fd:8,9': " + std::string(why) + "; expected fd:R,W\n");
  }
  // The shell's own descriptors of the same files still wait, both before and after.
  const ran waits =
      shell("exec 8</dev/zero 9>/dev/null; '" BCAST_PROGRAM
            "' check --law join --exec fd:8,9 >/dev/null 2>&1; grep -h flags /proc/$$/fdinfo/8 "
            "/proc/$$/fdinfo/9");
  EXPECT_TRUE(holds(waits.out, "flags:")) << waits.out;
  std::istringstream lines(waits.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::stoul(line.substr(line.find('\t') + 1), nullptr, 8) & O_NONBLOCK, 0U) << line;
  }
}

TEST(Commands, ProfilesAreListedWithTheirSwitches) {
  const ran all = bcast("profiles");
  EXPECT_EQ(all.status, 0);
  EXPECT_TRUE(holds(all.out, "\nmlir@19            mlir               MLIR 19's trait\n"))
      << all.out;
  const ran one = bcast("profiles mlir@19");
  EXPECT_EQ(one.status, 0);
  EXPECT_TRUE(one.out.starts_with("mlir@19\nMLIR 19's trait\n")) << one.out;
  EXPECT_TRUE(holds(one.out, "zero            other      other, reject, maximum, gap, illegal\n"))
      << one.out;
  EXPECT_TRUE(holds(one.out, "unknown_result  accept     reject, accept\n")) << one.out;
  EXPECT_FALSE(holds(one.out, "name ")) << one.out;
  const ran changed = bcast("profiles 'mlir@19 zero=gap'");
  EXPECT_TRUE(holds(changed.out, "zero            gap        other")) << changed.out;
  const ran none = bcast("profiles mlir@20");
  EXPECT_EQ(none.status, 2);
  expect_one_line(none);
  EXPECT_TRUE(holds(none.out, "no profile is called 'mlir@20'; there are sonnx, ")) << none.out;
}

TEST(Commands, ProfilesAreWrittenAsJson) {
  const json all = json::parse(bcast("profiles --json").out);
  EXPECT_EQ(all.size(), spec::profiles.size());
  EXPECT_EQ(all.at(0).at("profile"), "sonnx");
  const json one = json::parse(bcast("profiles --json mlir@19").out);
  EXPECT_EQ(one.at("document"), "mlir");
  EXPECT_EQ(one.at("note"), "MLIR 19's trait");
  EXPECT_EQ(one.at("switches").size(), 11U);
  EXPECT_EQ(one.at("switches").at("vectors"), "unchecked");
  EXPECT_EQ(json::parse(bcast("profiles --json 'mlir zero=other'").out).at("switches").at("zero"),
            "other");
  EXPECT_EQ(bcast("profiles -q").out, "");
}

TEST(Commands, GenAsksWhatIsDeclared) {
  const ran plain = bcast("gen --law join --cases 1");
  EXPECT_EQ(plain.status, 0);
  EXPECT_TRUE(holds(plain.out, R"(\"profile\":\"array_api\")"));
  EXPECT_FALSE(holds(plain.out, R"(\"unknown\")"));
  const ran mlir = bcast("gen --law join --cases 1 --profile mlir");
  EXPECT_TRUE(holds(mlir.out, R"(\"profile\":\"mlir\")"));
  EXPECT_TRUE(holds(mlir.out, R"(\"unknown\":true)"));
}

TEST(Commands, GenReadsWhatAProgramDeclaresOfItself) {
  const directory d;
  const std::string caps = d.write(
      "caps.json", R"({"id":"1","bcast":1,"profile":"sonnx","ask":["join"],"dtypes":["int8"]})");
  const ran declared = bcast("gen --law join --cases 1 --caps '" + caps + "'");
  EXPECT_EQ(declared.status, 0) << declared.out;
  EXPECT_TRUE(holds(declared.out, R"(\"profile\":\"sonnx\")")) << declared.out.substr(0, 400);
  EXPECT_TRUE(holds(declared.out, R"(\"dtypes\":[\"int8\"])")) << declared.out.substr(0, 400);
  EXPECT_FALSE(holds(declared.out, R"(\"unknown\")"));
  const std::string known = d.write(
      "known.json", R"({"id":"1","bcast":1,"profile":"mlir","ask":["join"],"dtypes":["int8"]})");
  const ran of_known = bcast("gen --law join --cases 1 --caps '" + known + "'");
  EXPECT_TRUE(holds(of_known.out, R"(\"profile\":\"mlir\")")) << of_known.out.substr(0, 400);
  EXPECT_FALSE(holds(of_known.out, R"("?")"));
  const ran missing = bcast("gen --caps '" + d.file("none") + "'");
  EXPECT_EQ(missing.status, 2);
  expect_one_line(missing);
  EXPECT_TRUE(holds(missing.out, d.file("none") + ": No such file")) << missing.out;
  const ran none = bcast("gen --caps '" + d.write("empty", "") + "'");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(holds(none.out, d.file("empty") + ": these are not capabilities")) << none.out;
}

TEST(Commands, GenWritesNothingForALawThatIsNone) {
  const ran r = bcast("gen --law join --law bogus --cases 2");
  EXPECT_EQ(r.status, 2);
  expect_one_line(r);
  EXPECT_TRUE(holds(r.out, "no law is called 'bogus'")) << r.out;
}

TEST(Commands, AnUnknownOptionIsNamed) {
  const ran alone = bcast("--versoin");
  EXPECT_EQ(alone.status, 2);
  EXPECT_TRUE(holds(alone.out, "did you mean '--version'?")) << alone.out;
  const ran behind = bcast("findings a b -- c --frob");
  EXPECT_EQ(behind.status, 2);
  expect_one_line(behind);
}

/// Two halves of a run of a law that does not hold, written as JSON.
struct halves {
  directory d;
  std::string all;

  explicit halves(std::string const& arguments) {
    for (std::string const half : {"0", "1"}) {
      bcast("check --cases 20 --seed 1 --quiet --shard " + half + "/2 --json '" +
            d.file("part.json") + "' " + arguments);
      all += " '" + d.file("part." + half + "-of-2.json") + "'";
    }
  }
};

TEST(Commands, MergeReportsAFailureOfAnyShard) {
  const halves broken("--law join --exec \"'" BCAST_FAKE_SUBJECT "' 'no verdict' dense\"");
  const ran told = bcast("merge" + broken.all);
  EXPECT_EQ(told.status, 1);
  EXPECT_TRUE(holds(told.out, "none of \"ok\", \"reject\"")) << told.out;
  const ran quiet = bcast("merge -q" + broken.all);
  EXPECT_EQ(quiet.status, 1);
  EXPECT_EQ(quiet.out, "");
}

TEST(Commands, MergeWritesWhatItPrintsElsewhere) {
  const halves right("--law join --subject engine");
  const ran told = bcast("merge" + right.all);
  EXPECT_EQ(told.status, 0) << told.out;
  EXPECT_TRUE(holds(told.out, "join")) << told.out;
  const json report = json::parse(bcast("merge --json -" + right.all).out);
  EXPECT_FALSE(report.empty());
  const std::string junit = right.d.file("all.xml");
  EXPECT_TRUE(bcast("merge --junit -" + right.all).out.starts_with("<?xml"));
  EXPECT_EQ(bcast("merge -q --junit '" + junit + "'" + right.all).status, 0);
  EXPECT_TRUE(std::filesystem::exists(junit));
  EXPECT_EQ(bcast("merge '" + right.d.file("none") + "'").status, 2);
}

TEST(Commands, AWordInBracketsIsTakenAsItStands) {
  for (auto const& [arguments, says] :
       {std::pair("check --subject '[ab]'", "no subject is called '[ab]'"),
        std::pair("check --law '[a,b]'", "no law is called '[a,b]'"),
        std::pair("check --law=[ab]", "no law is called '[ab]'"),
        std::pair("gen --law '[ab]'", "no law is called '[ab]'"),
        std::pair("merge '[a,b]'", "[a,b]: "), std::pair("verify '[a,b]'", "[a,b]: "),
        std::pair("judge '[a,b]'", "[a,b]: "),
        std::pair("shape 2 --profile '[a]'", "no profile is called '[a]'"),
        std::pair("shape '[2,3y]'", "'[2,3y]', character "),
        std::pair("profiles mlir '[a]'", ": [a]; see --help"),
        std::pair("'[ab]'", "no command is called '[ab]'")}) {
    const ran told = bcast(arguments);
    EXPECT_EQ(told.status, 2) << told.out;
    expect_one_line(told);
    EXPECT_TRUE(holds(told.out, says)) << told.out;
  }
  EXPECT_EQ(bcast("shape '[2,3]' '[]' 3").out, "2x3\n");
  EXPECT_EQ(bcast("explain '[2,3]' 3").out, bcast("explain 2x3 3").out);
  EXPECT_EQ(bcast("check --law join --subject engine --case '[2,3] [3]'").status, 0);
}

TEST(Commands, AFileInBracketsIsReadAndWritten) {
  const halves right("--law join --subject engine");
  const std::string here = "cd '" + right.d.file("") + "' && '" BCAST_PROGRAM "' ";
  EXPECT_EQ(shell(here + "merge -q --json '[a,b]'" + right.all).status, 0);
  EXPECT_EQ(shell(here + "merge -q '[a,b]'").status, 0);
}

constexpr char const* uses = R"mlir(func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>, %i: i32) {
  %0 = "test.broadcastable"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = "test.broadcastable"(%i, %i) : (i32, i32) -> i32
  %2:2 = "test.broadcastable"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %3 = "test.broadcastable"(%i) : (i32) -> tensor<2xf32>
}
)mlir";

TEST(Commands, VerifyReadsStandardInputAndPassesWhatHasNoShape) {
  const directory d;
  const std::string file = d.write("uses.mlir", uses);
  const ran r = bcast("verify - < '" + file + "'");
  EXPECT_EQ(r.status, 1);
  EXPECT_TRUE(holds(r.out, "<stdin>:2:8: error: 'test.broadcastable' op [mlir.I6] axis 0: "))
      << r.out;
  EXPECT_TRUE(holds(r.out,
                    "<stdin>:4:10: error: 'test.broadcastable' op [mlir.X2] requires one "
                    "result, has 2"))
      << r.out;
  EXPECT_FALSE(holds(r.out, "<stdin>:3:")) << r.out;
  EXPECT_TRUE(holds(r.out, "<stdin>:5:")) << r.out;
  EXPECT_TRUE(holds(r.out, "4 operations checked: 3 fail\n")) << r.out;
  const ran quiet = bcast("verify -q '" + file + "'");
  EXPECT_EQ(quiet.status, 1);
  EXPECT_EQ(quiet.out, "");
}

}  // namespace
}  // namespace commands_test
