// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tbb/global_control.h>

#include <array>
#include <optional>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/transform.hpp"
#include "contestant.hpp"
#include "dispatch.hpp"

namespace bcast::engine::bench {
namespace {

template <class T>
view<T const> operand_of(task const& t, std::size_t k) {
  return {t.operand<T>(k), layout_of(t.what, k)};
}

/// A named operation, as a call for these shapes and as a prepared call.
template <class Z, class... X>
std::vector<entrant> named(std::string_view name, view<Z> const& z, view<X> const&... x) {
  const engine::operation op = *engine::operation::named(name);
  return {in_process("named",
                     [=] {
                       const std::array operands{engine::operand_of(x)...};
                       apply(op, target_of(z), operands);
                     }),
          in_process("named, prepared",
                     [call = operation_call(op, target_of(z),
                                            std::array{engine::operand_of(x)...})] { call(); })};
}

template <class F, class Z, class... X>
std::vector<entrant> called(F f, view<Z> const& z, view<X> const&... x) {
  return {in_process("callable", [=] { transform(f, z, x...); }),
          in_process("callable, prepared", [call = engine::prepare(f, z, x...)] { call(); })};
}

std::vector<entrant> both(std::vector<entrant> some, std::vector<entrant> others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

template <class T>
std::vector<entrant> run_as(task const& t) {
  const view<T> z(t.result<T>(), t.what.result);
  const auto x = [&](std::size_t k) { return operand_of<T>(t, k); };
  switch (t.what.what) {
    case operation::add:
      return both(named("add", z, x(0), x(1)),
                  called([](T a, T b) { return static_cast<T>(a + b); }, z, x(0), x(1)));
    case operation::multiply:
      return both(named("mul", z, x(0), x(1)),
                  called([](T a, T b) { return static_cast<T>(a * b); }, z, x(0), x(1)));
    case operation::copy:
      return both(named("copy", z, x(0)),
                  {in_process("broadcast_to", [z, from = x(0)] { broadcast_to(z, from); })});
    case operation::where:
      return both(named("where", z, operand_of<bool>(t, 0), x(1), x(2)),
                  called([](std::uint8_t c, T a, T b) { return c != 0 ? a : b; }, z,
                         operand_of<std::uint8_t>(t, 0), x(1), x(2)));
    case operation::join:
      break;
  }
  return {};
}

std::vector<entrant> run_join(task const& t) {
  std::vector<shape> shapes;
  for (operand const& x : t.what.operands) shapes.push_back(x.sizes);
  std::vector<entrant> ways{in_process("", [shapes, z = t.result<std::int64_t>()] {
    const shape joined = join(shapes);
    std::copy(joined.begin(), joined.end(), z);
  })};
  using four = std::array<std::int64_t, 4>;
  if (shapes.size() == 2 && shapes[0].size() == 4 && shapes[1].size() == 4) {
    four a{}, b{};
    std::copy_n(shapes[0].begin(), 4, a.begin());
    std::copy_n(shapes[1].begin(), 4, b.begin());
    ways.push_back(in_process("fixed rank", [a, b, z = t.result<std::int64_t>()] {
      const four joined = join(a, b);
      std::copy(joined.begin(), joined.end(), z);
    }));
  }
  return ways;
}

class ours : public contestant {
 public:
  std::string name() const override { return "bcast"; }
  std::string version() const override { return BCAST_VERSION; }
  role plays() const override { return role::ours; }

  std::vector<entrant> prepare(task const& t) override {
    threads_.emplace(tbb::global_control::max_allowed_parallelism, t.threads);
    if (t.what.what == operation::join) return run_join(t);
    auto ways = with_type(t.what.type, [&]<class T>(T) { return run_as<T>(t); });
    std::erase_if(ways, [&](entrant const& way) {
      const bool prepared = way.variant.ends_with(", prepared");
      return t.what.calling == (prepared ? calling::planning : calling::prepared);
    });
    return ways;
  }

 private:
  std::optional<tbb::global_control> threads_;
};

}  // namespace

std::unique_ptr<contestant> make_bcast() { return std::make_unique<ours>(); }

}  // namespace bcast::engine::bench
