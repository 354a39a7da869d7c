// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/bcast.h"
#include "bcast/proptests/case.hpp"
#include "expected.hpp"
#include "explain/explanation.hpp"
#include "tests/support/command.hpp"

// What a user reads of a refusal: the explanation, the program and the C interface.

namespace refusals_of_faces {
namespace {

using namespace bcast::refusals;
using bcast::kit::dim;
using bcast::tests::ran;
using json = nlohmann::json;

constexpr std::string_view rules[] = {"sonnx", "sonnx@2026-01", "array_api",  "array_api@2025.12",
                                      "xla",   "mlir",          "xla_client", "mlir@19",
                                      "onnx",  "sound"};

bcast::proptests::test_case case_of(shapes const& operands, tuple const& dimensions = {}) {
  bcast::proptests::test_case c;
  for (bcast::kit::shape const& t : operands) c.operands.push_back({t, {}});
  c.dimensions = dimensions;
  return c;
}

/// The line that a refusal ends in, up to the words of a clause that names no sizes.
std::string line_of(refusal const& r) {
  return fmt::format("{} [{}] {}{}", r.broken ? "does not broadcast" : "no answer", r.tag,
                     r.axis ? fmt::format("axis {}: ", *r.axis) : "", r.why);
}

void expect_answer(std::string_view rule, shapes const& operands, tuple const& dimensions = {}) {
  const auto c = case_of(operands, dimensions);
  const auto wanted = expected(rule, operands, dimensions);
  const auto found = bcast::answers::broadcast_shapes(rule, c);
  ASSERT_EQ(difference(found, wanted), "") << rule << ": " << text_of(operands);
  if (!wanted) return;
  const std::string line = bcast::answers::line_of(found);
  ASSERT_EQ(line.substr(0, line_of(*wanted).size()), line_of(*wanted));
  if (!wanted->operands.empty()) {
    ASSERT_EQ(line, line_of(*wanted));
  }
}

void expect_answers(shapes const& operands) {
  for (std::string_view rule : rules) expect_answer(rule, operands);
}

TEST(Refusals, AnswersNameClauseAxisOperandsAndSizes) {
  each_of(2, 2, {0, 1, 2, 3}, expect_answers);
  each_of(3, 1, {0, 1, 2, 3}, expect_answers);
  each_of(2, 2, {0, 2, 3, dim()}, expect_answers);
  each_random(500, false, expect_answers);
  each_random(500, true, expect_answers);
}

TEST(Refusals, AnswersNameWhatIsWrongWithATuple) {
  each_with_tuple([](shapes const& s, tuple const& t) {
    expect_answer("xla", s, t);
    expect_answer("xla_client", s, t);
  });
}

TEST(Refusals, AnswersNameWhereADeclaredResultDiffers) {
  for (std::string_view rule : {"mlir", "mlir@19", "array_api", "sonnx"}) {
    each_of(3, 1, {0, 1, 2, 3}, [&](shapes const& s) {
      auto c = case_of({s[0], s[1]});
      c.result = bcast::proptests::operand{s[2], {}};
      ASSERT_EQ(difference(bcast::answers::broadcast_shapes(rule, c),
                           expected_result(rule, {s[0], s[1]}, s[2])),
                "")
          << rule << ": " << text_of(s);
    });
  }
}

TEST(Refusals, AnExplanationEndsInTheRefusal) {
  each_random(200, false, [](shapes const& s) {
    for (std::string_view rule : rules) {
      const auto wanted = expected(rule, s);
      if (!wanted || wanted->operands.empty()) continue;
      const auto c = case_of(s);
      const std::string text =
          bcast::explain::explanation(rule, c, bcast::answers::broadcast_shapes(rule, c));
      const std::string line = "\n" + line_of(*wanted) + "\n";
      ASSERT_TRUE(text.ends_with(line)) << line << text;
    }
  });
}

// The program -------------------------------------------------------------------------------------

/// The operands as arguments of the program.
std::string arguments(shapes const& s) {
  std::string text;
  for (bcast::kit::shape const& t : s) text += " '" + text_of({t}) + "'";
  return text;
}

TEST(Refusals, TheProgramPrintsThem) {
  int refused = 0;
  each_random(60, false, [&](shapes const& s) {
    if (s.size() > 3) return;
    for (std::string_view rule : {"sonnx", "array_api", "mlir@19", "xla"}) {
      const auto wanted = expected(rule, s);
      if (!wanted || wanted->operands.empty()) continue;
      ++refused;
      const std::string question = fmt::format("{} --rule '{}'", arguments(s), rule);
      const ran shape = bcast::tests::bcast("shape" + question);
      EXPECT_EQ(shape.status, 1);
      EXPECT_EQ(shape.out, line_of(*wanted) + "\n") << question;
      const ran explained = bcast::tests::bcast("explain" + question);
      EXPECT_EQ(explained.status, 1);
      EXPECT_TRUE(explained.out.ends_with("\n" + line_of(*wanted) + "\n")) << explained.out;
      json j = json::parse(bcast::tests::bcast("shape --json" + question).out);  // missing: null
      EXPECT_EQ(j["clause"], wanted->tag) << question;
      EXPECT_EQ(j["axis"], *wanted->axis) << question;
      EXPECT_EQ(j["operands"], json::array({wanted->operands[0].first, wanted->operands[1].first}))
          << question;
      EXPECT_EQ(j["why"], wanted->why) << question;
    }
  });
  EXPECT_GT(refused, 20);
}

/// A file with an operation a line, each of them with its operands and its result's type.
TEST(Refusals, VerifyReportsThemAtTheirLines) {
  const bcast::tests::directory directory;
  const auto tensor = [](bcast::kit::shape const& t) {
    std::string text = "tensor<";
    for (dim const& d : t.sizes) text += (d ? std::to_string(*d) : "?") + "x";
    return text + "i32>";
  };
  for (std::string_view rule : {"mlir", "mlir@19"}) {
    std::string text;
    std::vector<std::optional<refusal>> wanted;
    each_of(3, 2, {1, 2, dim()}, [&](shapes const& s) {
      text += fmt::format("%r = \"test.broadcastable\"(%a, %b) : ({}, {}) -> {}\n", tensor(s[0]),
                          tensor(s[1]), tensor(s[2]));
      wanted.push_back(rule == "mlir" ? expected_result("mlir", {s[0], s[1]}, s[2]) : std::nullopt);
    });
    if (rule == "mlir@19") {
      text.clear();
      wanted.clear();
      each_of(3, 2, {0, 1, 2, 3}, [&](shapes const& s) {
        text += fmt::format("%r = \"test.broadcastable\"(%a, %b) : ({}, {}) -> {}\n", tensor(s[0]),
                            tensor(s[1]), tensor(s[2]));
        wanted.push_back(expected_result("mlir@19", {s[0], s[1]}, s[2]));
      });
    }
    const std::string file = directory.write("all.mlir", text);
    const ran r = bcast::tests::shell(
        fmt::format("'{}' verify --rules-of '{}' --json '{}'", BCAST_PROGRAM, rule, file));
    ASSERT_EQ(r.status, 1);
    const json report = json::parse(r.out);
    std::vector<json> at(wanted.size());
    for (json const& d : report["files"][0]["diagnostics"]) {
      at[d["line"].get<std::size_t>() - 1] = d;
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      ASSERT_EQ(wanted[k].has_value(), !at[k].is_null()) << rule << ": line " << k + 1;
      if (!wanted[k]) continue;
      EXPECT_EQ(at[k]["tag"], wanted[k]->tag) << k + 1;
      EXPECT_EQ(at[k].contains("axis"), wanted[k]->axis.has_value()) << k + 1;
      if (wanted[k]->axis) {
        EXPECT_EQ(at[k]["axis"], *wanted[k]->axis) << k + 1;
      }
      if (wanted[k]->broken) {
        EXPECT_EQ(at[k]["message"], wanted[k]->why) << k + 1;
      }
    }
  }
}

// The C interface ---------------------------------------------------------------------------------

void expect_in_c(std::string_view rule, shapes const& s) {
  std::vector<std::vector<std::int64_t>> sizes;
  std::vector<bcast_dims> operands;
  sizes.reserve(s.size());
  for (bcast::kit::shape const& t : s) {
    auto& own = sizes.emplace_back();
    for (dim const& d : t.sizes) own.push_back(d ? *d : BCAST_UNKNOWN);
    operands.push_back(
        {t.ranked ? static_cast<std::int32_t>(own.size()) : -1, own.data(), nullptr, nullptr});
  }
  std::array<std::int64_t, 16> room{};
  bcast_dims_out out{16, 0, room.data(), nullptr, nullptr};
  bcast_reason why{};
  const std::int32_t status =
      bcast_broadcast_shapes(std::string(rule).c_str(), static_cast<std::int32_t>(s.size()),
                             operands.data(), nullptr, &out, &why);
  const auto wanted = expected(rule, s);
  const std::int32_t verdict = !wanted ? BCAST_OK : wanted->broken ? BCAST_REJECT : BCAST_NO_ANSWER;
  ASSERT_EQ(status, verdict) << rule << ": " << text_of(s);
  if (!wanted) return;
  ASSERT_EQ(why.tag, wanted->tag) << rule << ": " << text_of(s);
  ASSERT_EQ(why.axis, wanted->axis ? static_cast<std::int32_t>(*wanted->axis) : -1)
      << rule << ": " << text_of(s);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto operand =
        wanted->operands.empty() ? -1 : static_cast<std::int32_t>(wanted->operands[k].first);
    ASSERT_EQ(why.operands[k], operand) << rule << ": " << text_of(s);
  }
  if (!wanted->why.empty()) {
    ASSERT_EQ(why.text, wanted->why) << rule << ": " << text_of(s);
  }
}

TEST(Refusals, TheCInterfaceNamesClauseAxisOperandsAndSizes) {
  const auto in_all = [](shapes const& s) {
    for (std::string_view rule : rules) expect_in_c(rule, s);
  };
  each_of(2, 2, {0, 1, 2, 3}, in_all);
  each_of(3, 1, {0, 1, 2, dim()}, in_all);
  each_random(500, true, in_all);
}

TEST(Refusals, TheCInterfaceNamesTheOutputThatIsRefused) {
  each_of(3, 1, {1, 2, 3}, [](shapes const& s) {
    std::array<std::int32_t, 8> x{}, y{}, z{};
    std::array<std::vector<std::int64_t>, 3> sizes;
    for (std::size_t m = 0; m < 3; ++m) {
      for (dim const& d : s[m].sizes) sizes[m].push_back(*d);
    }
    const auto tensor = [&](void* data, std::vector<std::int64_t>& own) {
      return bcast_tensor{data,       1,       0, static_cast<std::int32_t>(own.size()), 0, 32, 1,
                          own.data(), nullptr, 0};
    };
    const std::array<bcast_tensor, 2> operands{tensor(x.data(), sizes[0]),
                                               tensor(y.data(), sizes[1])};
    bcast_tensor output = tensor(z.data(), sizes[2]);
    bcast_reason why{};
    const std::int32_t status = bcast_apply("sub", 2, operands.data(), &output, &why);
    std::string wanted;
    for (int rule = 0; rule < 2 && wanted.empty(); ++rule) {
      for (std::size_t m = 0; m < 2 && wanted.empty(); ++m) {
        const bool longer = sizes[m].size() > sizes[2].size();
        const bool other =
            !longer && !sizes[m].empty() && sizes[m][0] != 1 && sizes[m][0] != sizes[2][0];
        if (rule == 0 ? !longer : !other) continue;
        wanted = fmt::format("operand {}: shape {} does not broadcast to {}", m, text_of({s[m]}),
                             text_of({s[2]}));
      }
    }
    ASSERT_EQ(status, wanted.empty() ? BCAST_OK : BCAST_REJECT) << text_of(s);
    if (!wanted.empty()) {
      ASSERT_EQ(why.text, wanted) << text_of(s);
    }
  });
}

}  // namespace
}  // namespace refusals_of_faces
