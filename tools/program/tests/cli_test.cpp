// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/command.hpp"

// The program as a user runs it.

namespace cli_test {

using namespace ::bcast::tests;
using ::bcast::tests::bcast;

TEST(Command, ShapePrintsTheShape) {
  for (std::string_view a :
       {"8x1x6x1 7x1x5", "'(8, 1, 6, 1)' '[7,1,5]'", "8,1,6,1 'tensor<7x1x5xf32>'"}) {
    const ran r = bcast("shape " + std::string(a));
    EXPECT_EQ(r.out, "8x7x6x5\n") << a;
    EXPECT_EQ(r.status, 0);
  }
  EXPECT_EQ(bcast("shape 'f32[8,1,6,1]{3,2,1,0}' 'vector<7x1x5xf32>'").out, "8x7x6x5\n");
  EXPECT_EQ(bcast("shape 'pred[]' 'bf16[?,3]' --rule mlir").out, "?x3\n");
  EXPECT_EQ(bcast("shape 's32[<=4]' 's32[4]' --rule sound").out, "4\n");
  EXPECT_EQ(bcast("explain --short 2 2").out,
            "  axis       0\n  operand 0  2\n  operand 1  2\n  result     2\n\n"
            "Under array_api the shapes broadcast to 2.\n");
  expect_run(
      bcast("explain --short 2x3 4"), 1,
      {"Under array_api the shapes do not broadcast: on axis 1 of the result, operand 0 has 3, "
       "operand 1 has 4 [array_api.A14].\n"});
  EXPECT_EQ(bcast("explain -q Nx3 4x1 --rule sound --result 'f32[4,3]'").status, 0);
  EXPECT_EQ(bcast("check --law shape --subject engine --case 'f32[2,1] f32[3]{0}'").status, 0);
  EXPECT_EQ(bcast("shape scalar '()'").out, "()\n");
  EXPECT_EQ(bcast("shape '?x1' 4 --rule mlir").out, "?x4\n");
  EXPECT_EQ(bcast("shape 2x3 3 --rule xla --dims 1").out, "2x3\n");
  EXPECT_EQ(bcast("shape 0 1 --rule 'mlir zero=other'").out, "0\n");
  EXPECT_EQ(bcast("shape 0 1 --rule 'sound zero=illegal'").out,
            "no answer: a size of 0 is not legal\n");
  EXPECT_EQ(bcast("shape 2x1 3 --rule sonnx@2026-01").out, "2x3\n");
}

TEST(Command, AGapIsNamed) {
  EXPECT_EQ(bcast("shape 0 1 --rule mlir").status, 3);
  EXPECT_EQ(bcast("shape 0 1 --rule mlir").out,
            "no answer [mlir.G1] axis 0 of the result: a static size of 0 has no row\n");
  EXPECT_EQ(bcast("shape '?' 1").status, 3);
  EXPECT_EQ(bcast("explain '?' 1").status, 3);
}

TEST(Command, BadArgumentsAreOneLineAndStatusTwo) {
  for (std::string_view a : {"",
                             "frob",
                             "shape",
                             "shape 8xx1",
                             "shape -- -1",
                             "shape 2 --rule foo",
                             "shape 2 2 --dims 0",
                             "shape 2 --frob",
                             "shape 'f32[2' 3",
                             "shape 'f32[2]{0' 3",
                             "help frob",
                             "help shape extra",
                             "findings xla --report",
                             "rules frob",
                             "rules 'mlir zero=frob'",
                             "check --law foo",
                             "check --subject foo",
                             "check --cases many",
                             "check --case '' --law values",
                             "check --case '2~q'",
                             "explain 2x3 3 --at 0",
                             "explain 2 --at 2",
                             "explain 2 3 --at 0",
                             "explain 2 --at x",
                             "shape 99999999999999999999"}) {
    expect_refused(bcast(std::string(a)));
  }
}

TEST(Command, HelpTakesACommand) {
  EXPECT_EQ(bcast("help").out, bcast("--help").out);
  for (std::string const command : {"shape", "check", "help"}) {
    EXPECT_EQ(bcast("help " + command).out, bcast(command + " --help").out) << command;
  }
  const std::string shape = bcast("help shape").out;
  EXPECT_TRUE(shape.starts_with("Print the shape")) << shape;
  EXPECT_TRUE(holds(shape, "with --json)"));
  EXPECT_FALSE(holds(shape, "(not with )"));
  EXPECT_EQ(bcast("help shap").out,
            "bcast: no command is called 'shap'; did you mean 'shape'?; --help lists them\n");
}

TEST(Command, CheckPrintsTheTableAndTheSeed) {
  const ran r = bcast("check --law shape --law values --subject engine --cases 50 --seed 11");
  EXPECT_EQ(r.status, 0) << r.out;
  for (std::string_view part :
       {"law", "subject", "cases", "verdict", "time", "values", "engine", "holds", "seed 11"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
  EXPECT_TRUE(std::regex_search(r.out, std::regex(R"(\b([1-9]\d*) of \1 laws hold)"))) << r.out;
}

TEST(Command, ExplainWalksToAnElement) {
  const ran r = bcast("explain 8x1x6x1 7x1x5 --at 1,2,3,4");
  EXPECT_EQ(r.status, 0);
  for (std::string_view part :
       {"operand 0    8  1>7    6  1>5", "[array_api.A11] ", ": shape[3] = 5",
        "operand 1 is stretched on axis 0 from nothing to 8, axis 2 from 1 to 6",
        "in SONNX's numbering [2,3,4,5]", "element [1,0,3,0] of operand 0",
        "element [2,0,4] of operand 1"}) {
    EXPECT_NE(r.out.find(part), std::string::npos) << part << "\n" << r.out;
  }
}

TEST(Command, FindingsAreListedAndRun) {
  expect_run(bcast("findings"), 0, {"sonnx.D2"});
  expect_run(bcast("findings sonnx.D2"), 0, {"as printed  outside the sequence"});
  EXPECT_EQ(bcast("findings frob").status, 2);
}

TEST(Command, FindingsOfADocumentAreListed) {
  const ran listed = expect_run(bcast("findings xla"), 0, {"xla.D4 "});
  EXPECT_EQ(listed.out.find("mlir.D9 "), std::string::npos) << listed.out;
  EXPECT_EQ(bcast("findings xal").out,
            "bcast: no finding and no document is called 'xal'; did you mean 'xla'?; `bcast "
            "findings` lists them\n");
  EXPECT_EQ(bcast("findings xla --report").out,
            "bcast: --report takes one finding; `bcast findings xla` lists them\n");
}

/// The commands that the program's help lists.
std::vector<std::string> commands() {
  std::istringstream help{bcast("--help").out};
  std::vector<std::string> all;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") {
      listed = true;
    } else if (listed && line.starts_with("  ") && line[2] != ' ') {
      all.push_back(line.substr(2, line.find(' ', 2) - 2));
    } else if (line.empty()) {
      listed = false;
    }
  }
  return all;
}

TEST(Command, EveryHelpHasExamplesAndTheyRun) {
  const directory reader;
  const std::vector<std::string> all = commands();
  EXPECT_GE(all.size(), 6U);
  for (std::string const& command : all) {
    std::istringstream help{bcast(command + " --help").out};
    int examples = 0;
    for (std::string line; std::getline(help, line);) {
      if (!line.starts_with("  bcast " + command)) continue;
      ++examples;
      const std::string arguments = line.substr(8, line.find("  ", 8) - 8);
      // Examples that name the reader's own program or need NumPy, or take as long as a whole
      // check.
      const auto has = [&](char const* word) { return arguments.find(word) != std::string::npos; };
      if (has("mine") || has("--array-api") || arguments == "check") {
        continue;
      }
      const ran r =
          shell("cd '" + reader.path() + "' && '" BCAST_PROGRAM "' " + arguments + " 2>&1");
      EXPECT_TRUE(r.status == 0 || r.status == 1 || r.status == 3) << arguments << "\n" << r.out;
    }
    EXPECT_GE(examples, 1) << command;
  }
}

TEST(Command, ExamplesOfShapeGiveWhatTheySay) {
  std::istringstream help{bcast("shape --help").out};
  int compared = 0;
  for (std::string line; std::getline(help, line);) {
    if (!line.starts_with("  bcast ")) continue;
    const std::size_t gap = line.find("  ", 8);
    const std::string said = line.substr(line.find_first_not_of(' ', gap));
    if (said.find(' ') != std::string::npos) continue;  // words, not a shape
    EXPECT_EQ(bcast(line.substr(8, gap - 8)).out, said + "\n");
    ++compared;
  }
  EXPECT_GE(compared, 4);
}

TEST(Command, AMistypedNameIsAnsweredByTheNearestOne) {
  EXPECT_TRUE(holds(bcast("chekc").out, "did you mean 'check'?"));
  EXPECT_TRUE(holds(bcast("shape 2 --rul mlir").out, "did you mean '--rule'?"));
  EXPECT_TRUE(holds(bcast("check --law shapf").out, "did you mean 'shape'?"));
  EXPECT_TRUE(holds(bcast("findings sonx.D1").out, "did you mean 'sonnx.D1'?"));
  EXPECT_EQ(bcast("frobnicate").out.find("did you mean"), std::string::npos);
}

TEST(Command, JsonCarriesTheAnswerAndTheStatusStays) {
  const ran ok = bcast("shape --json '?x1' 4 --rule mlir");
  EXPECT_EQ(ok.status, 0);
  EXPECT_EQ(nlohmann::json::parse(ok.out),
            nlohmann::json::parse(R"({"verdict": "ok", "shape": [null, 4], "by": "mlir.hpp"})"));
  const ran no = bcast("shape --json 2x3 4");
  EXPECT_EQ(no.status, 1);
  EXPECT_EQ(nlohmann::json::parse(no.out),
            nlohmann::json::parse(R"({"verdict": "refused", "clause": "array_api.A14", "axis": 1,
              "operands": [0, 1], "why": "operand 0 has 3, operand 1 has 4",
              "by": "array_api.hpp"})"));
  EXPECT_EQ(nlohmann::json::parse(bcast("shape --json 2 3").out)["axis"], 0);
  const ran gap = bcast("shape --json 0 1 --rule mlir");
  EXPECT_EQ(gap.status, 3);
  EXPECT_EQ(nlohmann::json::parse(gap.out)["verdict"], "silent");
  const ran switched = bcast("shape --json 0 1 --rule 'mlir zero=other'");
  EXPECT_EQ(nlohmann::json::parse(switched.out)["by"], "verifier");
  EXPECT_EQ(nlohmann::json::parse(bcast("explain --json 2x1 3 --at 1,2").out)["shape"],
            nlohmann::json::parse("[2, 3]"));
  EXPECT_GT(nlohmann::json::parse(bcast("findings --json").out).size(), 10U);
  EXPECT_EQ(nlohmann::json::parse(bcast("findings --json sonnx.D2").out)["run"]["corrected"], "1");
}

TEST(Command, QuietAnswersByTheStatus) {
  for (auto const& [arguments, status] :
       std::vector<std::pair<std::string, int>>{{"shape -q 2 1", 0},
                                                {"shape -q 2 3", 1},
                                                {"shape -q 0 1 --rule mlir", 3},
                                                {"explain -q 2 3", 1},
                                                {"findings -q", 0},
                                                {"findings -q sonnx.D2", 0}}) {
    const ran r = bcast(arguments);
    EXPECT_EQ(r.out, "") << arguments;
    EXPECT_EQ(r.status, status) << arguments;
  }
  EXPECT_EQ(bcast("shape -q --json 2").status, 2);
}

TEST(Command, ColoursAreForTerminalsAndNotForNoColor) {
  if (!has_terminals()) GTEST_SKIP() << "script(1) or a pseudo-terminal is missing";
  const auto on_a_terminal = [](std::string const& set) {
    return shell("TERM=xterm " + set +
                 " script -qec \"'" BCAST_PROGRAM "' findings\" /dev/null 2>&1")
        .out;
  };
  EXPECT_NE(on_a_terminal("NO_COLOR=").find("\x1b[32mgone "), std::string::npos);
  EXPECT_EQ(on_a_terminal("NO_COLOR=1").find('\x1b'), std::string::npos);
  EXPECT_EQ(bcast("findings").out.find('\x1b'), std::string::npos);
}

}  // namespace cli_test
