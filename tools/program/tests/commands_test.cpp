// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "bcast/spec/rules.hpp"
#include "tests/support/command.hpp"

// Commands of `bcast` other than check and explain.

namespace commands_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;
namespace spec = ::bcast::spec;
using json = nlohmann::json;

TEST(Commands, AReportIsAnIssueThatCanBeFiled) {
  const ran r = bcast("findings numpy_guide.D1 --report");
  EXPECT_EQ(r.status, 0);
  EXPECT_TRUE(r.out.starts_with("# The result's size is the largest"));
  expect_parts(r.out,
               {"\n> The resulting array ", "\n```python\nimport numpy", "\n--- a/doc/source/"});
}

TEST(Commands, WhatIsNoOpenFindingHasNoReport) {
  for (auto const& [tag, why] :
       {std::pair{"sonnx.D2", "sonnx.D2 is gone from edition 2026-01, "},
        std::pair{"xla.D2", "xla.D2 is retired: "},
        std::pair{"mlir.G1", "mlir.G1 is a scope note, not a finding: "}}) {
    const ran r = bcast(std::string("findings ") + tag + " --report");
    EXPECT_EQ(r.status, 1) << tag;
    EXPECT_TRUE(r.out.starts_with(why)) << r.out;
    EXPECT_EQ(std::count(r.out.begin(), r.out.end(), '\n'), 1) << r.out;
  }
}

TEST(Commands, AFindingLinksToItsLines) {
  const ran r = bcast("findings sonnx@2026-01.D1");
  expect_parts(r.out, {"https://github.com/onnx/working-groups/blob/", "/broadcast.md?plain=1#L"});
  for (json const& f : json::parse(bcast("findings --json").out)) {
    EXPECT_GE(f.at("links").size(), 1U) << f.at("finding");
    // What is still in the newest text has the lines of that.
    json const& newest = f.at("newest").at("lines");
    if (f.at("standing") != "open" || newest.empty()) continue;
    ASSERT_EQ(f.at("links").size(), newest.size()) << f.at("finding");
    if (f.at("finding") != "sonnx.D1") continue;
    for (std::size_t k = 0; k < newest.size(); ++k) {
      const std::string link = f.at("links")[k].get<std::string>();
      EXPECT_TRUE(holds(link, "?plain=1#L" + newest[k][0].dump()));
    }
  }
}

TEST(Commands, AProgramMayBeConnectedAlready) {
  const std::string fake = "'" BCAST_FAKE_SUBJECT "' right dense";
  const ran r =
      shell("mkfifo asks.$$ answers.$$; " + fake +
            " < asks.$$ > answers.$$ & exec 8> asks.$$ 9< answers.$$; rm asks.$$ answers.$$; "
            "'" BCAST_PROGRAM "' check --law shape --law values --size core --exec fd:9,8");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_TRUE(holds(r.out, "2 of 2 laws hold"));
  for (std::string const wrong : {"fd:98,99", "fd:9", "fd:x,1", "fd:"}) {
    expect_refused(bcast("check --law shape --exec " + wrong), {"expected fd:R,W"});
  }
}

TEST(Commands, AConnectionHasADirection) {
  for (auto const& [streams, why] :
       {std::pair<char const*, char const*>{"8>/dev/null 9>/dev/null", "8 is not open for reading"},
        {"8</dev/null 9</dev/null", "9 is not open for writing"}}) {
    const ran r =
        shell("'" BCAST_PROGRAM "' check --law shape --exec fd:8,9 2>&1 " + std::string(streams));
    EXPECT_EQ(r.status, 2);
    EXPECT_EQ(r.out, "bcast: 'fd:8,9': " + std::string(why) + "; expected fd:R,W\n");
  }
}

TEST(Commands, ARuleHasOtherNames) {
  for (std::string const name : {"numpy", "torch", "jax"}) {
    EXPECT_EQ(bcast("shape 2x1 3 --rule " + name).out, "2x3\n");
    EXPECT_TRUE(holds(bcast("explain 2x1 3 --rule " + name).out,
                      name == "torch" ? "pytorch.X4" : "array_api.A"));
  }
}

