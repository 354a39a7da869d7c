// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <rapidcheck/state.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"
#include "bcast/proptests/generators.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"

// Sequences of calls on the engine, by RapidCheck's state testing: what a call computes does not
// depend on the calls before it, however it is made, in place or not; and a prepared plan reads the
// current values of its operands.

namespace {

using namespace bcast::engine;
using bcast::proptests::gen::sizes;
namespace oracle = bcast::proptests::oracle;
using element = std::int64_t;

/// Some tensors of shapes that broadcast to that of the first one.
struct tensor {
  sizes shape;
  std::vector<element> values;  ///< row-major
};

element& at(tensor& t, sizes const& i) {
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < i.size(); ++k) flat = flat * t.shape[k] + i[k];
  return t.values[static_cast<std::size_t>(flat)];
}

template <class F>
void each_index(sizes const& shape, F f) {
  std::int64_t count = 1;
  for (std::int64_t size : shape) count *= size;
  sizes i(shape.size());
  for (std::int64_t flat = 0; flat < count; ++flat) {
    std::int64_t rest = flat;
    for (std::size_t k = shape.size(); k-- > 0;) {
      i[k] = rest % shape[k];
      rest /= shape[k];
    }
    f(i);
  }
}

/// The contents of the tensors, and which operands each prepared plan subtracts.
struct model {
  std::vector<tensor> tensors;
  std::vector<std::pair<std::size_t, std::size_t>> plans;

  /// Tensor 0 becomes a - b, element by element, by the oracle.
  void subtract(std::size_t a, std::size_t b) {
    tensor result = tensors[0];
    each_index(result.shape, [&](sizes const& i) {
      const auto read = [&](std::size_t m) {
        return at(tensors[m], oracle::operand_index(tensors[m].shape, result.shape, i));
      };
      at(result, i) = read(a) - read(b);
    });
    tensors[0] = result;
  }
};

/// The same tensors, as the engine sees them.
class engine {
 public:
  explicit engine(model const& from) : tensors_(from.tensors) {}

  view<element> of(std::size_t m) { return {tensors_[m].values.data(), tensors_[m].shape}; }
  view<element const> read(std::size_t m) { return of(m); }
  tensor& held(std::size_t m) { return tensors_[m]; }

  void transform_by(std::size_t a, std::size_t b) {
    transform([](element x, element y) { return x - y; }, of(0), read(a), read(b));
  }

  void apply_sub(std::size_t a, std::size_t b) {
    const auto z = of(0);
    const auto x = read(a), y = read(b);
    const std::vector<operand> operands{operand_of(x), operand_of(y)};
    apply(*operation::named("sub"), target_of(z), operands);
  }

  void prepare_sub(std::size_t a, std::size_t b) {
    plans_.push_back(prepare(difference{}, of(0), read(a), read(b)));
  }
  void run_plan(std::size_t k) { plans_[k](); }

  void expect(model const& held) const {
    for (std::size_t m = 0; m < tensors_.size(); ++m) {
      RC_ASSERT(tensors_[m].values == held.tensors[m].values);
    }
  }

 private:
  struct difference {
    element operator()(element x, element y) const { return x - y; }
  };

  std::vector<tensor> tensors_;
  std::vector<prepared<difference>> plans_;
};

using command = rc::state::Command<model, engine>;

std::size_t any_tensor(model const& m) {
  return *rc::gen::inRange<std::size_t>(0, m.tensors.size());
}

/// A call that reads tensors a and b and writes tensor 0, which may be a or b.
struct subtraction : command {
  explicit subtraction(model const& m) : a(any_tensor(m)), b(any_tensor(m)) {}
  void apply(model& m) const override { m.subtract(a, b); }
  void run(model const& m, engine& e) const override {
    call(e);
    e.expect(nextState(m));
  }
  virtual void call(engine& e) const = 0;

  std::size_t a, b;
};

struct transformed : subtraction {
  using subtraction::subtraction;
  void call(engine& e) const override { e.transform_by(a, b); }
  void show(std::ostream& to) const override { to << fmt::format("transform {} - {}", a, b); }
};

struct applied : subtraction {
  using subtraction::subtraction;
  void call(engine& e) const override { e.apply_sub(a, b); }
  void show(std::ostream& to) const override { to << fmt::format("apply sub {} {}", a, b); }
};

struct planned : command {
  explicit planned(model const& m) : a(any_tensor(m)), b(any_tensor(m)) {}
  void apply(model& m) const override { m.plans.emplace_back(a, b); }
  void run(model const& m, engine& e) const override {
    e.prepare_sub(a, b);
    e.expect(m);  // nothing is written yet
  }
  void show(std::ostream& to) const override { to << fmt::format("prepare {} - {}", a, b); }

  std::size_t a, b;
};

struct plan_run : command {
  explicit plan_run(model const& m) : k(*rc::gen::inRange<std::size_t>(0, m.plans.size() + 1)) {}
  void checkPreconditions(model const& m) const override { RC_PRE(k < m.plans.size()); }
  void apply(model& m) const override { m.subtract(m.plans[k].first, m.plans[k].second); }
  void run(model const& m, engine& e) const override {
    e.run_plan(k);
    e.expect(nextState(m));
  }
  void show(std::ostream& to) const override { to << fmt::format("run plan {}", k); }

  std::size_t k;
};

/// A write to a tensor from outside, between two calls.
struct written : command {
  explicit written(model const& m) : k(any_tensor(m)), value(*rc::gen::inRange(-100, 100)) {}
  void apply(model& m) const override { fill(m.tensors[k]); }
  void run(model const&, engine& e) const override { fill(e.held(k)); }
  void show(std::ostream& to) const override { to << fmt::format("write {} to {}", value, k); }

  void fill(tensor& t) const {
    for (std::size_t p = 0; p < t.values.size(); ++p) {
      t.values[p] = value + static_cast<element>(p * p);
    }
  }

  std::size_t k;
  int value;
};

RC_GTEST_PROP(EngineState, ACallDoesNotDependOnTheCallsBeforeIt, ()) {
  model start;
  const sizes result = *bcast::proptests::gen::shape({.max_rank = 4});
  start.tensors.push_back({result, {}});
  const auto more =
      *rc::gen::container<std::vector<sizes>>(3, bcast::proptests::gen::broadcasting_to(result));
  for (sizes const& own : more) start.tensors.push_back({own, {}});
  element next = 0;
  for (tensor& t : start.tensors)
    each_index(t.shape, [&](auto const&) { t.values.push_back(++next); });
  engine sut(start);
  rc::state::check(
      start, sut,
      rc::state::gen::execOneOfWithArgs<transformed, applied, planned, plan_run, written>());
}

}  // namespace
