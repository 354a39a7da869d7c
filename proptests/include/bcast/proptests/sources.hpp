#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/laws.hpp"

namespace bcast::proptests {

/// Where cases come from. Case i is a pure function of i (and, for random cases, of the seed).
struct source {
  std::string_view name;  ///< examples, scope, random or corpus
  std::uint64_t count = 0;
  std::function<test_case(std::uint64_t)> at;
};

/// The sources of a family, each of them perhaps empty: every example in print that is of the
/// family; the complete small scope; `random` random cases of a seed; the corpus.
std::vector<source> sources_of(family f, std::uint64_t seed, std::uint64_t random);

/// What a document prints for one of its examples.
struct printed_outcome {
  std::string_view document;
  bool accepted;
  std::optional<kit::type> result;
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

/// The rows of corpus/models.jsonl, which is part of the program.
std::vector<corpus_row> const& corpus();

}  // namespace bcast::proptests
