// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace bcast::proptests {

/// The progress of a run on standard error: the cases, the rate, and the time left at that rate. On
/// a terminal it is a line that is overwritten, and removed by the destructor. Elsewhere it is a
/// new line every ten seconds.
class progress {
 public:
  /// Where the lines go, and how often.
  struct place {
    bool terminal;
    std::chrono::milliseconds between;
    std::function<void(std::string const&)> write;
  };

  /// How many cases there will be, 0 if that is not known, and the most seconds that they may take.
  explicit progress(std::uint64_t planned, double most);
  progress(std::uint64_t planned, double most, place to);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// n more cases are done.
  void add(std::uint64_t n);

 private:
  using clock = std::chrono::steady_clock;

  std::string line(double seconds) const;

  place to_;
  std::uint64_t planned_, done_ = 0;
  double most_;
  clock::time_point start_ = clock::now(), shown_ = start_;
};

}  // namespace bcast::proptests
