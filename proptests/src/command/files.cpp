// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace bcast::proptests {

std::string read_file(std::string const& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code unknown;
  if (std::filesystem::is_directory(file, unknown)) {
    throw std::invalid_argument(file + ": is a directory");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::invalid_argument(fmt::format("{}: {}", file, std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw std::invalid_argument(file + ": cannot be read");
  return text;
}

void write_file(std::string const& file, std::string_view text) {
  if (file == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (std::fflush(stdout) != 0) throw std::runtime_error("standard output cannot be written");
    return;
  }
  // A device or a pipe is written itself; a file is complete or as it was before.
  std::error_code wrong;
  const auto status = std::filesystem::status(file, wrong);
  const bool in_place = exists(status) && !is_regular_file(status);
  const std::string unfinished = in_place ? file : fmt::format("{}.{}.part", file, getpid());
  std::ofstream out(unfinished, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out && in_place) return;
  wrong.clear();
  if (out) std::filesystem::rename(unfinished, file, wrong);
  if (out && !wrong) return;
  const std::string why = wrong ? wrong.message() : std::strerror(errno);
  if (!in_place) std::filesystem::remove(unfinished, wrong);
  throw std::runtime_error(fmt::format("{}: cannot be written: {}", file, why));
}

}  // namespace bcast::proptests
