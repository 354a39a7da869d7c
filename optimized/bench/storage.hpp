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

/// Whether a result is the expected one: bit by bit, or to 1e-5 after a chain of operations.
bool is_as_expected(workload const& w, std::vector<std::byte> const& expected,
                    std::byte const* found);

}  // namespace bcast::engine::bench
