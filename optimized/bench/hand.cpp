// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contestant.hpp"

namespace bcast::engine::bench {
namespace {

std::vector<entrant> run_chain(hand_loops::chain loops, task const& t) {
  const std::size_t first = has_condition(t.what.what) ? 1 : 0;
  std::vector<float const*> x;
  for (std::size_t k = first; k < t.what.operands.size(); ++k) x.push_back(t.operand<float>(k));
  auto const* const condition = first == 1 ? t.operand<std::uint8_t>(0) : nullptr;
  return {in_process("", [=, z = t.result<float>(), threads = t.threads] {
    loops(z, x.data(), condition, threads);
  })};
}

template <class T>
std::vector<entrant> run(hand_loops::loops<T> loops, task const& t) {
  if (loops == nullptr) return {};
  const bool chooses = t.what.what == operation::where;
  const std::size_t first = chooses ? 1 : 0;
  const bool binary = t.what.operands.size() > first + 1;
  const auto* const condition = chooses ? t.operand<std::uint8_t>(0) : nullptr;
  const auto* const x = t.operand<T>(first);
  const auto* const y = binary ? t.operand<T>(first + 1) : nullptr;
  return {in_process(
      "", [=, z = t.result<T>(), threads = t.threads] { loops(z, x, y, condition, threads); })};
}

class hand_written : public contestant {
 public:
  std::string name() const override { return "loops"; }
  std::string version() const override { return "OpenMP " + std::to_string(_OPENMP); }
  role plays() const override { return role::hand; }

  std::vector<entrant> prepare(task const& t) override {
    if (t.what.by_hand.chained != nullptr) return run_chain(t.what.by_hand.chained, t);
    switch (t.what.type) {
      case element::f32:
        return run(t.what.by_hand.f32, t);
      case element::f64:
        return run(t.what.by_hand.f64, t);
      case element::i8:
        return run(t.what.by_hand.i8, t);
      case element::bf16:
      case element::f16:
        break;
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<contestant> make_hand() { return std::make_unique<hand_written>(); }

}  // namespace bcast::engine::bench
