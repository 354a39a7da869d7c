// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mutants.hpp"

// Implementations that remember something of earlier calls. A new instance remembers nothing. Only
// calls of two operands or more are remembered.
namespace bcast::mutants {
namespace {

using base = implementation;
using key = std::vector<std::int64_t>;

void add(key& to, shape const& sizes) {
  to.push_back(static_cast<std::int64_t>(sizes.size()));
  to.insert(to.end(), sizes.begin(), sizes.end());
}

/// What one operand's elements are read with: its step along each axis of the target, in bytes.
using steps = std::vector<std::int64_t>;

steps steps_of(call const& c, std::size_t m) {
  kit::tensor const& x = c.x[m];
  const std::size_t missing = c.z.sizes.size() - x.sizes.size();
  steps s(c.z.sizes.size(), 0);
  for (std::size_t axis = missing; axis < s.size(); ++axis) {
    if (!stretched(c, m, axis)) s[axis] = x.strides[axis - missing] * bytes_of(x);
  }
  return s;
}

/// What plans are kept under, and what they hold.
struct cached {
  std::function<key(call const&)> key_of;
  /// Whether a call that has no plan leaves its own, after so many that had none.
  std::function<bool(call const&, std::size_t)> keeps = [](auto&&...) { return true; };
  bool masks = false;   ///< only which axes are stretched
  bool orders = false;  ///< an order of two operands that suits the operation
};

/// Computes with a plan that it keeps under a key, for every later call with this key.
struct caching : base {
  explicit caching(cached how) : how_(std::move(how)) {}

  void compute(call const& c) const override {
    if (c.x.size() < 2) return base::compute(c);
    check(c);
    const plan p = remembered(c);
    const bool exchange = how_.orders && c.x.size() == 2 && p.op != c.op;
    std::vector<steps> of;
    for (std::size_t m = 0; m < c.x.size(); ++m) {
      of.push_back(how_.masks ? masked(c.x[m], p.of[m]) : p.of[m]);
    }
    compute_from(c, [&](std::size_t m, indices const& i) {
      if (exchange) m = 1 - m;
      return read(c.x[m], place(c, m, of[m], i));
    });
  }

 private:
  struct plan {
    std::string op;
    std::vector<steps> of;
  };

  /// The operand's own steps on the axes on which the plan has one.
  steps masked(kit::tensor const& x, steps const& planned) const {
    const std::int64_t bytes = bytes_of(x);
    steps own(planned.size(), 0);
    for (std::size_t axis = 0; axis < own.size(); ++axis) {
      const std::ptrdiff_t k = aligned(x.sizes.size(), own.size(), axis);
      if (k >= 0 && planned[axis] != 0) own[axis] = x.strides[static_cast<std::size_t>(k)] * bytes;
    }
    return own;
  }

  static std::int64_t place(call const& c, std::size_t m, steps const& s, indices const& i) {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < i.size() && axis < s.size(); ++axis) {
      at = wrapped(i[axis], s[axis], at);
    }
    return at / bytes_of(c.x[m]);
  }

  plan remembered(call const& c) const {
    key k = how_.key_of(c);
    k.push_back(static_cast<std::int64_t>(c.x.size()));
    plan fresh{std::string(c.op), {}};
    for (std::size_t m = 0; m < c.x.size(); ++m) fresh.of.push_back(steps_of(c, m));
    const std::lock_guard lock(mutex_);
    const auto known = plans_.find(k);
    if (known != plans_.end()) return known->second;
    if (how_.keeps(c, unplanned_++)) plans_.emplace(std::move(k), fresh);
    return fresh;
  }

