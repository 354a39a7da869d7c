// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/verifier/verifier.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "expected.hpp"
#include "subjects/subjects.hpp"
#include "subjects/types.hpp"

// What the verifier's violations and gaps say, under every rule.

namespace refusals_of_verifier {
namespace {

using namespace bcast::refusals;
using bcast::kit::dim;

constexpr std::string_view rules[] = {"sonnx",   "array_api", "array_api@2025.12",
                                      "xla",     "mlir",      "xla_client",
                                      "mlir@19", "onnx",      "sound"};

bool has_tuples(std::string_view rule) { return rule == "xla" || rule == "xla_client"; }

/// The verifier's answer, and that the sizes it names are those that the operands have.
void expect_of(std::string_view rule, shapes const& operands, tuple const& dimensions = {}) {
  static const std::vector<bcast::kit::subject> subjects = [] {
    std::vector<bcast::kit::subject> all;
    for (std::string_view name : rules) all.push_back(bcast::subjects::verifier(name));
    return all;
  }();
  for (auto const& s : subjects) {
    if (s.rule != rule) continue;
    const auto wanted = expected(rule, operands, dimensions);
    ASSERT_EQ(difference(s.broadcast_shapes(operands, dimensions), wanted), "")
        << rule << ": " << text_of(operands);
    if (!wanted || !wanted->broken) return;
    bcast::subjects::translation types;
    const auto asked = types.to_optimized(operands);
    const auto verdict =
        bcast::verifier::broadcast_shapes(bcast::verifier::rule_of(rule), asked, dimensions);
    auto const& v = std::get<bcast::verifier::violation>(verdict);
    ASSERT_EQ(v.operands.size(), wanted->operands.size()) << text_of(operands);
    for (std::size_t k = 0; k < v.operands.size(); ++k) {
      ASSERT_EQ(v.operands[k].operand, wanted->operands[k].first) << text_of(operands);
      ASSERT_EQ(bcast::verifier::to_string(v.operands[k].size, types.names()),
                wanted->operands[k].second)
          << text_of(operands);
    }
  }
}

void expect_of_all(shapes const& operands) {
  for (std::string_view rule : rules) expect_of(rule, operands);
}

TEST(Refusals, VerifierNamesClauseAxisOperandsAndSizesOfWholeScopes) {
  each_of(2, 3, {0, 1, 2, 3}, expect_of_all);
  each_of(3, 2, {0, 1, 2, 3}, expect_of_all);
  each_of(4, 1, {0, 1, 2, 3}, expect_of_all);
}

TEST(Refusals, VerifierNamesThemWhereSizesAreUnknown) {
  const dim bound(std::nullopt, "", 2), one(std::nullopt, "", 1), none(std::nullopt, "", 0);
  each_of(2, 2, {0, 1, 2, 3, dim()}, expect_of_all);
  each_of(3, 1, {0, 1, 2, 3, dim()}, expect_of_all);
  each_of(4, 1, {0, 1, 2, dim()}, expect_of_all);
  each_of(2, 1, {0, 1, 2, 3, dim(), bound, one, none}, [](shapes const& s) {
    expect_of("xla_client", s);
    expect_of("sound", s);
  });
}

TEST(Refusals, VerifierNamesThemInRandomShapes) {
  each_random(20000, false, expect_of_all);
  each_random(20000, true, expect_of_all);
}

TEST(Refusals, VerifierNamesWhatIsWrongWithATuple) {
  each_with_tuple([](shapes const& s, tuple const& t) {
    expect_of("xla", s, t);
    expect_of("xla_client", s, t);
  });
  const dim one(std::nullopt, "", 1);
  each_of(2, 2, {1, 2, dim(), one}, [](shapes const& s) {
    for (std::int64_t a = -1; a <= 2; ++a) {
      expect_of("xla", s, tuple(std::in_place, {a}));
      expect_of("xla_client", s, tuple(std::in_place, {a}));
      expect_of("xla_client", s, tuple(std::in_place, {a, a}));
    }
  });
}

TEST(Refusals, VerifierNamesWhereADeclaredResultDiffers) {
  for (std::string_view rule : rules) {
    if (has_tuples(rule)) continue;
    const bcast::kit::subject s = bcast::subjects::verifier(rule);
    const auto expect = [&](shapes const& all) {
      const shapes operands{all[0], all[1]};
      ASSERT_EQ(difference(s.verify(operands, all[2]), expected_result(rule, operands, all[2])), "")
          << rule << ": " << text_of(all);
    };
    each_of(3, 2, {0, 1, 2, 3}, expect);
    if (rule == "mlir") each_of(3, 2, {0, 1, 2, dim()}, expect);
  }
}

}  // namespace
}  // namespace refusals_of_verifier
