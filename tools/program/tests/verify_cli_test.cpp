// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "bcast/spec/mlir.hpp"
#include "support/pattern.hpp"
#include "tests/support/command.hpp"
#include "tests/support/verified.hpp"

// `bcast verify` as a user runs it.

namespace verify_cli_test {

namespace spec = bcast::spec;
using namespace ::bcast::tests;
using ::bcast::tests::bcast;

/// The uses of the document, one a line, as printed or with the `>` restored.
std::string uses(bool restored) {
  std::string text;
  for (std::string_view printed : spec::mlir::printed_types) {
    std::string types(printed);
    if (restored) types = ::bcast::proptests::replaced(types, "(tensor<[^<>,)]*)([,)])", "$1>$2");
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
      EXPECT_TRUE(holds(r.out, place + "'test.broadcastable' op [" + std::string(broken) + "]"));
    }
  }
  EXPECT_TRUE(holds(r.out, "13 operations checked: 5 fail\n"));
}

TEST_F(Verify, AFileAsPrintedIsAParseErrorAtItsPlace) {
  const std::string name = file_of(uses(false));
  expect_run(bcast("verify '" + name + "'"), 2,
             {name + ":1:73: error: expected '>' in tensor type\n"});
}

TEST_F(Verify, ARuleOfWhatNoOperationIsCalledIsRefused) {
  const std::string name = file_of("a.b %x : i1");
  for (char const* operation : {"my \"add\"", "\"my.add\"", "my add"}) {
    const ran r = bcast("verify '" + name + "' --rule '" + operation + "=mlir'");
    EXPECT_EQ(r.status, 2);
    EXPECT_EQ(r.out, "bcast: --rule: no operation is called '" + std::string(operation) + "'\n");
  }
}

TEST_F(Verify, NoControlCharacterReachesTheTerminal) {
  const ran r =
      expect_run(bcast("verify --rule '*=mlir' " +
                       file_of("\"to\x1b[31msa.add\"(%0, %1) : (tensor<4xi1>, tensor<3xi1>) -> "
                               "tensor<?xi1>\n")),
                 1, {"'to\\x1b[31msa.add' op [mlir.I6]"});
  EXPECT_FALSE(holds(r.out, "\x1b"));
}

TEST_F(Verify, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(bcast("verify /nonexistent.mlir").status, 2);
  expect_one_line(bcast("verify /nonexistent.mlir"));
  EXPECT_TRUE(
      holds(bcast("verify /nonexistent.mlir").out, "/nonexistent.mlir: error: No such file"));
  std::filesystem::create_directory(directory / "empty");
  expect_run(bcast("verify " + (directory / "empty").string()), 2,
             {"no .mlir file is in this folder"});
  EXPECT_EQ(bcast("verify").status, 2);
  expect_run(bcast("verify --rules-of mlri -"), 2,
             {"no rule is called 'mlri'; did you mean 'mlir'?"});
}

TEST_F(Verify, WhatIsNotCheckedIsNotPassed) {
  expect_refused(bcast("verify " + file_of("hello\n")),
                 {"nothing was checked: no operation has a rule, the first is 'hello'"});
  const ran wide = bcast("verify " + file_of(std::string(1000, 'x') + "\n"));
  EXPECT_EQ(wide.status, 2);
  EXPECT_LT(wide.out.size(), 500U);
  expect_run(bcast("verify - </dev/null"), 2, {"no operation was found that broadcasts"});
  const std::string some = file_of(
      "%0 = my.add %a, %b : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>\n"
      "%1 = my.add %a, %b : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>\n"
      "%2 = tosa.abs %a : (tensor<2xi1>) -> tensor<2xi1>\n"
      "%3 = your.sub %a\n");
  expect_run(bcast("verify " + some), 0,
             {"1 operation checked: 0 fail; 3 operations of 2 kinds have no rule, the "
              "first is 'my.add' at " +
              some + ":1:6\n"});
  const std::string part = "my.add %a\nmy.add %a\n%2 = tosa.abs %a : (i1) -> i1\nmy.add %a\n";
  const ran parts = bcast("verify " + file_of(part + "// -----\n" + part));
  EXPECT_TRUE(holds(parts.out, "; 6 operations of 1 kind have no rule, "));
  const ran unread =
      bcast("verify " + file_of("%2 = tosa.abs %a\n%3 = tosa.exp %a : (i1) -> i1\n"));
  EXPECT_EQ(unread.status, 2);
  expect_parts(unread.out, {":1:14: error: expected ':' and the types of",
                            "1 operation checked: 0 fail, 1 could not be read\n"});
}

