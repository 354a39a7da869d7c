// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace bcast::proptests {

/// The progress of a run on standard error: the cases, the rate, and the time left at that rate. On
/// a terminal it is a line that is overwritten, and removed by the destructor. Elsewhere it is a
/// new line every ten seconds.
class progress {
 public:
  /// How many cases there will be; 0 if that is not known.
  explicit progress(std::uint64_t planned);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// n more cases are done.
  void add(std::uint64_t n);

 private:
  using clock = std::chrono::steady_clock;

  std::string line(double seconds) const;

  bool terminal_;
  std::uint64_t planned_, done_ = 0;
  clock::time_point start_ = clock::now(), shown_ = start_;
};

}  // namespace bcast::proptests
