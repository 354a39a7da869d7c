// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/spec/rules.hpp"
#include "oracle/plain.hpp"
#include "pipe/contract.hpp"
#include "pipe/tensors.hpp"
#include "tests/support/rows.hpp"

// Both sides of the pipe's contract, and the tensors of a call, without a pipe.

namespace pipe_contract_test {

namespace kit = bcast::kit;
namespace pipe = bcast::proptests::pipe;
using bcast::proptests::subject_failure;
using bcast::tests::expect_rows;
using bcast::tests::refusal;
using kind = kit::result::kind;
using pipe::encoding;
using pipe::json;
using pipe::malformed;

/// The smallest answer to the first ask, with additional members.
pipe::capabilities declared(std::string const& members) {
  return pipe::to_capabilities(json::parse(R"({"bcast": 1, "ask": ["broadcast_shapes"])" +
                                           (members.empty() ? "" : ", " + members) + "}"));
}

std::string refused(std::string const& members) {
  return refusal<malformed>([&] { declared(members); });
}

TEST(PipeContract, WhatIsNotDeclaredIsTheDefault) {
  const pipe::capabilities c = declared(R"("name": null)");
  EXPECT_EQ(c.name, "program");
  EXPECT_EQ(c.rule, "array_api");
  EXPECT_EQ(c.declares.ops, std::vector<std::string>{"copy"});
  EXPECT_EQ(c.declares.max_rank, SIZE_MAX);
  EXPECT_EQ(c.declares.max_elements, 65536U);
  EXPECT_FALSE(c.declares.strided);
  EXPECT_FALSE(c.declares.overlap);
  EXPECT_TRUE(c.declares.reject);
}

TEST(PipeContract, WhatIsDeclaredComesBackAsItWas) {
  const json told = json::parse(
      R"({"bcast": 1, "name": "n", "rule": "mlir", "ask": ["broadcast_shapes", "apply"],
          "dtypes": ["int8", "float32"], "ops": ["add"], "max_rank": 3, "min_operands": 2, "max_operands": 2,
          "max_elements": 9, "unknown": true, "strided": true, "overlap": false,
          "reject": false, "exact": true, "costly": true})");
  const pipe::capabilities c = pipe::to_capabilities(told);
  EXPECT_EQ(c.declares.dtypes, (std::vector<std::string>{"int8", "float"}));
  EXPECT_TRUE(c.declares.strided);
  EXPECT_FALSE(c.declares.overlap);
  EXPECT_TRUE(c.declares.costly);
  EXPECT_EQ(pipe::to_json(c), told);
  EXPECT_TRUE(declared(R"("strided": true)").declares.overlap);
  expect_rows(R"(
    numpy                            => array_api
    sonnx@2026-01                    => sonnx@2026-01
    sound leading=accept             => sound leading=accept
    numpy  zero=other rank=equal     => array_api zero=other rank=equal
  )",
              [](std::string const& rule) { return declared(R"("rule": ")" + rule + " \"").rule; });
}

TEST(PipeContract, ARuleIsNamedByTheNewWordOrTheOldOne) {
  EXPECT_EQ(declared(R"("rule": "mlir")").rule, "mlir");
  EXPECT_EQ(declared(R"("profile": "mlir")").rule, "mlir");
  EXPECT_EQ(declared(R"("rule": "mlir", "profile": "xla")").rule, "mlir");
}

