// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "contestant.hpp"

namespace bcast::engine::bench {

struct settings {
  int rounds = 15;
  double sample = 2e-3;   ///< seconds that one sample takes at least
  double patience = 8.0;  ///< whoever takes that much longer than the fastest is not run again
  std::uint64_t seed = 1;
};

/// One contestant's seconds per run, one value per round.
struct timing {
  std::string name;
  role plays;
  std::string variant;
  std::vector<double> seconds;
};

/// The result of one workload on one number of threads.
struct measurement {
  workload const* what;
  int threads;
  std::vector<timing> timings;
  std::vector<std::string> wrong;   ///< contestants whose result was not the expected one
  std::vector<std::string> absent;  ///< those who cannot run it
};

double median(std::vector<double> values);

/// The median of a's time divided by b's, over the rounds that both ran.
double paired_ratio(timing const& a, timing const& b);

/// Checks every contestant's result, chooses the fastest way of each, and then times them in
/// rounds. In each round every contestant runs once, in a new random order. An untimed run precedes
/// each sample.
measurement measure(workload const& w, std::vector<invitation> const& guests, int threads,
                    settings const& how);

/// The machine, the compiler, and the invited contestants. README.md has the schema.
nlohmann::json describe_machine();
nlohmann::json describe_contestants(std::vector<invitation> const& guests);

/// One row of the JSON.
nlohmann::json row_of(measurement const& m);

/// Merges the rows of several runs. For each workload, element type and number of threads, the
/// result has the row with bcast's median time, and the median of each ratio. Google
/// Benchmark's output for bcast_verifier_bench is included if it is among the files.
/// Throws std::runtime_error if two runs are from different machines or contestants.
nlohmann::json merge(std::vector<nlohmann::json> const& runs);

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
