// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/command.hpp"

namespace bcast::tests {

/// A test of `bcast verify` with files of its own.
class Verify : public InADirectory {
 protected:
  std::string file_of(std::string const& text) {
    const std::filesystem::path name = directory / (std::to_string(++files_) + ".mlir");
    std::ofstream(name) << text;
    return name.string();
  }

  /// The lines that a run writes about a file, without its name, notes and the summary.
  static std::string errors(std::string const& name, std::string const& arguments = "") {
    std::istringstream lines(bcast("verify " + arguments + " '" + name + "'").out);
    std::string all;
    for (std::string line; std::getline(lines, line);) {
      if (line.find(": note: ") != std::string::npos) continue;
      if (line.starts_with(name + ":")) all += line.substr(name.size() + 1) + "\n";
    }
    return all;
  }

 private:
  int files_ = 0;
};

}  // namespace bcast::tests
