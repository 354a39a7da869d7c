// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// Tests made from rows: each row is one test, in the suite of its tag.
namespace bcast::tests {

void register_findings();
void register_examples();
void register_laws();
void register_theorems();

/// A test that calls a function, in the suite of a tag.
void register_test(std::string_view tag, std::string const& name, std::function<void()> body);

/// The seed of the random cases; BCAST_SEED sets another one.
std::uint64_t seed();

}  // namespace bcast::tests
