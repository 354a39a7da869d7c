// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The contents of a cell or a paragraph, before they become Markdown or HTML.
namespace bcast::docs {

/// How a run of characters is meant.
enum class kind {
  plain,
  code,     ///< as it is typed
  formula,  ///< in plain text; typeset if possible
  tag,  ///< `<document>.<letter><n>` or `<document>@<edition>.<letter><n>`, a link to its row where
        ///< pages are linked
  link,  ///< a file of the repository, from its top folder, with `#L<line>` or without
};

struct run {
  docs::kind kind;
  std::string text;
  std::string target;  ///< of a link; of plain text or code, an address that only HTML links to

  friend bool operator==(run const&, run const&) = default;
};

using text = std::vector<run>;

/// The page with a tag's row, without an extension.
using tag_pages = std::map<std::string, std::string, std::less<>>;

/// Whether the text is `<document>.<letter><n>`; an edition may follow the document.
bool is_tag(std::string_view characters);

/// Plain text, with text between backticks as code, and with the tags that it mentions.
text prose(std::string_view annotated);

/// In Markdown, with characters escaped that Markdown would take for markup.
std::string markdown(text const& t);

/// In HTML, with the tags that have a page as links to their rows.
std::string html(text const& t, tag_pages const& pages);

/// The name of the page that lists a source file, from the file's path.
std::string source_page(std::string_view path);

/// A formula in plain text, typeset in MathML. `x_i` and `x_{i+1}` are subscripts, `max_{...}` a
/// maximum over the text below it; `forall`, `in`, `<=`, `>=` become their symbols; English words
/// are upright. A line may break at the formula's top level: after a comma, a semicolon or a colon,
/// and before a word.
std::string mathml(std::string_view formula);

}  // namespace bcast::docs
