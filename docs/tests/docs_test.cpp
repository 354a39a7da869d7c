// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "bcast/spec/properties.hpp"
#include "bcast/spec/reflection.hpp"
#include "cell.hpp"
#include "pages.hpp"
#include "render.hpp"
#include "tests/support/directory.hpp"

namespace incomplete {

struct without_the_last {
  std::string_view tag;
  std::optional<bcast::spec::shape> last;
};
struct without_one_between {
  std::string_view tag;
  bool between;
  bcast::spec::level last;
};
struct without_adaptation {
  std::string_view tag;
};
struct without_tag {
  std::string_view name;
};

}  // namespace incomplete

BOOST_HANA_ADAPT_STRUCT(incomplete::without_the_last, tag);
BOOST_HANA_ADAPT_STRUCT(incomplete::without_one_between, tag, last);
BOOST_HANA_ADAPT_STRUCT(incomplete::without_tag, name);
static_assert(!bcast::spec::reflected<incomplete::without_the_last>);
static_assert(!bcast::spec::reflected<incomplete::without_one_between>);
static_assert(!bcast::spec::reflected<incomplete::without_adaptation>);
static_assert(bcast::spec::reflected<incomplete::without_tag>);
static_assert(!bcast::spec::row<incomplete::without_tag>);

namespace bcast::docs {
namespace {

TEST(Pages, NoPageHasTwoHeadingsOfTheSameWords) {
  for (page const& p : pages()) {
    std::set<std::string> headings;
    for (section const& s : p.sections) {
      EXPECT_TRUE(headings.insert(s.heading).second) << p.name << ": " << s.heading;
    }
  }
}

TEST(Agreement, AFileThatCannotBeReadIsNamed) {
  for (std::string written : {"", "{", "{}", "[{}]", R"([{"peer": 1}])"}) {
    try {
      const tests::directory facts;
      std::filesystem::create_directory(facts.file("systems"));
      facts.write("kit.json", written);
      agreement(facts.path());
      ADD_FAILURE() << written;
    } catch (std::invalid_argument const& e) {
      EXPECT_NE(std::string(e.what()).find("kit.json"), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace bcast::docs
