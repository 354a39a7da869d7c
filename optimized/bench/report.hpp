// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rounds.hpp"

namespace bcast::engine::bench {

/// The machine, the compiler, and the invited contestants. README.md has the schema.
nlohmann::json describe_machine();
nlohmann::json describe_contestants(std::vector<invitation> const& guests);

/// One row of the JSON.
nlohmann::json row_of(measurement const& m);

/// Merges the rows of several runs. For each workload, element type and number of threads, the
/// result has the row with bcast's median time, and the median of each ratio. Google
/// Benchmark's output for bcast_verifier_bench is included if it is among the files.
/// Throws std::runtime_error if two runs are from different machines or contestants.
nlohmann::json merge(std::vector<nlohmann::json> const& files);

/// What docs/data/bench/ keeps of merged runs: README.md has the schema.
nlohmann::json summary_of(nlohmann::json merged);

/// The geometric means over the rows of real models, one row for each number of threads.
nlohmann::json means_of(nlohmann::json const& rows);

/// The JSON with each item of a list on a line.
std::string text_of(nlohmann::json const& run);

/// One line of text for a row, and the heading above all of them.
std::string heading();
std::string line_of(nlohmann::json const& row);

}  // namespace bcast::engine::bench
