// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <new>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "isolation/confinement.hpp"
#include "isolation/family.hpp"
#include "isolation/groups.hpp"
#include "memory/arena.hpp"
#include "support/json_text.hpp"
#include "support/thrown.hpp"

namespace bcast::proptests {
namespace {

/// What a child may send; no report of a run is as long.
constexpr std::size_t longest_answer = std::size_t{64} << 20;

[[noreturn]] void fail(char const* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::string random_mark() {
  std::random_device random;
  return fmt::format("{:08x}{:08x} ", random(), random());
}

shared_state* share() {
  void* const memory = mmap(nullptr, sizeof(shared_state), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("no memory to share with a child");
  return new (memory) shared_state{};
}

shared_state* noted = nullptr;

/// Where this process reads what its children answer and say; -1 in a free place.
class answers_of_children {
 public:
  answers_of_children() {
    for (std::atomic<int>& place : open_) place = -1;
  }
  void replace(int before, int now) {
    for (std::atomic<int>& place : open_) {
      int expected = before;
      if (place.compare_exchange_strong(expected, now)) return;
    }
  }
  /// In a child, which could read what its siblings answer.
  void close_all() {
    for (std::atomic<int>& place : open_) {
      if (const int descriptor = place.exchange(-1); descriptor >= 0) close(descriptor);
    }
  }

 private:
  std::array<std::atomic<int>, 512> open_;
} answers;

/// Frees what a child would have had, and throws the error of the last call.
[[noreturn]] void give_up(std::initializer_list<int> descriptors, shared_state* shared,
                          char const* what) {
  const int why = errno;
  for (const int descriptor : descriptors) {
    if (descriptor >= 0) close(descriptor);
  }
  munmap(shared, sizeof(shared_state));
  errno = why;
  fail(what);
}

/// A descriptor that is none of the standard streams, which this process may not have had.
int above_standard_streams(int descriptor) {
  if (descriptor > STDERR_FILENO) return descriptor;
  const int above = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return above;
}

/// Whoever reads from the standard input is at its end.
void read_nothing() {
  close(STDIN_FILENO);
  open("/dev/null", O_RDONLY);  // takes its number
}

void write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(to, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// Text with its end, cut if there is no room.
void put(char* to, std::size_t room, std::string_view text) {
  const std::size_t n = std::min(room - 1, text.size());
  std::memcpy(to, text.data(), n);
  to[n] = '\0';
}

/// Records what the exception is that nobody catches, which std::terminate would print as it is.
[[noreturn]] void uncaught() {
  if (std::current_exception()) put(noted->uncaught, sizeof noted->uncaught, thrown_text());
  std::abort();
}

/// Memory that is allocated from now on has no zeros, whatever the process had before, until it is
/// used: who reads it uninitialised is mostly wrong here, and in a replay as well.
void soil_heap() {
#ifdef __GLIBC__
  constexpr int soil = 0xA5;
  mallopt(M_PERTURB, ~soil & 0xFF);  // the C library fills memory with the other bits
  // It does not fill what it keeps for each thread: up to seven blocks of each small size.
  constexpr std::size_t most = 1032, step = 16, kept = 7;
  for (std::size_t bytes = step / 2; bytes <= most; bytes += step) {
    std::array<void*, kept> blocks{};
    for (void*& block : blocks) {
      block = std::malloc(bytes);
      if (block != nullptr) std::memset(block, soil, bytes);
    }
    for (void* const block : blocks) std::free(block);
  }
#endif
}

[[noreturn]] void live(int to, std::string const& mark, shared_state& s,
                       std::function<std::string(shared_state&)> const& work) {
  // Leaves no core dump, and keeps its output separate from the report.
  for (const int signal : ending_signals()) std::signal(signal, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  ignore_terminal();
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  noted = &s;
  std::set_terminate(uncaught);
  record_touched(s.last);
  guard_arenas(true);
  soil_heap();
  try {
    write_all(to, mark + work(s));
  } catch (...) {
    write_all(to, mark + "!" + thrown_text());
  }
  _exit(0);
}

/// The signals that end a process. glibc has sigabbrev_np() only since 2.32.
constexpr std::pair<int, char const*> signal_names[] = {
    {SIGHUP, "SIGHUP"},       {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
    {SIGTRAP, "SIGTRAP"},     {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGKILL, "SIGKILL"},     {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
    {SIGPIPE, "SIGPIPE"},     {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"},
    {SIGXFSZ, "SIGXFSZ"},     {SIGPROF, "SIGPROF"}, {SIGPOLL, "SIGPOLL"}, {SIGSYS, "SIGSYS"},
    {SIGVTALRM, "SIGVTALRM"},
};

std::string signal_name(int signal) {
  for (auto const& [number, name] : signal_names) {
    if (number == signal) return name;
  }
  return fmt::format("signal {}", signal);
}

std::chrono::microseconds duration_of(timeval const& t) {
  return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
}

/// A user may limit the time of every process, and it is not the subject's fault then that it ends.
void expect_processor_time(std::chrono::microseconds used) {
  rlimit most{};
  if (getrlimit(RLIMIT_CPU, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return;
  constexpr std::chrono::milliseconds tick{100};  // the system counts so exactly
  if (used + tick < std::chrono::seconds(most.rlim_cur)) return;
  throw std::runtime_error(fmt::format(
      "a process may use the processor for {} s, and a subject needs more, see `ulimit -t`",
      most.rlim_max == RLIM_INFINITY ? most.rlim_cur : most.rlim_max));
}

/// The same of its memory, of which bcast itself needs some before it asks.
void expect_address_space() {
  rlimit most{};
  if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return;
  throw std::runtime_error(fmt::format(
      "a process may have {} KiB of memory, and needs more, see `ulimit -v`", most.rlim_cur >> 10));
}

}  // namespace

void note(shared_state& s, std::string_view source, std::string_view case_text) {
  put(s.case_text, sizeof s.case_text, case_text);
  put(s.source, sizeof s.source, source);
  ++s.steps;
}

child::child(std::function<std::string(shared_state&)> const& work, allowance const& may)
    : mark_(random_mark()),
      shared_(share()),
      confined_(std::make_unique<confinement>(may.kept, may.memory)),
      since_(std::chrono::steady_clock::now()) {
  const bool apart = may.kept == sandbox::files;
  int ends[2], output[2]{-1, -1};
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) give_up({}, shared_, "no pipe to a child");
  if (apart && pipe2(output, O_CLOEXEC | O_NONBLOCK) != 0) {
    give_up({ends[0], ends[1]}, shared_, "no pipe to a child");
  }
  const pid_t parent = getpid();
  {
    const enrolment open;
    id_ = open.closed() ? -1 : fork();
    if (id_ == 0) {
      // A group of its own: its signals reach nobody else, and its own processes end with it.
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(1);  // it has ended before prctl()
      pthread_sigmask(SIG_SETMASK, &open.mask(), nullptr);
      close(ends[0]);
      ends[1] = above_standard_streams(ends[1]);
      fcntl(ends[1], F_SETFL, 0);
      answers.close_all();
      if (!confined_->folder().empty()) setenv("TMPDIR", confined_->folder().c_str(), 1);
      if (apart) {
        const int words = above_standard_streams(output[1]);
        fcntl(words, F_SETFL, 0);
        dup2(words, STDERR_FILENO);
        read_nothing();
        keep_descriptors(ends[1], confined_->rules(), false);
      }
      dup2(STDERR_FILENO, STDOUT_FILENO);
      confined_->enter();
      live(ends[1], mark_, *shared_, work);
    }
    if (id_ > 0) {
      setpgid(id_, id_);  // whichever of the two is first
      open.enrol(id_);
    }
  }
  if (id_ < 0) {
    give_up({ends[0], ends[1], output[0], output[1]}, shared_, "no child process");
  }
  close(ends[1]);
  if (apart) close(output[1]);
  said_ = overheard(output[0]);
  from_ = ends[0];
  answers.replace(-1, from_);
  if (apart) answers.replace(-1, output[0]);
  confined_->forget_rules();
  // The next child does not have it.
  madvise(shared_, sizeof(shared_state), MADV_DONTFORK);
  limits_of_use most{may.memory, memory_of(parent), 0, confined_->folder(),
                     confinement::most_entries};
  if (may.kept != sandbox::off) most.tasks = confinement::most_tasks();
  use_ = {id_, most};
}

child::child(child&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      from_(std::exchange(other.from_, -1)),
      said_(std::move(other.said_)),
      mark_(std::move(other.mark_)),
      shared_(std::exchange(other.shared_, nullptr)),
      answer_(std::move(other.answer_)),
      closed_(other.closed_),
      confined_(std::move(other.confined_)),
      use_(std::move(other.use_)),
      steps_(other.steps_),
      since_(other.since_),
      waited_(other.waited_),
      pauses_(other.pauses_) {}

child::~child() {
  if (id_ > 0) kill_group();
  if (from_ >= 0) {
    answers.replace(from_, -1);
    close(from_);
  }
  if (said_.taken() >= 0) answers.replace(said_.taken(), -1);
  if (shared_ != nullptr) munmap(shared_, sizeof(shared_state));
}

std::uint64_t child::done() const { return shared_->done; }

std::string child::asking() const { return shared_->case_text; }

int child::kill_group() {
  // The leader is not yet waited for, so that its number cannot be another's. It may have left.
  kill_descendants(id_);
  kill(-id_, SIGKILL);
  kill(id_, SIGKILL);
  int status = 0;
  rusage used{};
  if (await_killed(id_, status, &used) == id_) {
    memory_ = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    processor_ = duration_of(used.ru_utime) + duration_of(used.ru_stime);
  }
  discharge(id_);
  id_ = -1;
  kill_orphans();
  return status;
}

ending child::as_seen(ended by, std::string how) {
  said_.read_some();
  const bool died = by != ended::well && by != ended::by_throwing;
  return {by,
          std::move(how),
          died ? said_.last_words() : "",
          shared_->case_text,
          shared_->source,
          std::move(answer_)};
}

ending child::end(ended by, std::string how) {
  kill_group();
  return as_seen(by, std::move(how));
}

ending child::end() {
  const int status = kill_group();
  if (WIFSIGNALED(status)) {
    expect_processor_time(processor_);
    std::string how = "died of " + signal_name(WTERMSIG(status));
    if (const std::string where = described(shared_->last); !where.empty()) how += ": " + where;
    if (const std::size_t n = strnlen(shared_->uncaught, sizeof shared_->uncaught); n > 0) {
      how += ": an uncaught exception: " + shown({shared_->uncaught, n});
    }
    return as_seen(ended::by_dying, std::move(how));
  }
  if (use_.exceeded_in_all(memory_)) {
    return as_seen(use_.of_memory() ? ended::by_growing : ended::by_misuse, use_.text());
  }
  if (WEXITSTATUS(status) != 0 || answer_.empty() || answer_ == mark_) {
    return as_seen(ended::by_dying, fmt::format("ended with status {} in the middle of a case",
                                                WEXITSTATUS(status)));
  }
  if (!answer_.starts_with(mark_)) {
    return as_seen(ended::by_misuse, "wrote into the report of the process that asks it");
  }
  answer_.erase(0, mark_.size());
  if (answer_.starts_with('!')) {
    if (shared_->steps == 0 && answer_.substr(1) == "std::bad_alloc") expect_address_space();
    return as_seen(ended::by_throwing, answer_.substr(1));
  }
  return as_seen(ended::well, "");
}

void child::read_answer() {
  char buffer[1 << 14];
  // No more at once than a pipe holds, which may be filled as fast as it is read.
  constexpr std::size_t at_once = 1 << 20;
  for (std::size_t all = 0; all < at_once;) {
    const ssize_t n = read(from_, buffer, sizeof buffer);
    if (n > 0) {
      answer_.append(buffer, static_cast<std::size_t>(n));
      all += static_cast<std::size_t>(n);
    } else if (n == 0) {
      closed_ = true;
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

std::optional<ending> child::poll(std::chrono::milliseconds limit) {
  read_answer();
  said_.read_some();
  // Its end is the process's: another process may hold the pipe open, and it may close it itself.
  siginfo_t about{};
  if (waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      about.si_pid == id_) {
    read_answer();
    return end();
  }
  if (use_.exceeded()) {
    return end(use_.of_memory() ? ended::by_growing : ended::by_misuse, use_.text());
  }
  if (answer_.size() > longest_answer) {
    return end(ended::by_misuse, "wrote without end into the report of the process that asks it");
  }
  const auto now = std::chrono::steady_clock::now();  // a pause after it does not count
  since_ += pauses_.look();
  if (const std::uint64_t steps = shared_->steps; steps != steps_) {
    steps_ = steps;
    since_ = now;
    waited_ = waited_for_processor(id_);
  }
  if (now - since_ < limit) return std::nullopt;
  // A subject may make others wait, and itself: in all it gets so many times its limit.
  constexpr int most_limits = 10;
  const auto waited = waited_for_processor(id_) - waited_;
  if (now - since_ - waited < limit && now - since_ < most_limits * limit) return std::nullopt;
  return end(ended::by_hanging, fmt::format("did not answer within {} ms", limit.count()));
}

ending child::wait(std::chrono::milliseconds limit) {
  while (true) {
    std::array ready{pollfd{descriptor(), POLLIN, 0}, pollfd{output(), POLLIN, 0}};
    ::poll(ready.data(), ready.size(), pause());
    if (auto e = poll(limit)) return std::move(*e);
  }
}

}  // namespace bcast::proptests
