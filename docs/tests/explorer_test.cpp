// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/rules.hpp"
#include "explain/question.hpp"

namespace bcast::explain {
namespace {

using json = nlohmann::ordered_json;

json answer(json question) {
  question["ask"] = "explore";
  return json::parse(answer_to(question.dump()));
}

json of(json const& answer, std::string_view rule) {
  for (json const& v : answer.at("verdicts")) {
    if (v.at("rule") == rule) return v;
  }
  return nullptr;
}

/// The rules that the documents state, and the others.
std::size_t rules_and_rules() {
  std::size_t count = spec::document_rules.size();
  for (spec::rule const& p : spec::rules)
    count += spec::find_document_rule(p.name) == nullptr ? 1 : 0;
  return count;
}

TEST(Explorer, EveryRuleGivesAVerdict) {
  const json a = answer({{"shapes", {"0", "1"}}});
  EXPECT_EQ(a.at("verdicts").size(), rules_and_rules());
  EXPECT_EQ(of(a, "sonnx@2026-01").at("clause"), "sonnx@2026-01.E1");
  EXPECT_EQ(of(a, "array_api").at("shape"), json({0}));
  EXPECT_EQ(of(a, "xla").at("shape"), json({1}));
  EXPECT_EQ(of(a, "sonnx").at("clause"), "sonnx.C1");
  EXPECT_EQ(of(a, "mlir").at("verdict"), "silent");
  EXPECT_FALSE(of(a, "sonnx").at("statement").empty());
  EXPECT_EQ(of(a, "xla").at("by"), "xla.hpp");
  EXPECT_EQ(of(a, "sonnx").at("by"), "sonnx.hpp");
  EXPECT_EQ(of(a, "xla_client").at("by"), "verifier");
  const json declared = answer({{"shapes", {"2", "1"}}, {"result", "2"}, {"rule", "mlir"}});
  EXPECT_EQ(of(declared, "mlir").at("by"), "mlir.hpp");
  EXPECT_EQ(of(declared, "sonnx").at("by"), "verifier");
  EXPECT_NE(declared.at("chosen").at("steps").get<std::string>().find("Verify(op)"),
            std::string::npos);
}

TEST(Explorer, VerdictsAreGroupedAsByCompare) {
  const json groups = answer({{"shapes", {"0", "1"}}}).at("groups");
  ASSERT_EQ(groups.size(), 4U);
  EXPECT_EQ(groups[0].at("shape"), "0");
  EXPECT_EQ(groups[0].at("rules")[0], "array_api");
  EXPECT_EQ(groups[1].at("shape"), "1");
  EXPECT_EQ(groups[1].at("rules"), json({"xla"}));
  EXPECT_EQ(groups[2].at("verdict"), "refused");
  EXPECT_EQ(groups[3].at("verdict"), "silent");
  std::size_t count = 0;
  for (json const& g : groups) count += g.at("rules").size();
  EXPECT_EQ(count, rules_and_rules());
  const json placed = answer({{"shapes", {"4", "1x2"}}, {"dims", "0"}}).at("groups");
  EXPECT_EQ(placed[0].at("rules"), json({"xla", "chlo", "xla_client"}));
  EXPECT_EQ(placed.back().at("verdict"), "not_asked");
}

TEST(Explorer, ValuesAreThoseOfTheRulesDocument) {
  for (std::string rule : {"sonnx", "array_api", "mlir", "sound"}) {
    const json a = answer({{"shapes", {"2x1", "3"}}, {"rule", rule}});
    json const& outputs = a.at("chosen").at("values").at("outputs");
    EXPECT_EQ(outputs[0].at("elements"), json({0, 0, 0, 1, 1, 1})) << rule;
    EXPECT_EQ(outputs[1].at("elements"), json({0, 1, 2, 0, 1, 2})) << rule;
  }
}

TEST(Explorer, BroadcastDimensionsPlaceAnOperand) {
  const json a = answer({{"shapes", {"3x3", "3"}}, {"dims", "0"}, {"rule", "xla"}});
  EXPECT_EQ(a.at("chosen").at("values").at("outputs")[1].at("elements"),
            json({0, 0, 0, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(of(a, "sonnx").at("verdict"), "not_asked");
}

TEST(Explorer, BadInputIsNamed) {
  EXPECT_EQ(answer({{"shapes", {"2"}}, {"result", "2x"}}).at("field"), "result");
  EXPECT_EQ(answer({{"shapes", {"2"}}, {"result", "2"}, {"dims", "0"}}).at("field"), "result");
  EXPECT_EQ(answer({{"shapes", {"2", "2x"}}}).at("field"), 1);
  EXPECT_EQ(answer({{"shapes", {"2"}}, {"dims", "a"}}).at("field"), "dims");
  EXPECT_EQ(answer({{"shapes", {"2"}}, {"rule", "x"}}).at("field"), "rule");
  for (std::string text :
       {"", "{", "{}", "[]", R"({"ask": "explore"})", R"({"ask": "explore", "shapes": 1})",
        R"({"ask": "explore", "shapes": [1]})"}) {
    EXPECT_TRUE(json::parse(answer_to(text)).contains("error")) << text;
  }
}

}  // namespace
}  // namespace bcast::explain
