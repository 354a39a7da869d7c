// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "support/no_sigpipe.hpp"

namespace bcast::proptests::pipe {
std::optional<connection> connection_of(std::string_view command) {
  constexpr std::string_view prefix = "fd:";
  if (!command.starts_with(prefix)) return std::nullopt;
  const std::string_view text = command.substr(prefix.size());
  const std::size_t comma = text.find(',');
  const auto descriptor = [&](std::string_view digits, int lacking, char const* use) {
    int value = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool number = error == std::errc() && end == digits.data() + digits.size() && value >= 0;
    const int flags = number ? fcntl(value, F_GETFL) : -1;
    if (flags < 0) {
      throw std::invalid_argument(
          fmt::format("'{}': '{}' is not an open descriptor; expected fd:R,W", command, digits));
    }
    if ((flags & O_ACCMODE) == lacking) {
      throw std::invalid_argument(
          fmt::format("'{}': {} is not open for {}; expected fd:R,W", command, digits, use));
    }
    return value;
  };
  if (comma == std::string_view::npos) {
    throw std::invalid_argument(fmt::format("'{}': expected fd:R,W", command));
  }
  return connection{descriptor(text.substr(0, comma), O_WRONLY, "reading"),
                    descriptor(text.substr(comma + 1), O_RDONLY, "writing")};
}

process::process(connection to)
    : input_(to.asks),
      output_(to.answers),
      before_{{fcntl(to.asks, F_GETFL), fcntl(to.answers, F_GETFL)}} {
  unblock();
}

process::process(std::string const& command, std::uint64_t memory) : most_(memory) {
  both_ends in, out, err, trouble;
  // What the child does until it is another program must be possible beside other threads.
  group_.emplace([&] {
    in.read.become(STDIN_FILENO);
    out.write.become(STDOUT_FILENO);
    err.write.become(STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    const int why = errno;
    if (write(trouble.write.number(), &why, sizeof why) < 0) _exit(1);
  });
  for (descriptor* end : {&in.read, &out.write, &err.write, &trouble.write}) end->close();
  input_ = std::move(in.write);
  output_ = std::move(out.read);
  errors_ = captured_output(std::move(err.read));
  unblock();
  int why = 0;
  ssize_t told = 0;
  do told = read(trouble.read.number(), &why, sizeof why);
  while (told < 0 && errno == EINTR);
  if (told > 0) throw std::system_error(why, std::generic_category(), "/bin/sh cannot be started");
}

void process::unblock() const {
  input_.unblock();
  output_.unblock();
}

process::~process() {
  if (before_) {  // another process may have them too
    fcntl(input_.number(), F_SETFL, before_->first);
    fcntl(output_.number(), F_SETFL, before_->second);
  }
  input_.close();
  constexpr int waits = 100;
  for (int k = 0; group_ && group_->id() > 0 && k < waits && !group_->ended(); ++k) {
    errors_.read_some();
    read_some();
    pending_.clear();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

bool process::read_some() {
  std::array<char, 1 << 16> part;  // filled by read
  const ssize_t n = read(output_.number(), part.data(), part.size());
  if (n > 0) pending_.append(part.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

process::heard process::exchange(std::string_view line, std::string& answer,
                                 std::chrono::milliseconds patience, std::size_t longest) {
  const auto start = std::chrono::steady_clock::now();
  const auto waited = [&] { return group_ ? group_->waited() : std::chrono::nanoseconds(0); };
  const std::chrono::nanoseconds waited_before = waited();
  std::string text(line);
  text += '\n';
  std::size_t written = 0, searched = 0;
  const no_sigpipe quiet;
  const auto write_some = [&] {
    const ssize_t n = write(input_.number(), text.data() + written, text.size() - written);
    if (n > 0) written += static_cast<std::size_t>(n);
    // It no longer reads: read its remaining output to the end.
    if (n < 0 && errno == EPIPE) written = text.size();
  };
  write_some();  // there is room for most asks
  while (true) {
    const std::size_t newline = pending_.find('\n', searched);
    if (newline != std::string::npos && newline <= longest) {
      answer = pending_.substr(0, newline);
      pending_.erase(0, newline + 1);
      return heard::line;
    }
    searched = pending_.size();
    if (searched > longest) {
      answer = pending_;
      return heard::too_long;
    }
    if (group_ && most_.is_exceeded(group_->id())) return heard::too_large;
    constexpr std::chrono::milliseconds look{50};
    const auto passed = std::chrono::steady_clock::now() - start;
    // Time in which it waited for a processor does not count.
    const auto counted =
        passed < patience ? passed : std::max(passed / 10, passed - (waited() - waited_before));
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(patience - counted);
    std::array<pollfd, 3> ends{pollfd{output_.number(), POLLIN, 0},
                               pollfd{errors_.from(), POLLIN, 0},
                               pollfd{written < text.size() ? input_.number() : -1, POLLOUT, 0}};
    const bool late = left.count() <= 0;
    const int ready =
        poll(ends.data(), ends.size(), late ? 0 : static_cast<int>(std::min(left, look).count()));
    if (ready == 0 && !late) continue;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      answer = pending_;
      return heard::late;
    }
    if (ends[1].revents != 0) errors_.read_some();
    if (ends[2].revents != 0) write_some();
    if (ends[0].revents != 0 && !read_some()) {
      answer = pending_;
      return heard::ended;
    }
  }
}

std::string process::end() {
  if (!group_ || group_->id() < 0) return "";
  // A program that has closed its output is about to end; give it time.
  std::optional<int> status;
  constexpr int waits = 100;
  for (int k = 0; k < waits && !(status = group_->ended()); ++k) {
    if (k == 0) errors_.read_some();
    char byte = 0;
    if (read(output_.number(), &byte, 1) != 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  group_->kill();
  errors_.read_some();
  if (!status) return "";
  // The shell adds 128 to the number of a signal that ended what it ran.
  const int code = WEXITSTATUS(*status);
  const int signal = WIFSIGNALED(*status) ? WTERMSIG(*status) : code - 128;
  if (signal <= 0 || signal >= 32) return fmt::format("exit status {}", code);
  return fmt::format("signal {} ({})", signal, strsignal(signal));
}

}  // namespace bcast::proptests::pipe
