// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/findings.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/reference/outcome.hpp"

namespace bcast::proptests {

/// A size as a program with optional sizes has it: an unknown one equals nothing but itself, and to
/// ask which of two is larger throws std::domain_error.
struct unknown_size {
  std::optional<std::int64_t> size;
  constexpr unknown_size() = default;
  constexpr explicit unknown_size(std::int64_t s) : size(s) {}
  friend constexpr bool operator==(unknown_size const&, unknown_size const&) = default;
  friend constexpr bool operator<(unknown_size const& a, unknown_size const& b) {
    if (!a.size || !b.size) throw std::domain_error("an unknown size is compared");
    return *a.size < *b.size;
  }
};

/// A finding's counterexample, as a program.
struct experiment {
  std::string_view tag;
  rerun (*run)();
};

std::vector<experiment> const& sonnx_experiments();
std::vector<experiment> const& sonnx_2026_01_experiments();
std::vector<experiment> const& array_api_experiments();
std::vector<experiment> const& xla_experiments();
std::vector<experiment> const& mlir_experiments();

/// A shape, a clause that is broken, or "no answer".
std::string shown(kit::answer const& a);

/// What a document says of a case in text.
std::string asked(std::string_view document, std::string_view text);

/// What a computation gives: its value's text, or the clause that it breaks, or "no answer", or
/// what it threw.
std::string outcome_of(std::function<std::string()> const& computation);

}  // namespace bcast::proptests
