// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/clause.hpp"
#include "examples.hpp"
#include "plot.hpp"
#include "table.hpp"

namespace bcast::docs {

/// A document's title with its edition, by which two texts of one title are told apart.
std::string heading_of(spec::document const& d);

/// A part of a page: a heading, a text, a table, drawings and plots, each where it is not empty.
struct section {
  std::string heading;
  std::string text;  ///< prose
  table rows;
  std::vector<figure> figures = {};
  std::vector<plot> plots = {};
};

/// A page before it is written in one form or another.
struct page {
  std::string name;    ///< of its file, without an extension
  std::string source;  ///< what it is generated from
  std::string title;
  std::string text;  ///< prose
  std::vector<section> sections;
};

/// All pages that are made of the rows in `spec/`.
std::vector<page> pages();

/// The page on which each tag's row stands: the first one that has it.
tag_pages homes_of(std::vector<page> const& all);

}  // namespace bcast::docs
