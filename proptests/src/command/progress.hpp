// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>

namespace bcast::proptests {

/// A line on standard error that is overwritten: the progress, the rate, and the time left at that
/// rate. The destructor removes the line.
class progress {
 public:
  explicit progress(std::uint64_t planned);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// n more cases are done.
  void add(std::uint64_t n);

 private:
  using clock = std::chrono::steady_clock;

  std::uint64_t planned_, done_ = 0;
  clock::time_point start_ = clock::now(), shown_{};
};

}  // namespace bcast::proptests
