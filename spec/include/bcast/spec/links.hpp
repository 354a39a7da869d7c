// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>

#include "bcast/spec/clause.hpp"

/// The addresses of the documents: files of public repositories on GitHub.
namespace bcast::spec {

/// A text's file at its commit; at the newest one if the transcribed text is the rendered page.
inline std::string link_to(text const& t) {
  return "https://github.com/" + std::string(t.repository) + "/blob/" +
         std::string(t.commit.empty() ? "HEAD" : t.commit) + "/" + std::string(t.path);
}

/// Lines of a text's file; empty if the text has no commit, because then its lines are not the
/// file's.
inline std::string link_to(text const& t, lines at) {
  if (t.commit.empty()) return "";
  const bool rendered = t.path.ends_with(".md") || t.path.ends_with(".rst");
  std::string link = link_to(t) + (rendered ? "?plain=1#L" : "#L") + std::to_string(at.first);
  if (at.last > at.first) link += "-L" + std::to_string(at.last);
  return link;
}

}  // namespace bcast::spec
