// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "output.hpp"

namespace bcast::cli {

/// What `shape` and `explain` are asked: shapes, and the rule by which they meet.
struct question {
  std::vector<std::string> shapes;
  std::string profile = "array_api";
  std::optional<std::string> dims;
  output to;
};

/// Adds the arguments of a question to a command.
void add_question(CLI::App& sub, question& q);

/// Its shapes and broadcast dimensions. Throws proptests::text_error.
proptests::test_case case_of(question const& q);

}  // namespace bcast::cli
