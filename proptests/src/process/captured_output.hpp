// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include "process/descriptor.hpp"

namespace bcast::proptests {

/// The end of what another process writes to a pipe, of which this one has the other end.
class captured_output {
 public:
  captured_output() = default;
  explicit captured_output(descriptor from) : from_(std::move(from)) { from_.unblock(); }

  /// For poll(); -1 once the other end is closed, or if there is none.
  int from() const { return from_.number(); }

  /// Reads what is available, up to 1 MiB.
  void read_some();

  /// The last ten lines that are not blank, as lines of a report, the first of which is preceded by
  /// an end of line; empty if there are none.
  std::string last_words() const;

 private:
  descriptor from_;
  std::string said_;
};

}  // namespace bcast::proptests
