// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/clause.hpp"
#include "table.hpp"

namespace bcast::docs {

/// A document's title with its edition, which distinguishes two texts with the same title.
std::string heading_of(spec::document const& d);

/// A part of a page: a heading, a text and a table, each if it is not empty.
struct section {
  std::string heading;
  std::string text;  ///< prose
  table rows;
};

/// A page before it is written.
struct page {
  std::string name;    ///< of its file, without an extension
  std::string source;  ///< what it is generated from
  std::string title;
  std::string text;  ///< prose
  std::vector<section> sections;
};

/// All pages that are made of the rows in `spec/`.
std::vector<page> pages();

/// The page of what real systems did, from the facts that proptests/peers wrote into a
/// directory, one JSON file per system. Throws std::invalid_argument, which names the file that
/// cannot be read.
page agreement(std::filesystem::path const& facts);

/// How a rule's answers about unknown sizes compare with what can happen at run time.
enum class judgement {
  exact,       ///< the tightest answer that is right, or the refusal of what is impossible
  less,        ///< right, but less than is certain
  silent,      ///< no answer
  refused,     ///< a refusal, although some run time is legal
  too_much,    ///< a shape that some legal run time does not have
  impossible,  ///< a shape, although no run time is legal
};

/// The cases of one judgement, and the smallest of them.
struct judged_cases {
  std::int64_t count = 0;
  std::string smallest;
};

/// What a rule makes of all pairs of shapes of rank 2 and less over 0, 1, 2, 3, a and b, where a
/// and b are unknown sizes. The result has an element for each judgement, in their order.
std::vector<judged_cases> judgements_of(std::string_view rule);

/// The page that holds every rule that answers for unknown sizes against all run times.
page unknown_sizes();

}  // namespace bcast::docs
