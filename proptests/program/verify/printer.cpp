// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/printer.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "isolation/family.hpp"
#include "isolation/groups.hpp"
#include "support/json_text.hpp"
#include "support/shell_word.hpp"

namespace bcast::program {
namespace {

using proptests::text_place;

/// The number after a colon that `text` begins with; it is taken away with the colon.
std::optional<std::size_t> take_number(std::string_view& text) {
  if (!text.starts_with(':')) return std::nullopt;
  std::size_t number = 0;
  char const* const end = text.data() + text.size();
  const auto [after, wrong] = std::from_chars(text.data() + 1, end, number);
  if (wrong != std::errc()) return std::nullopt;
  text = {after, static_cast<std::size_t>(end - after)};
  return number;
}

/// What a process writes to one of its descriptors.
class written {
 public:
  written() {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  written(written const&) = delete;
  written& operator=(written const&) = delete;
  ~written() {
    close_end(0);
    close_end(1);
  }

  bool opened() const { return ends_[0] >= 0; }
  /// Makes this the descriptor of a new process.
  void become(int descriptor) const { dup2(ends_[1], descriptor); }
  /// To be called once the process has started.
  void keep_reading() { close_end(1); }

  /// To be polled; -1 after the end.
  int descriptor() const { return ends_[0]; }

  /// Reads what is there, and keeps `most` bytes of all. False if it wrote more.
  bool read_some(std::size_t most) {
    char part[1 << 16];
    const ssize_t n = read(ends_[0], part, sizeof part);
    if (n == 0 || (n < 0 && errno != EINTR)) close_end(0);
    if (n <= 0) return true;
    const std::size_t kept = std::min(static_cast<std::size_t>(n), most - text_.size());
    text_.append(part, kept);
    return kept == static_cast<std::size_t>(n);
  }

  std::string const& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  void close_end(int end) {
    if (ends_[end] >= 0) close(ends_[end]);
    ends_[end] = -1;
  }

  int ends_[2];
  std::string text_;
};

/// A command of the shell that leads a process group, which ends with it and with this program, as
/// does whatever it has started.
class started_command {
 public:
  started_command(std::string const& command, double limit)
      : until_(clock::now() +
               std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(limit))) {
    if (!output_.opened() || !errors_.opened()) return;
    const pid_t parent = getpid();
    {
      const proptests::enrolment open;
      process_ = open.closed() ? -1 : fork();
      if (process_ == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);  // it has ended before prctl()
        sigprocmask(SIG_SETMASK, &open.mask(), nullptr);
        output_.become(STDOUT_FILENO);
        errors_.become(STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
      }
      if (process_ > 0) {
        setpgid(process_, process_);  // whichever of the two is first
        open.enrol(process_);
      }
    }
    output_.keep_reading();
    errors_.keep_reading();
  }
  started_command(started_command const&) = delete;
  started_command& operator=(started_command const&) = delete;
  ~started_command() {
    if (process_ > 0) {
      proptests::kill_descendants(process_);
      kill(-process_, SIGKILL);
      while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
      }
      forget();
    }
    proptests::kill_orphans();
  }

  bool runs() const { return process_ > 0; }

  /// Reads its output. Returns why that has no end, if it has none.
  std::string read_all() {
    constexpr std::size_t most = std::size_t{1} << 30, most_errors = std::size_t{1} << 20;
    while (output_.descriptor() >= 0 || errors_.descriptor() >= 0) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - clock::now()).count();
      if (left <= 0) return late;
      pollfd both[] = {{output_.descriptor(), POLLIN, 0}, {errors_.descriptor(), POLLIN, 0}};
      if (poll(both, 2, static_cast<int>(std::min<long>(left, INT_MAX))) <= 0) continue;
      if (both[0].revents != 0 && !output_.read_some(most)) return "it prints more than 1 GiB";
      if (both[1].revents != 0) errors_.read_some(most_errors);  // the rest is not kept
    }
    return "";
  }

  std::string take_output() { return output_.take(); }

  /// Prints what it wrote on standard error, without what a terminal acts on.
  void repeat_errors() const {
    std::istringstream lines(errors_.text());
    for (std::string line; std::getline(lines, line);) {
      std::fputs((proptests::printable(line) + "\n").c_str(), stderr);
    }
  }

  /// Its status, once it has ended; none if it does not end in time.
  std::optional<int> ended() {
    int status = 0;
    while (waitpid(process_, &status, WNOHANG) == 0) {
      if (clock::now() > until_) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    forget();
    return status;
  }

  static constexpr char const* late = "it does not end in time (--limit)";

 private:
  using clock = std::chrono::steady_clock;

  void forget() {
    proptests::discharge(process_);
    process_ = -1;
  }

  clock::time_point until_;
  pid_t process_ = -1;
  written output_, errors_;
};

}  // namespace

