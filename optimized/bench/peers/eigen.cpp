// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EIGEN_USE_THREADS
#include <unsupported/Eigen/CXX11/Tensor>

#include "../dispatch.hpp"
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

// One expression, which is one pass.
template <std::size_t Rank, class Operand, class Device>
std::vector<entrant> run_chain(task const& t, map<float, Rank> z, Operand const& x,
                               Device const& device) {
  switch (t.what.what) {
    case operation::multiply_add:
      return {in_process("", [z, a = x(0), b = x(1), c = x(2), &device]() mutable {
        z.device(device) = a() * b() + c();
      })};
    case operation::add_relu:
      return {in_process("", [z, a = x(0), b = x(1), &device]() mutable {
        z.device(device) = (a() + b()).cwiseMax(0.0F);
      })};
    case operation::scale_mask:
      return {
          in_process("", [z, m = operand_of<bool, Rank>(t, 0), a = x(1), b = x(2), c = x(3),
                          &device]() mutable { z.device(device) = m().select(a() * b(), c()); })};
    case operation::centre:
      return {in_process("", [z, a = x(0), b = x(1), c = x(2), &device]() mutable {
        z.device(device) = (a() - b()) * c();
      })};
    case operation::normalise:
      return {
          in_process("", [z, a = x(0), b = x(1), c = x(2), d = x(3), e = x(4), &device]() mutable {
            z.device(device) = (a() - b()) * c() * d() + e();
          })};
    case operation::clamp:
      return {in_process("", [z, a = x(0), b = x(1), c = x(2), d = x(3), &device]() mutable {
        z.device(device) = (a() * b() + c()).cwiseMax(d());
      })};
    default:
      return {};
  }
}

template <class T, std::size_t Rank, class Device>
std::vector<entrant> run(task const& t, Device const& device) {
  map<T, Rank> z(t.result<T>(), padded<Rank, Eigen::Index>(t.what.result));
  const auto x = [&](std::size_t k) { return operand_of<T, Rank>(t, k); };
  if (has_transposed(t.what)) {
    if constexpr (Rank == 2) {
      return {in_process("", [z, a = x(0), b = x(1), &device]() mutable {
        z.device(device) = a.data + b.data.shuffle(axes<2>{1, 0});
      })};
    }
    return {};
  }
  switch (t.what.what) {
    case operation::add:
      return {in_process(
          "", [z, a = x(0), b = x(1), &device]() mutable { z.device(device) = a() + b(); })};
    case operation::multiply:
      return {in_process(
          "", [z, a = x(0), b = x(1), &device]() mutable { z.device(device) = a() * b(); })};
    case operation::copy:
      return {in_process("", [z, a = x(0), &device]() mutable { z.device(device) = a(); })};
    case operation::where:
      return {in_process("", [z, c = operand_of<bool, Rank>(t, 0), a = x(1), b = x(2),
                              &device]() mutable { z.device(device) = c().select(a(), b()); })};
    default:
      if constexpr (std::is_same_v<T, float>) return run_chain<Rank>(t, z, x, device);
      break;
  }
  return {};
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
