// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fmt/core.h>

#include <span>
#include <stdexcept>

#include "bcast/proptests/run.hpp"

/// What a caller of the library may get wrong.
namespace bcast::proptests {

/// The law of an outcome. Throws std::invalid_argument for one that no run has given.
inline law const& law_of(outcome const& o) {
  if (o.stated != nullptr) return *o.stated;
  throw std::invalid_argument("an outcome has no law: its `stated` is null");
}

/// Throws std::invalid_argument for a law that is null.
inline void expect_valid(std::span<law const* const> laws) {
  for (std::size_t k = 0; k < laws.size(); ++k) {
    if (laws[k] == nullptr) throw std::invalid_argument(fmt::format("law {} is null", k));
  }
}

}  // namespace bcast::proptests