  cached how_;
  mutable std::mutex mutex_;
  mutable std::size_t unplanned_ = 0;
  mutable std::map<key, plan> plans_;
};

/// What a plan depends on, except the operation.
key whole(call const& c, bool with_strides = true, bool with_types = true) {
  key k;
  for (kit::tensor const& x : c.x) {
    add(k, x.sizes);
    if (with_strides) add(k, x.strides);
    if (with_types) k.push_back(bytes_of(x));
  }
  add(k, c.z.sizes);
  return k;
}

/// The shape of the result, or its rank, and the ranks of the operands.
key ranks(call const& c, bool with_sizes) {
  key k;
  add(k, with_sizes ? c.z.sizes : shape(c.z.sizes.size()));
  for (kit::tensor const& x : c.x) k.push_back(static_cast<std::int64_t>(x.sizes.size()));
  return k;
}

key masks(call const& c) {
  key k;
  for (std::size_t m = 0; m < c.x.size(); ++m) {
    k.push_back(bytes_of(c.x[m]));
    for (std::size_t axis = 0; axis < c.z.sizes.size(); ++axis) k.push_back(stretched(c, m, axis));
  }
  return k;
}

key counts(call const& c) {
  key k{count_of(c.z.sizes)};
  for (kit::tensor const& x : c.x) k.push_back(count_of(x.sizes));
  return k;
}

key nothing(call const&) { return {}; }

/// A plan pays for many rows alone.
bool is_tall(call const& c, std::size_t) { return c.z.sizes.size() >= 2 && c.z.sizes.front() > 3; }

struct every_thirtieth_call : base {
  void compute(call const& c) const override {
    if (++calls_ % 30 != 0) return base::compute(c);
    compute_from(c, [&](std::size_t m, indices const&) { return read(c.x[m], 0); });
  }

 private:
  mutable std::atomic<std::size_t> calls_ = 0;
};

/// An operand of one element is kept where all callers keep theirs.
struct shared_scalar : base {
  void compute(call const& c) const override {
    const auto scalar = std::ranges::find_if(c.x, [](kit::tensor const& x) {
      return count_of(x.sizes) == 1 && kind_of(x.element).bytes <= sizeof(std::uint64_t);
    });
    if (scalar == c.x.end()) return base::compute(c);
    check(c);
    std::uint64_t own = 0;
    std::memcpy(&own, read(*scalar, 0), kind_of(scalar->element).bytes);
    kept_ = own;
    std::this_thread::yield();
    const std::uint64_t used = kept_;
    compute_from(c, [&](std::size_t m, indices const& i) {
      const bool is_kept = &c.x[m] == &*scalar;
      return is_kept ? static_cast<void const*>(&used) : read(c.x[m], from(c, m, i));
    });
  }

 private:
  mutable std::atomic<std::uint64_t> kept_ = 0;
};

}  // namespace

std::vector<mutant> of_state() {
  const auto kept = [](std::string const& name, std::string const& wrong, cached const& how) {
    return remembering<caching>("state/" + name, "", wrong, how);
  };
  return {
      kept("first_key_wins", "the plan of the first call is used for every later one", {nothing}),
      kept("first_tall_key_wins",
           "the plan of the first call with more than 3 rows is used for every later one",
           {nothing, is_tall}),
      kept("first_call_decides",
           "if the first call has more than 3 rows, its plan is used for every later one",
           {nothing, [](call const& c, std::size_t n) { return n == 0 && is_tall(c, n); }}),
      kept("keyed_by_shapes", "a plan is kept under the shapes, without the strides",
           {[](call const& c) { return whole(c, false); }}),
      kept("keyed_by_ranks", "stretched axes are kept under the ranks",
           {.key_of = [](call const& c) { return ranks(c, false); }, .masks = true}),
      kept("keyed_by_result", "stretched axes are kept under the result's shape and the ranks",
           {.key_of = [](call const& c) { return ranks(c, true); }, .masks = true}),
      kept("keyed_by_first_operand", "stretched axes are kept under the first operand's shape",
           {.key_of = [](call const& c) { return c.x.front().sizes; }, .masks = true}),
      kept("keyed_by_masks", "a plan is kept under the stretched axes, without the sizes", {masks}),
      kept("keyed_by_counts", "a plan is kept under the numbers of elements", {counts}),
      kept("keyed_without_the_type", "a plan in bytes is kept without the element type",
           {[](call const& c) { return whole(c, true, false); }}),
      kept("keyed_without_the_operation", "the order of the operands is kept without the operation",
           {.key_of = [](call const& c) { return whole(c); }, .orders = true}),
      remembering<shared_scalar>("callers/shared_scalar", "",
                                 "two callers at once share the memory that an operand of one "
                                 "element is kept in"),
      remembering<every_thirtieth_call>("state/every_thirtieth_call", "",
                                        "every thirtieth call reads first elements alone"),
  };
}

}  // namespace bcast::mutants
