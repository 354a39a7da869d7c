// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// How much is asked; limited by the number of cases, never by time.
enum class run_size {
  core,  ///< the core cases: a covering design, which catches every known mutant
  push,  ///< those, the examples, the small scope in full, the corpus, and 2000 random cases a law
  nightly,  ///< the same with 100,000 random cases
};

/// Where cases come from. Case i is a pure function of i (and, for random cases, of the seed).
struct source {
  std::string_view name;  ///< core, examples, scope, random or corpus
  std::uint64_t count = 0;
  std::function<test_case(std::uint64_t)> at;
};

/// The sources of a family that a run of a size asks, any of which may be empty: the core cases;
/// every printed example of the family; the complete small scope; random cases of a seed, as many
/// as given, or as the size has; the corpus.
std::vector<source> sources_of(family f, run_size size, std::uint64_t seed,
                               std::optional<std::uint64_t> random = std::nullopt);

/// A core case: a row of a covering design, or one of the few others that catch a known mutant.
struct core_case {
  std::string id;                 ///< `core/17`; it is never given to another case
  std::string text;               ///< as parse_case reads it
  family cases_of{};              ///< the family whose laws ask it
  std::vector<std::string> laws;  ///< that it catches a mutant with
  std::string because;            ///< the row of the design, or what it catches
};

/// The rows of corpus/core.jsonl, which is built into the program.
std::vector<core_case> const& core_cases();

/// What a document prints for one of its examples.
struct printed_outcome {
  std::string_view document;
  bool accepted;
  std::optional<kit::shape> result;
  std::string_view broken;  ///< the clause that it names, if it names one
};

/// None for a tag that no example has.
std::optional<printed_outcome> outcome_in_print(std::string_view tag);

/// A broadcast that a real model performs.
struct corpus_row {
  std::string model;
  std::string operation;
  std::vector<std::vector<std::int64_t>> operands;
  std::vector<std::int64_t> result;
  std::string source;
};

/// The rows of corpus/models.jsonl, which is built into the program.
std::vector<corpus_row> const& corpus();

}  // namespace bcast::proptests
