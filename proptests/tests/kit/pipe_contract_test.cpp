// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/spec/profiles.hpp"
#include "oracle/plain.hpp"
#include "pipe/contract.hpp"

// Both sides of the pipe's contract, without a pipe.

namespace {

namespace kit = bcast::kit;
namespace pipe = bcast::proptests::pipe;
using kind = kit::answer::kind;
using pipe::json;
using pipe::malformed;

/// The smallest answer to the first ask, with additional members.
pipe::capabilities declared(std::string const& members) {
  return pipe::to_capabilities(json::parse(R"({"bcast": 1, "ask": ["join"])" + members + "}"));
}

std::string refusal(std::string const& members) {
  try {
    declared(members);
  } catch (malformed const& m) {
    return m.what();
  }
  return "taken";
}

TEST(PipeContract, WhatIsNotDeclaredIsTheDefault) {
  const pipe::capabilities c = declared(R"(, "name": null)");
  EXPECT_EQ(c.name, "program");
  EXPECT_EQ(c.profile, "array_api");
  EXPECT_EQ(c.declares.operations, std::vector<std::string>{"copy"});
  EXPECT_EQ(c.declares.max_rank, SIZE_MAX);
  EXPECT_EQ(c.max_elements, pipe::capabilities().max_elements);
  EXPECT_FALSE(c.declares.strided);
  EXPECT_FALSE(c.declares.overlapping);
  EXPECT_TRUE(c.declares.refusing);
}

TEST(PipeContract, WhatIsDeclaredComesBackAsItWas) {
  const json told = json::parse(
      R"({"bcast": 1, "name": "n", "profile": "mlir", "ask": ["join", "apply"],
          "dtypes": ["int8", "float32"], "ops": ["add"], "max_rank": 3, "min_operands": 2, "max_operands": 2,
          "max_elements": 9, "unknown": true, "strided": true, "overlap": "undefined",
          "reject": "undefined", "exact": true, "cost": "compile"})");
  const pipe::capabilities c = pipe::to_capabilities(told);
  EXPECT_EQ(c.declares.elements, (std::vector<std::string>{"int8", "float"}));
  EXPECT_TRUE(c.declares.strided);
  EXPECT_FALSE(c.declares.overlapping);
  EXPECT_TRUE(c.declares.costly);
  EXPECT_EQ(pipe::to_json(c), told);
  EXPECT_TRUE(declared(R"(, "strided": true)").declares.overlapping);
}

