#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "table.hpp"

namespace bcast::docs {

/// A file of Markdown.
struct page {
  std::string file;
  std::string text;
};

/// A part of a page: a heading and a text, each where it is not empty, and a table.
struct section {
  std::string heading;
  std::string text;
  table rows;
};

/// A page under the line that says where it comes from.
page make_page(std::string_view file, std::string_view source, std::string_view title,
               std::string_view text, std::vector<section> const& sections);

/// All pages that are made of the rows in `spec/`.
std::vector<page> pages();

}  // namespace bcast::docs
