// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectors/vectors.hpp"

#include <fmt/core.h>

#include "commands.hpp"

namespace bcast::program {

int vectors(std::string const& folder) {
  const auto files = proptests::vector_files();
  proptests::write_folder(folder, files);
  for (auto const& [name, text] : files) fmt::print("{}/{}\n", folder, name);
  return holds;
}

}  // namespace bcast::program
