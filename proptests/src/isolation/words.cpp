// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/words.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <deque>
#include <sstream>

#include "support/json_text.hpp"

namespace bcast::proptests {

overheard::~overheard() {
  if (from_ >= 0) close(from_);
}

void overheard::read_some() {
  constexpr std::size_t kept = 4096;
  // No more at once than a pipe holds, which may be filled as fast as it is read.
  constexpr std::size_t at_once = 1 << 20;
  std::array<char, 4096> part{};
  ssize_t n = open_ ? 1 : -1;
  for (std::size_t all = 0; n > 0 && all < at_once; all += part.size()) {
    n = read(from_, part.data(), part.size());
    if (n > 0) said_.append(part.data(), static_cast<std::size_t>(n));
    if (said_.size() > 2 * kept) said_.erase(0, said_.size() - kept);
  }
  if (n == 0) open_ = false;
}

std::string overheard::last_words() const {
  constexpr std::size_t most = 10;
  std::deque<std::string> last;
  std::istringstream lines(said_);
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    last.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    if (last.size() > most) last.pop_front();
  }
  std::string words;
  for (std::string const& line : last) words += (words.empty() ? "" : "\n") + line;
  return words;
}

std::string last_words_in(std::string const& words) {
  if (words.empty()) return "";
  if (words.find('\n') == std::string::npos) return "\nits last words  " + quote(words);
  std::string all = "\nits last words";
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line);) all += "\n  " + shown(line);
  return all;
}

}  // namespace bcast::proptests
