// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "process/captured_output.hpp"
#include "process/descriptor.hpp"
#include "process/group.hpp"
#include "process/memory_limit.hpp"

namespace bcast::proptests::pipe {

/// Open descriptors of this process, to whose other ends a program is connected.
struct connection {
  int answers;  ///< is read
  int asks;     ///< is written
};

/// `fd:R,W` as a connection; none for any other text. Throws std::invalid_argument if R is not
/// open for reading or W for writing.
std::optional<connection> connection_of(std::string_view command);

/// A program that reads lines and writes lines: started by the shell in its own process group, or
/// connected already.
class process {
 public:
  /// It may use as many bytes of memory; 0: any number. Throws std::system_error where no process
  /// can be made.
  explicit process(std::string const& command, std::uint64_t memory = 0);

  /// Takes the descriptors and closes them in the end, with the flags that they had. The program is
  /// not ended.
  explicit process(connection to);
  process(process const&) = delete;
  process& operator=(process const&) = delete;

  /// Closes its input, gives it a moment to end, and kills it.
  ~process();

  enum class heard {
    line,       ///< a line, without its end
    late,       ///< no complete line in time
    ended,      ///< the program has closed its output
    too_long,   ///< a line has not ended after as many bytes as are allowed
    too_large,  ///< the program uses more memory than it may
  };

  /// Writes a line and reads the next one into `answer`; if none came, the part that did.
  heard exchange(std::string_view line, std::string& answer, std::chrono::milliseconds patience,
                 std::size_t longest);

  /// What it used too much of: `used more than 2.0 GiB of memory`.
  std::string excess() const { return most_.text(); }

  /// Kills it and returns how it ended: `exit status 3`, `signal 11 (Segmentation fault)`. Empty if
  /// it was still running.
  std::string end();

  /// Of its standard error.
  std::string last_words() const { return errors_.last_words(); }

 private:
  bool read_some();
  void unblock() const;

  descriptor input_, output_;
  captured_output errors_;
  std::optional<std::pair<int, int>> before_;  ///< the flags of a connection's descriptors
  std::string pending_;                        ///< read, after the last line that was returned
  memory_limit most_;
  std::optional<process_group> group_;  ///< none of a connection
};

}  // namespace bcast::proptests::pipe
