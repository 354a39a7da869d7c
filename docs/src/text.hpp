// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

/// The contents of a cell or a paragraph, in Markdown.
namespace bcast::docs {

/// Whether the text is `<document>.<letter><n>`; an edition may follow the document.
bool is_tag(std::string_view characters);

/// Characters as they are, where Markdown would take some for markup.
std::string verbatim(std::string_view characters);

/// As it is typed.
std::string code(std::string_view characters);

/// Plain text, in which text between backticks is code; a tag alone is code too.
std::string prose(std::string_view annotated);

/// A link to an address; only the words if there is none.
std::string linked_to(std::string_view words, std::string_view address);

/// The address of a file of the repository, as the pages of docs/generated reach it. The path is
/// from the top folder, with `#L<line>` or without.
std::string address_of(std::string_view path);

}  // namespace bcast::docs
