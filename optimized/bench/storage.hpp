// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "workload.hpp"

namespace bcast::engine::bench {

/// Memory that begins at a page boundary. Large blocks request huge pages from the system, as NumPy
/// does.
class block {
 public:
  explicit block(std::size_t bytes);

  std::byte* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct release {
    void operator()(std::byte* p) const;
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, release> data_;
};

/// The operands of a workload, filled with values that vary by position, and room for its result.
/// Sums and products of the values fit the element type, and floating-point ones are exact.
struct storage {
  explicit storage(workload const& w);

  std::vector<block> operands;
  block result;
};

/// The result of a workload, element by element, in the row-major order of its shape.
std::vector<std::byte> expected_result(workload const& w, storage const& s);

}  // namespace bcast::engine::bench
