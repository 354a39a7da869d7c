// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/touched.hpp"

#include <fmt/core.h>

#include <csignal>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "memory/arena.hpp"

#ifdef __linux__
#include <ucontext.h>
#if defined(__aarch64__)
#include <asm/sigcontext.h>
#endif
#endif

namespace bcast::proptests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

touched* record = nullptr;

/// Whether the access was a write, as the processor told the system; only Linux's context is read.
touched::how access_in([[maybe_unused]] void const* context) {
#ifdef __linux__
  [[maybe_unused]] auto const& at = *static_cast<ucontext_t const*>(context);
#endif
#if defined(__linux__) && defined(__x86_64__)
  constexpr greg_t page_fault = 14, of_a_write = 2;
  if (at.uc_mcontext.gregs[REG_TRAPNO] != page_fault) return touched::how::unknown;
  return (at.uc_mcontext.gregs[REG_ERR] & of_a_write) != 0 ? touched::how::written
                                                           : touched::how::read;
#elif defined(__linux__) && defined(__aarch64__)
  // A list of records, of which one may be the register ESR.
  auto const* const records = reinterpret_cast<std::byte const*>(at.uc_mcontext.__reserved);
  _aarch64_ctx head{};
  for (std::size_t k = 0; k + sizeof(esr_context) <= sizeof at.uc_mcontext.__reserved;
       k += head.size) {
    std::memcpy(&head, records + k, sizeof head);
    if (head.magic == 0 || head.size == 0) break;
    if (head.magic != ESR_MAGIC) continue;
    esr_context found{};
    std::memcpy(&found, records + k, sizeof found);
    constexpr unsigned class_at = 26, data_abort = 0x24, of_a_write = 1U << 6;
    if (found.esr >> class_at != data_abort) break;
    return (found.esr & of_a_write) != 0 ? touched::how::written : touched::how::read;
  }
  return touched::how::unknown;
#else
  return touched::how::unknown;
#endif
}

void on_signal(int signal, siginfo_t* about, void* context) {
  if (const place_beside at = beside_arena(about->si_addr); at.bytes != 0) {
    record->bytes = at.bytes;
    std::strncpy(record->tensor, at.tensor, sizeof record->tensor - 1);
    record->access = access_in(context);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

void record_touched(touched& in) {
  if constexpr (sanitized) return;
  record = &in;
  static std::byte stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
}

std::string described(touched const& t) {
  if (t.bytes == 0) return "";
  const std::string_view did = t.access == touched::how::read      ? "read"
                               : t.access == touched::how::written ? "wrote"
                                                                   : "touched";
  const bool after = t.bytes > 0;
  return fmt::format("it {} byte {} {} the memory of {}", did, after ? t.bytes - 1 : t.bytes,
                     after ? "after" : "before",
                     std::string_view(t.tensor, strnlen(t.tensor, sizeof t.tensor)));
}

}  // namespace bcast::proptests