TEST(PipeContract, AMemberOfTheWrongKindIsQuoted) {
  EXPECT_EQ(refusal(R"(, "name": 5)"), "\"name\" is `5`, not a string");
  EXPECT_EQ(refusal(R"(, "ops": [1])"), "\"ops\" is `[1]`, not a list of strings");
  EXPECT_EQ(refusal(R"(, "ops": "add")"), "\"ops\" is `\"add\"`, not a list of strings");
  EXPECT_EQ(refusal(R"(, "exact": 1)"), "\"exact\" is `1`, neither true nor false");
  EXPECT_EQ(refusal(R"(, "max_elements": -1)"), "\"max_elements\" is negative");
  EXPECT_EQ(
      refusal(R"(, "dtypes": ["int5"])"),
      "no element type is called 'int5'; did you mean 'int8'? There are bool, int8, int16, int32, "
      "int64, uint8, uint16, uint32, uint64, float, double, float16, bfloat16, string");
  EXPECT_EQ(refusal(R"(, "ask": ["jion"])"), "no ask is called `jion`; did you mean 'join'?");
  EXPECT_EQ(refusal(R"(, "ops": ["foo"])").substr(0, 30), "no operation is called 'foo'; ");
  EXPECT_EQ(refusal(R"(, "overlap": "maybe")"),
            "\"overlap\" is `maybe`; it can be \"defined\" or \"undefined\"");
  EXPECT_EQ(refusal(R"(, "elements": "hex")"),
            "\"elements\" is `hex`; it can be \"values\" or \"base64\"");
  EXPECT_EQ(refusal(R"(, "dtyps": ["int8"])"), "no key is called `dtyps`; did you mean 'dtypes'?");
  EXPECT_EQ(refusal(R"(, "bcast": 2)"), "it uses version 2 of the contract, not 1");
  EXPECT_EQ(refusal(R"(, "name": "")"), "\"name\" is empty");
  EXPECT_EQ(refusal(R"(, "name": "a\nb")"), "\"name\" is `a.b`, which has control characters");
  EXPECT_EQ(refusal(R"(, "name": "\u001b[31m")").substr(0, 16), "\"name\" is `.[31m");
  EXPECT_EQ(refusal(R"(, "name": "m\u00fcller")"), "taken");
  EXPECT_EQ(refusal(R"(, "ask": [])"), "\"ask\" must list what it can be asked");
}

TEST(PipeContract, AProfileIsOneThatThereIs) {
  for (std::string const wrong : {"bogus", "", " sound", "sound\\n", "mlir@", "Sound"}) {
    const std::string said = refusal(", \"profile\": \"" + wrong + "\"");
    EXPECT_EQ(said.find("no profile is called '"), 0U) << said;
  }
  std::string names;
  for (auto const& p : bcast::spec::profiles) {
    names += (names.empty() ? "" : ", ") + std::string(p.name);
  }
  EXPECT_EQ(refusal(R"(, "profile": "bogus")"),
            "no profile is called 'bogus'; there are " + names + ", sonnx@2026-01");
  EXPECT_EQ(declared(R"(, "profile": "numpy")").profile, "array_api");
  EXPECT_EQ(declared(R"(, "profile": "sonnx@2026-01")").profile, "sonnx@2026-01");
  EXPECT_EQ(declared(R"(, "profile": "sound leading=accept")").profile, "sound leading=accept");
}

TEST(PipeContract, ASwitchOfAProfileIsOneThatThereIs) {
  EXPECT_EQ(refusal(R"(, "profile": "mlir zero=oter")"),
            "the switch zero has no value 'oter'; did you mean 'other'? It has other, reject, "
            "maximum, gap, illegal");
  EXPECT_EQ(
      refusal(R"(, "profile": "mlir zro=other")"),
      "no switch is called 'zro'; did you mean 'zero'? There are relation, zero, rank, unknown, "
      "symbols, unknown_result, leading, unranked, vectors, operands, tuple");
  EXPECT_EQ(refusal(R"(, "profile": "mlir other")"), "'other' is not of the form switch=value");
  EXPECT_EQ(refusal(R"(, "profile": "mlir zero=gap zero=other")"),
            "the switch zero is given twice");
  EXPECT_EQ(refusal(R"(, "profile": "sonnx@2026-01 zero=gap")"),
            "the profile sonnx@2026-01 has no switches");
  EXPECT_EQ(declared(R"(, "profile": "numpy  zero=other rank=equal ")").profile,
            "array_api zero=other rank=equal");
}

TEST(PipeContract, ASubjectIsAskedForTheFunctionsThatItHas) {
  kit::subject s;
  EXPECT_TRUE(pipe::capabilities_of(s).asks.empty());
  s.verify = [](auto const&, auto const&) { return kit::answer{}; };
  EXPECT_EQ(pipe::capabilities_of(s).asks, std::vector<std::string>{"verify"});
  EXPECT_EQ(pipe::capabilities_of(bcast::proptests::plain()).asks,
            (std::vector<std::string>{"join", "expand", "apply", "adjoint"}));
  s.declares.elements = {"int5", "double"};
  EXPECT_EQ(pipe::to_json(pipe::capabilities_of(s))["dtypes"], json({"int5", "float64"}));
}

kit::answer verdict(char const* answer) { return pipe::to_verdict(json::parse(answer)); }

TEST(PipeContract, AnAnswerHasOneVerdictAndSaysWhere) {
  EXPECT_EQ(verdict(R"({"ok": [2]})").verdict, kind::ok);
  EXPECT_EQ(verdict(R"({"unsupported": true})").verdict, kind::unsupported);
  EXPECT_EQ(verdict(R"({"unsupported": true})").why, "");
  EXPECT_EQ(verdict(R"({"no_answer": "silent"})").why, "silent");
  const kit::answer a =
      verdict(R"({"reject": "no", "tag": "t", "at": {"axis": 1, "operands": [0, 2]}})");
  EXPECT_EQ(a.verdict, kind::reject);
  EXPECT_EQ(a.tag, "t");
  EXPECT_EQ(a.axis, 1U);
  EXPECT_EQ(a.operands, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(verdict(R"({"reject": "", "at": {"operands": [0]}})").axis, std::nullopt);
  EXPECT_TRUE(verdict(R"({"reject": "", "at": {"axis": 0}})").operands.empty());
  EXPECT_EQ(verdict(R"({"reject": "", "at": null})").axis, std::nullopt);
}

TEST(PipeContract, AnAnswerWithoutOneVerdictIsMalformed) {
  for (char const* wrong :
       {R"({})", R"({"ok": 1, "reject": 1})", R"({"ok": 1, "error": "x"})",
        R"({"reject": "", "at": {"operands": [-1]}})", R"({"reject": "", "at": {"axis": -1}})"}) {
    EXPECT_THROW(verdict(wrong), malformed) << wrong;
  }
}

/// The subject of a program with fixed answers, and the questions that it got.
struct program {
  json answer;
  std::vector<json> questions;
  std::size_t most = 100;

  kit::subject subject() {
    pipe::capabilities c = declared("");
    c.asks = {"join", "verify", "expand", "apply", "adjoint"};
    c.max_elements = most;
    return pipe::subject_of(c, [this](json const& question, std::size_t) {
      questions.push_back(question);
      return answer;
    });
  }
};

TEST(PipeContract, AQuestionHasTheDimensionsThatAreGiven) {
  program p{json::parse(R"({"ok": [3, 2]})"), {}};
  const kit::subject s = p.subject();
  EXPECT_EQ(s.infer({{{2}}, {{3, 2}}}, kit::broadcast_dimensions{1}).common, (kit::shape{{3, 2}}));
  s.infer({{{2}}}, std::nullopt);
  EXPECT_EQ(p.questions[0], json::parse(R"({"ask": "join", "in": [[2], [3, 2]], "dims": [1]})"));
  EXPECT_FALSE(p.questions[1].contains("dims"));
}

TEST(PipeContract, AVerificationMayBeAcceptedWithoutAShape) {
  program p{json::parse(R"({"ok": true})"), {}};
  const kit::subject s = p.subject();
  EXPECT_EQ(s.verify({{{2}}}, {{2}}).verdict, kind::ok);
  EXPECT_THROW(s.expand({{2}}, {{2}}), bcast::proptests::subject_failure);
  p.answer = json::parse(R"({"ok": [4]})");
  EXPECT_EQ(s.verify({{{2}}}, {{2}}).common, (kit::shape{{4}}));
}

TEST(PipeContract, MoreElementsThanAProgramTakesAreNotSent) {
  program p{json::parse(R"({"ok": [{"shape": [2], "values": [1, 2]}]})"), {}, 4};
  const kit::subject s = p.subject();
  std::vector<double> x{1, 2}, z{0, 0, 0};
  const kit::tensor two{x.data(), "double", {2}, {1}}, three{z.data(), "double", {3}, {1}},
      huge{nullptr, "double", {INT64_MAX, INT64_MAX}, {0, 0}}, out{z.data(), "double", {2}, {1}};
  EXPECT_EQ(s.apply("copy", {two}, {three}).verdict, kind::unsupported);
  EXPECT_EQ(s.apply("copy", {huge, huge}, {two}).verdict, kind::unsupported);
  EXPECT_EQ(s.adjoint(three, two).why, "there are too many elements");
  EXPECT_TRUE(p.questions.empty());
  EXPECT_EQ(s.adjoint(two, out).verdict, kind::ok);
  EXPECT_EQ(z, (std::vector<double>{1, 2, 0}));
}

TEST(PipeContract, OutputsAreObjectsOfTheDueShape) {
  std::vector<double> x{1}, z{0};
  const kit::tensor one{x.data(), "double", {1}, {1}}, to{z.data(), "double", {1}, {1}};
  for (char const* wrong :
       {R"({"ok": [5]})", R"({"ok": 5})", R"({"ok": [{"shape": [2], "values": [1, 2]}]})",
        R"({"ok": [{"shape": [1], "values": 1}]})",
        R"({"ok": [{"shape": [1], "values": [1, 2]}]})"}) {
    program p{json::parse(wrong), {}};
    EXPECT_THROW(p.subject().apply("copy", {one}, {to}), bcast::proptests::subject_failure)
        << wrong;
  }
  EXPECT_EQ(z.front(), 0);
}

json answer_to(kit::subject const& s, char const* ask) {
  return pipe::respond(s, json::parse(ask));
}

TEST(PipeContract, EveryAskHasAnAnswerAndKeepsItsId) {
  const kit::subject s = bcast::proptests::plain();
  EXPECT_EQ(answer_to(s, "5")["error"], "an ask is a JSON object");
  EXPECT_EQ(answer_to(s, R"({"id": "7", "ask": "frob"})"),
            json::parse(R"({"id": "7", "unsupported": "it is not offered"})"));
  EXPECT_EQ(answer_to(s, R"({"ask": "join", "in": [[2, 1], [3]]})")["ok"], json({2, 3}));
  EXPECT_EQ(answer_to(s, R"({"ask": "verify", "in": [[2]], "result": [2]})")["unsupported"],
            "it is not offered");
  EXPECT_EQ(answer_to(s, R"({"ask": "expand", "in": [[1]], "result": [2]})")["ok"], json({2}));
  EXPECT_TRUE(
      answer_to(s, R"({"ask": "expand", "in": [], "result": [2]})").contains("unsupported"));
  const json refused = answer_to(s, R"({"ask": "join", "in": [[2], [3]]})");
  EXPECT_EQ(refused["tag"], "array_api.A14");
  EXPECT_EQ(refused["at"], json::parse(R"({"axis": 0, "operands": []})"));
}

TEST(PipeContract, EachVerdictOfASubjectIsAWord) {
  kit::answer a;
  kit::subject s;
  s.infer = [&](auto const&, auto const& dimensions) {
    a.why = dimensions ? "given" : "none";
    return a;
  };
  char const* const ask = R"({"ask": "join", "in": [[1]]})";
  for (auto const& [verdict, word] : {std::pair{kind::reject, "reject"},
                                      {kind::no_answer, "no_answer"},
                                      {kind::unsupported, "unsupported"}}) {
    a.verdict = verdict;
    EXPECT_EQ(answer_to(s, ask), (json{{word, "none"}}));
  }
  EXPECT_EQ(answer_to(s, R"({"ask": "join", "in": [[1]], "dims": [0]})"),
            (json{{"unsupported", "given"}}));
  s.verify = [](auto const&, auto const&) { return kit::answer{}; };
  EXPECT_EQ(answer_to(s, R"({"ask": "verify", "in": [], "result": [4]})")["ok"], json({4}));
  for (char const* asked : {R"({"ask": "expand", "in": [[1]], "result": [2]})",
                            R"({"ask": "apply"})", R"({"ask": "adjoint"})"}) {
    EXPECT_EQ(answer_to(s, asked), json::parse(R"({"unsupported": "it is not offered"})")) << asked;
  }
  s.infer = nullptr;
  EXPECT_TRUE(answer_to(s, ask).contains("unsupported"));
}

TEST(PipeContract, AnAsksTensorsLieInsideTheirStorages) {
  const auto error_of = [](std::string const& storage, std::string const& tensor) {
    const std::string ask = R"({"ask": "apply", "op": "copy", "storage": )" + storage +
                            R"(, "in": [)" + tensor + R"(], "out": [)" + tensor + "]}";
    const json answer = answer_to(bcast::proptests::plain(), ask.c_str());
    return answer.contains("error") ? answer["error"].get<std::string>() : "";
  };
  const std::string two = R"([{"dtype": "int8", "values": [1, 2]}])";
  const auto tensor = [](char const* storage, char const* offset, char const* strides) {
    return std::string(R"({"storage": )") + storage + R"(, "offset": )" + offset +
           R"(, "shape": [2], "strides": )" + strides + "}";
  };
  EXPECT_EQ(error_of(two, tensor("0", "0", "[1]")), "");
  EXPECT_EQ(error_of(two, tensor("0", "1", "[-1]")), "");
  EXPECT_NE(error_of(two, tensor("1", "0", "[1]")).find("no storage contains"), std::string::npos);
  EXPECT_NE(error_of(two, tensor("0", "0", "[1, 1]")).find("no storage contains"),
            std::string::npos);
  EXPECT_NE(error_of(two, tensor("0", "1", "[1]")).find("leaves its storage"), std::string::npos);
  EXPECT_NE(error_of(two, tensor("0", "0", "[-1]")).find("leaves its storage"), std::string::npos);
  EXPECT_NE(error_of(R"([{"dtype": 5, "values": []}])", tensor("0", "0", "[1]")), "");
  EXPECT_EQ(error_of(R"([{"dtype": "int8", "values": 5}])", tensor("0", "0", "[1]")),
            "expected 1 elements");
}

TEST(PipeContract, ADenseTensorHasItsElements) {
  const auto error_of = [](char const* tensor) {
    const json answer = answer_to(
        bcast::proptests::plain(),
        (std::string(
             R"({"ask": "apply", "op": "copy", "out": [{"dtype": "int8", "shape": [2]}], "in": [)") +
         tensor + "]}")
            .c_str());
    return answer.contains("error") ? answer["error"].get<std::string>() : "";
  };
  EXPECT_EQ(error_of(R"({"dtype": "int8", "shape": [2], "values": [1, 2]})"), "");
  EXPECT_NE(error_of(R"({"dtype": "int8", "shape": [2], "values": [1]})"), "");
  EXPECT_EQ(error_of(R"({"dtype": "int8", "shape": [1], "values": {"a": 1}})"),
            "expected 1 elements");
}

TEST(PipeContract, AnAskWithBytesIsAnsweredWithBytes) {
  const auto answer = [](char const* operand) {
    return answer_to(bcast::proptests::plain(),
                     (std::string(R"({"ask": "apply", "op": "copy", "in": [)") + operand +
                      R"(], "out": [{"dtype": "int8", "shape": [2]}]})")
                         .c_str());
  };
  EXPECT_EQ(answer(R"({"dtype": "int8", "shape": [2], "bytes": "AQI="})"),
            json::parse(R"({"ok": [{"shape": [2], "bytes": "AQI="}]})"));
  EXPECT_EQ(answer(R"({"dtype": "int8", "shape": [2], "bytes": "AQ=="})")["error"]
                .get<std::string>()
                .substr(0, 20),
            "expected 2 elements ");
  EXPECT_EQ(answer(R"({"dtype": "int16", "shape": [1], "bytes": "AQ=="})")["error"],
            "1 bytes are not elements of int16");
  EXPECT_EQ(answer(R"({"dtype": "string", "shape": [1], "bytes": "AQ=="})")["error"],
            "a string is not sent as its bytes");
}

TEST(PipeContract, AnAskForValuesHasAnOperandAndAnOutput) {
  const kit::subject s = bcast::proptests::plain();
  for (char const* ask :
       {R"({"ask": "apply", "op": "copy", "in": [], "out": []})",
        R"({"ask": "adjoint", "in": [{"dtype": "int8", "shape": [], "values": [1]}],
                              "out": []})"}) {
    EXPECT_EQ(answer_to(s, ask)["error"], "an ask for values needs an operand and an output");
  }
}

}  // namespace
