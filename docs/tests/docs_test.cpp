// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

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

std::string text_of(std::string_view path) {
  for (page const& p : pages()) {
    if (file f = as_markdown(p); f.path == path) return f.text;
  }
  return "";
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Each row is one line of the page.
template <class Rows>
void expect_once(std::string_view file, Rows const& rows) {
  const std::vector<std::string> lines = lines_of(text_of(file));
  for (spec::row auto const& r : rows) {
    const std::string start = "| " + markdown(cell(r.tag)) + " ";
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                            [&](std::string const& line) { return line.starts_with(start); }),
              1)
        << r.tag << " in " << file;
  }
}

TEST(Pages, HoldEveryRowOnce) {
  for (spec::rows const& r : spec::documents) {
    expect_once("clauses.md", r.clauses);
    expect_once("clauses.md", r.notes);
  }
  expect_once("clauses.md", spec::properties);
  expect_once("sonnx-constraints.md", spec::sonnx::constraints);
  expect_once("array-api-examples.md", spec::array_api::examples);
  expect_once("array-api-examples.md", spec::array_api::in_place_examples);
  expect_once("xla-examples.md", spec::xla::examples);
  expect_once("mlir-inference.md", spec::mlir::inference_table);
  expect_once("mlir-verification.md", spec::mlir::verification_table);
  expect_once("mlir-examples.md", spec::mlir::examples);
}

TEST(Pages, NoPageHasTwoHeadingsOfTheSameWords) {
  for (page const& p : pages()) {
    std::set<std::string> headings;
    for (section const& s : p.sections) {
      EXPECT_TRUE(headings.insert(s.heading).second) << p.name << ": " << s.heading;
    }
  }
}

TEST(Agreement, AFileThatCannotBeReadIsNamed) {
  for (std::string written : {"", "{", "[{}]", R"([{"peer": 1}])"}) {
    try {
      const tests::directory facts;
      facts.write("some.json", written);
      agreement(facts.path());
      ADD_FAILURE() << written;
    } catch (std::invalid_argument const& e) {
      EXPECT_NE(std::string(e.what()).find("some.json"), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace bcast::docs
