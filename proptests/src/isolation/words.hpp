// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

namespace bcast::proptests {

/// The end of what another process writes to a pipe, of which this one has the other end.
class overheard {
 public:
  overheard() = default;
  /// Takes the descriptor and closes it in the end. Reading must not block.
  explicit overheard(int from) : from_(from), open_(from >= 0) {}
  overheard(overheard&& other) noexcept
      : from_(std::exchange(other.from_, -1)),
        open_(std::exchange(other.open_, false)),
        said_(std::move(other.said_)) {}
  overheard& operator=(overheard&& other) noexcept {
    std::swap(from_, other.from_);
    std::swap(open_, other.open_);
    std::swap(said_, other.said_);
    return *this;
  }
  ~overheard();

  /// For poll(); -1 once the other end is closed, or if there is none.
  int descriptor() const { return open_ ? from_ : -1; }

  /// The descriptor as long as it is held; -1 if there is none.
  int taken() const { return from_; }

  /// Reads what is available, up to 1 MiB.
  void read_some();

  /// The last ten lines that are not blank.
  std::string last_words() const;

 private:
  int from_ = -1;
  bool open_ = false;
  std::string said_;
};

/// The same as lines of a report, the first of which is preceded by an end of line; empty if there
/// are none.
std::string last_words_in(std::string const& words);

}  // namespace bcast::proptests
