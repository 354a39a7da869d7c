// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/shards.hpp"

#include <fmt/core.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "command/files.hpp"
#include "support/numbers.hpp"

namespace bcast::proptests {
namespace {

shard checked(std::string_view what, shard part) {
  if (part.count == 0 || part.index >= part.count) {
    throw std::invalid_argument(fmt::format("{}: shard {} of {} does not exist; the first is 0",
                                            what, part.index, part.count));
  }
  return part;
}

struct launcher {
  char const* index;
  char const* count;
};

constexpr std::array launchers{launcher{"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"},
                               launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                               launcher{"SLURM_PROCID", "SLURM_NTASKS"},
                               launcher{"JOB_COMPLETION_INDEX", "BCAST_SHARDS"}};

}  // namespace

shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    throw std::invalid_argument(fmt::format("--shard: '{}' is not of the form 2/4", text));
  }
  return checked("--shard", {number("--shard", text.substr(0, slash)),
                             number("--shard", text.substr(slash + 1))});
}

shard shard_from(std::function<char const*(char const*)> const& environment) {
  for (launcher const& l : launchers) {
    char const* const index = environment(l.index);
    char const* const count = environment(l.count);
    if (index == nullptr || count == nullptr) continue;
    return checked(l.index, {number(l.index, index), number(l.count, count)});
  }
  return {};
}

std::string file_of_shard(std::string const& file, shard part) {
  if (part.count == 1 || file == "-" || is_stream(file)) return file;
  const std::filesystem::path path(file);
  const std::string stem = path.stem().string(), extension = path.extension().string();
  return (path.parent_path() /
          fmt::format("{}.{}-of-{}{}", stem, part.index, part.count, extension))
      .string();
}

}  // namespace bcast::proptests
