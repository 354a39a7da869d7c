// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/run_times.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "bcast/proptests/oracle.hpp"

namespace bcast::proptests {
namespace {

/// The join of two sizes on one axis, or none if they clash.
std::optional<std::int64_t> joined_sizes(std::int64_t a, std::int64_t b) {
  using joins = std::map<std::pair<std::int64_t, std::int64_t>, std::optional<std::int64_t>>;
  thread_local joins known;
  constexpr std::size_t most = 1 << 12;
  if (known.size() >= most) known.clear();
  const auto [at, missing] = known.try_emplace({a, b});
  if (missing) {
    const kit::result joined = oracle::broadcast_shapes({{a}, {b}});
    if (joined.verdict == kit::result::kind::ok) at->second = *joined.shape.sizes.front();
  }
  return at->second;
}

/// Walks through the sizes of all types, from the first to the last. With `legal`, it visits only
/// sizes that broadcast, together with the result. Axes are independent [bcast.P1] and operands
/// join one by one [bcast.P3], so a clash ends a branch.
class walk {
 public:
  walk(std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes, bool legal,
       std::function<bool(run_time const&, std::vector<std::int64_t> const&)> const& f)
      : types_(types), sizes_(sizes), legal_(legal), f_(f) {
    std::size_t rank = 0;
    for (kit::shape const& t : types) {
      now_.shapes.emplace_back(t.sizes.size());
      rank = std::max(rank, t.sizes.size());
    }
    result_.assign(rank, 1);
  }

  bool from(std::size_t m, std::size_t axis) {
    if (m == types_.size()) return f_(now_, result_);
    if (axis == types_[m].sizes.size()) return from(m + 1, 0);
    kit::dim const& d = types_[m].sizes[axis];
    if (d) return with(m, axis, *d);
    const auto bound = now_.symbols.find(d.symbol);
    const bool chosen = bound != now_.symbols.end();
    for (std::int64_t choice : sizes_) {
      if ((d.upper && choice > *d.upper) || (chosen && choice != bound->second)) continue;
      if (!chosen && !d.symbol.empty()) now_.symbols[d.symbol] = choice;
      if (!with(m, axis, choice)) return false;
    }
    if (!chosen && !d.symbol.empty()) now_.symbols.erase(d.symbol);
    return true;
  }

 private:
  /// Visits all choices that have this size on this axis.
  bool with(std::size_t m, std::size_t axis, std::int64_t size) {
    now_.shapes[m][axis] = size;
    if (!legal_) return from(m, axis + 1);
    std::int64_t& common = result_[result_.size() - now_.shapes[m].size() + axis];
    const auto joined = joined_sizes(common, size);
    if (!joined) return true;
    const std::int64_t before = std::exchange(common, *joined);
    const bool on = from(m, axis + 1);
    common = before;
    return on;
  }

  std::vector<kit::shape> const& types_;
  std::vector<std::int64_t> const& sizes_;
  bool legal_;
  std::function<bool(run_time const&, std::vector<std::int64_t> const&)> const& f_;
  run_time now_;
  std::vector<std::int64_t> result_;
};

}  // namespace

std::vector<std::int64_t> sizes_to_try(std::vector<kit::shape> const& types) {
  std::set<std::int64_t> sizes{0, 1};
  for (kit::shape const& t : types) {
    for (kit::dim const& d : t.sizes) {
      if (d) sizes.insert(*d);
      if (d.upper) sizes.insert(*d.upper);
    }
  }
  if (*sizes.rbegin() < INT64_MAX) sizes.insert(*sizes.rbegin() + 1);
  return {sizes.begin(), sizes.end()};
}

void each_run_time(std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes,
                   std::function<bool(run_time const&)> const& f) {
  walk(types, sizes, false, [&](run_time const& at, auto const&) { return f(at); }).from(0, 0);
}

void each_legal_run_time(
    std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes,
    std::function<bool(run_time const&, std::vector<std::int64_t> const&)> const& f) {
  walk(types, sizes, true, f).from(0, 0);
}

double run_times(std::vector<kit::shape> const& types, std::vector<std::int64_t> const& sizes) {
  std::set<std::string> symbols;
  double unknown = 0;
  for (kit::shape const& t : types) {
    for (kit::dim const& d : t.sizes) {
      if (!d && (d.symbol.empty() || symbols.insert(d.symbol).second)) ++unknown;
    }
  }
  return std::pow(static_cast<double>(sizes.size()), unknown);
}

bool lies_in(std::vector<std::int64_t> const& shape, kit::shape const& t,
             std::map<std::string, std::int64_t> symbols) {
  if (!t.ranked) return true;
  if (shape.size() != t.sizes.size()) return false;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    kit::dim const& d = t.sizes[k];
    if (d ? *d != shape[k] : d.upper && shape[k] > *d.upper) return false;
    if (!d.symbol.empty() && symbols.emplace(d.symbol, shape[k]).first->second != shape[k]) {
      return false;
    }
  }
  return true;
}

}  // namespace bcast::proptests
