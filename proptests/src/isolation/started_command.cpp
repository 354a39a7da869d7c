// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/started_command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <thread>

#include "isolation/family.hpp"
#include "isolation/groups.hpp"

namespace bcast::proptests {

written::written() {
  if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
}

written::~written() {
  close_end(0);
  close_end(1);
}

void written::become(int descriptor) const { dup2(ends_[1], descriptor); }

void written::keep_reading() { close_end(1); }

bool written::read_some(std::size_t most) {
  char part[1 << 16];
  const ssize_t n = read(ends_[0], part, sizeof part);
  if (n == 0 || (n < 0 && errno != EINTR)) close_end(0);
  if (n <= 0) return true;
  const std::size_t kept = std::min(static_cast<std::size_t>(n), most - text_.size());
  text_.append(part, kept);
  return kept == static_cast<std::size_t>(n);
}

void written::close_end(int end) {
  if (ends_[end] >= 0) close(ends_[end]);
  ends_[end] = -1;
}

started_command::started_command(std::string const& command, double limit)
    : until_(clock::now() +
             std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(limit))) {
  if (!output_.opened() || !errors_.opened()) return;
  const pid_t parent = getpid();
  {
    const enrolment open;
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

started_command::~started_command() {
  if (process_ > 0) {
    kill_descendants(process_);
    kill(-process_, SIGKILL);
    int status = 0;
    await_killed(process_, status, nullptr);
    forget();
  }
  kill_orphans();
}

std::string started_command::read_all() {
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

std::optional<int> started_command::ended() {
  int status = 0;
  while (waitpid(process_, &status, WNOHANG) == 0) {
    if (clock::now() > until_) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  forget();
  return status;
}

void started_command::end(std::chrono::milliseconds within) {
  if (process_ <= 0) return;
  kill(-process_, SIGTERM);
  until_ = clock::now() + within;
  ended();
}

void started_command::forget() {
  discharge(process_);
  process_ = -1;
}

}  // namespace bcast::proptests
