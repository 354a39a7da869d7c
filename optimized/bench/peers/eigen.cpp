// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EIGEN_USE_THREADS
#include <unsupported/Eigen/CXX11/Tensor>

#include "../dispatch.hpp"
#include "../formulas.hpp"
#include "peers.hpp"

namespace bcast::engine::bench {
namespace {

template <class T, std::size_t Rank>
using map = Eigen::TensorMap<Eigen::Tensor<T, static_cast<int>(Rank), Eigen::RowMajor>>;

template <std::size_t Rank>
using axes = std::array<Eigen::Index, Rank>;

template <class T, std::size_t Rank>
struct repeated {
  map<T const, Rank> data;
  axes<Rank> times;

  auto operator()() const { return data.broadcast(times); }
};

template <class T, std::size_t Rank>
repeated<T, Rank> operand_of(task const& t, std::size_t k) {
  const axes<Rank> sizes = padded<Rank, Eigen::Index>(t.what.operands[k].sizes);
  axes<Rank> times = padded<Rank, Eigen::Index>(t.what.result);
  for (std::size_t a = 0; a < Rank; ++a) times[a] /= sizes[a];
  return {map<T const, Rank>(t.operand<T>(k), sizes), times};
}

struct words {
  auto max(auto const& a, auto const& b) const { return a.cwiseMax(b); }
  auto choice(auto const& m, auto const& a, auto const& b) const { return m.select(a, b); }
};

// One expression, which is one pass.
template <class T, std::size_t Rank, class Device>
std::vector<entrant> run(task const& t, Device const& device) {
  map<T, Rank> z(t.result<T>(), padded<Rank, Eigen::Index>(t.what.result));
  const auto x = [&](auto k) {
    using own = std::conditional_t<std::is_same_v<decltype(k), condition>, bool, T>;
    return operand_of<own, Rank>(t, k);
  };
  std::vector<entrant> ways;
  if (has_transposed(t.what)) {
    if constexpr (Rank == 2) {
      ways.push_back(in_process("", [z, a = x(nth<0>()), b = x(nth<1>()), &device]() mutable {
        z.device(device) = a.data + b.data.shuffle(axes<2>{1, 0});
      }));
    }
  } else if (t.what.what == operation::copy) {
    ways.push_back(
        in_process("", [z, a = x(nth<0>()), &device]() mutable { z.device(device) = a(); }));
  } else {
    with_formula<T>(t.what.what, [&](auto formula, auto... k) {
      ways.push_back(in_process("", [=, &device, all = std::tuple(x(k)...)]() mutable {
        std::apply([&](auto&... a) { z.device(device) = formula(words(), a()...); }, all);
      }));
    });
  }
  return ways;
}

class eigen : public contestant {
 public:
  std::string name() const override { return "Eigen"; }
  std::string version() const override {
    return std::to_string(EIGEN_WORLD_VERSION) + '.' + std::to_string(EIGEN_MAJOR_VERSION) + '.' +
           std::to_string(EIGEN_MINOR_VERSION);
  }
  role plays() const override { return role::library; }

  std::vector<entrant> prepare(task const& t) override {
    std::vector<entrant> ways;
    if (t.what.what == operation::shape) return ways;
    with_type(t.what.type, [&]<class T>(T) {
      with_rank<T>(t.what.result.size(), [&]<class Rank>(Rank) {
        ways = t.threads == 1 ? run<T, Rank::value>(t, alone_) : run<T, Rank::value>(t, together_);
      });
    });
    return ways;
  }

 private:
  static constexpr int threads = 2;
  Eigen::DefaultDevice alone_;
  Eigen::ThreadPool pool_{threads};
  Eigen::ThreadPoolDevice together_{&pool_, threads};
};

}  // namespace

std::unique_ptr<contestant> make_eigen() { return std::make_unique<eigen>(); }

}  // namespace bcast::engine::bench
