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
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "isolation/family.hpp"
#include "isolation/groups.hpp"
#include "isolation/pauses.hpp"
#include "support/no_sigpipe.hpp"

extern char** environ;

namespace bcast::proptests::pipe {
namespace {

[[noreturn]] void fail(int error, char const* what) {
  throw std::system_error(error, std::generic_category(), what);
}

struct both_ends {
  int read, write;
};

both_ends make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "a pipe cannot be made");
  return {ends[0], ends[1]};
}

void unblock(int end) { fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK); }

}  // namespace

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
      before_{{fcntl(input_, F_GETFL), fcntl(output_, F_GETFL)}} {
  for (int end : {input_, output_}) unblock(end);
}

namespace {

/// The environment of a program with a folder of its own.
std::vector<std::string> environment_with(std::string const& folder) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (folder.empty() || !std::string_view(*variable).starts_with("TMPDIR=")) {
      all.emplace_back(*variable);
    }
  }
  if (!folder.empty()) all.push_back("TMPDIR=" + folder);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// In a new process: no signal has a handler of this program, and none is blocked.
void take_no_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) != 0) continue;
    if (now.sa_handler != SIG_IGN || signal == SIGPIPE) std::signal(signal, SIG_DFL);
  }
  ignore_terminal();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Makes `from` the descriptor `to`, which stays open in a new program.
void become(int from, int to) {
  if (from == to) {
    fcntl(to, F_SETFD, 0);
  } else {
    dup2(from, to);
  }
}

}  // namespace

process::process(std::string const& command, sandbox kept, std::uint64_t memory)
    : confined_(std::make_unique<confinement>(kept, memory)) {
  const both_ends in = make_pipe(), out = make_pipe(), err = make_pipe(), trouble = make_pipe();
  std::vector<std::string> words{"sh", "-c", command},
      variables = environment_with(confined_->folder());
  const std::vector<char*> arguments = pointers(words), environment = pointers(variables);
  int error = ECANCELED;
  {
    const enrolment open;
    if (!open.closed()) {
      // What the child does until it is another program must be possible beside other threads.
      pid_ = fork();
      error = pid_ < 0 ? errno : 0;
    }
    if (pid_ == 0) {
      setpgid(0, 0);
      take_no_signals();
      become(in.read, STDIN_FILENO);
      become(out.write, STDOUT_FILENO);
      become(err.write, STDERR_FILENO);
      if (kept == sandbox::files) keep_descriptors(-1, -1, true);
      confined_->enter();
      execve("/bin/sh", arguments.data(), environment.data());
      const int why = errno;
      if (write(trouble.write, &why, sizeof why) < 0) _exit(1);
      _exit(127);
    }
    if (pid_ > 0) {
      setpgid(pid_, pid_);  // whichever of the two is first
      open.enrol(pid_);
    }
  }
  for (int end : {in.read, out.write, err.write, trouble.write}) close(end);
  confined_->forget_rules();
  input_ = in.write;
  output_ = out.read;
  errors_ = overheard(err.read);
  for (int end : {input_, output_, err.read}) unblock(end);
  ssize_t told = 0;
  if (error == 0) {
    do told = read(trouble.read, &error, sizeof error);
    while (told < 0 && errno == EINTR);
  }
  close(trouble.read);
  if (error == 0) {
    limits_of_use most{memory, 0, 0, confined_->folder(), confinement::most_entries};
    if (kept != sandbox::off) most.tasks = confinement::most_tasks();
    use_ = {pid_, most};
    return;
  }
  for (int end : {input_, output_}) close(end);
  if (pid_ > 0) {
    waitpid(pid_, nullptr, 0);
    forget();
  }
  fail(error, "/bin/sh cannot be started");
}

process::~process() {
  if (before_) {  // another process may have them too
    fcntl(input_, F_SETFL, before_->first);
    fcntl(output_, F_SETFL, before_->second);
  }
  close(input_);
  constexpr int waits = 100;
  for (int k = 0; pid_ > 0 && k < waits; ++k) {
    errors_.read_some();
    read_some();
    pending_.clear();
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      kill_group();  // and the processes that it started
      forget();
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  end();
  close(output_);
}

void process::kill_group() const { kill(-pid_, SIGKILL); }

void process::forget() {
  discharge(pid_);
  pid_ = -1;
  kill_orphans();
}

bool process::read_some() {
  std::array<char, 1 << 16> part;  // filled by read
  const ssize_t n = read(output_, part.data(), part.size());
  if (n > 0) pending_.append(part.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

process::heard process::exchange(std::string_view line, std::string& answer,
                                 std::chrono::milliseconds patience, std::size_t longest) {
  auto until = std::chrono::steady_clock::now() + patience;
  std::optional<std::chrono::nanoseconds> waited;  // for a processor, which does not count
  std::string text(line);
  text += '\n';
  std::size_t written = 0, searched = 0;
  const no_sigpipe quiet;
  pauses own;
  const auto write_some = [&] {
    const ssize_t n = write(input_, text.data() + written, text.size() - written);
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
    if (use_.exceeded()) return heard::too_large;
    constexpr std::chrono::milliseconds look{50};
    const auto now = std::chrono::steady_clock::now();  // a pause after it does not count
    until += own.look();
    if (waited && until <= now) {
      const auto now_waited = waited_for_processor(pid_);
      until +=
          std::chrono::duration_cast<std::chrono::steady_clock::duration>(now_waited - *waited);
      waited = now_waited;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now);
    std::array<pollfd, 3> ends{pollfd{output_, POLLIN, 0}, pollfd{errors_.descriptor(), POLLIN, 0},
                               pollfd{written < text.size() ? input_ : -1, POLLOUT, 0}};
    const bool late = left.count() <= 0;
    const int ready =
        poll(ends.data(), ends.size(), late ? 0 : static_cast<int>(std::min(left, look).count()));
    if (ready == 0 && !late) {
      if (!waited) waited = waited_for_processor(pid_);
      continue;
    }
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
  if (pid_ <= 0) return "";
  int status = 0;
  // A program that has closed its output is about to end; give it time.
  pid_t ended = 0;
  constexpr int waits = 100;
  for (int k = 0; k < waits && (ended = waitpid(pid_, &status, WNOHANG)) == 0; ++k) {
    if (k == 0) errors_.read_some();
    char byte = 0;
    if (read(output_, &byte, 1) != 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const bool killed = ended == 0;
  if (killed) kill_descendants(pid_);
  kill_group();
  if (killed) {
    kill(pid_, SIGKILL);
    await_killed(pid_, status, nullptr);
  }
  forget();
  errors_.read_some();
  if (killed) return "";
  if (WIFSIGNALED(status)) {
    return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  const int code = WEXITSTATUS(status);
  // The shell's way to say that a signal ended what it ran.
  if (code > 128 && code < 160) {
    return fmt::format("signal {} ({})", code - 128, strsignal(code - 128));
  }
  return fmt::format("exit status {}", code);
}

}  // namespace bcast::proptests::pipe
