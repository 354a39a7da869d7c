#pragma once

#include <string>
#include <vector>

namespace bcast::docs {

/// A file of Markdown.
struct page {
  std::string file;
  std::string text;
};

/// All pages, from the rows in `spec/`.
std::vector<page> pages();

}  // namespace bcast::docs
