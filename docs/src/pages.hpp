// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/clause.hpp"
#include "examples.hpp"
#include "pages.hpp"
#include "table.hpp"

namespace bcast::docs {

/// A document's title with its edition, which distinguishes two texts with the same title.
std::string heading_of(spec::document const& d);

/// A part of a page: a heading, a text, a table and drawings, each if it is not empty.
struct section {
  std::string heading;
  std::string text;  ///< prose
  table rows;
  std::vector<figure> figures = {};
};

/// A page before it is written in one of the forms.
struct page {
  std::string name;    ///< of its file, without an extension
  std::string source;  ///< what it is generated from
  std::string title;
  std::string text;  ///< prose
  std::vector<section> sections;
};

/// All pages that are made of the rows in `spec/`.
std::vector<page> pages();

/// The page of each tag's row: the first page that has it.
tag_pages homes_of(std::vector<page> const& all);

/// The page of what real systems did, from the facts that proptests/peers wrote into a
/// directory, one JSON file per system. Throws std::invalid_argument, which names the file that
/// cannot be read.
page agreement(std::filesystem::path const& facts);

/// A page for each kind of data that exists in the directory: `mutants.json`, a list of objects,
/// and `bench/`, with what the benchmark wrote on each machine (optimized/bench/README.md). Throws
/// std::invalid_argument, which names a file that cannot be read.
std::vector<page> measured(std::filesystem::path const& data);

}  // namespace bcast::docs
