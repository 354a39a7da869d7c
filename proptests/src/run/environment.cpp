// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "support/numbers.hpp"

namespace bcast::proptests {

settings fresh_settings() {
  std::random_device random;
  settings with;
  with.seed = random();
  return with;
}

settings from_environment(settings with) {
  if (const std::string wrong = read_rc_params(with, std::getenv("RC_PARAMS")); !wrong.empty()) {
    throw std::invalid_argument(wrong);
  }
  if (const auto seed = given_seed(std::nullopt)) with.seed = *seed;
  if (char const* const only = std::getenv("BCAST_CASE"); only != nullptr) {
    try {
      with.only = parse_case(only);
    } catch (text_error const& e) {
      throw std::invalid_argument(std::string("BCAST_CASE: ") + e.what());
    }
    with.shrinks = false;
  }
  return with;
}

}  // namespace bcast::proptests
