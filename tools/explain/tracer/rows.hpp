// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The comment rows of a transcription, `// [tag] text`.
namespace bcast::tracer {

/// A construct in a transcription that the tracer cannot handle; the offset is in its text.
struct refusal : std::runtime_error {
  refusal(std::size_t where, std::string const& what) : std::runtime_error(what), at(where) {}
  std::size_t at;
};

struct row {
  std::string tag;
  std::string words;     ///< the document's, on one line, without what we found in them
  bool departs = false;  ///< the words are ours, where the document's cannot be followed
};

/// Rows on consecutive lines; what they are about follows.
struct block {
  std::size_t from;
  std::size_t to;  ///< after the last line
  std::vector<row> rows;
};

/// The same text with a space for each character of a comment or of a literal.
std::string code_of(std::string_view text);

/// The blocks of rows in the text's order. Throws refusal for a tag in a comment that is neither at
/// the start of its line nor two spaces after another row.
std::vector<block> blocks_of(std::string_view text);

}  // namespace bcast::tracer
