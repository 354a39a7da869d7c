// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <nlohmann/json.hpp>

namespace bcast::engine::bench {

/// How bcast's time grows, one point for each power of two: with the elements of a result up to
/// `most_elements`, with rank, operands and threads, and the plan's alone with operands x rank.
/// Each point takes at least `seconds`. README.md has the schema.
nlohmann::json measure_growth(std::int64_t most_elements, double seconds);

}  // namespace bcast::engine::bench
