// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <iostream>
#include <optional>
#include <string>
#include <type_traits>
#include <unsupported/Eigen/CXX11/Tensor>
#include <vector>

#include "bcast/proptests/pipe.hpp"
#include "bcast/spec/element_types.hpp"

/// Eigen's tensors under test. Eigen repeats a tensor a number of times along each axis, and leaves
/// the rule to its caller: aligning the shapes is this program's part.
namespace {

namespace kit = bcast::kit;
using kind = kit::answer::kind;

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

/// How often each axis is repeated to give the target; none where it cannot be.
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
kit::answer compute(std::string_view op, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  kit::answer a;
  std::vector<sizes_t> times;
  for (kit::tensor const& t : x) {
    const auto own = repeats(t, z);
    if (!own) {
      a.verdict = kind::reject;
      a.why = "a size is neither 1 nor the target's";
      return a;
    }
    times.push_back(*own);
  }
  const auto tensor = [](kit::tensor const& t) {
    return mapped<T>(static_cast<T*>(t.data), *padded(t.sizes));
  };
  auto out = tensor(z);
  const auto first = tensor(x[0]).broadcast(times[0]);
  if (x.size() == 1) {
    out = first;
  } else if constexpr (!std::is_same_v<T, bool>) {
    const auto second = tensor(x[1]).broadcast(times[1]);
    if (op == "add") out = first + second;
    if (op == "sub") out = first - second;
    if (op == "mul") out = first * second;
    if (op == "max") out = first.cwiseMax(second);
    if (op == "min") out = first.cwiseMin(second);
  }
  return a;
}

kit::answer apply(std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  kit::answer a;
  a.verdict = kind::unsupported;
  boost::hana::for_each(bcast::spec::element_types, [&](auto const& row) {
    using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
    if constexpr (!std::is_same_v<T, std::string>) {
      if (boost::hana::first(row) != x.at(0).element) return;
      a.verdict = kind::ok;
      for (std::size_t m = 0; m < z.size() && a.verdict == kind::ok; ++m) {
        a = compute<T>(op, op == "broadcast" ? std::vector{x.at(m)} : x, z[m]);
      }
    }
  });
  return a;
}

}  // namespace

int main() {
  kit::subject s;
  s.name = "eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
           std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION);
  s.profile = "array_api";
  s.declares.elements = {"bool",   "int8",   "int16",  "int32", "int64", "uint8",
                         "uint16", "uint32", "uint64", "float", "double"};
  s.declares.operations = {"copy", "add", "sub", "mul", "max", "min"};
  s.declares.max_rank = rank;
  s.declares.max_operands = 2;
  s.declares.strided = false;
  s.declares.overlapping = false;
  s.apply = apply;
  bcast::proptests::serve(s, std::cin, std::cout);
}