TEST(PipeContract, AMemberOfTheWrongKindIsQuoted) {
  const std::string unknown = refused(R"("rule": "bogus")");
  EXPECT_TRUE(unknown.starts_with("no rule is called 'bogus'; there are sonnx, ")) << unknown;
  for (auto const& p : bcast::spec::rules) {
    EXPECT_NE(unknown.find(", " + std::string(p.name)), p.name == "sonnx" ? 0 : std::string::npos)
        << p.name;
  }
  for (std::string const wrong : {"", " sound", "sound\\n", "mlir@", "Sound"}) {
    EXPECT_TRUE(refused(R"("rule": ")" + wrong + "\"").starts_with("no rule is called '"));
  }
  EXPECT_TRUE(refused(R"("ops": ["foo"])").starts_with("no operation is called 'foo'; "));
  EXPECT_TRUE(refused(R"("name": "\u001b[31m")").starts_with("\"name\" is `.[31m"));
  expect_rows(R"-(
    "name": 5             => "name" is `5`, not a string
    "ops": [1]            => "ops" is `[1]`, not a list of strings
    "ops": "add"          => "ops" is `"add"`, not a list of strings
    "exact": 1            => "exact" is `1`, neither true nor false
    "max_elements": -1    => "max_elements" is negative
    "dtypes": ["int5"]    => no element type is called 'int5'; did you mean 'int8'? There are bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, float16, bfloat16, complex64, complex128, string
    "ask": ["expnad"]     => no ask is called `expnad`; did you mean 'expand'?
    "ask": ["matmull"]    => no ask is called `matmull`; did you mean 'matmul'?
    "cots": "compile"     => no key is called `cots`; did you mean 'cost'?
    "ask": []             => "ask" must list what it can be asked
    "overlap": "maybe"    => "overlap" is `"maybe"`, neither true nor false
    "cost": "free"        => "cost" is `free`; it can be "call" or "compile"
    "elements": "hex"     => "elements" is `hex`; it can be "values" or "base64"
    "dtyps": ["int8"]     => no key is called `dtyps`; did you mean 'dtypes'?
    "bcast": 2            => it uses version 2 of the contract, not 1
    "name": ""            => "name" is empty
    "name": "a\u000ab"    => "name" is `a.b`, which has control characters
    "name": "m\u00fcller" => taken
    "rule": "mlir zero=oter"          => the switch zero has no value 'oter'; did you mean 'other'? It has other, reject, maximum, gap, illegal, forbidden
    "rule": "mlir zro=other"          => no switch is called 'zro'; did you mean 'zero'? There are relation, zero, rank, unknown, symbols, unknown_result, leading, unranked, vectors, operands, tuple
    "rule": "mlir other"              => 'other' is not of the form switch=value
    "rule": "mlir zero=gap zero=other" => the switch zero is given twice
  )-",
              refused);
}

TEST(PipeContract, ASubjectIsAskedForTheFunctionsThatItHas) {
  kit::subject s;
  EXPECT_TRUE(pipe::capabilities_of(s).asks.empty());
  s.verify = [](auto const&, auto const&) { return kit::result{}; };
  EXPECT_EQ(pipe::capabilities_of(s).asks, std::vector<std::string>{"verify"});
  EXPECT_EQ(pipe::capabilities_of(bcast::proptests::plain()).asks,
            (std::vector<std::string>{"broadcast_shapes", "expand", "apply", "adjoint",
                                      "matmul_shape", "matmul"}));
  s.declares.dtypes = {"int5", "double"};
  EXPECT_EQ(pipe::to_json(pipe::capabilities_of(s))["dtypes"], json({"int5", "float64"}));
}

TEST(PipeContract, AProgramThatSaysJoinIsAskedSo) {
  const pipe::capabilities old =
      pipe::to_capabilities(json::parse(R"({"bcast": 1, "ask": ["verify", "join"]})"));
  EXPECT_EQ(old.asks, (std::vector<std::string>{"verify", "broadcast_shapes"}));
  EXPECT_EQ(pipe::to_json(old)["ask"], json({"verify", "join"}));
  json asked;
  pipe::subject_of(old, [&](json const& question, std::size_t) {
    asked = question;
    return json{{"ok", {2}}};
  }).broadcast_shapes({kit::shape{2}}, std::nullopt);
  EXPECT_EQ(asked["ask"], "join");
  EXPECT_EQ(
      pipe::respond(bcast::proptests::plain(), json::parse(R"({"ask": "join", "in": [[2], [1]]})")),
      json({{"ok", {2}}}));
}

TEST(PipeContract, AnAnswerHasOneVerdictAndSaysWhere) {
  expect_rows(R"-(
    {"ok": [2]}                                           => 0
    {"unsupported": true}                                 => 3
    {"no_answer": "silent"}                               => 2 silent
    {"reject": "no", "tag": "t", "at": {"axis": 1, "operands": [0, 2]}} => 1 no t at 1 of 0 of 2
    {"reject": "", "at": {"operands": [0]}}               => 1 of 0
    {"reject": "", "at": {"axis": 0}}                     => 1 at 0
    {"reject": "", "at": null}                            => 1
    {}                                                    => malformed
    {"ok": 1, "reject": 1}                                => malformed
    {"ok": 1, "error": "x"}                               => malformed
    {"reject": "", "at": {"operands": [-1]}}              => malformed
    {"reject": "", "at": {"axis": -1}}                    => malformed
  )-",
              [](std::string const& answer) -> std::string {
                try {
                  const kit::result a = pipe::to_verdict(json::parse(answer));
                  std::string text = std::to_string(static_cast<int>(a.verdict));
                  if (!a.why.empty()) text += " " + a.why;
                  if (!a.tag.empty()) text += " " + a.tag;
                  if (a.axis) text += " at " + std::to_string(*a.axis);
                  for (std::size_t m : a.operands) text += " of " + std::to_string(m);
                  return text;
                } catch (malformed const&) {
                  return "malformed";
                }
              });
}

