// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdexcept>

#include "contestant.hpp"
#include "peers/peers.hpp"

namespace bcast::engine::bench {
namespace {

using maker = std::unique_ptr<contestant> (*)();

// A peer that is not linked in has no factory.
#ifdef BCAST_BENCH_XTENSOR
constexpr maker xtensor = make_xtensor;
#else
constexpr maker xtensor = nullptr;
#endif
#ifdef BCAST_BENCH_EIGEN
constexpr maker eigen = make_eigen;
#else
constexpr maker eigen = nullptr;
#endif
#ifdef BCAST_BENCH_ONEDNN
constexpr maker onednn = make_onednn;
#else
constexpr maker onednn = nullptr;
#endif

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
  guests.push_back(compiled_in("xtensor", xtensor));
  guests.push_back(compiled_in("Eigen", eigen));
  guests.push_back(compiled_in("oneDNN", onednn));
  guests.push_back(from_python(python, "NumPy"));
  guests.push_back(from_python(python, "PyTorch"));
  guests.push_back(from_python(python, "ONNX Runtime"));
  guests.push_back(from_python(python, "jaxlib"));
  return guests;
}

}  // namespace bcast::engine::bench
