// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "bcast/proptests/text.hpp"
#include "laws/known.hpp"
#include "memory/arena.hpp"
#include "process/system.hpp"
#include "run/sequence.hpp"
#include "support/no_sigpipe.hpp"
#include "support/thrown.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace bcast::proptests {
namespace {

/// Memory that is allocated from now on has no zeros, whatever the process had before, until it is
/// used: who reads it uninitialised is mostly wrong here, and in a replay as well. Only with glibc.
void fill_heap() {
#ifdef __GLIBC__
  constexpr int filling = 0xA5;
  mallopt(M_PERTURB, ~filling & 0xFF);  // the C library fills memory with the other bits
  // It does not fill what it keeps for each thread: up to seven blocks of each small size.
  constexpr std::size_t most = 1032, step = 16, kept = 7;
  for (std::size_t bytes = step / 2; bytes <= most; bytes += step) {
    std::array<void*, kept> blocks{};
    for (void*& block : blocks) {
      block = std::malloc(bytes);
      if (block != nullptr) std::memset(block, filling, bytes);
    }
    for (void* const block : blocks) std::free(block);
  }
#endif
}

shared_state* shared_memory() {
  void* const memory = mmap(nullptr, sizeof(shared_state), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "no memory to share with a child");
  }
  return new (memory) shared_state{};
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
void put(char* to, std::size_t room, std::string_view text) { to[text.copy(to, room - 1)] = '\0'; }

/// An exception is told after this mark.
constexpr char thrown = '!';

[[noreturn]] void live(int to, shared_state& s,
                       std::function<std::string(shared_state&)> const& work) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  record_touched(s.last);
  guard_arenas(true);
  fill_heap();
  try {
    write_all(to, work(s));
  } catch (...) {
    write_all(to, thrown + thrown_text());
  }
  _exit(0);
}

/// The signals by which a process dies, mostly. glibc has sigabbrev_np() only since 2.32.
std::string signal_name(int signal) {
  constexpr std::pair<int, char const*> names[] = {
      {SIGHUP, "HUP"},   {SIGINT, "INT"},   {SIGQUIT, "QUIT"}, {SIGILL, "ILL"},   {SIGTRAP, "TRAP"},
      {SIGABRT, "ABRT"}, {SIGBUS, "BUS"},   {SIGFPE, "FPE"},   {SIGKILL, "KILL"}, {SIGSEGV, "SEGV"},
      {SIGTERM, "TERM"}, {SIGXCPU, "XCPU"}, {SIGSYS, "SYS"}};
  for (auto const& [number, name] : names) {
    if (number == signal) return std::string("SIG") + name;
  }
  return fmt::format("signal {}", signal);
}

}  // namespace

void note(shared_state& s, std::string_view source, std::string_view case_text) {
  put(s.case_text, sizeof s.case_text, case_text);
  put(s.source, sizeof s.source, source);
  ++s.steps;
}

void child::unmap::operator()(shared_state* memory) const { munmap(memory, sizeof(shared_state)); }

child::child(std::function<std::string(shared_state&)> const& work, allowance const& may)
    : shared_(shared_memory()), most_(may.memory, memory_of(getpid())) {
  both_ends answer, output;
  const pid_t parent = getpid();
  std::fflush(stdout);  // the child would write it once more
  process_.emplace([&] {
    end_with(parent);
    if (may.keeps_output) output.write.become(STDERR_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)).become(STDIN_FILENO);
    live(answer.write.number(), *shared_, work);
  });
  from_ = std::move(answer.read);
  from_.unblock();
  if (may.keeps_output) said_ = captured_output(std::move(output.read));
  hide_from_children(shared_.get(), sizeof(shared_state));
}

ending child::ends(ended by, std::string how) {
  process_->kill();
  said_.read_some();
  const bool died = by != ended::well && by != ended::by_throwing;
  return {by,
          std::move(how),
          died ? said_.last_words() : "",
          shared_->case_text,
          shared_->source,
          std::move(answer_)};
}

ending child::ended_with(int status) {
  if (WIFSIGNALED(status)) {
    std::string how = "died of " + signal_name(WTERMSIG(status));
    if (const std::string where = described(shared_->last); !where.empty()) how += ": " + where;
    return ends(ended::by_dying, std::move(how));
  }
  if (WEXITSTATUS(status) != 0 || answer_.empty()) {
    return ends(ended::by_dying,
                fmt::format("ended with status {} in the middle of a case", WEXITSTATUS(status)));
  }
  if (answer_.front() == thrown) return ends(ended::by_throwing, answer_.substr(1));
  return ends(ended::well, "");
}

void child::read_answer() {
  std::array<char, 1 << 14> part;  // filled by read
  while (from_.is_open()) {
    const ssize_t n = read(from_.number(), part.data(), part.size());
    if (n == 0) from_.close();
    if (n < 0 && errno != EINTR) return;
    if (n > 0) answer_.append(part.data(), static_cast<std::size_t>(n));
  }
}

std::optional<ending> child::poll(std::chrono::milliseconds limit) {
  // Its end is the process's: another process may hold the pipe open, and it may close it itself.
  const std::optional<int> status = process_->ended();
  read_answer();
  said_.read_some();
  if (status) return ended_with(*status);
  if (most_.is_exceeded(process_->id())) return ends(ended::by_growing, most_.text());
  const auto now = std::chrono::steady_clock::now();
  if (const std::uint64_t steps = shared_->steps; steps != std::exchange(steps_, steps)) {
    since_ = now;
    waited_ = process_->waited();
  }
  const auto passed = now - since_;
  if (passed < limit) return std::nullopt;
  if (passed - (process_->waited() - waited_) < limit && passed < 10 * limit) return std::nullopt;
  return ends(ended::by_hanging, fmt::format("did not answer within {} ms", limit.count()));
}

ending child::wait(std::chrono::milliseconds limit) {
  while (true) {
    std::array ready{pollfd{answers(), POLLIN, 0}, pollfd{output(), POLLIN, 0}};
    ::poll(ready.data(), ready.size(), pause());
    if (auto e = poll(limit)) return std::move(*e);
  }
}

unused_process::unused_process(law const& l, isolated_subject const& s,
                               std::chrono::milliseconds limit) {
  both_ends asked, answered;
  process_.emplace([&](shared_state&) {
    asked.write.close();
    answered.read.close();
    std::string text;
    for (char c = 0; ::read(asked.read.number(), &c, 1) == 1;) {
      if (c != '\n') {
        text += c;
        continue;
      }
      const test_case call = parse_case(std::exchange(text, {}));
      const ending e = child([&](shared_state&) -> std::string {
                         return wrong_call(l, adopted(s.make()), call) ? "wrong" : "right";
                       }).wait(limit);
      const bool right = e.by == ended::well && e.answer == "right";
      const no_sigpipe quiet;
      if (::write(answered.write.number(), &right, sizeof right) < 0) break;
    }
    return std::string();
  });
  asks_ = std::move(asked.write);
  answers_ = std::move(answered.read);
}

std::optional<bool> unused_process::holds(test_case const& call) const {
  const std::string line = to_string(call) + '\n';
  bool right = false;
  const no_sigpipe quiet;
  if (::write(asks_.number(), line.data(), line.size()) < 0 ||
      ::read(answers_.number(), &right, sizeof right) != sizeof right) {
    return std::nullopt;
  }
  return right;
}

}  // namespace bcast::proptests
