// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/files.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
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

namespace fs = std::filesystem;

std::string read_file(std::string const& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code unknown;
  if (fs::is_directory(file, unknown)) {
    throw std::invalid_argument(file + ": is a directory");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::invalid_argument(fmt::format("{}: {}", file, std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw std::invalid_argument(file + ": cannot be read");
  return text;
}

namespace {

/// Whether a file is what one of this process's own streams is open on.
bool is_open_on(FILE* stream, struct stat const& file) {
  struct stat own {};
  return fstat(fileno(stream), &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino;
}

void write_stream(FILE* stream, std::string_view text, std::string const& name) {
  std::fwrite(text.data(), 1, text.size(), stream);
  if (std::fflush(stream) != 0) throw std::runtime_error(name + " cannot be written");
}

[[noreturn]] void fail(std::string const& file, std::string const& why) {
  throw std::runtime_error(fmt::format("{}: cannot be written: {}", file, why));
}

}  // namespace

bool is_stream(std::string const& file) {
  struct stat there {};
  if (stat(file.c_str(), &there) != 0) return false;
  return !S_ISREG(there.st_mode) || is_open_on(stdout, there) || is_open_on(stderr, there);
}

void write_file(std::string const& file, std::string_view text) {
  if (file == "-") return write_stream(stdout, text, "standard output");
  struct stat there {};
  const bool exists = stat(file.c_str(), &there) == 0;
  if (exists && is_open_on(stdout, there)) return write_stream(stdout, text, file);
  if (exists && is_open_on(stderr, there)) return write_stream(stderr, text, file);
  const bool in_place = exists && !S_ISREG(there.st_mode);
  if (exists && access(file.c_str(), W_OK) != 0) fail(file, std::strerror(errno));
  std::error_code wrong;
  const fs::path target = exists && !in_place ? fs::canonical(file, wrong) : fs::path(file);
  if (wrong) fail(file, wrong.message());
  const fs::path unfinished =
      in_place ? target : target.parent_path() / fmt::format(".bcast.{}.part", getpid());
  std::ofstream out(unfinished, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out && in_place) return;
  if (out && exists) fs::permissions(unfinished, fs::perms(there.st_mode & 07777), wrong);
  if (out && !wrong) fs::rename(unfinished, target, wrong);
  if (out && !wrong) return;
  const std::string why = wrong ? wrong.message() : std::strerror(errno);
  if (!in_place) fs::remove(unfinished, wrong);
  fail(file, why);
}

}  // namespace bcast::proptests
