// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "process/system.hpp"

namespace bcast::proptests {

/// An open descriptor, closed in the end; -1: none.
class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor() { close(); }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (is_open()) ::close(std::exchange(number_, -1));
  }

  /// From now on, reading and writing do not wait.
  void unblock() const { fcntl(number_, F_SETFL, fcntl(number_, F_GETFL) | O_NONBLOCK); }

  /// In a new process: makes this its descriptor `to`, which a new program has as well.
  void become(int to) const {
    if (number_ == to) {
      fcntl(to, F_SETFD, 0);
    } else {
      dup2(number_, to);
    }
  }

 private:
  int number_ = -1;
};

/// A pipe, which no program has that is started.
struct both_ends {
  both_ends() {
    std::array<int, 2> ends{};
    if (!pipe_of(ends)) {
      throw std::system_error(errno, std::generic_category(), "a pipe cannot be made");
    }
    read = descriptor(ends[0]);
    write = descriptor(ends[1]);
  }

  descriptor read, write;
};

}  // namespace bcast::proptests
