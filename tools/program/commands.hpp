// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "command/check.hpp"
#include "command/status.hpp"

/// The commands of the program: the arguments of each, and what it does. Each returns an exit
/// status and throws std::invalid_argument for unusable input.
namespace bcast::program {

using proptests::bad_input, proptests::broken, proptests::holds, proptests::no_answer,
    proptests::resources;

/// The exit status of an answer.
int status_of(kit::result const& answer);

/// How a command answers.
struct output {
  bool json = false;   ///< one JSON value on standard output instead of text
  bool quiet = false;  ///< the exit status alone
};

/// Shapes, and the rule by which they broadcast.
struct question {
  std::vector<std::string> shapes;
  std::string rule = "array_api";
  std::optional<std::string> dims;  ///< broadcast dimensions
  output to;
};

/// The question's shapes and broadcast dimensions. Throws proptests::text_error.
proptests::test_case case_of(question const& q);

struct compare_arguments {
  std::vector<std::string> shapes;
  bool json = false;
};

struct explain_arguments {
  question q;
  std::optional<std::string> at;      ///< an index into the result
  std::optional<std::string> result;  ///< a declared shape
  bool brief = false;                 ///< the alignment and one sentence
};

struct findings_arguments {
  std::string which;  ///< a finding or a document; empty: all
  bool report = false;
  output to;
};

struct rules_arguments {
  std::string rule;  ///< a rule, with its switches; empty: all
  output to;
};

struct verify_arguments {
  std::vector<std::string> files;
  std::vector<std::string> operations;
  std::vector<std::string> rules;   ///< `mydialect.add=mlir`
  std::optional<std::string> rule;  ///< of every broadcast, instead of its dialect's
  output to;
  bool types = false;  ///< of elements are compared too
  bool sarif = false;
  bool allows_nothing = false;  ///< files without anything to check are no error
  bool expected = false;        ///< errors are compared with those that the files expect
  bool print_rules = false;
};

int check(proptests::check_arguments const& a);
int compare(compare_arguments const& a);
int explain_shapes(explain_arguments const& a);
int findings(findings_arguments const& a);
int rules(rules_arguments const& a);
int shape(question const& q);
int vectors(std::string const& folder);
int verify(verify_arguments const& a);

}  // namespace bcast::program
