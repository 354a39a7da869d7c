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
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "support/replaced_file.hpp"

namespace bcast::proptests {

namespace fs = std::filesystem;

std::string read_file(std::string const& file) {
  const auto all = [](std::istream& in) {
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  if (file == "-") {
    std::string text = all(std::cin);
    if (std::ferror(stdin) != 0) throw std::invalid_argument("standard input cannot be read");
    return text;
  }
  std::error_code unknown;
  if (fs::is_directory(file, unknown)) {
    throw std::invalid_argument(file + ": is a directory");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::invalid_argument(fmt::format("{}: {}", file, std::strerror(errno)));
  std::string text = all(in);
  if (in.bad()) throw std::invalid_argument(file + ": cannot be read");
  return text;
}

namespace {

bool is_written(FILE* to, std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
}

[[noreturn]] void fail(std::string const& file, std::string const& why) {
  throw std::runtime_error(fmt::format("{}: cannot be written: {}", file, why));
}

/// A file that exists and is no link: it is replaced as a whole, as one that is not there yet.
/// Anything else, such as a device, a pipe or a link, is written to.
bool is_replaced(std::string const& file) {
  std::error_code unknown;
  const fs::file_type type = fs::symlink_status(file, unknown).type();
  if (type == fs::file_type::directory) fail(file, std::strerror(EISDIR));
  return type == fs::file_type::regular || type == fs::file_type::not_found ||
         type == fs::file_type::none;  // what is wrong with it is found later
}

/// The permissions that the file has, which its replacement gets.
std::optional<mode_t> permissions_of(std::string const& file) {
  struct stat there {};
  if (stat(file.c_str(), &there) != 0) {
    if (errno != ENOENT) fail(file, std::strerror(errno));
    return std::nullopt;
  }
  if (access(file.c_str(), W_OK) != 0) fail(file, std::strerror(errno));
  return there.st_mode & 07777;
}

bool is_one_file(std::string const& a, std::string const& b) {
  std::error_code wrong;
  if (a.empty() || a == "-") return false;
  if (fs::exists(a, wrong)) return fs::is_regular_file(a, wrong) && fs::equivalent(a, b, wrong);
  const fs::path path = fs::weakly_canonical(a, wrong);
  return !path.empty() && path == fs::weakly_canonical(b, wrong);
}

}  // namespace

void expect_apart(std::vector<named_file> const& written, std::vector<named_file> const& read) {
  for (std::size_t k = 0; k < written.size(); ++k) {
    named_file const& to = written[k];
    for (std::size_t m = 0; m < k; ++m) {
      if (!is_one_file(to.name, written[m].name)) continue;
      throw std::invalid_argument(
          fmt::format("{} and {} are one file, {}", written[m].option, to.option, to.name));
    }
    for (named_file const& from : read) {
      if (!is_one_file(to.name, from.name == "-" ? "/dev/stdin" : from.name)) continue;
      throw std::invalid_argument(
          fmt::format("{} would overwrite {}, which {} reads", to.option, to.name, from.option));
    }
  }
}

void expect_writable(std::string const& file) {
  if (file == "-" || !is_replaced(file)) return;
  try {
    const replaced_file can_be_made(file, permissions_of(file));
  } catch (std::system_error const& e) {
    fail(file, e.code().message());
  }
}

void write_file(std::string const& file, std::string_view text) {
  if (file == "-") {
    if (is_written(stdout, text)) return;
    throw std::runtime_error("standard output cannot be written");
  }
  if (!is_replaced(file)) {
    const std::unique_ptr<FILE, int (*)(FILE*)> to(std::fopen(file.c_str(), "w"), &std::fclose);
    if (!to || !is_written(to.get(), text)) fail(file, std::strerror(errno));
    return;
  }
  try {
    replaced_file(file, permissions_of(file)).commit(text);
  } catch (std::system_error const& e) {
    fail(file, e.code().message());
  }
}

expectations expected_failures(std::string const& file) {
  if (file.empty()) return {};
  return {file, read_file(file)};
}

}  // namespace bcast::proptests
