// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bcast/proptests/case.hpp"

namespace bcast::explain {

/// What is known before run time about unknown sizes or ranks, in words; by the rule "the size that
/// is not 1".
struct run_time {
  std::vector<std::string> conditions;  ///< left to assert [bcast.P42]; none if nothing is left
  std::optional<std::string> never;  ///< why no run time broadcasts; then there are no conditions
  std::optional<std::string> declared;  ///< of a declared result: impossible, possible or certain
};

/// None if all sizes and ranks of the operands are known, or if broadcast dimensions are given.
std::optional<run_time> before_run_time(proptests::test_case const& c);

/// The same in lines for a reader.
std::string to_string(run_time const& known);

/// The same as an object with `conditions`, and `never` and `declared` where they are there.
nlohmann::ordered_json to_json(run_time const& known);

}  // namespace bcast::explain
