// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "table/shapes.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "bcast/proptests/failure.hpp"

namespace bcast::proptests {
namespace {

/// The value after the capacity before the call; the call must not change it.
constexpr std::int64_t canary = 0x5EEDBEEF;
constexpr std::size_t canaries = 8;

}  // namespace

std::int64_t symbols::number_of(std::string const& name) {
  if (name.empty()) return 0;
  const auto [at, is_new] = numbers_.try_emplace(name, names_.size() + 1);
  if (is_new) names_.push_back(name);
  return at->second;
}

std::string symbols::name_of(std::int64_t number) const {
  if (number == 0) return "";
  if (number < 0 || number > static_cast<std::int64_t>(names_.size())) {
    throw subject_failure(fmt::format("answered symbol {}, which no operand has", number));
  }
  return names_[static_cast<std::size_t>(number - 1)];
}

c_types::c_types(std::vector<kit::shape> const& types, symbols& names) {
  for (kit::shape const& t : types) {
    std::vector<std::int64_t> size, symbol, upper;
    for (kit::dim const& d : t.sizes) {
      size.push_back(d ? *d : BCAST_UNKNOWN);
      symbol.push_back(names.number_of(d.symbol));
      upper.push_back(d.upper.value_or(BCAST_UNKNOWN));
    }
    numbers_.insert(numbers_.end(), {std::move(size), std::move(symbol), std::move(upper)});
  }
  for (std::size_t k = 0; k < types.size(); ++k) {
    const auto rank = static_cast<std::int32_t>(types[k].sizes.size());
    dims_.push_back({types[k].ranked ? rank : -1, numbers_[3 * k].data(),
                     numbers_[3 * k + 1].data(), numbers_[3 * k + 2].data()});
  }
}

c_result::c_result(std::size_t rank)
    : capacity_(rank + 4),
      size_(capacity_ + canaries, canary),
      symbol_(capacity_ + canaries, canary),
      upper_(capacity_ + canaries, canary) {
  std::fill_n(symbol_.begin(), capacity_, 0);
  std::fill_n(upper_.begin(), capacity_, BCAST_UNKNOWN);
  dims_ = {static_cast<std::int32_t>(capacity_), 0, size_.data(), symbol_.data(), upper_.data()};
}

kit::shape c_result::type(symbols const& names) const {
  for (auto const* numbers : {&size_, &symbol_, &upper_}) {
    for (std::size_t k = capacity_; k < numbers->size(); ++k) {
      if ((*numbers)[k] == canary) continue;
      throw subject_failure(
          fmt::format("wrote axis {} of a result with room for {}", k, capacity_));
    }
  }
  if (dims_.rank == -1) return kit::shape::unranked();
  if (dims_.rank < 0 || static_cast<std::size_t>(dims_.rank) > capacity_) {
    throw subject_failure(fmt::format("answered a result of rank {}", dims_.rank));
  }
  kit::shape t;
  for (std::size_t k = 0; k < static_cast<std::size_t>(dims_.rank); ++k) {
    if (size_[k] == canary) {
      throw subject_failure(
          fmt::format("answered a result of rank {} and did not write axis {}", dims_.rank, k));
    }
    if (size_[k] != BCAST_UNKNOWN) {
      t.sizes.emplace_back(size_[k]);
      continue;
    }
    kit::dim d;
    d.symbol = names.name_of(symbol_[k]);
    if (upper_[k] != BCAST_UNKNOWN) d.upper = upper_[k];
    t.sizes.push_back(std::move(d));
  }
  return t;
}

}  // namespace bcast::proptests
