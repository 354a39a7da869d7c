// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process/captured_output.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <deque>
#include <sstream>

#include "support/json_text.hpp"

namespace bcast::proptests {

void captured_output::read_some() {
  constexpr std::size_t kept = 4096;
  // No more at once than a pipe holds, which may be filled as fast as it is read.
  constexpr std::size_t at_once = 1 << 20;
  std::array<char, 4096> part{};
  for (std::size_t all = 0; from_.is_open() && all < at_once; all += part.size()) {
    const ssize_t n = read(from_.number(), part.data(), part.size());
    if (n == 0) from_.close();
    if (n <= 0) return;
    said_.append(part.data(), static_cast<std::size_t>(n));
    if (said_.size() > 2 * kept) said_.erase(0, said_.size() - kept);
  }
}

std::string captured_output::last_words() const {
  constexpr std::size_t most = 10;
  std::deque<std::string> last;
  std::istringstream lines(said_);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find_last_not_of(" \t\r");
    if (end == std::string::npos) continue;
    last.push_back(line.substr(0, end + 1));
    if (last.size() > most) last.pop_front();
  }
  if (last.empty()) return "";
  if (last.size() == 1) return "\nits last words  " + quote(last.front());
  std::string all = "\nits last words";
  for (std::string const& line : last) all += "\n  " + shown(line);
  return all;
}

}  // namespace bcast::proptests
