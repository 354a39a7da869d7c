// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/files.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "command/signals.hpp"
#include "support/lines.hpp"
#include "support/replaced_file.hpp"

namespace bcast::proptests {

namespace fs = std::filesystem;

void expect_input_was_read() {
  if (std::ferror(stdin) != 0) throw std::invalid_argument("standard input cannot be read");
}

std::string read_file(std::string const& file) {
  constexpr std::size_t most = std::size_t{1} << 30;
  const auto all = [&](std::istream& in) {
    try {
      return all_of(in, most);
    } catch (std::invalid_argument const& e) {
      throw std::invalid_argument(fmt::format("{}: {}", file, e.what()));
    }
  };
  if (file == "-") {
    std::string text = all(std::cin);
    expect_input_was_read();
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

/// Whether a file is what one of this process's own streams is open on.
bool is_open_on(FILE* stream, struct stat const& file) {
  struct stat own {};
  return fstat(fileno(stream), &own) == 0 && own.st_dev == file.st_dev && own.st_ino == file.st_ino;
}

void write_stream(FILE* stream, std::string_view text, std::string const& name) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (!whole || std::fflush(stream) != 0) throw std::runtime_error(name + " cannot be written");
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

namespace {

/// Where the text for a file goes: into a stream, into what is there, or into a new file.
struct destination {
  FILE* stream = nullptr;
  bool in_place = false;
  fs::path target;
  std::optional<mode_t> permissions;
};

destination destination_of(std::string const& file) {
  if (file == "-") return {stdout, false, {}, {}};
  struct stat there {};
  if (stat(file.c_str(), &there) != 0) {
    if (errno != ENOENT) fail(file, std::strerror(errno));
    std::error_code none;
    const fs::path to = fs::read_symlink(file, none);
    // A link whose target is not there stays a link too.
    if (!none) return destination_of((fs::absolute(file).parent_path() / to).string());
    return {nullptr, false, file, {}};
  }
  for (FILE* stream : {stdout, stderr}) {
    if (is_open_on(stream, there)) return {stream, false, {}, {}};
  }
  if (S_ISDIR(there.st_mode)) fail(file, std::strerror(EISDIR));
  if (access(file.c_str(), W_OK) != 0) fail(file, std::strerror(errno));
  if (!S_ISREG(there.st_mode)) return {nullptr, true, file, {}};
  std::error_code wrong;
  fs::path target = fs::canonical(file, wrong);
  if (wrong) fail(file, wrong.message());
  return {nullptr, false, std::move(target), there.st_mode & 07777};
}

/// The same path for every name of a regular file, or of one that is not there; else empty.
std::string path_of(std::string const& name) {
  std::error_code wrong;
  if (name.empty() || name == "-") return "";
  fs::path path = fs::absolute(name, wrong);
  if (fs::exists(path, wrong) && !fs::is_regular_file(path, wrong)) return "";
  constexpr int most_links = 40;
  for (int k = 0; k < most_links && fs::is_symlink(path, wrong); ++k) {
    path = path.parent_path() / fs::read_symlink(path, wrong);
  }
  return fs::weakly_canonical(path, wrong).string();
}

bool is_one_file(std::string const& a, std::string const& b) {
  const std::string path = path_of(a);
  if (path.empty()) return false;
  std::error_code not_there;
  return path == path_of(b) ||
         (fs::is_regular_file(b, not_there) && fs::equivalent(a, b, not_there));
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
  const destination to = destination_of(file);
  if (to.stream != nullptr || to.in_place) return;
  try {
    const replaced_file can_be_made(to.target, to.permissions);
  } catch (std::system_error const& e) {
    fail(file, e.code().message());
  }
}

namespace {

/// Waits for a reader of a pipe, unless a signal asks the program to end.
int opened(std::string const& file) {
  while (true) {
    const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor >= 0) fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    if (descriptor >= 0 || errno != ENXIO || interruption::arrived() != 0) return descriptor;
    struct stat there {};
    if (stat(file.c_str(), &there) != 0 || !S_ISFIFO(there.st_mode)) {
      errno = ENXIO;
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

void write_file(std::string const& file, std::string_view text) {
  const destination to = destination_of(file);
  if (to.stream != nullptr) {
    return write_stream(to.stream, text, file == "-" ? "standard output" : file);
  }
  try {
    if (!to.in_place) return replaced_file(to.target, to.permissions).commit(text);
    const int descriptor = opened(file);
    if (descriptor < 0) fail(file, std::strerror(errno));
    const std::unique_ptr<int const, void (*)(int const*)> open_until_the_end(
        &descriptor, [](int const* end) { close(*end); });
    write_whole(descriptor, text);
  } catch (std::system_error const& e) {
    fail(file, e.code().message());
  }
}

expectations expected_failures(std::string const& file) {
  if (file.empty()) return {};
  const std::time_t now = std::time(nullptr);
  return {file, read_file(file), fmt::format("{:%Y-%m-%d}", fmt::gmtime(now))};
}

}  // namespace bcast::proptests
