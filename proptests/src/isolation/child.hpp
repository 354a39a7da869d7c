// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "isolation/confinement.hpp"
#include "isolation/pauses.hpp"
#include "isolation/touched.hpp"
#include "isolation/use.hpp"
#include "isolation/words.hpp"

namespace bcast::proptests {

/// Memory that a child shares with its parent: what it is doing, in case it ends.
struct shared_state {
  std::atomic<std::uint64_t> steps;  ///< cases begun
  std::atomic<std::uint64_t> done;   ///< cases done, near misses of a law included
  touched last;                      ///< beside a tensor
  char case_text[4096];              ///< the case that is being asked, ends with 0
  char source[32];
  char uncaught[512];  ///< what the exception says that ended it, ends with 0
};

enum class ended {
  well,         ///< it sent its result
  by_throwing,  ///< its work did
  by_dying,     ///< of a signal, or with a status, in the middle of a case
  by_growing,   ///< beyond its limit of memory
  by_hanging,   ///< it began no case in its time
  by_misuse,    ///< of anything else: files, processes, the report
};

/// What a child was doing when it ended, and how it ended.
struct ending {
  ended by = ended::well;
  std::string how;         ///< for a reader: `died of SIGSEGV`; empty where it ended well
  std::string last_words;  ///< on its standard streams, if they are kept and it did not end well
  std::string case_text;
  std::string source;
  std::string answer;  ///< everything that it sent
};

/// What a forked process may use.
struct allowance {
  std::uint64_t memory = 0;  ///< bytes besides this process's; 0: no limit
  sandbox kept = sandbox::off;
};

/// A forked process that runs `work` and sends its result. It leads a process group, which ends
/// with it, and it ends with this process. It has none of the descriptors and memory by which this
/// process speaks with other children. In a sandbox of files it has none of this process's files at
/// all: it reads nothing from its standard input, and what it writes is kept for the report.
class child {
 public:
  /// Throws std::system_error.
  explicit child(std::function<std::string(shared_state&)> const& work, allowance const& may = {});
  child(child&&) noexcept;
  child& operator=(child&&) = delete;
  ~child();

  /// Where it answers; -1 once it has closed that.
  int descriptor() const { return closed_ ? -1 : from_; }

  /// Where it writes, if that is kept; -1 if it is not, and once it has closed that.
  int output() const { return said_.descriptor(); }

  /// For how many milliseconds to wait for the descriptors before the next poll.
  int pause() const { return closed_ ? 1 : 50; }

  /// Reads what is available. Returns the ending once the child has ended, has begun no case for
  /// `limit`, or uses more than it may; it is killed then. Time in which it was ready to run and
  /// had no processor does not count, and neither does time in which this process did not run.
  std::optional<ending> poll(std::chrono::milliseconds limit);

  /// Waits for the ending.
  ending wait(std::chrono::milliseconds limit);

  std::uint64_t done() const;

  /// The case that is being asked, as text.
  std::string asking() const;

 private:
  void read_answer();
  /// Returns its status; `memory_` is then the most that it had at once.
  int kill_group();
  ending end();                           ///< of one that has ended itself
  ending end(ended by, std::string how);  ///< ends it
  ending as_seen(ended by, std::string how);

  pid_t id_ = -1;
  int from_ = -1;
  overheard said_;    ///< on its standard streams
  std::string mark_;  ///< begins the answer: the child's, and not what its subject writes there
  shared_state* shared_ = nullptr;
  std::string answer_;
  bool closed_ = false;
  std::unique_ptr<confinement> confined_;  ///< with the folder, which is removed in the end
  limited_use use_;
  std::uint64_t steps_ = 0;
  std::uint64_t memory_ = 0;
  std::chrono::microseconds processor_{0};  ///< the time that it had of it, when it has ended
  std::chrono::steady_clock::time_point since_;
  std::chrono::nanoseconds waited_{0};  ///< for a processor, until then
  pauses pauses_;
};

/// Records in the shared state which case is asked next.
void note(shared_state& s, std::string_view source, std::string_view case_text);

}  // namespace bcast::proptests
