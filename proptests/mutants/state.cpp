// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
  const auto bytes = static_cast<std::int64_t>(kind_of(x.element).bytes);
  const std::size_t missing = c.z.sizes.size() - x.sizes.size();
  steps s(c.z.sizes.size(), 0);
  for (std::size_t axis = missing; axis < s.size(); ++axis) {
    if (!stretched(c, m, axis)) s[axis] = x.strides[axis - missing] * bytes;
  }
  return s;
}

/// Computes with a plan that it keeps under a key, for every later call with this key.
struct caching : base {
  struct plan {
    std::string op;
    std::vector<steps> of;
  };

  virtual key key_of(call const& c) const = 0;

  /// Whether a call that has no plan leaves its own.
  virtual bool keeps(call const&) const { return true; }

  /// The steps of an operand, where the plan has `planned`.
  virtual steps used(call const&, std::size_t, steps const& planned) const { return planned; }

  /// Whether two operands are exchanged, where the plan is for the operation `planned`.
  virtual bool exchanged(call const&, std::string const& /*planned*/) const { return false; }

  void compute(call const& c) const override {
    if (c.x.size() < 2) return base::compute(c);
    check(c);
    const plan p = remembered(c);
    const bool exchange = exchanged(c, p.op);
    std::vector<steps> of;
    for (std::size_t m = 0; m < c.x.size(); ++m) of.push_back(used(c, m, p.of[m]));
    compute_from(c, [&](std::size_t m, indices const& i) {
      if (exchange) m = 1 - m;  // of two operands
      return read(c.x[m], place(c, m, of[m], i));
    });
  }

 private:
  static std::int64_t place(call const& c, std::size_t m, steps const& s, indices const& i) {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < i.size() && axis < s.size(); ++axis) {
      at = wrapped(i[axis], s[axis], at);
    }
    return at / static_cast<std::int64_t>(kind_of(c.x[m].element).bytes);
  }

  plan remembered(call const& c) const {
    key k = key_of(c);
    k.push_back(static_cast<std::int64_t>(c.x.size()));
    plan fresh{std::string(c.op), {}};
    for (std::size_t m = 0; m < c.x.size(); ++m) fresh.of.push_back(steps_of(c, m));
    const std::lock_guard lock(mutex_);
    const auto known = plans_.find(k);
    if (known != plans_.end()) return known->second;
    if (keeps(c)) plans_.emplace(std::move(k), fresh);
    return fresh;
  }

  mutable std::mutex mutex_;
  mutable std::map<key, plan> plans_;
};

/// Everything that a plan depends on, except the operation and, in a mutant, one thing more.
struct complete : caching {
  key key_of(call const& c) const override {
    key k;
    for (kit::tensor const& x : c.x) add_operand(k, x);
    add(k, c.z.sizes);
    return k;
  }

 protected:
  virtual void add_operand(key& k, kit::tensor const& x) const {
    add(k, x.sizes);
    add(k, x.strides);
    k.push_back(static_cast<std::int64_t>(kind_of(x.element).bytes));
  }
};

struct first_key_wins : caching {
  key key_of(call const&) const override { return {}; }
};

/// A plan pays for many rows alone.
struct first_tall_key_wins : first_key_wins {
  bool keeps(call const& c) const override { return is_tall(c); }

 protected:
  static bool is_tall(call const& c) { return c.z.sizes.size() >= 2 && c.z.sizes.front() > 3; }
};

/// The first call of all decides whether a plan pays.
struct first_call_decides : first_tall_key_wins {
  bool keeps(call const& c) const override { return calls_++ == 0 && is_tall(c); }

 private:
  mutable std::size_t calls_ = 0;
};

struct keyed_by_shapes : complete {
  void add_operand(key& k, kit::tensor const& x) const override {
    add(k, x.sizes);
    k.push_back(static_cast<std::int64_t>(kind_of(x.element).bytes));
  }
};

