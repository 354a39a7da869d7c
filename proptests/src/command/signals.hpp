// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace bcast::proptests {

/// How bcast's programs handle signals: a closed pipe ends them quietly, a file beyond the size
/// limit is a failed write, and an interrupt (status 130), a hangup or a termination also ends the
/// processes that they started. A hangup that is ignored, as by nohup(1), stays so.
void take_signals();

/// While it exists, the first interrupt or termination ends the processes that this one started and
/// nothing else, so that the program can say what it has found. The second one ends the program.
class interruption {
 public:
  interruption();
  interruption(interruption const&) = delete;
  interruption& operator=(interruption const&) = delete;
  ~interruption();

  /// The signal that has arrived; 0: none.
  static int arrived();
};

}  // namespace bcast::proptests
