// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rounds.hpp"

namespace bcast::engine::bench {

/// The machine, the compiler, and who was invited: README.md has the schema.
nlohmann::json describe_machine();
nlohmann::json describe_contestants(std::vector<invitation> const& guests);

/// One row of the JSON.
nlohmann::json row_of(measurement const& m);

/// The rows of several runs: for each workload, element type and number of threads, the row with
/// the median of bcast's own time, and the median of each ratio; and a run of `--growth`, and what
/// Google Benchmark wrote for bcast_verifier_bench, if they are among the files. Throws
/// std::runtime_error if two runs are from different machines or contestants.
nlohmann::json merge(std::vector<nlohmann::json> const& files);

/// The geometric means over the rows of real models, one row for each number of threads.
nlohmann::json means_of(nlohmann::json const& rows);

/// One line of text for a row, and the heading above all of them.
std::string heading();
std::string line_of(nlohmann::json const& row);

}  // namespace bcast::engine::bench