/// The subject of a program with fixed answers, and the questions that it got.
struct program {
  json answer;
  std::vector<json> questions;
  std::size_t most = 100;

  kit::subject subject() {
    pipe::capabilities c = declared("");
    c.asks = {"broadcast_shapes", "verify", "expand", "apply", "adjoint", "matmul_shape", "matmul"};
    c.declares.max_elements = most;
    return pipe::subject_of(c, [this](json const& question, std::size_t) {
      questions.push_back(question);
      return answer;
    });
  }
};

TEST(PipeContract, AQuestionHasTheDimensionsThatAreGiven) {
  program p{json::parse(R"({"ok": [3, 2]})"), {}};
  const kit::subject s = p.subject();
  EXPECT_EQ(s.broadcast_shapes({{{2}}, {{3, 2}}}, kit::broadcast_dimensions{1}).shape,
            (kit::shape{{3, 2}}));
  s.broadcast_shapes({{{2}}}, std::nullopt);
  EXPECT_EQ(p.questions[0],
            json::parse(R"({"ask": "broadcast_shapes", "in": [[2], [3, 2]], "dims": [1]})"));
  EXPECT_FALSE(p.questions[1].contains("dims"));
}

TEST(PipeContract, AVerificationMayBeAcceptedWithoutAShape) {
  program p{json::parse(R"({"ok": true})"), {}};
  const kit::subject s = p.subject();
  EXPECT_EQ(s.verify({{{2}}}, {{2}}).verdict, kind::ok);
  EXPECT_THROW(s.expand({{2}}, {{2}}), subject_failure);
  p.answer = json::parse(R"({"ok": [4]})");
  EXPECT_EQ(s.verify({{{2}}}, {{2}}).shape, (kit::shape{{4}}));
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
       {"[5]", "5", R"([{"shape": [2], "values": [1, 2]}])", R"([{"shape": [1], "values": 1}])",
        R"([{"shape": [1], "values": [1, 2]}])"}) {
    program p{{{"ok", json::parse(wrong)}}, {}};
    EXPECT_THROW(p.subject().apply("copy", {one}, {to}), subject_failure) << wrong;
  }
  EXPECT_EQ(z.front(), 0);
}

