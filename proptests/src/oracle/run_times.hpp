// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// A choice of numbers for the unknown sizes of some types. Every type has a rank.
struct run_time {
  std::vector<std::vector<std::int64_t>> shapes;
  std::map<std::string, std::int64_t> symbols;
};

/// The sizes to try for the unknown sizes of these types: 0, 1, every number that occurs in the
/// types, bounds included, and one that is larger than all of these.
std::vector<std::int64_t> sizes_to_try(std::vector<kit::shape> const& types);

/// Calls f with every choice from `sizes` for the unknown sizes. The same symbol always has the
/// same size, and no size exceeds its bound. Stops when f returns false.
void each_run_time(std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes,
                   std::function<bool(run_time const&)> const& f);

/// Like each_run_time, but only for choices whose shapes broadcast. f also gets the result.
void each_legal_run_time(
    std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes,
    std::function<bool(run_time const&, std::vector<std::int64_t> const&)> const& f);

/// The maximum number of choices. Each symbol counts once.
double run_times(std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes);

/// Whether a shape belongs to a type. A symbol that is not in `symbols` can be any size, but the
/// same size on every axis of the type.
bool lies_in(std::vector<std::int64_t> const& shape, kit::shape const& t,
             std::map<std::string, std::int64_t> symbols);

}  // namespace bcast::proptests
