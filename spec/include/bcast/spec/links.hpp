// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/clause.hpp"

/// The addresses of the documents: files of public repositories on GitHub.
namespace bcast::spec {

/// One of the files of a text, whose lines follow the line `before`.
struct part {
  std::string_view path;
  int before;
};

/// The files of a text, in their order.
inline std::vector<part> parts_of(text const& t) {
  std::vector<part> all{{t.path, 0}};
  for (std::string_view rest = t.then; !rest.empty();) {
    std::string_view const one = rest.substr(0, rest.find(", "));
    rest.remove_prefix(one.size() == rest.size() ? one.size() : one.size() + 2);
    int before = 0;
    std::from_chars(one.data(), one.data() + one.size(), before);
    all.push_back({one.substr(one.find(' ') + 1), before});
  }
  return all;
}

/// The file that has the first of some lines, and the lines' numbers in it, up to its end.
struct placed_part {
  part file;
  lines at;
};

inline placed_part part_with(text const& t, lines at) {
  part file{t.path, 0};
  for (part const& p : parts_of(t)) {
    if (p.before < at.first) {
      file = p;
    } else {
      at.last = std::min(at.last, p.before);
    }
  }
  return {file, {at.first - file.before, at.last - file.before}};
}

/// A text's first file at its commit; at the newest one if the transcribed text is the rendered
/// page.
inline std::string link_to(text const& t) {
  return "https://github.com/" + std::string(t.repository) + "/blob/" +
         std::string(t.commit.empty() ? "HEAD" : t.commit) + "/" + std::string(t.path);
}

/// Lines of a text, in the file that has the first of them, up to its end; empty if the text has no
/// commit, because then its lines are not the file's.
inline std::string link_to(text const& t, lines at) {
  if (t.commit.empty()) return "";
  placed_part const where = part_with(t, at);
  text file = t;
  file.path = where.file.path;
  const bool rendered = file.path.ends_with(".md") || file.path.ends_with(".rst");
  std::string link =
      link_to(file) + (rendered ? "?plain=1#L" : "#L") + std::to_string(where.at.first);
  if (where.at.last > where.at.first) link += "-L" + std::to_string(where.at.last);
  return link;
}

}  // namespace bcast::spec
