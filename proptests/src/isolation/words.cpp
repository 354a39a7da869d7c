// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isolation/words.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>

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
  const std::size_t end = said_.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "";
  const std::size_t before = said_.find_last_of('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return said_.substr(begin, end - begin + 1);
}

std::string last_words_line(std::string const& words) {
  return words.empty() ? "" : "\nits last words  " + quote(words);
}

}  // namespace bcast::proptests
