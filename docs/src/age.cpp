// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "age.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "support/shell_word.hpp"

namespace bcast::docs {
namespace {

bool is_commit(std::string const& text) {
  return text.size() >= 7 && std::all_of(text.begin(), text.end(),
                                         [](unsigned char c) { return std::isxdigit(c) != 0; });
}

struct ran {
  bool succeeded;
  std::string out;
};

/// git's standard output.
ran git(std::filesystem::path const& repository, std::string const& arguments) {
  const std::string folder = proptests::shell_word(repository.string());
  const std::string command =
      fmt::format("git -c safe.directory={} -C {} {} 2>/dev/null", folder, folder, arguments);
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {false, ""};
  std::string out;
  std::array<char, 256> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe)) {
    out.append(part.data(), n);
  }
  const bool succeeded = pclose(pipe) == 0;
  return {succeeded, out};
}

}  // namespace

change since(std::filesystem::path const& repository, std::string const& commit,
             std::vector<std::string> const& paths) {
  if (!is_commit(commit) || paths.empty()) return {};
  std::string arguments = fmt::format("log -1 --format=%h/%cs {}..HEAD --", commit);
  for (std::string const& path : paths) arguments += " " + proptests::shell_word(path);
  // A commit of another branch has a HEAD after it too, which says nothing.
  if (!git(repository, fmt::format("merge-base --is-ancestor {} HEAD", commit)).succeeded) {
    return {};
  }
  const auto [succeeded, out] = git(repository, arguments);
  if (!succeeded) return {};
  if (out.empty()) return {change::kind::none};
  const std::size_t between = out.find('/'), end = out.find('\n');
  if (between == std::string::npos || end == std::string::npos) return {};
  return {change::kind::changed, out.substr(0, between),
          out.substr(between + 1, end - between - 1)};
}

std::string words_of(change const& c) {
  switch (c.kind) {
    case change::kind::none:
      return "no change since";
    case change::kind::changed:
      return fmt::format("changed since, last by {} on {}", c.commit, c.date);
    case change::kind::unknown:
      break;
  }
  return "age unknown";
}

std::string words_of(origin const& o, change const& c) {
  const std::string measured = fmt::format("Measured on {} at commit `{}`: `{}`.", o.date,
                                           o.commit.substr(0, 10), o.command);
  switch (c.kind) {
    case change::kind::none:
      return measured + " The code has not changed since.";
    case change::kind::changed:
      return fmt::format(
          "{} The code that this depends on has changed since, last by commit `{}` on {}: the "
          "figures may be out of date.",
          measured, c.commit, c.date);
    case change::kind::unknown:
      break;
  }
  return measured + " Age unknown: git does not say what has changed since.";
}

}  // namespace bcast::docs