TEST(Commands, AnUnknownSizeIsToldWhichRuleAnswers) {
  const ran r = bcast("shape '?x1' 4");
  EXPECT_EQ(r.status, 3);
  EXPECT_TRUE(holds(r.out, "no answer [array_api.G2]"));
  EXPECT_TRUE(holds(r.out, "try --rule sound"));
  EXPECT_EQ(bcast("shape '?x1' 4 --rule sound").out, "?x4\n");
}

TEST(Commands, RulesAreListedWithTheirSwitches) {
  expect_run(bcast("rules"), 0,
             {"\nmlir@19            mlir               MLIR 19's trait\n",
              "\nnumpy              array_api          another name of array_api; NumPy refuses "});
  const ran one = bcast("rules mlir@19");
  EXPECT_EQ(one.status, 0);
  EXPECT_TRUE(one.out.starts_with("mlir@19\nMLIR 19's trait\n")) << one.out;
  expect_parts(one.out,
               {"zero            other      other, reject, maximum, gap, illegal, forbidden\n",
                "unknown_result  accept     reject, accept\n"});
  EXPECT_FALSE(holds(one.out, "name "));
  const ran changed = bcast("rules 'mlir@19 zero=gap'");
  EXPECT_TRUE(holds(changed.out, "zero            gap        other"));
  expect_refused(bcast("rules mlir@20"),
                 {"no rule is called 'mlir@20'; did you mean 'mlir@19'? There are sonnx, "});
  expect_refused(bcast("shape 2 --rule nmupy"),
                 {"no rule is called 'nmupy'; did you mean 'numpy'?"});
}

TEST(Commands, RulesAreWrittenAsJson) {
  const json all = json::parse(bcast("rules --json").out);
  EXPECT_EQ(all.size(), spec::rules.size());
  EXPECT_EQ(all.at(0).at("rule"), "sonnx");
  const json one = json::parse(bcast("rules --json mlir@19").out);
  EXPECT_EQ(one.at("document"), "mlir");
  EXPECT_EQ(one.at("note"), "MLIR 19's trait");
  EXPECT_EQ(one.at("switches").size(), 11U);
  EXPECT_EQ(one.at("switches").at("vectors"), "unchecked");
  EXPECT_EQ(json::parse(bcast("rules --json 'mlir zero=other'").out).at("switches").at("zero"),
            "other");
  EXPECT_EQ(bcast("rules -q").out, "");
}

TEST(Commands, AWordInBracketsIsTakenAsItStands) {
  for (auto const& [arguments, says] :
       {std::pair("check --subject '[ab]'", "no subject is called '[ab]'"),
        std::pair("check --law '[a,b]'", "no law is called '[a,b]'"),
        std::pair("check --law=[ab]", "no law is called '[ab]'"),
        std::pair("verify '[a,b]'", "[a,b]: "),
        std::pair("shape 2 --rule '[a]'", "no rule is called '[a]'"),
        std::pair("shape '[2,3y]'", "'[2,3y]', character "),
        std::pair("rules mlir '[a]'", ": [a]; see --help"),
        std::pair("'[ab]'", "no command is called '[ab]'")}) {
    expect_refused(bcast(arguments), {says});
  }
  EXPECT_EQ(bcast("shape '[2,3]' '[]' 3").out, "2x3\n");
  EXPECT_EQ(bcast("explain '[2,3]' 3").out, bcast("explain 2x3 3").out);
  EXPECT_EQ(bcast("check --law shape --subject engine --case '[2,3] [3]'").status, 0);
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
  const ran r = expect_run(bcast("verify - < '" + file + "'"), 1,
                           {"<stdin>:2:8: error: 'test.broadcastable' op [mlir.I6] axis 0: ",
                            "<stdin>:4:10: error: 'test.broadcastable' op [mlir.X2] requires one "
                            "result, has 2"});
  EXPECT_FALSE(holds(r.out, "<stdin>:3:"));
  expect_parts(r.out, {"<stdin>:5:", "4 operations checked: 3 fail\n"});
  const ran quiet = bcast("verify -q '" + file + "'");
  EXPECT_EQ(quiet.status, 1);
  EXPECT_EQ(quiet.out, "");
}

}  // namespace commands_test
