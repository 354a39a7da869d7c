// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <xtensor/xadapt.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xoperation.hpp>
#include <xtensor/xtensor_config.hpp>

#include "../dispatch.hpp"
#include "../formulas.hpp"
#include "peers.hpp"

namespace bcast::engine::bench {
namespace {

template <class T, class Sizes>
auto map(T* data, Sizes const& sizes) {
  std::size_t n = 1;
  for (std::size_t size : sizes) n *= size;
  return xt::adapt(data, n, xt::no_ownership(), sizes);
}

struct words {
  auto max(auto&& a, auto&& b) const {
    return xt::maximum(std::forward<decltype(a)>(a), std::forward<decltype(b)>(b));
  }
  auto choice(auto& m, auto&& a, auto& b) const {
    return xt::where(m, std::forward<decltype(a)>(a), b);
  }
};

// One expression, which is one pass. `sizes` converts the sizes of an operand or of the result.
template <class T, class Sizes>
std::vector<entrant> run(task const& t, std::string const& variant, Sizes const& sizes) {
  const auto z = [&] { return map(t.result<T>(), sizes(t.what.result)); };
  const auto x = [&](auto k) {
    using own = std::conditional_t<std::is_same_v<decltype(k), condition>, bool, T>;
    return map(t.operand<own>(k), sizes(t.what.operands[k].sizes));
  };
  std::vector<entrant> ways;
  if (has_transposed(t.what)) {
    ways.push_back(in_process(variant, [z = z(), a = x(nth<0>()), b = x(nth<1>())]() mutable {
      xt::noalias(z) = a + xt::transpose(b);
    }));
  } else if (t.what.what == operation::copy) {
    ways.push_back(in_process(variant, [z = z(), a = x(nth<0>())]() mutable {
      xt::noalias(z) = xt::broadcast(a, z.shape());
    }));
  } else {
    with_formula<T>(t.what.what, [&](auto formula, auto... k) {
      ways.push_back(in_process(variant, [=, z = z(), all = std::tuple(x(k)...)]() mutable {
        std::apply([&](auto&... a) { xt::noalias(z) = formula(words(), a...); }, all);
      }));
    });
  }
  return ways;
}

template <class Sizes>
entrant run_shape(task const& t, std::string const& variant, Sizes const& sizes) {
  return in_process(variant, [z = t.result<std::int64_t>(), a = sizes(t.what.operands[0].sizes),
                              b = sizes(t.what.operands[1].sizes), one = sizes(t.what.result)] {
    auto joined = one;
    std::fill(joined.begin(), joined.end(), 1);
    xt::broadcast_shape(a, joined);
    xt::broadcast_shape(b, joined);
    std::copy(joined.begin(), joined.end(), z);
  });
}

class xtensor : public contestant {
 public:
  std::string name() const override { return "xtensor"; }
  std::string version() const override {
    return std::to_string(XTENSOR_VERSION_MAJOR) + '.' + std::to_string(XTENSOR_VERSION_MINOR) +
           '.' + std::to_string(XTENSOR_VERSION_PATCH) + " with xsimd and TBB";
  }
  role plays() const override { return role::library; }

  std::vector<entrant> prepare(task const& t) override {
    const auto dynamic = [](shape const& sizes) {
      return std::vector<std::size_t>(sizes.begin(), sizes.end());
    };
    std::vector<entrant> ways;
    const auto both = [&]<class T>(T) {
      ways = run<T>(t, "rank at run time", dynamic);
      with_rank<T>(t.what.result.size(), [&]<class Rank>(Rank) {
        for (entrant& way : run<T>(t, "fixed rank", padded<Rank::value, std::size_t>)) {
          ways.push_back(std::move(way));
        }
      });
    };
    if (t.what.what != operation::shape) {
      with_type(t.what.type, both);
    } else {
      ways.push_back(run_shape(t, "rank at run time", dynamic));
      ways.push_back(run_shape(t, "fixed rank", padded<4, std::size_t>));
    }
    return ways;
  }
};

}  // namespace

std::unique_ptr<contestant> make_xtensor() { return std::make_unique<xtensor>(); }

}  // namespace bcast::engine::bench
