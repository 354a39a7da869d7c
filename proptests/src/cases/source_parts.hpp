// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "bcast/proptests/sources.hpp"

namespace bcast::proptests {

/// A printed example: the case, and its printed outcome.
struct example {
  test_case printed;
  printed_outcome outcome;
};

/// Every example of the documents.
std::vector<example> const& examples_in_print();

/// The in-place examples: a target and what is assigned to it.
std::vector<test_case> in_place_examples();

/// Each operation in each element type, on rows of many lengths: the core cases of `lengths`
/// (`oracle/lengths.cpp`, which knows the operations).
std::vector<test_case> lengths_by_design();

/// The complete small scope of a family; empty if it has none.
source scope_of(family f);

}  // namespace bcast::proptests