TEST(PipeContract, EveryAskHasAnAnswerAndKeepsItsId) {
  /// The answer; of an error, what comes before a quotation.
  const auto answer = [](std::string const& ask) {
    const json a = pipe::respond(bcast::proptests::plain(), json::parse(ask));
    if (!a.contains("error")) return a.dump();
    const std::string said = a["error"];
    return "error: " + said.substr(0, said.find('`'));
  };
  expect_rows(R"-(
    5                                                      => error: an ask is a JSON object
    {"id": "7", "ask": "frob"}                             => {"id":"7","unsupported":"it is not offered"}
    {"ask": "broadcast_shapes", "in": [[2, 1], [3]]}                   => {"ok":[2,3]}
    {"ask": "broadcast_shapes", "in": [[2], [3]]}                      => {"reject":"array_api.A14 is broken at axis 0","tag":"array_api.A14","at":{"axis":0,"operands":[]}}
    {"ask": "verify", "in": [[2]], "result": [2]}          => {"unsupported":"it is not offered"}
    {"ask": "expand", "in": [[1]], "result": [2]}          => {"ok":[2]}
    {"ask": "expand", "in": [], "result": [2]}             => {"unsupported":"it is not offered"}
    {"ask": "apply", "op": "copy", "in": [], "out": []}    => error: an ask for values needs an operand and an output
    {"ask": "adjoint", "in": [{"dtype": "int8", "shape": [], "values": [1]}], "out": []} => error: an ask for values needs an operand and an output
  )-",
              answer);
  // A tensor: its elements, as values or bytes.
  expect_rows(R"-(
    "dtype": "int8", "shape": [2], "values": [1, 2]        => {"ok":[{"shape":[2],"values":[1,2]}]}
    "dtype": "int8", "shape": [2], "values": [1]           => error: expected 2 elements in
    "dtype": "int8", "shape": [1], "values": {"a": 1}      => error: expected 1 elements
    "dtype": "int8", "shape": [2], "bytes": "AQI="         => {"ok":[{"shape":[2],"bytes":"AQI="}]}
    "dtype": "int8", "shape": [2], "bytes": "AQ=="         => error: expected 2 elements in
    "dtype": "int16", "shape": [1], "bytes": "AQ=="        => error: 1 bytes are not elements of int16
    "dtype": "int16", "shape": [1], "bytes": "AAAA"        => error: 3 bytes are not elements of int16
    "dtype": "string", "shape": [1], "bytes": "AQ=="       => error: a string is not sent as its bytes
    "dtype": "int8", "shape": [1], "values": [300]         => error:
    "dtype": "int5", "shape": [1], "values": [1]           => error: no element type is called
    "dtype": 5, "shape": [1], "bytes": ""                  => error: no element type is called
    "dtype": 5, "shape": [1], "values": [1]                => error: no element type is called
  )-",
              [&](std::string const& operand) {
                return answer(R"({"ask": "apply", "op": "copy", "in": [{)" + operand +
                              R"(}], "out": [{"dtype": "int8", "shape": [2]}]})");
              });
  // Tensors inside their storages.
  expect_rows(R"-(
    "dtype": "int8", "values": [1, 2] / "storage": 0, "offset": 0, "strides": [1]    => {"ok":[{"shape":[2],"storage":[1,2]}]}
    "dtype": "int8", "values": [1, 2] / "storage": 0, "offset": 1, "strides": [-1]   => {"ok":[{"shape":[2],"storage":[1,2]}]}
    "dtype": "int8", "values": [1, 2] / "storage": 1, "offset": 0, "strides": [1]    => error: no storage contains the tensor:
    "dtype": "int8", "values": [1, 2] / "storage": 0, "offset": 0, "strides": [1, 1] => error: no storage contains the tensor:
    "dtype": "int8", "values": [1, 2] / "storage": 0, "offset": 1, "strides": [1]    => error: a tensor leaves its storage:
    "dtype": "int8", "values": [1, 2] / "storage": 0, "offset": 0, "strides": [-1]   => error: a tensor leaves its storage:
    "dtype": 5, "values": []          / "storage": 0, "offset": 0, "strides": [1]    => error: no element type is called
    "dtype": "int8", "values": 5      / "storage": 0, "offset": 0, "strides": [1]    => error: expected 1 elements
  )-",
              [&](std::string const& both) {
                const std::size_t at = both.find('/');
                const std::string tensor = "{\"shape\": [2], " + both.substr(at + 1) + "}";
                return answer(R"({"ask": "apply", "op": "copy", "storage": [{)" +
                              both.substr(0, at) + R"(}], "in": [)" + tensor + R"(], "out": [)" +
                              tensor + "]}");
              });
}

TEST(PipeContract, EachVerdictOfASubjectIsAWord) {
  kit::result a;
  kit::subject s;
  s.broadcast_shapes = [&](auto const&, auto const& dimensions) {
    a.why = dimensions ? "given" : "none";
    return a;
  };
  s.verify = [](auto const&, auto const&) { return kit::result{}; };
  const auto answer = [&](char const* ask) { return pipe::respond(s, json::parse(ask)); };
  char const* const ask = R"({"ask": "broadcast_shapes", "in": [[1]]})";
  for (auto const& [verdict, word] : {std::pair{kind::refused, "reject"},
                                      {kind::silent, "no_answer"},
                                      {kind::unsupported, "unsupported"}}) {
    a.verdict = verdict;
    EXPECT_EQ(answer(ask), (json{{word, "none"}}));
  }
  EXPECT_EQ(answer(R"({"ask": "broadcast_shapes", "in": [[1]], "dims": [0]})"),
            (json{{"unsupported", "given"}}));
  EXPECT_EQ(answer(R"({"ask": "verify", "in": [], "result": [4]})")["ok"], json({4}));
  s.broadcast_shapes = nullptr;
  for (char const* asked : {ask, R"({"ask": "expand", "in": [[1]], "result": [2]})",
                            R"({"ask": "apply"})", R"({"ask": "adjoint"})"}) {
    EXPECT_EQ(answer(asked), (json{{"unsupported", "it is not offered"}})) << asked;
  }
}

// Tensors -----------------------------------------------------------------------------------------

using numbers = std::array<std::int16_t, 8>;

template <class T>
kit::tensor tensor(std::string_view element, T* data, std::vector<std::int64_t> sizes,
                   std::vector<std::int64_t> strides) {
  return {data, element, std::move(sizes), std::move(strides)};
}

/// Two rows of three that have a number between them, and one after them.
kit::tensor rows(numbers& memory) { return tensor("int16", memory.data(), {2, 3}, {4, 1}); }

std::string base64(std::vector<std::int16_t> const& all) {
  return pipe::base64(all.data(), all.size() * sizeof(std::int16_t));
}

