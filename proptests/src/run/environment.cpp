// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "laws/known.hpp"
#include "run/given_case.hpp"
#include "support/numbers.hpp"

namespace bcast::proptests {

test_case given_case(std::string_view option, std::string_view text) {
  try {
    std::vector<test_case> calls = calls_of(parse_case(text));
    for (test_case& call : calls) {
      if (!call.operation.empty()) call.operation = known_operation(call.operation);
    }
    return in_sequence(std::move(calls));
  } catch (std::invalid_argument const& e) {
    throw std::invalid_argument(fmt::format("{}: {}", option, e.what()));
  }
}

settings fresh_settings() {
  std::random_device random;
  settings with;
  with.seed = random();
  return with;
}

settings from_environment(settings with) {
  if (const auto seed = given_seed(std::nullopt)) with.seed = *seed;
  if (char const* const only = std::getenv("BCAST_CASE"); only != nullptr) {
    with.only = given_case("BCAST_CASE", only);
    with.shrinks = false;
  }
  if (char const* const size = std::getenv("BCAST_SIZE"); size != nullptr) {
    const std::map<std::string_view, run_size> sizes{
        {"core", run_size::core}, {"push", run_size::push}, {"nightly", run_size::nightly}};
    const auto at = sizes.find(size);
    if (at == sizes.end()) {
      throw std::invalid_argument(
          fmt::format("BCAST_SIZE: '{}' is not core, push or nightly", size));
    }
    with.size = at->second;
  }
  if (char const* const seconds = std::getenv("BCAST_SECONDS"); seconds != nullptr) {
    char* end = nullptr;
    const std::chrono::duration<double> most(std::strtod(seconds, &end));
    if (end == seconds || *end != '\0' || !(most.count() > 0 && most.count() <= 86400)) {
      throw std::invalid_argument(
          fmt::format("BCAST_SECONDS: '{}' is not a number of seconds", seconds));
    }
    using clock = std::chrono::steady_clock;
    with.end = clock::now() + std::chrono::duration_cast<clock::duration>(most);
  }
  return with;
}

}  // namespace bcast::proptests
