// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "bcast/proptests/run.hpp"

namespace bcast::proptests {

/// `2/4` as shard 2 of 4, from 0. Throws std::invalid_argument.
shard parse_shard(std::string_view text);

/// The shard that a launcher gives this process: GoogleTest's GTEST_TOTAL_SHARDS and
/// GTEST_SHARD_INDEX, the ranks of Slurm and Open MPI, and the index of a Kubernetes job, whose
/// count comes from BCAST_SHARDS. Throws std::invalid_argument for a value that is not a number.
shard shard_from(std::function<char const*(char const*)> const& environment);

/// The file of a shard: `report.json` is `report.2-of-4.json`; a stream is shared by all.
std::string file_of_shard(std::string const& file, shard part);

}  // namespace bcast::proptests
