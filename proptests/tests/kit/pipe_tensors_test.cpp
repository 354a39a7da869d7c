// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipe/tensors.hpp"

// The tensors of a call on both sides of the pipe, without a pipe.

namespace pipe_tensors_test {
namespace {

namespace kit = bcast::kit;
namespace pipe = bcast::proptests::pipe;
using pipe::encoding;
using pipe::json;

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
  try {
    sent.receive(json::array({{{"shape", {2, 3}}, {member, elements}}}));
  } catch (pipe::malformed const& m) {
    return m.what();
  }
  return json(memory).dump();
}

TEST(PipeTensors, ADenseAnswerIsAListOrBytes) {
  for (const bool bytes : {false, true}) {
    const encoding as{false, bytes};
    EXPECT_EQ(after(as, {10, 11, 12, 14, 15, 16}, "values"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(as, {10, nullptr, 12, 14, 15, nullptr}, "values"), "[10,1,12,3,14,15,6,7]");
    EXPECT_EQ(after(as, base64({10, 11, 12, 14, 15, 16}), "bytes"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(as, {10, 11}, "values"), "output 0 has 2 elements; the shape [2,3] has 6");
  }
}

TEST(PipeTensors, AStridedAnswerIsAStorageAsAListOrBytes) {
  for (const bool bytes : {false, true}) {
    const encoding as{true, bytes};
    EXPECT_EQ(after(as, {10, 11, 12, 3, 14, 15, 16}, "storage"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(as, base64({10, 11, 12, 3, 14, 15, 16}), "bytes"), "[10,11,12,3,14,15,16,7]");
    EXPECT_EQ(after(as, {10, nullptr, 12, nullptr, 14, 15, nullptr}, "storage"),
              "[10,1,12,3,14,15,6,7]");
    // What is between the rows is written only if it is another number.
    EXPECT_EQ(after(as, {10, 11, 12, 13, 14, 15, 16}, "storage"), "[10,11,12,13,14,15,16,7]");
    EXPECT_EQ(after(as, base64({0, 1, 2, 13, 4, 5, 6}), "bytes"), "[0,1,2,13,4,5,6,7]");
    EXPECT_EQ(after(as, {10, 11}, "storage"),
              "the storage of output 0 has 2 elements; 7 were sent");
  }
}

TEST(PipeTensors, NumbersBetweenTheElementsThatNobodyWroteAreNotWritten) {
  for (const bool bytes : {false, true}) {
    numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
    const pipe::sent sent({}, {rows(memory)}, {true, bytes});
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
}

TEST(PipeTensors, ShapesHaveAtMost2To63Elements) {
  numbers memory{};
  const std::int64_t many = std::int64_t{1} << 40;
  const kit::tensor huge = tensor("int16", memory.data(), {many, many}, {0, 0});
  EXPECT_THROW(pipe::sent({}, {huge}, {}), pipe::malformed);
}

/// The answer of the other side, which has done nothing.
std::string untouched(std::vector<kit::tensor> const& operands,
                      std::vector<kit::tensor> const& outputs, encoding as) {
  return pipe::received(pipe::sent(operands, outputs, as).body()).answer().dump();
}

TEST(PipeTensors, TheAnswerHasTheFormOfTheAsk) {
  numbers memory{0, 1, 2, 3, 4, 5, 6, 7};
  std::string text = "a";
  const kit::tensor words = tensor("string", &text, {1}, {1});
  EXPECT_EQ(untouched({}, {rows(memory)}, {true, false}),
            R"([{"shape":[2,3],"storage":[0,1,2,3,4,5,6]}])");
  EXPECT_EQ(untouched({}, {rows(memory)}, {true, true}),
            R"([{"shape":[2,3],"bytes":")" + base64({0, 1, 2, 3, 4, 5, 6}) + R"("}])");
  EXPECT_EQ(untouched({rows(memory)}, {words}, {false, true}), R"([{"shape":[1],"values":[""]}])");
  EXPECT_EQ(untouched({rows(memory)}, {words}, {true, true}), R"([{"shape":[1],"storage":["a"]}])");
}

std::string refusal(std::string const& ask) {
  try {
    pipe::received(json::parse(ask));
  } catch (pipe::malformed const& m) {
    return m.what();
  }
  return "taken";
}

TEST(PipeTensors, AnAskThatIsNotOneIsRefused) {
  const std::string in = R"({"out":[],"in":[{"shape":[1],)";
  EXPECT_EQ(refusal(in + R"("dtype":5,"bytes":""}]})"), "no element type is called ``");
  EXPECT_EQ(refusal(in + R"("dtype":5,"values":[1]}]})"), "no element type is called ``");
  EXPECT_EQ(refusal(in + R"("dtype":"string","bytes":""}]})"), "a string is not sent as its bytes");
  EXPECT_EQ(refusal(in + R"("dtype":"int16","bytes":"AAAA"}]})"),
            "3 bytes are not elements of int16");
}

}  // namespace
}  // namespace pipe_tensors_test
