// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run_times.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace bcast::proptests {
namespace {

/// Goes through the sizes of all types, from the first to the last.
class walk {
 public:
  walk(std::vector<kit::type> const& types, std::vector<std::int64_t> const& sizes,
       std::function<bool(run_time const&)> const& f)
      : types_(types), sizes_(sizes), f_(f) {
    for (kit::type const& t : types) now_.shapes.emplace_back(t.sizes.size());
  }

  bool from(std::size_t m, std::size_t axis) {
    if (m == types_.size()) return f_(now_);
    if (axis == types_[m].sizes.size()) return from(m + 1, 0);
    kit::dim const& d = types_[m].sizes[axis];
    std::int64_t& size = now_.shapes[m][axis];
    if (d) {
      size = *d;
      return from(m, axis + 1);
    }
    const auto bound = now_.symbols.find(d.symbol);
    const bool chosen = bound != now_.symbols.end();
    for (std::int64_t choice : sizes_) {
      if ((d.upper && choice > *d.upper) || (chosen && choice != bound->second)) continue;
      size = choice;
      if (!chosen && !d.symbol.empty()) now_.symbols[d.symbol] = choice;
      if (!from(m, axis + 1)) return false;
    }
    if (!chosen && !d.symbol.empty()) now_.symbols.erase(d.symbol);
    return true;
  }

 private:
  std::vector<kit::type> const& types_;
  std::vector<std::int64_t> const& sizes_;
  std::function<bool(run_time const&)> const& f_;
  run_time now_;
};

}  // namespace

std::vector<std::int64_t> sizes_to_try(std::vector<kit::type> const& types) {
  std::set<std::int64_t> sizes{0, 1};
  for (kit::type const& t : types) {
    for (kit::dim const& d : t.sizes) {
      if (d) sizes.insert(*d);
      if (d.upper) sizes.insert(*d.upper);
    }
  }
  if (*sizes.rbegin() < INT64_MAX) sizes.insert(*sizes.rbegin() + 1);
  return {sizes.begin(), sizes.end()};
}

void each_run_time(std::vector<kit::type> const& types, std::vector<std::int64_t> const& sizes,
                   std::function<bool(run_time const&)> const& f) {
  walk(types, sizes, f).from(0, 0);
}

double run_times(std::vector<kit::type> const& types, std::vector<std::int64_t> const& sizes) {
  std::set<std::string> symbols;
  double unknown = 0;
  for (kit::type const& t : types) {
    for (kit::dim const& d : t.sizes) {
      if (!d && (d.symbol.empty() || symbols.insert(d.symbol).second)) ++unknown;
    }
  }
  return std::pow(static_cast<double>(sizes.size()), unknown);
}

bool lies_in(std::vector<std::int64_t> const& shape, kit::type const& t,
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
