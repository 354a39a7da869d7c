// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <exception>
#include <string>

#include "bcast/proptests/run.hpp"
#include "cases/property.hpp"
#include "cases/rapid.hpp"

namespace bcast::proptests {

std::string read_rc_params(settings& with, char const* params) {
  if (params == nullptr || *params == '\0') return "";
  try {
    // A key that is not named keeps its default. Comparing two different defaults shows which keys
    // are named.
    rapid::Configuration zero, one;
    zero.testParams.seed = 0;
    one.testParams.seed = 1;
    zero.testParams.maxSuccess = 0;
    one.testParams.maxSuccess = 1;
    const auto a = rapid::configFromString(params, zero);
    const auto b = rapid::configFromString(params, one);
    if (a.testParams.seed == b.testParams.seed) with.seed = a.testParams.seed;
    if (a.testParams.maxSuccess == b.testParams.maxSuccess) {
      with.random = static_cast<std::uint64_t>(a.testParams.maxSuccess);
    }
    with.shrinks = with.shrinks && !a.testParams.disableShrinking;
    if (!a.reproduce.empty()) with.reproduce = named(a.reproduce);
    return "";
  } catch (std::exception const& e) {
    return std::string("RC_PARAMS: ") + e.what();
  }
}

}  // namespace bcast::proptests
