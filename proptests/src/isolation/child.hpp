// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bcast/proptests/isolate.hpp"
#include "memory/touched.hpp"
#include "process/captured_output.hpp"
#include "process/descriptor.hpp"
#include "process/group.hpp"
#include "process/memory_limit.hpp"

namespace bcast::proptests {

/// Memory that a child shares with its parent: what it is doing, in case it ends.
struct shared_state {
  std::atomic<std::uint64_t> steps;  ///< cases begun
  std::atomic<std::uint64_t> done;   ///< cases done, near misses of a law included
  touched last;                      ///< beside a tensor
  char case_text[4096];              ///< the case that is being asked, ends with 0
  char source[32];
};

enum class ended {
  well,         ///< it sent its result
  by_throwing,  ///< its work did
  by_dying,     ///< of a signal, or with a status, in the middle of a case
  by_growing,   ///< beyond its limit of memory
  by_hanging,   ///< it began no case in its time
};

/// What a child was doing when it ended, and how it ended.
struct ending {
  ended by = ended::well;
  std::string how;         ///< for a reader: `died of SIGSEGV`; empty where it ended well
  std::string last_words;  ///< if it died, and they are kept: `captured_output::last_words`
  std::string case_text;
  std::string source;
  std::string answer;  ///< everything that it sent
};

/// What a forked process may do.
struct allowance {
  std::uint64_t memory = 0;   ///< bytes besides this process's; 0: no limit
  bool keeps_output = false;  ///< what it writes is kept; otherwise it goes to standard error
};

/// A forked process that runs `work` and sends its result. It ends with this process, and reads
/// nothing from its standard input.
class child {
 public:
  /// Throws std::system_error.
  explicit child(std::function<std::string(shared_state&)> const& work, allowance const& may = {});

  /// Where it answers, and where it writes, for poll(); -1 once it has closed that, or if its
  /// output is not kept.
  int answers() const { return from_.number(); }
  int output() const { return said_.from(); }

  /// For how many milliseconds to wait for the descriptors before the next poll.
  int pause() const { return from_.is_open() ? 50 : 1; }

  /// Reads what is available. Returns the ending once the child has ended, has begun no case for
  /// `limit`, or uses more memory than it may; it is killed then. Time in which it waited for a
  /// processor does not count, up to ten times the limit in all.
  std::optional<ending> poll(std::chrono::milliseconds limit);

  /// Waits for the ending.
  ending wait(std::chrono::milliseconds limit);

  std::uint64_t done() const { return shared_->done; }

  /// The case that is being asked, as text.
  std::string asking() const { return shared_->case_text; }

 private:
  struct unmap {
    void operator()(shared_state* memory) const;
  };

  void read_answer();
  ending ended_with(int status);
  ending ends(ended by, std::string how);

  std::unique_ptr<shared_state, unmap> shared_;
  descriptor from_;
  captured_output said_;  ///< on its standard streams
  memory_limit most_;
  std::string answer_;
  std::uint64_t steps_ = 0;
  std::chrono::nanoseconds waited_{0};  ///< for a processor, until then
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  std::optional<process_group> process_;
};

/// Records in the shared state which case is asked next.
void note(shared_state& s, std::string_view source, std::string_view case_text);

/// A process that never makes the subject, forked before this process does, so that a process which
/// it forks knows nothing of the calls made here.
class unused_process {
 public:
  /// Throws std::system_error.
  unused_process(law const& l, isolated_subject const& s, std::chrono::milliseconds limit);

  /// Whether a call holds if it is the first of a process; none if there is no answer.
  std::optional<bool> holds(test_case const& call) const;

 private:
  descriptor asks_, answers_;
  std::optional<child> process_;
};

}  // namespace bcast::proptests