TEST_F(Verify, AnOperationThatIsNotThereIsRefused) {
  const std::string name = file_of("%2 = tosa.abs %a : (tensor<2xi1>) -> tensor<2xi1>\n");
  expect_refused(bcast("verify --op tosa.ab --op 'tosa.*' " + name),
                 {"no operation fits --op 'tosa.ab'; did you mean 'tosa.abs'?"});
  EXPECT_EQ(bcast("verify --op 'tosa.*' " + name).status, 0);
}

TEST_F(Verify, ARuleOfOnesOwn) {
  const std::string name = file_of(
      "%0 = my.add %a, %b : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>\n"
      "%1 = my.wide %b : (vector<3xi1>) -> vector<3x2xi1>\n");
  EXPECT_EQ(bcast("verify " + name).status, 2);
  EXPECT_EQ(errors(name, "--rule my.add=mlir --rule my.wide=vector.broadcast"),
            "1:6: error: 'my.add' op [mlir.I6] axis 0: operand 0 has 2, operand 1 has 3\n"
            "2:6: error: 'my.wide' op [vector.broadcast] axis 1: axis 0 of the operand has 3, the "
            "result has 2\n");
  EXPECT_EQ(errors(name, "--rule my.add=mlir --rule 'my.*=none' --rule my.wide=same"),
            "2:6: error: 'my.wide' op [same] operand 0 is 3, the result is 3x2\n");
  for (char const* wrong : {"my.add", "=mlir", "my.add=", "my.add=frob"}) {
    expect_refused(bcast(std::string("verify --rule ") + wrong + " " + name));
  }
  EXPECT_TRUE(
      holds(bcast("verify --rules").out, "\ntosa.add                              broadcast "));
  EXPECT_TRUE(holds(bcast("verify --rules --rule my.add=mlir --json").out,
                    "{\n    \"operation\": \"my.add\",\n    \"relation\": \"broadcast\",\n"
                    "    \"rule\": \"mlir\"\n  }"));
}

TEST_F(Verify, AFolderStandsForItsFiles) {
  const std::string text = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<2xi1>\n";
  std::filesystem::create_directories(directory / "a" / "b");
  for (char const* name : {"a/1.mlir", "a/b/2.mlir", "a/b/3.txt"})
    std::ofstream(directory / name) << text;
  const std::string a = (directory / "a").string();
  EXPECT_EQ(bcast("verify " + a).out, "2 operations checked: 0 fail\n");
  EXPECT_EQ(bcast("verify " + a + "/b " + a + "/b/3.txt " + a).out,
            "3 operations checked: 0 fail\n");
  EXPECT_EQ(bcast("verify " + a + "/c").status, 2);
}

TEST_F(Verify, ALogForCodeScanning) {
  const std::string name = file_of("%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<3xi1>\n");
  const ran r = bcast("verify --sarif " + name);
  EXPECT_EQ(r.status, 1);
  for (std::string_view part :
       {"\"version\": \"2.1.0\"", "\"ruleId\": \"mlir.V4\"", "\"level\": \"error\"",
        "\"startLine\": 1", "\"startColumn\": 6", "\"uri\": \"file:///"}) {
    EXPECT_TRUE(holds(r.out, part)) << part << "\n" << r.out;
  }
}

TEST_F(Verify, WhatIsNotReadIsInEveryReport) {
  const std::string name = (directory / "a b.mlir").string();
  std::ofstream(name) << "%2 = tosa.abs %a\nmy.op %a\ntosa.abs %a : (i1) -> i1\n";
  const auto report = [&](std::string const& options) {
    return shell("cd '" + directory.string() + "' && '" BCAST_PROGRAM "' verify " + options +
                 " './a b.mlir' nosuch.mlir");
  };
  const ran json = report("--json");
  EXPECT_EQ(json.status, 2);
  for (std::string_view part :
       {"\"line\": 1,\n          \"column\": 14,\n          \"operation\": \"tosa.abs\",\n"
        "          \"message\": \"expected ':' and the types of 'tosa.abs'\"\n",
        "\"severity\": \"error\",\n          \"message\": \"No such file or directory\"\n",
        "\"operation\": \"my.op\",\n          \"count\": 1,\n          \"line\": 2,\n"}) {
    EXPECT_TRUE(holds(json.out, part)) << part << "\n" << json.out;
  }
  const ran sarif = report("--sarif");
  EXPECT_EQ(sarif.status, 2);
  for (std::string_view part : {"\"ruleId\": \"unread\"", "\"uri\": \"a%20b.mlir\"",
                                "\"uri\": \"nosuch.mlir\"\n                }\n"}) {
    EXPECT_TRUE(holds(sarif.out, part)) << part << "\n" << sarif.out;
  }
  const std::string missing = file_of("tosa.abs %a : (i1) -> i1 // expected-error {{rank}}\n");
  EXPECT_TRUE(holds(bcast("verify --sarif --verify-diagnostics " + missing).out,
                    "\"ruleId\": \"expected-error\""));
}

