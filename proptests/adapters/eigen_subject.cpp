// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <unsupported/Eigen/CXX11/Tensor>
#include <vector>

#include "dense_subject.hpp"

/// Eigen's tensors under test. Eigen repeats a tensor a number of times along each axis, and leaves
/// the rule to its caller: this program aligns the shapes.
namespace {

namespace kit = bcast::kit;

constexpr std::size_t rank = 4;
using sizes_t = std::array<Eigen::Index, rank>;
template <class T>
using mapped = Eigen::TensorMap<Eigen::Tensor<T, rank, Eigen::RowMajor>>;

std::optional<sizes_t> padded(std::vector<std::int64_t> const& sizes) {
  if (sizes.size() > rank) return std::nullopt;
  sizes_t p;
  p.fill(1);
  std::copy(sizes.begin(), sizes.end(), p.end() - static_cast<std::ptrdiff_t>(sizes.size()));
  return p;
}

/// How often each axis is repeated to give the target; none if it cannot be.
std::optional<sizes_t> repeats(kit::tensor const& x, kit::tensor const& z) {
  const auto from = padded(x.sizes), to = padded(z.sizes);
  if (!from || !to || x.sizes.size() > z.sizes.size()) return std::nullopt;
  sizes_t times;
  for (std::size_t k = 0; k < rank; ++k) {
    if ((*from)[k] != (*to)[k] && (*from)[k] != 1) return std::nullopt;
    times[k] = (*from)[k] == (*to)[k] ? 1 : (*to)[k];
  }
  return times;
}

template <class T>
kit::result compute(std::string_view op, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  std::vector<sizes_t> times;
  for (kit::tensor const& t : x) {
    const auto own = repeats(t, z);
    if (!own) return adapters::rejected("a size is neither 1 nor the target's");
    times.push_back(*own);
  }
  const auto tensor = [](kit::tensor const& t) {
    return mapped<T>(static_cast<T*>(t.data), *padded(t.sizes));
  };
  auto out = tensor(z);
  const auto write = [&](auto const& expression) { out = expression; };
  // An expression refers to the maps that it reads.
  const auto a = tensor(x[0]), b = tensor(x.back());
  const auto first = a.broadcast(times[0]);
  if (x.size() == 1) {
    write(first);
  } else {
    adapters::arithmetic<T>(
        op, first, b.broadcast(times[1]),
        [](auto const& l, auto const& r) { return l.cwiseMax(r); },
        [](auto const& l, auto const& r) { return l.cwiseMin(r); }, write);
  }
  return {};
}

kit::result apply(std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  return adapters::by_element(op, x, z, []<class T>(std::type_identity<T>, auto const&... of) {
    return compute<T>(of...);
  });
}

}  // namespace

int main() {
  kit::subject s = adapters::dense_subject("eigen", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION,
                                           EIGEN_MINOR_VERSION);
  s.declares.max_rank = rank;
  s.apply = apply;
  bcast::proptests::serve(s, std::cin, std::cout);
}
