// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdexcept>

#include "contestant.hpp"
#include "peers/peers.hpp"

namespace bcast::optimized::bench {
namespace {

#ifndef BCAST_BENCH_XTENSOR
constexpr auto make_xtensor = nullptr;
#endif
#ifndef BCAST_BENCH_EIGEN
constexpr auto make_eigen = nullptr;
#endif
#ifndef BCAST_BENCH_ONEDNN
constexpr auto make_onednn = nullptr;
#endif
#ifndef BCAST_BENCH_TORCH
constexpr auto make_torch = nullptr;
#endif

using maker = std::unique_ptr<contestant> (*)();

invitation compiled_in(char const* name, maker make) {
  if (make == nullptr) return {name, role::library, nullptr, "its package was not found"};
  return {name, role::library, make(), ""};
}

invitation from_python(std::string const& python, char const* name) {
  if (python.empty()) return {name, role::library, nullptr, "no Python was named"};
  try {
    return {name, role::library, make_python(python, name), ""};
  } catch (std::runtime_error const& e) {
    return {name, role::library, nullptr, e.what()};
  }
}

}  // namespace

std::vector<invitation> invite(std::string const& python) {
  std::vector<invitation> guests;
  guests.push_back({"bcast", role::ours, make_bcast(), ""});
  guests.push_back({"limit", role::limit, make_limit(), ""});
  guests.push_back({"loops", role::hand, make_hand(), ""});
  guests.push_back(compiled_in("xtensor", make_xtensor));
  guests.push_back(compiled_in("Eigen", make_eigen));
  guests.push_back(compiled_in("oneDNN", make_onednn));
  guests.push_back(compiled_in("PyTorch", make_torch));
  guests.push_back(from_python(python, "NumPy"));
  guests.push_back(from_python(python, "ONNX Runtime"));
  return guests;
}

}  // namespace bcast::optimized::bench
