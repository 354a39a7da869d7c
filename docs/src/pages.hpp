// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
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

/// Reads each JSON file of a folder, in the order of their names. Throws std::invalid_argument,
/// which names the file that cannot be read, or whose values are not what `f` expects.
void each_fact_file(std::filesystem::path const& folder,
                    std::function<void(nlohmann::ordered_json const&)> const& f);

/// The page of what real systems did, from the facts that proptests/peers wrote into a
/// directory, one JSON file per system. Throws std::invalid_argument, which names the file that
/// cannot be read.
page agreement(std::filesystem::path const& facts);

}  // namespace bcast::docs