TEST_F(Verify, ExpectationsAreComparedWithWhatIsFound) {
  const std::string wrong = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<3xi1>";
  const std::string right = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<2xi1> ";
  const auto run = [&](std::string const& text) {
    return bcast("verify --rules-of mlir --verify-diagnostics " + file_of(text + "\n"));
  };
  const std::string gap = "\"tosa.add\"(%0, %1) : (tensor<0xi1>, tensor<1xi1>) -> tensor<0xi1>";
  for (std::string const& met :
       {"// expected-error@+1 {{mlir.V4}}\n" + wrong, wrong + " // expected-error {{mlir.V4}}",
        wrong + "\n// expected-error @-1 {{}}",
        "// expected-error@below {{mlir.V4}}\n// expected-note@below {{x}}\n" + wrong,
        "// expected-error-re@+1 {{axis {{[0-9]+}}: }}\n" + wrong,
        "// expected-error@+1 1 {{mlir}}\n" + wrong,
        wrong + " " + wrong + "\n// expected-error@above 2 {{mlir.V4}}",
        "// expected-warning@+1 {{no answer}}\n" + gap,
        // What is none
        right + "// expected-error {{x", right + "// expected-error x {{y}}",
        right + "// expected-error@x {{y}}", right + "// expected-remark {{x}}"}) {
    EXPECT_EQ(run(met).status, 0) << met << run(met).out;
  }
  for (auto const& [missed, says] :
       {std::pair("// expected-error@+1 {{mlir.I6}}\n" + wrong,
                  ":1:4: error: expected error \"mlir.I6\" at line 2 was not reported\n"),
        std::pair("// expected-error@+1 2 {{mlir.V4}}\n" + wrong, "was not reported"),
        std::pair(wrong, ":1:6: error: 'tosa.abs' op [mlir.V4] axis 0: not expected: "),
        std::pair(wrong + " " + wrong + " // expected-error {{mlir.V4}}", "not expected: "),
        std::pair("// expected-error@+1 {{no answer}}\n" + gap, "not expected: no answer: "),
        std::pair("// expected-warning@+1 {{a rank}}\n" + right,
                  ":1:4: error: expected warning \"a rank\" at line 2 was not reported")}) {
    expect_run(run(missed), 1, {says});
  }
}

/// Then no other verifier accepts it either.
TEST_F(Verify, AnErrorThatTheFileExpectsIsNoFailure) {
  const std::string wrong = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<3xi1>\n";
  const std::string right = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<2xi1>\n";
  const std::string expects = "// expected-error @+1 {{'tosa.abs' op has another shape}}\n";
  for (char const* how : {"", "--verify-diagnostics "}) {
    expect_run(bcast("verify " + std::string(how) + file_of(expects + wrong)), 0,
               {"1 operation checked: 0 fail"});
    EXPECT_EQ(bcast("verify " + std::string(how) + file_of(expects + wrong + wrong)).status, 1);
  }
  EXPECT_TRUE(holds(bcast("verify " + file_of(expects + wrong)).out, "0 fail, 1 expected\n"));
  EXPECT_TRUE(
      holds(bcast("verify --json " + file_of(expects + wrong)).out, "\"tag\": \"mlir.V4\""));
  // Only those about shapes are demanded.
  const auto demanded = [&](std::string const& text) {
    return bcast("verify --verify-diagnostics " +
                 file_of("// expected-error@+1 {{" + text + "}}\n" + right))
               .status == 1;
  };
  EXPECT_TRUE(demanded("op requires the same shape"));
  EXPECT_TRUE(demanded("[mlir.V4]"));
  EXPECT_FALSE(demanded("'tosa.abs' op is not available in this profile"));
  // A part that is split off is meant to be refused as a whole.
  EXPECT_EQ(bcast("verify " + file_of(expects + wrong + wrong + "// -----\n" + right)).status, 0);
  EXPECT_EQ(bcast("verify " + file_of(expects + wrong + "// -----\n" + wrong)).status, 1);
  EXPECT_EQ(bcast("verify " + file_of(expects + "x.y {\n// -----\n" + right)).status, 0);
}

TEST_F(Verify, AnOperationIsAllowedWithAReason) {
  const std::string wrong = "%0 = tosa.abs %a : (tensor<2xi1>) -> tensor<3xi1>\n";
  const std::string allowed = "// bcast: allow the pass repairs it\n\n// so far\n" + wrong;
  expect_run(bcast("verify " + file_of(allowed)), 0, {"1 operation checked: 0 fail, 1 allowed\n"});
  EXPECT_EQ(errors(file_of(allowed + wrong)).substr(0, 8), "5:6: err");
  EXPECT_EQ(bcast("verify --verify-diagnostics " + file_of(allowed)).status, 0);
  const ran r = bcast("verify " + file_of("  // bcast: allow \n" + wrong));
  EXPECT_EQ(r.status, 2);
  EXPECT_TRUE(holds(r.out, ":1:3: error: a reason is needed: // bcast: allow REASON\n"));
}

