// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/numbers.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace bcast::proptests {

std::uint64_t number(std::string_view what, std::string_view text) {
  std::uint64_t n = 0;
  const auto [stop, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (wrong == std::errc::result_out_of_range) {
    throw std::invalid_argument(fmt::format("{}: {} is more than 2^64 - 1", what, text));
  }
  if (wrong != std::errc() || stop != text.data() + text.size()) {
    throw std::invalid_argument(fmt::format("{}: '{}' is not a number", what, text));
  }
  return n;
}

std::optional<std::uint64_t> given_seed(std::optional<std::string> const& option) {
  if (option) return number("--seed", *option);
  char const* const environment = std::getenv("BCAST_SEED");
  if (environment == nullptr) return std::nullopt;
  return number("BCAST_SEED", environment);
}

}  // namespace bcast::proptests
