// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace bcast::proptests {

/// What a process writes to one of its descriptors.
class written {
 public:
  written();
  written(written const&) = delete;
  written& operator=(written const&) = delete;
  ~written();

  bool opened() const { return ends_[0] >= 0; }

  /// Makes this the descriptor of a new process.
  void become(int descriptor) const;

  /// To be called once the process has started.
  void keep_reading();

  /// To be polled; -1 after the end.
  int descriptor() const { return ends_[0]; }

  /// Reads what is there, and keeps `most` bytes of all. False if it wrote more.
  bool read_some(std::size_t most);

  std::string& text() { return text_; }
  std::string const& text() const { return text_; }

 private:
  void close_end(int end);

  int ends_[2];
  std::string text_;
};

/// A command of the shell that leads a process group, which ends with it and with this program, as
/// does whatever it has started.
class started_command {
 public:
  /// @param limit seconds
  started_command(std::string const& command, double limit);
  started_command(started_command const&) = delete;
  started_command& operator=(started_command const&) = delete;
  ~started_command();

  bool runs() const { return process_ > 0; }

  /// Reads its output. Returns why that has no end, if it has none.
  std::string read_all();

  std::string take_output() { return std::move(output_.text()); }

  /// The first MiB of what it wrote on standard error.
  std::string const& errors() const { return errors_.text(); }

  /// Its status, once it has ended; none if it does not end in time.
  std::optional<int> ended();

  /// Asks it to end, and gives it some time to do so: a program may have files to remove.
  void end(std::chrono::milliseconds within);

  static constexpr char const* late = "it does not end in time (--limit)";

 private:
  using clock = std::chrono::steady_clock;

  void forget();

  clock::time_point until_;
  pid_t process_ = -1;
  written output_, errors_;
};

}  // namespace bcast::proptests
