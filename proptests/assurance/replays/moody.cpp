// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library whose one subject joins shapes right, except when MOOD says otherwise: a circumstance
// in which it is wrong, a number, and what it does then, such as "calls 3 aborts". `moods` lists
// both. Some circumstances are of the call and of those before it, and some of the process and the
// machine.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bcast/kit/subject.h"

namespace {

/// What a circumstance may look at.
struct call {
  std::vector<std::vector<std::int64_t>> operands;
  std::vector<std::int64_t> result;
  std::uintptr_t stack;   ///< an address in the caller's memory
  std::uint64_t earlier;  ///< the calls before it
};

std::uintptr_t address(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

std::uint64_t drawn() {
  std::uint64_t number = 0;
  return getrandom(&number, sizeof number, 0) == sizeof number ? number : 0;
}

/// The uninitialised bytes of a block from the heap.
std::uint8_t leftover(std::size_t size) {
  void* volatile unseen = std::malloc(size);  // not by the compiler, which knows malloc
  auto* const block = static_cast<std::uint8_t*>(unseen);
  const std::uint8_t byte = block[size / 2];
  block[size / 2] = 1;
  std::free(unseen);
  return byte;
}

std::size_t common_rank(call const& c) { return c.result.size(); }

std::int64_t elements(call const& c) {
  std::int64_t n = 1;
  for (const std::int64_t size : c.result) n = std::min<std::int64_t>(n, 1 << 30) * size;
  return n;
}

std::uint64_t key_of(call const& c) {
  std::uint64_t key = 0;
  for (auto const& shape : c.operands) {
    for (const std::int64_t size : shape) key = key * 31 + static_cast<std::uint64_t>(size);
  }
  return key;
}

using circumstance = bool (*)(call const&, std::uint64_t n);
using named_circumstances = std::map<std::string, circumstance>;

const named_circumstances of_the_calls{
    {"always", [](call const&, std::uint64_t) { return true; }},
    {"rank", [](call const& c, std::uint64_t n) { return common_rank(c) >= n; }},
    {"elements",
     [](call const& c, std::uint64_t n) { return elements(c) >= static_cast<std::int64_t>(n); }},
    {"operands", [](call const& c, std::uint64_t n) { return c.operands.size() > n; }},
    {"calls", [](call const& c, std::uint64_t n) { return c.earlier >= n; }},
    {"turn", [](call const& c, std::uint64_t n) { return c.earlier % n == n - 1; }},
    {"first", [](call const& c, std::uint64_t) { return c.earlier == 0; }},
    {"same",
     [](call const& c, std::uint64_t) {
       static std::vector<std::vector<std::int64_t>> last;
       const bool same = c.operands == last;
       last = c.operands;
       return same;
     }},
    {"larger",
     [](call const& c, std::uint64_t) {
       static std::size_t last = 99;
       const bool larger = common_rank(c) > last;
       last = common_rank(c);
       return larger;
     }},
    {"key",
     [](call const& c, std::uint64_t n) {
       static std::map<std::uint64_t, std::vector<std::int64_t>> known;
       const auto [at, is_new] = known.emplace(key_of(c) % (n + 7), c.result);
       return !is_new && at->second != c.result;
     }},
    {"sum",
     [](call const& c, std::uint64_t n) {
       static std::int64_t sum = 0;
       sum += elements(c);
       return sum > static_cast<std::int64_t>(n * 100);
     }},
    {"rounding",
     [](call const& c, std::uint64_t n) {
       const bool changed = std::fegetround() != FE_TONEAREST;
       if (common_rank(c) == n % 4) std::fesetround(FE_UPWARD);
       return changed;
     }},
    {"errno",
     [](call const& c, std::uint64_t n) {
       const bool set = errno == EDOM;
       errno = common_rank(c) == n % 4 ? EDOM : 0;
       return set;
     }},
};

const named_circumstances of_more{
    {"descriptors",
     [](call const&, std::uint64_t n) {
       return open("/dev/null", O_RDONLY) > static_cast<int>(n);
     }},
    {"socket",
     [](call const&, std::uint64_t n) {
       static const int bound = [n] {
         sockaddr_un name{AF_UNIX, {}};
         std::snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "moody-%llu",
                       static_cast<unsigned long long>(n));
         return bind(socket(AF_UNIX, SOCK_DGRAM, 0), reinterpret_cast<sockaddr*>(&name),
                     sizeof name);
       }();
       return bound != 0;
     }},
    {"leftover", [](call const&, std::uint64_t n) { return leftover(n * 24) != 0; }},
    {"zeroed", [](call const&, std::uint64_t n) { return leftover(n * 24) == 0; }},
    {"thread",
     [](call const&, std::uint64_t n) {
       std::uint64_t volatile shared = 0;
       const auto add = [&] {
         for (std::uint64_t k = 0; k < n * 1000; ++k) shared = shared + 1;
       };
       std::thread other(add);
       add();
       other.join();
       return shared != n * 2000;
     }},
    {"pid",
     [](call const&, std::uint64_t n) { return static_cast<std::uint64_t>(getpid()) % n == 0; }},
    {"parent",
     [](call const&, std::uint64_t n) { return static_cast<std::uint64_t>(getppid()) % n == 0; }},
    {"not_pid",
     [](call const&, std::uint64_t n) { return static_cast<std::uint64_t>(getpid()) % n != 0; }},
    {"library",
     [](call const&, std::uint64_t n) {
       static const char here = 0;
       return (address(&here) >> 12 & n) != 0;
     }},
    {"stack", [](call const& c, std::uint64_t n) { return (c.stack >> 4 & n) != 0; }},
    {"heap",
     [](call const&, std::uint64_t n) {
       void* const block = std::malloc(n * 24);
       const std::uintptr_t at = address(block);
       std::free(block);
       return (at >> 12 & n) != 0;
     }},
    {"mapped",
     [](call const&, std::uint64_t n) {
       void* const page = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
       const std::uintptr_t at = address(page);
       munmap(page, 4096);
       return (at >> 12 & n) != 0;
     }},
    {"chance", [](call const&, std::uint64_t n) { return drawn() % n == 0; }},
    {"mostly", [](call const&, std::uint64_t n) { return drawn() % n != 0; }},
    {"clock",
     [](call const&, std::uint64_t n) {
       return static_cast<std::uint64_t>(
                  std::chrono::steady_clock::now().time_since_epoch().count()) %
                  n ==
              0;
     }},
    {"second",
     [](call const&, std::uint64_t n) {
       return static_cast<std::uint64_t>(std::time(nullptr)) % n == 0;
     }},
    {"processor",
     [](call const&, std::uint64_t n) {
       return static_cast<std::uint64_t>(sched_getcpu()) % n == 0;
     }},
    {"late",
     [](call const&, std::uint64_t n) {
       static const auto begin = std::chrono::steady_clock::now();
       return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(n);
     }},
};

void fill_memory() {
  for (;;) {
    auto volatile* const block = static_cast<std::uint8_t volatile*>(std::malloc(1 << 20));
    for (std::size_t k = 0; block != nullptr && k < 1 << 20; k += 4096) block[k] = 1;
  }
}

/// What it does when it is wrong. Returns the status of the call.
using effect = std::int32_t (*)(bcast_dims_out*);

const std::map<std::string, effect> effects{
    {"misjoins",
     [](bcast_dims_out* out) -> std::int32_t {
       if (out->rank > 0) ++out->size[0];
       if (out->rank == 0) out->size[out->rank++] = 2;
       return BCAST_OK;
     }},
    {"shortens",
     [](bcast_dims_out* out) -> std::int32_t {
       out->rank = std::max(out->rank - 1, 0);
       return BCAST_OK;
     }},
    {"rejects", [](bcast_dims_out*) -> std::int32_t { return BCAST_REJECT; }},
    {"declines", [](bcast_dims_out*) -> std::int32_t { return BCAST_UNSUPPORTED; }},
    {"errs", [](bcast_dims_out*) -> std::int32_t { return BCAST_ERROR; }},
    {"answers_17", [](bcast_dims_out*) -> std::int32_t { return 17; }},
    {"aborts", [](bcast_dims_out*) -> std::int32_t { std::abort(); }},
    {"crashes",
     [](bcast_dims_out*) -> std::int32_t {
       raise(SIGSEGV);
       return BCAST_OK;
     }},
    {"is_killed",
     [](bcast_dims_out*) -> std::int32_t {
       raise(SIGKILL);
       return BCAST_OK;
     }},
    {"exits", [](bcast_dims_out*) -> std::int32_t { std::exit(0); }},
    {"ends", [](bcast_dims_out*) -> std::int32_t { _exit(7); }},
    {"throws", [](bcast_dims_out*) -> std::int32_t { throw std::runtime_error("moody"); }},
    {"forks",
     [](bcast_dims_out*) -> std::int32_t {
       if (const pid_t child = fork(); child > 0) waitpid(child, nullptr, 0);
       return BCAST_OK;
     }},
    {"ends_its_thread",
     [](bcast_dims_out*) -> std::int32_t {
       pthread_exit(nullptr);
       return BCAST_OK;
     }},
    {"stops",
     [](bcast_dims_out*) -> std::int32_t {
       raise(SIGSTOP);
       return BCAST_OK;
     }},
    {"hangs",
     [](bcast_dims_out*) -> std::int32_t {
       for (;;) pause();
     }},
    {"fills_memory",
     [](bcast_dims_out*) -> std::int32_t {
       fill_memory();
       return BCAST_OK;
     }},
};

/// The shape to which the operands broadcast; false if there is none.
bool join_right(call& c) {
  for (auto const& shape : c.operands) {
    while (c.result.size() < shape.size()) c.result.insert(c.result.begin(), 1);
  }
  for (auto const& shape : c.operands) {
    for (std::size_t k = 0; k < shape.size(); ++k) {
      std::int64_t& size = c.result[c.result.size() - shape.size() + k];
      if (size != shape[k] && size != 1 && shape[k] != 1) return false;
      if (size == 1) size = shape[k];
    }
  }
  return true;
}

struct mood {
  circumstance wrong_when = nullptr;
  std::uint64_t n = 0;
  effect then = nullptr;
};

mood mood_of_today() {
  char const* const given = std::getenv("MOOD");
  std::istringstream words(given == nullptr ? "" : given);
  std::string when, then;
  std::uint64_t n = 0;
  words >> when >> n >> then;
  for (named_circumstances const* all : {&of_the_calls, &of_more}) {
    if (all->contains(when) && effects.contains(then)) {
      return {all->at(when), std::max<std::uint64_t>(n, 1), effects.at(then)};
    }
  }
  return {};
}

std::int32_t join(void*, std::int32_t n, bcast_dims const* operands, bcast_rule const* rule,
                  bcast_dims_out* result, bcast_reason*) {
  static const mood today = mood_of_today();
  static std::uint64_t calls = 0;
  if (rule != nullptr) return BCAST_UNSUPPORTED;
  call c{{}, {}, address(operands), calls++};
  for (std::int32_t k = 0; k < n; ++k) {
    if (operands[k].rank < 0) return BCAST_UNSUPPORTED;
    c.operands.emplace_back(operands[k].size, operands[k].size + operands[k].rank);
  }
  if (!join_right(c)) return BCAST_REJECT;
  if (c.result.size() > static_cast<std::size_t>(result->capacity)) return BCAST_ERROR;
  std::copy(c.result.begin(), c.result.end(), result->size);
  result->rank = static_cast<std::int32_t>(c.result.size());
  return today.then != nullptr && today.wrong_when(c, today.n) ? today.then(result) : BCAST_OK;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] bcast_subject const* bcast_subjects(std::uint32_t abi,
                                                                              std::size_t* there) {
  static bcast_subject own{};
  own.struct_size = sizeof own;
  own.name = "moody";
  own.profile = "array_api";
  own.join = join;
  *there = 1;
  return abi == BCAST_ABI ? &own : nullptr;
}

/// The words that MOOD may have, one on a line after what it is: `calls`, `more` or `then`.
extern "C" [[gnu::visibility("default")]] char const* moods() {
  static const std::string all = [] {
    std::string lines;
    for (auto const& [name, unused] : of_the_calls) lines += "calls " + name + "\n";
    for (auto const& [name, unused] : of_more) lines += "more " + name + "\n";
    for (auto const& [name, unused] : effects) lines += "then " + name + "\n";
    return lines;
  }();
  return all.c_str();
}
