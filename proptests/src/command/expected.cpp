// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/expected.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>

#include "command/files.hpp"

namespace bcast::proptests {

expectations expected_failures(std::string const& file) {
  if (file.empty()) return {};
  const std::time_t now = std::time(nullptr);
  return {file, read_file(file), fmt::format("{:%Y-%m-%d}", fmt::gmtime(now))};
}

}  // namespace bcast::proptests
