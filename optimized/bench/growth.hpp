// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>

namespace bcast::engine::bench {

/// How bcast's time grows, with one point for each power of two. The series are the number of
/// result elements up to `most_elements`, rank, operands, threads, and operands x rank for the plan
/// alone. Each point takes at least `seconds`. README.md has the schema.
nlohmann::json measure_growth(std::int64_t most_elements, double seconds);

}  // namespace bcast::engine::bench
