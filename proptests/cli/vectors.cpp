// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/vectors.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "commands.hpp"
#include "help.hpp"

namespace bcast::cli {

command add_vectors(CLI::App& program) {
  auto folder = std::make_shared<std::string>();
  CLI::App* sub = program.add_subcommand(
      "vectors", "Write the core cases with their verdicts, clauses and schema into a folder");
  sub->add_option("--out", *folder, "The folder: a new one, or an empty one")
      ->type_name("FOLDER")
      ->required();
  add_examples(*sub, {{"bcast vectors --out vectors", "vectors/vectors.json and its schemas"}});
  return [folder] {
    const auto files = proptests::vector_files();
    proptests::write_folder(*folder, files);
    for (auto const& [name, text] : files) fmt::print("{}/{}\n", *folder, name);
    return holds;
  };
}

}  // namespace bcast::cli
