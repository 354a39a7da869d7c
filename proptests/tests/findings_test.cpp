// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/findings.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "bcast/proptests/text.hpp"
#include "bcast/spec/findings.hpp"
#include "register.hpp"

namespace bcast::tests {
namespace {

/// A finding's counterexample gives what its row says, as printed and as corrected.
class finding_test : public testing::Test {
 public:
  explicit finding_test(spec::finding const& f) : finding_(&f) {}

  void TestBody() override {
    const proptests::rerun run = proptests::run_finding(finding_->tag);
    EXPECT_EQ(run.printed, finding_->printed) << finding_->title;
    EXPECT_EQ(run.corrected, finding_->corrected) << finding_->title;
    if (finding_->defect != spec::defect::silent) {
      EXPECT_NE(run.printed, run.corrected) << "no defect: " << finding_->title;
    }
  }

 private:
  spec::finding const* finding_;
};

TEST(Findings, EveryDocumentHasOneAndNoTagStandsTwice) {
  std::map<std::string, int> documents;
  std::set<std::string_view> tags;
  for (spec::finding const& f : spec::findings) {
    ++documents[std::string(f.tag.substr(0, f.tag.find('.')))];
    EXPECT_TRUE(tags.insert(f.tag).second) << f.tag;
    EXPECT_EQ(f.tag.substr(0, f.tag.find('.')), f.clause.substr(0, f.clause.find('.'))) << f.tag;
    const bool gap = f.tag[f.tag.find('.') + 1] == 'G';
    EXPECT_EQ(gap, f.defect == spec::defect::silent) << f.tag;
  }
  EXPECT_EQ(documents.size(), 5U);
  EXPECT_GE(spec::findings.size(), 10U);
}

TEST(Findings, ATagThatDoesNotExistIsRefused) {
  EXPECT_THROW(proptests::run_finding("sonnx.D99"), std::invalid_argument);
}

}  // namespace

void register_findings() {
  for (spec::finding const& f : spec::findings) {
    testing::RegisterTest(proptests::suite_of(f.tag).c_str(), "IsReproduced", nullptr, nullptr,
                          __FILE__, __LINE__,
                          [&f]() -> testing::Test* { return new finding_test(f); });
  }
}

}  // namespace bcast::tests