printed_mlir::printed_mlir(std::string text, std::string const& file)
    : text_(std::move(text)), file_(file) {
  for (std::size_t at = 0; at < text_.size();) {
    lines_.push_back(at);
    const std::size_t end = text_.find('\n', at);
    at = end == std::string::npos ? text_.size() : end + 1;
  }
  // Each part that is split off has its own names.
  names_.emplace_back();
  for (std::size_t n = 0; n < lines_.size(); ++n) {
    const std::string_view one = line(n);
    if (one.starts_with("// -----")) names_.emplace_back();
    part_of_.push_back(names_.size() - 1);
    const std::size_t equals = one.find(" = loc(");
    if (one.starts_with("#loc") && equals != std::string_view::npos) {
      names_.back().emplace(one.substr(0, equals), one.substr(equals + 7));
    }
  }
}

std::string_view printed_mlir::line(std::size_t number) const {
  const std::size_t begin = lines_[number];
  const std::size_t end = text_.find('\n', begin);
  return std::string_view(text_).substr(begin, end == std::string::npos ? end : end - begin);
}

std::optional<text_place> printed_mlir::read_location(std::string_view location,
                                                      std::size_t part) const {
  // `"name"(#loc3)`, `fused[#loc3, #loc4]`: the first that it is made of. A name whose meaning
  // would be circular has none.
  std::size_t first_line = 1;
  for (std::size_t k = 0; k <= names_[part].size(); ++k) {
    const std::string own = '"' + file_ + "\":", split = "\"within split at " + file_ + ':';
    std::size_t at = location.find(own);
    std::string_view rest;
    if (at != std::string_view::npos) {
      rest = location.substr(at + own.size() - 1);
    } else if (at = location.find(split); at != std::string_view::npos) {
      rest = location.substr(at + split.size() - 1);
      first_line = take_number(rest).value_or(1);
      constexpr std::string_view offset = " offset \"";
      if (!rest.starts_with(offset)) return std::nullopt;
      rest.remove_prefix(offset.size());
    } else {
      const std::size_t name = location.find("#loc");
      if (name == std::string_view::npos) return std::nullopt;
      const std::string_view from = location.substr(name);
      const auto found = names_[part].find(from.substr(0, from.find_first_of(",)] ")));
      if (found == names_[part].end()) return std::nullopt;
      location = found->second;
      continue;
    }
    const auto row = take_number(rest);
    const auto column = take_number(rest);
    if (!row || !column) return std::nullopt;
    return text_place{first_line + *row - 1, *column};
  }
  return std::nullopt;
}

text_place printed_mlir::source_of(text_place printed) const {
  if (printed.line == 0 || printed.line > lines_.size()) return printed;
  std::size_t n = printed.line - 1;
  const std::string_view first = line(n);
  if (first.ends_with("({")) {
    const std::string end = std::string(first.substr(0, first.find_first_not_of(' '))) + "})";
    while (n + 1 < lines_.size() && !line(n).starts_with(end)) ++n;
  }
  const std::string_view last = line(n);
  const std::size_t at = last.rfind(" loc(");
  if (at == std::string_view::npos) return printed;
  return read_location(last.substr(at + 5), part_of_[n]).value_or(printed);
}

std::optional<printed_mlir> print_generic(printer const& by, std::string const& file, bool split) {
  // A name that begins with a dash would be an option.
  const std::string named = file.starts_with('-') ? "./" + file : file;
  const std::string command = fmt::format(
      "{} --mlir-print-op-generic --mlir-print-debuginfo --allow-unregistered-dialect{} "
      "{} </dev/null",
      by.program, split ? " --split-input-file" : "", proptests::shell_word(named));
  const auto refuse = [&](std::string const& why) {
    throw std::invalid_argument(fmt::format("--opt '{}': {}", by.program, why));
  };
  started_command started(command, by.limit);
  if (!started.runs()) refuse(std::strerror(errno));
  const std::string why = started.read_all();
  started.repeat_errors();
  if (!why.empty()) refuse(why);
  const std::optional<int> status = started.ended();
  if (!status) refuse(started_command::late);
  if (WIFEXITED(*status) && (WEXITSTATUS(*status) == 127 || WEXITSTATUS(*status) == 126)) {
    refuse("cannot be run");
  }
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) return std::nullopt;
  return printed_mlir(started.take_output(), named);
}

}  // namespace bcast::program
