// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/text.hpp"
#include "subjects/subjects.hpp"

/// The rule `xla_client` against the expectations of XLA's own tests.
namespace {

namespace kit = bcast::kit;
namespace proptests = bcast::proptests;

/// A line of facts/xla_cases.jsonl.
struct row {
  std::vector<kit::shape> operands;
  kit::broadcast_dimensions dimensions;
  kit::result expected;
  std::string source;
};

void PrintTo(row const& r, std::ostream* out) { *out << r.source; }

std::vector<row> rows() {
  std::ifstream file(BCAST_XLA_CASES);
  std::vector<row> all;
  for (std::string line; std::getline(file, line);) {
    const auto fields = nlohmann::json::parse(line);
    row r;
    for (auto const& sizes : fields.at("operands")) {
      r.operands.push_back(proptests::type_of(sizes.get<std::vector<std::int64_t>>()));
    }
    r.dimensions = fields.at("dims").get<kit::broadcast_dimensions>();
    if (fields.contains("ok")) {
      r.expected.shape = proptests::type_of(fields["ok"].get<std::vector<std::int64_t>>());
    } else {
      r.expected.verdict = kit::result::kind::refused;
      r.expected.tag = fields.at("tag").get<std::string>();
    }
    r.source = fields.at("source").get<std::string>();
    all.push_back(std::move(r));
  }
  return all;
}

/// The number of the row and the name of XLA's test.
std::string name_of(testing::TestParamInfo<row> const& info) {
  std::string const& source = info.param.source;
  std::string name = std::to_string(info.index + 1) + source.substr(source.find(':') + 1);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; },
      '_');
  return name;
}

class XlaClient : public testing::TestWithParam<row> {};

TEST_P(XlaClient, DecidesAsUpstreamExpects) {
  const kit::result answer = bcast::subjects::verifier("xla_client")
                                 .broadcast_shapes(GetParam().operands, GetParam().dimensions);
  EXPECT_EQ(answer.verdict, GetParam().expected.verdict) << answer.why;
  EXPECT_EQ(answer.shape, GetParam().expected.shape);
  EXPECT_EQ(answer.tag, GetParam().expected.tag) << answer.why;
}

/// The lines of facts/xla_unknown_sizes.txt: a case, a bar, and the inferred shape or `refused`.
TEST(XlaUnknownSizes, TheRuleInfersWhatXlaBuilderInfers) {
  std::ifstream file(BCAST_XLA_UNKNOWN_SIZES);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t bar = line.find(" | ");
    ASSERT_NE(bar, std::string::npos) << line;
    const proptests::test_case c = proptests::parse_case(line.substr(0, bar));
    const kit::result answer = bcast::subjects::verifier("xla_client")
                                   .broadcast_shapes(proptests::types_of(c), c.dimensions);
    const bool ok = answer.verdict == kit::result::kind::ok;
    EXPECT_EQ(ok ? proptests::to_string(answer.shape) : "refused", line.substr(bar + 3)) << line;
    ++count;
  }
  EXPECT_EQ(count, 192U);
}

INSTANTIATE_TEST_SUITE_P(Upstream, XlaClient, testing::ValuesIn(rows()), name_of);

}  // namespace
