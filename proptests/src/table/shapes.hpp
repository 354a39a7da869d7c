// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

/// Shapes in the form that a table of C functions takes and returns.
namespace bcast::proptests {

/// The numbers that stand for the names of unknown sizes in one call.
class symbols {
 public:
  std::int64_t number_of(std::string const& name);
  std::string name_of(std::int64_t number) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> numbers_;
};

/// Types for the length of a call.
class c_types {
 public:
  c_types(std::vector<kit::shape> const& types, symbols& names);
  std::int32_t count() const { return static_cast<std::int32_t>(dims_.size()); }
  bcast_dims const* data() const { return dims_.data(); }

 private:
  std::vector<std::vector<std::int64_t>> numbers_;
  std::vector<bcast_dims> dims_;
};

/// Room for the shape that a table writes.
class c_result {
 public:
  explicit c_result(std::size_t rank);
  bcast_dims_out* out() { return &dims_; }

  /// The shape that was written. Throws subject_failure if it is not valid.
  kit::shape type(symbols const& names) const;

 private:
  std::size_t capacity_;
  std::vector<std::int64_t> size_, symbol_, upper_;
  bcast_dims_out dims_{};
};

}  // namespace bcast::proptests
