// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "mutants.hpp"

namespace bcast::mutants {

/// The seed for the committed files.
constexpr std::uint64_t fixed_seed = 1;

/// Calls f(k) for every k below n, with one thread per core.
void in_parallel(std::size_t n, std::function<void(std::size_t)> const& f);

/// The laws that apply to a subject.
std::vector<proptests::law const*> laws_for(kit::subject const& s);

/// Core cases as lines of JSON. Every mutant fails several of them. An existing case keeps its id.
std::string cover();

/// Prints for each mutant the first law that catches it in a run of a size, and the case; a dash if
/// none does. Only mutants whose name has `part`: a line each, as soon as it is known, and the
/// count.
void print_caught(proptests::run_size size, std::string const& part);

/// What catches each mutant, as JSON. Rows of `known`, an earlier table, that are still so are
/// kept.
std::string table(std::istream& known);

/// What a table says that is not so: each mutant is asked the cases that are listed for it, not all
/// that come before.
std::vector<std::string> wrong_in_table(std::istream& table);

}  // namespace bcast::mutants
