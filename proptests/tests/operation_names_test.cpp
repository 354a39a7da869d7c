// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>

#include "bcast/engine/operation.hpp"
#include "src/oracle/operations.hpp"
#include "support/pattern.hpp"
#include "tests/support/directory.hpp"

// Two lists of code have the operations, and three that people read. Whoever adds one to the laws'
// list finds the others here.

namespace operation_names_test {

using bcast::proptests::operations;

/// What is between two texts of a file of the repository.
std::string between(std::string const& file, std::string const& from, std::string const& to) {
  const std::string text = bcast::tests::content_of(BCAST_SOURCE_DIR "/" + file);
  const std::size_t begin = text.find(from);
  const std::size_t end = text.find(to, begin);
  EXPECT_LT(begin, end) << file << " has no '" << from << "' before '" << to << "'";
  return begin < end ? text.substr(begin, end - begin) : "";
}

void expect_every_name(std::string const& text, std::string const& where) {
  for (auto const& op : operations()) {
    const std::string word = "\\b" + std::string(op.name) + "\\b";
    EXPECT_TRUE(bcast::proptests::is_found(text, word)) << where << " does not list " << op.name;
  }
}

TEST(OperationNames, OfTheEngineAndOfTheLawsAreTheSame) {
  for (auto const& op : operations()) {
    EXPECT_TRUE(bcast::engine::operation::named(op.name)) << op.name;
  }
  EXPECT_EQ(bcast::engine::operation::names().size(), operations().size());
}

TEST(OperationNames, AreInTheInterfacesAndOnThePage) {
  expect_every_name(between("proptests/include/bcast/kit/subject.h", "Computes `op` on n operands",
                            "int32_t (*apply)"),
                    "subject.h, at `apply`,");
  expect_every_name(between("optimized/engine/include/bcast/engine/operation.hpp", "/// add, sub",
                            "class operation {"),
                    "operation.hpp");
  expect_every_name(between("docs/site/pages/check.md", "| `copy`", "\n\n"), "check.md");
}

}  // namespace operation_names_test
