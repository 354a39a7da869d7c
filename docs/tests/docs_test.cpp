// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
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

TEST(Data, EachClassOfBugsIsNamedByAMutantOrSaysWhyNot) {
  const std::filesystem::path source = BCAST_SOURCE_DIR;
  const auto rows_of = [&](char const* file) {
    std::ifstream in(source / "docs/data" / file);
    return json::parse(in);
  };
  std::set<std::string> listed, named;
  for (auto const& row : rows_of("bug_classes.json")) {
    EXPECT_TRUE(listed.insert(row.at("class")).second) << row;
    EXPECT_FALSE(row.at("bug").get<std::string>().empty());
    EXPECT_FALSE(row.at("reported").get<std::string>().empty());
  }
  for (auto const& row : rows_of("mutants.json")) {
    std::istringstream codes(row.at("happened").get<std::string>());
    for (std::string code; codes >> code;) named.insert(code);
  }
  std::ifstream readme(source / "proptests/mutants/README.md");
  const std::string text{std::istreambuf_iterator<char>(readme), {}};
  for (std::string const& code : listed) {
    EXPECT_TRUE(named.contains(code) || text.find("| " + code + " |") != std::string::npos) << code;
  }
  for (std::string const& code : named) EXPECT_TRUE(listed.contains(code)) << code;
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