/// The memory after an answer about `rows`, or what is wrong with the answer.
std::string after(encoding as, json const& elements, char const* member) {
  numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
  const pipe::sent sent({}, {rows(memory)}, as);
  const std::string wrong = refusal<malformed>([&] {
    sent.receive(json::array({{{"shape", {2, 3}}, {member, elements}}}));
  });
  return wrong == "taken" ? json(memory).dump() : wrong;
}

TEST(PipeTensors, AnAnswerIsAListOrBytes) {
  for (const bool bytes : {false, true}) {
    const encoding dense{false, bytes}, strided{true, bytes};
    EXPECT_EQ(after(dense, {10, 11, 12, 14, 15, 16}, "values"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(dense, {10, nullptr, 12, 14, 15, nullptr}, "values"), "[10,1,12,3,14,15,6,7]");
    EXPECT_EQ(after(dense, base64({10, 11, 12, 14, 15, 16}), "bytes"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(dense, {10, 11}, "values"), "output 0 has 2 elements; the shape [2,3] has 6");
    EXPECT_EQ(after(strided, {10, 11, 12, 3, 14, 15, 16}, "storage"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(strided, base64({10, 11, 12, 3, 14, 15, 16}), "bytes"),
              "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(strided, {10, nullptr, 12, nullptr, 14, 15, nullptr}, "storage"),
              "[10,1,12,3,14,15,6,7]");
    // What is between the rows is written only if it is another number.
    EXPECT_EQ(after(strided, {10, 11, 12, 13, 14, 15, 16}, "storage"), "[10,11,12,13,14,15,16,7]");
    EXPECT_EQ(after(strided, base64({0, 1, 2, 13, 4, 5, 6}), "bytes"), "[0,1,2,13,4,5,6,7]");
    EXPECT_EQ(after(strided, {10, 11}, "storage"),
              "the storage of output 0 has 2 elements; 7 were sent");
    numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
    const pipe::sent sent({}, {rows(memory)}, strided);
    memory[3] = 33;  // somebody else writes it meanwhile
    sent.receive(json::array({{{"shape", {2, 3}}, {"storage", {0, 1, 2, 3, 4, 5, 6}}}}));
    EXPECT_EQ(json(memory).dump(), "[0,1,2,33,4,5,6,7]") << bytes;
  }
}

TEST(PipeTensors, TensorsOfOneTypeThatOverlapShareAStorage) {
  numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
  const kit::tensor low = tensor("int16", &memory[0], {3}, {1}),
                    high = tensor("int16", &memory[5], {3}, {1}),
                    both = tensor("int16", &memory[2], {4}, {1}),
                    bytes = tensor("int8", &memory[2], {4}, {1});
  const auto storages = [](std::vector<kit::tensor> const& operands,
                           std::vector<kit::tensor> const& outputs) {
    return pipe::sent(operands, outputs, {true, false}).body()["storage"].size();
  };
  EXPECT_EQ(storages({low, high}, {}), 2U);
  EXPECT_EQ(storages({low, high}, {both}), 1U);
  EXPECT_EQ(storages({low, high}, {bytes}), 3U);
  const std::int64_t many = std::int64_t{1} << 40;
  const kit::tensor huge = tensor("int16", memory.data(), {many, many}, {0, 0});
  EXPECT_THROW(pipe::sent({}, {huge}, {}), malformed);
}

TEST(PipeTensors, TheAnswerHasTheFormOfTheAsk) {
  numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
  std::string text = "a";
  const kit::tensor words = tensor("string", &text, {1}, {1});
  /// The answer of the other side, which has done nothing.
  const auto untouched = [](std::vector<kit::tensor> const& operands,
                            std::vector<kit::tensor> const& outputs, encoding as) {
    return pipe::received(pipe::sent(operands, outputs, as).body()).answer().dump();
  };
  EXPECT_EQ(untouched({}, {rows(memory)}, {true, false}),
            R"([{"shape":[2,3],"storage":[0,1,2,3,4,5,6]}])");
  EXPECT_EQ(untouched({}, {rows(memory)}, {true, true}),
            R"([{"shape":[2,3],"bytes":")" + base64({0, 1, 2, 3, 4, 5, 6}) + R"("}])");
  EXPECT_EQ(untouched({rows(memory)}, {words}, {false, true}), R"([{"shape":[1],"values":[""]}])");
  EXPECT_EQ(untouched({rows(memory)}, {words}, {true, true}), R"([{"shape":[1],"storage":["a"]}])");
}

}  // namespace pipe_contract_test
