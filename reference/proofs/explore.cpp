// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explore.hpp"

#include <cstddef>
#include <exception>
#include <stdexcept>

#include "symbol.hpp"

namespace bcast::proofs {
namespace {

/// The decisions of one run, in order.
class run {
 public:
  explicit run(std::vector<bool> prescribed)
      : solver_(solver_context()), condition_(solver_context().bool_val(true)) {
    // In milliseconds. With a limit, Z3 uses a strategy that terminates on products of unknowns.
    solver_.set("timeout", 60000U);
    decisions_ = std::move(prescribed);
  }

  bool decide(z3::expr const& condition) {
    const z3::expr simple = condition.simplify();
    if (simple.is_true() || simple.is_false()) return simple.is_true();
    bool answer = false;
    if (asked_ < decisions_.size()) {
      answer = decisions_[asked_];
    } else {
      answer = possible(simple);
      if (answer && possible(!simple)) open_.push_back(asked_);
      decisions_.push_back(answer);
    }
    ++asked_;
    const z3::expr expected = answer ? simple : !simple;
    solver_.add(expected);
    condition_ = condition_ && expected;
    return answer;
  }

  z3::expr const& condition() const { return condition_; }

  /// The runs that still have to be explored. Each follows this run up to a decision that this run
  /// was the first to make, and then takes the other answer, which is also possible.
  std::vector<std::vector<bool>> others() const {
    std::vector<std::vector<bool>> all;
    for (std::size_t at : open_) {
      all.emplace_back(decisions_.begin(), decisions_.begin() + static_cast<std::ptrdiff_t>(at));
      all.back().push_back(!decisions_[at]);
    }
    return all;
  }

 private:
  bool possible(z3::expr const& condition) {
    z3::expr_vector assumed(solver_context());
    solver_.push();
    solver_.add(condition);
    const z3::check_result result = solver_.check();
    solver_.pop();
    if (result == z3::unknown) throw std::runtime_error("the solver cannot decide");
    return result == z3::sat;
  }

  z3::solver solver_;
  z3::expr condition_;
  std::vector<bool> decisions_;
  std::size_t asked_ = 0;
  std::vector<std::size_t> open_;
};

run* current = nullptr;

}  // namespace

bool decide(z3::expr const& condition) {
  if (current == nullptr) throw std::logic_error("a condition on symbols outside of a run");
  return current->decide(condition);
}

ending end_of(std::function<bool()> const& property, std::string& thrown) {
  try {
    return property() ? ending::holds : ending::fails;
  } catch (outside_the_premise const&) {
    return ending::outside;
  } catch (std::exception const& e) {
    thrown = e.what();
    return ending::fails;
  }
}

std::vector<path> explore(std::function<bool()> const& property) {
  std::vector<path> all;
  std::vector<std::vector<bool>> expected{{}};
  while (!expected.empty()) {
    run r(std::move(expected.back()));
    expected.pop_back();
    current = &r;
    std::string thrown;
    const ending end = end_of(property, thrown);
    current = nullptr;
    all.push_back({r.condition(), end, thrown});
    for (std::vector<bool>& other : r.others()) expected.push_back(std::move(other));
  }
  return all;
}

}  // namespace bcast::proofs
