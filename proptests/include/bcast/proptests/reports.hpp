// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/run.hpp"

/// The results of a run for other programs: JSON (schema/report-1.schema.json) and JUnit's XML.
namespace bcast::proptests {

struct run_report {
  std::uint64_t seed = 0;
  std::vector<outcome> outcomes;
  std::string asked{};  ///< the size, and the random cases of a law if given; empty: not known
};

std::string to_json(run_report const& r);

/// A test case for each outcome; a failure's text is its `report`.
std::string to_junit(run_report const& r);

std::string to_json(outcome const& o);

/// The laws: the name, the clause, the level of obligation and the statement of each.
std::string to_json(std::span<law const* const> laws);

/// Reads what to_json wrote. Throws std::invalid_argument for another text.
outcome outcome_from_json(std::string_view text);

}  // namespace bcast::proptests