/// Which axes are stretched.
struct masks : caching {
  steps used(call const& c, std::size_t m, steps const& planned) const override {
    kit::tensor const& x = c.x[m];
    const auto bytes = static_cast<std::int64_t>(kind_of(x.element).bytes);
    steps own(planned.size(), 0);
    for (std::size_t axis = 0; axis < own.size(); ++axis) {
      const std::ptrdiff_t k = aligned(x.sizes.size(), own.size(), axis);
      if (k >= 0 && planned[axis] != 0) own[axis] = x.strides[static_cast<std::size_t>(k)] * bytes;
    }
    return own;
  }
};

struct keyed_by_ranks : masks {
  key key_of(call const& c) const override {
    key k{static_cast<std::int64_t>(c.z.sizes.size())};
    for (kit::tensor const& x : c.x) k.push_back(static_cast<std::int64_t>(x.sizes.size()));
    return k;
  }
};

struct keyed_by_result : masks {
  key key_of(call const& c) const override {
    key k;
    add(k, c.z.sizes);
    for (kit::tensor const& x : c.x) k.push_back(static_cast<std::int64_t>(x.sizes.size()));
    return k;
  }
};

struct keyed_by_first_operand : masks {
  key key_of(call const& c) const override {
    key k;
    add(k, c.x.front().sizes);
    return k;
  }
};

struct keyed_by_masks : caching {
  key key_of(call const& c) const override {
    key k;
    for (std::size_t m = 0; m < c.x.size(); ++m) {
      kit::tensor const& x = c.x[m];
      k.push_back(static_cast<std::int64_t>(kind_of(x.element).bytes));
      for (std::size_t axis = 0; axis < c.z.sizes.size(); ++axis)
        k.push_back(stretched(c, m, axis));
    }
    return k;
  }
};

struct keyed_by_counts : caching {
  key key_of(call const& c) const override {
    key k{count_of(c.z.sizes)};
    for (kit::tensor const& x : c.x) k.push_back(count_of(x.sizes));
    return k;
  }
};

struct keyed_without_the_type : complete {
  void add_operand(key& k, kit::tensor const& x) const override {
    add(k, x.sizes);
    add(k, x.strides);
  }
};

/// An order of two operands that suits one operation is kept for another.
struct keyed_without_the_operation : complete {
  bool exchanged(call const& c, std::string const& planned) const override {
    return c.x.size() == 2 && planned != c.op;
  }
};

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
    const auto scalar = std::find_if(c.x.begin(), c.x.end(), [](kit::tensor const& x) {
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
  return {
      remembering<first_key_wins>("state/first_key_wins", "",
                                  "the plan of the first call is used for every later one"),
      remembering<first_tall_key_wins>(
          "state/first_tall_key_wins", "",
          "the plan of the first call with more than 3 rows is used for every later one"),
      remembering<first_call_decides>(
          "state/first_call_decides", "",
          "if the first call has more than 3 rows, its plan is used for every later one"),
      remembering<keyed_by_shapes>("state/keyed_by_shapes", "",
                                   "a plan is kept under the shapes, without the strides"),
      remembering<keyed_by_ranks>("state/keyed_by_ranks", "",
                                  "stretched axes are kept under the ranks"),
      remembering<keyed_by_result>(
          "state/keyed_by_result", "",
          "stretched axes are kept under the result's shape and the ranks"),
      remembering<keyed_by_first_operand>(
          "state/keyed_by_first_operand", "",
          "stretched axes are kept under the first operand's shape"),
      remembering<keyed_by_masks>("state/keyed_by_masks", "",
                                  "a plan is kept under the stretched axes, without the sizes"),
      remembering<keyed_by_counts>("state/keyed_by_counts", "",
                                   "a plan is kept under the numbers of elements"),
      remembering<keyed_without_the_type>("state/keyed_without_the_type", "",
                                          "a plan in bytes is kept without the element type"),
      remembering<keyed_without_the_operation>(
          "state/keyed_without_the_operation", "",
          "the order of the operands is kept without the operation"),
      remembering<shared_scalar>("callers/shared_scalar", "",
                                 "two callers at once share the memory that an operand of one "
                                 "element is kept in"),
      remembering<every_thirtieth_call>("state/every_thirtieth_call", "",
                                        "every thirtieth call reads first elements alone"),
  };
}

}  // namespace bcast::mutants
