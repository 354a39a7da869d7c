// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tbb/global_control.h>

#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "bcast/engine/broadcast.hpp"
#include "bcast/engine/fixed.hpp"
#include "bcast/engine/operation.hpp"
#include "bcast/engine/sum.hpp"
#include "bcast/engine/transform.hpp"
#include "contestant.hpp"
#include "dispatch.hpp"
#include "formulas.hpp"

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

/// A call for ranks that are known while compiling: of the target, and of the operands.
template <std::size_t Rank, std::size_t... Own, class T, class F>
std::vector<entrant> of_rank(task const& t, F f, std::index_sequence<Own...>, T* z) {
  const auto sized = []<std::size_t R>(shape const& from, std::integral_constant<std::size_t, R>) {
    std::array<std::int64_t, R> sizes{};
    std::copy_n(from.begin(), R, sizes.begin());
    return sizes;
  };
  const fixed_view<T, Rank> to{z,
                               sized(t.what.result, std::integral_constant<std::size_t, Rank>())};
  std::size_t k = 0;
  const std::tuple x{[&] {
    const std::size_t here = k++;
    return fixed_view<T const, Own>{
        t.operand<T>(here),
        sized(t.what.operands[here].sizes, std::integral_constant<std::size_t, Own>())};
  }()...};
  return {in_process("fixed rank", [=] {
    std::apply([&](auto const&... operands) { transform(f, to, operands...); }, x);
  })};
}

template <class F, class Z, class... X>
std::vector<entrant> called(F f, view<Z> const& z, view<X> const&... x) {
  return {in_process("callable", [=] { transform(f, z, x...); }),
          in_process("callable, prepared", [call = engine::prepare(f, z, x...)] { call(); })};
}

/// What the engine calls an operation; empty for what it has no name for.
std::string_view name_of(operation o) {
  return o == operation::multiply ? "mul" : o <= operation::add_sat ? to_string(o) : "";
}

template <class T>
std::vector<entrant> run_as(task const& t) {
  const view<T> z(t.result<T>(), t.what.result);
  const auto x = [&](auto k) { return operand_of<T>(t, k); };
  if (t.what.calling == calling::fixed_rank) {
    constexpr auto sum = [](T a, T b) { return static_cast<T>(a + b); };
    return of_rank<2>(t, sum, std::index_sequence<2, 1>(), t.result<T>());
  }
  if (t.what.what == operation::sum_to) {
    return {in_process("", [z, from = x(0)] { sum_to(z, from); })};
  }
  std::vector<entrant> ways;
  const auto add = [&](std::vector<entrant> more) {
    ways.insert(ways.end(), more.begin(), more.end());
  };
  const std::string_view name = name_of(t.what.what);
  with_formula<T>(t.what.what, [&](auto formula, auto first, auto... others) {
    constexpr bool chooses = std::is_same_v<decltype(first), condition>;
    using taken = std::conditional_t<chooses, bool, T>;
    using read = std::conditional_t<chooses, std::uint8_t, T>;
    if (!name.empty()) add(named(name, z, operand_of<taken>(t, first), x(others)...));
    add(called([=](auto... a) { return static_cast<T>(formula(scalars(), a...)); }, z,
               operand_of<read>(t, first), x(others)...));
  });
  if (t.what.what == operation::copy) {
    add(named(name, z, x(0)));
    add({in_process("broadcast_to", [z, from = x(0)] { broadcast_to(z, from); })});
  }
  if constexpr (std::is_integral_v<T>) {
    if (t.what.what == operation::add_sat) add(named(name, z, x(0), x(1)));
  }
  return ways;
}

std::vector<entrant> run_shape(task const& t) {
  std::vector<shape> shapes;
  for (operand const& x : t.what.operands) shapes.push_back(x.sizes);
  std::vector<entrant> ways{in_process("", [shapes, z = t.result<std::int64_t>()] {
    const shape joined = broadcast_shapes(shapes);
    std::copy(joined.begin(), joined.end(), z);
  })};
  using four = std::array<std::int64_t, 4>;
  if (shapes.size() == 2 && shapes[0].size() == 4 && shapes[1].size() == 4) {
    four a{}, b{};
    std::copy_n(shapes[0].begin(), 4, a.begin());
    std::copy_n(shapes[1].begin(), 4, b.begin());
    ways.push_back(in_process("fixed rank", [a, b, z = t.result<std::int64_t>()] {
      const four joined = broadcast_shapes(a, b);
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
    if (t.what.what == operation::shape) return run_shape(t);
    auto ways = with_any_type(t.what.type, [&]<class T>(T) { return run_as<T>(t); });
    std::erase_if(ways, [&](entrant const& way) {
      const bool prepared = way.variant.ends_with(", prepared");
      return prepared ? t.what.calling == calling::planning : t.what.calling == calling::prepared;
    });
    return ways;
  }

 private:
  std::optional<tbb::global_control> threads_;
};

}  // namespace

std::unique_ptr<contestant> make_bcast() { return std::make_unique<ours>(); }

}  // namespace bcast::engine::bench