TEST_F(Verify, WhatLooksLikeBroadcastingIsListed) {
  const std::string add = "my.add %a, %b : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>\n";
  const std::string text = "my.wide_broadcast %a : (tensor<3xf32>) -> tensor<2x3xf32>\n" + add +
                           add +
                           "my.sub %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
                           "tosa.abs %a : (i1) -> i1\n";
  const ran r = bcast("verify " + file_of(text));
  EXPECT_TRUE(holds(r.out,
                    "\n2 kinds without a rule look like broadcasting:\n"
                    "       2  --rule my.add=mlir\n"
                    "       1  --rule my.wide_broadcast=stretch\n"));
  const ran wrong = bcast("verify --rule my.add=stretched " + file_of(text));
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(holds(wrong.out, "; the relations are none, ")) << wrong.out;
  EXPECT_TRUE(holds(wrong.out, ", stretch, ")) << wrong.out;
}

TEST_F(Verify, ANoteHasTheTypesTheRuleAndThePlaceOfTheDefinition) {
  const std::string name = file_of(
      "%0 = \"tfl.add\"(%a, %b) : (tensor<1x?xi1>, tensor<5xi1>) -> tensor<1x?x5xi1>\n"
      "return %0 : tensor<5xi1>\n");
  const ran r = bcast("verify " + name);
  EXPECT_TRUE(holds(r.out, name + ":1:6: note: (tensor<1x?xi1>, tensor<5xi1>) -> "
                                  "(tensor<1x?x5xi1>); the rule of tfl is 'mlir@19 "
                                  "leading=reject', and the trait of MLIR 19 "
                                  "accepts this (--rules-of mlir@19)\n"))
      << r.out;
  EXPECT_TRUE(holds(r.out,
                    ":2:1: error: 'return' op [operand_type] operand 0 is tensor<5xi1> "
                    "here, and tensor<1x?x5xi1> where it is defined\n" +
                        name + ":1:6: note: it is tensor<1x?x5xi1> here\n"))
      << r.out;
  EXPECT_TRUE(holds(bcast("verify --json " + name).out, "\"noted\": {"));
  EXPECT_TRUE(holds(bcast("verify --rules-of numpy " + name).out,
                    "; the rule of tfl is 'mlir@19 leading=reject', and --rules-of is 'numpy'\n"));
}

TEST_F(Verify, AFileIsCheckedOnceAndTheWorstOfAllIsTheStatus) {
  const std::string gap =
      file_of("\"tosa.add\"(%0, %1) : (tensor<0xi1>, tensor<1xi1>) -> tensor<0xi1>\n");
  const std::string fails =
      file_of("\"tosa.add\"(%0, %1) : (tensor<2xi1>, tensor<3xi1>) -> tensor<3xi1>\n");
  for (std::string const& both : {gap + " " + fails, fails + " " + gap}) {
    expect_run(bcast("verify --rules-of mlir " + both + " " + both), 1,
               {"2 operations checked under mlir: 1 fails, 1 has no answer\n"});
  }
}

TEST_F(Verify, NothingToCheckMayBeAllowed) {
  const std::string file = file_of("hello\n");
  EXPECT_EQ(bcast("verify '" + file + "'").status, 2);
  const ran r = bcast("verify --allow-nothing '" + file + "'");
  EXPECT_EQ(r.status, 0) << r.out;
  EXPECT_EQ(r.out.substr(0, 21), "0 operations checked:") << r.out;
}

TEST_F(Verify, AnExpectationNeitherHangsNorReachesTheTerminal) {
  const std::string operation =
      "\"tosa.add\"(%0, %1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>\n";
  for (std::string const& expression :
       {std::string("(.*)*(.*)*(.*)*(.*)*zzz"), std::string("((a{1000}){1000}){1000}"),
        std::string("("), std::string(15000, '(') + std::string(15000, ')')}) {
    const std::string file =
        file_of("// expected-error-re@+1 {{ {{" + expression + "}} }}\n" + operation);
    EXPECT_EQ(bcast("verify --verify-diagnostics '" + file + "'").status, 1) << expression;
  }
  const std::string file = file_of("// expected-error {{\x1b[31m rank}}\n" + operation);
  const ran r = bcast("verify --verify-diagnostics '" + file + "'");
  EXPECT_TRUE(holds(r.out, "expected error \"\\x1b[31m rank\" at line 1"));
}

}  // namespace verify_cli_test
