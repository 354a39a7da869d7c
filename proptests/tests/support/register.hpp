// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// Tests made from rows: each row is one test, in the suite of its tag.
namespace bcast::tests {

void register_findings();
void register_examples();
void register_laws();
void register_theorems();

/// The seed of the random cases; BCAST_SEED sets another one.
std::uint64_t seed();

}  // namespace bcast::tests
