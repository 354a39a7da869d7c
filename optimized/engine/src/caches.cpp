// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/caches.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "bcast/engine/detail/limits.hpp"

namespace bcast::engine {
namespace {

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;
constexpr std::int64_t smallest = 4 * KiB, largest = 64 * 1024 * MiB;

/// Bytes, KiB or MiB: `49152`, `48K`, `2M`.
std::optional<std::int64_t> size_from(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (failed != std::errc()) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const std::int64_t times = unit.empty() ? 1 : unit == "K" ? KiB : unit == "M" ? MiB : 0;
  if (times == 0 || n < 0 || n > largest / times || n * times < smallest) return std::nullopt;
  return n * times;
}

struct level_of {
  std::string_view name;
  std::int64_t caches::*size;
};
constexpr std::array<level_of, 4> levels_by_name{{{"L1", &caches::first},
                                                  {"L2", &caches::second},
                                                  {"L3", &caches::last},
                                                  {"stream", &caches::streamed}}};

/// The first word of a file of one line; empty if it cannot be read.
std::string word_in(std::string const& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

/// What Linux says of the first processor's caches. Without a third level the second is the last.
caches of_the_system(caches found) {
  const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
  std::int64_t last_level = 0;
  for (int index = 0; index < 8; ++index) {
    const std::string file = folder + std::to_string(index);
    const std::string level = word_in(file + "/level");
    const std::optional<std::int64_t> bytes = size_from(word_in(file + "/size"));
    if (level.size() != 1 || !bytes || word_in(file + "/type") == "Instruction") continue;
    const std::int64_t now = level[0] - '0';
    if (now == 1) found.first = *bytes;
    if (now == 2) found.second = *bytes;
    if (now >= 2 && now > last_level) {
      found.last = *bytes;
      last_level = now;
    }
  }
  if (last_level > 0) return found;
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  const auto ask = [](int name, std::int64_t otherwise) {
    const std::int64_t bytes = sysconf(name);
    return bytes >= smallest && bytes <= largest ? bytes : otherwise;
  };
  found.first = ask(_SC_LEVEL1_DCACHE_SIZE, found.first);
  found.second = ask(_SC_LEVEL2_CACHE_SIZE, found.second);
  found.last = ask(_SC_LEVEL3_CACHE_SIZE, found.last);
#endif
  return found;
}

/// The caches and what follows from them.
struct machine {
  machine(caches const& c, caches const& system)
      : sizes(c), decides(c), measured(c == system && c.streamed == 0) {}
  caches sizes;
  detail::limits decides;
  bool measured;  ///< whether storing around the cache pays: the sizes are this machine's
};

machine& known() {
  static machine found = [] {
    const caches system = of_the_system({});
    char const* const given = std::getenv("BCAST_CACHE");
    if (given == nullptr) return machine(system, system);
    try {
      return machine(caches_from(given, system), system);
    } catch (error const& e) {
      throw error(std::string("BCAST_CACHE: ") + e.what());
    }
  }();
  return found;
}

}  // namespace

caches caches_from(std::string_view text, caches others) {
  const auto refuse = [](std::string_view part) {
    throw error("'" + std::string(part) +
                "' is not the size of a cache: expected L1, L2, L3 or stream, each once, such as "
                "'L2=512K', from 4K to 65536M");
  };
  std::array<bool, levels_by_name.size()> given{};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::optional<std::int64_t> bytes =
        size_from(part.substr(std::min(equals + 1, part.size())));
    bool known_name = false;
    for (std::size_t k = 0; k < levels_by_name.size(); ++k) {
      if (part.substr(0, equals) != levels_by_name[k].name || equals == part.size()) continue;
      known_name = !given[k];
      given[k] = true;
      others.*levels_by_name[k].size = bytes.value_or(0);
    }
    if (!known_name || !bytes) refuse(part);
    begin = end + 1;
  }
  return others;
}

std::string to_string(caches const& c) {
  std::string text;
  for (level_of const& l : levels_by_name) {
    const std::int64_t bytes = c.*l.size;
    if (bytes == 0) continue;
    if (!text.empty()) text += ',';
    text += std::string(l.name) + '=';
    if (bytes % MiB == 0) {
      text += std::to_string(bytes / MiB) + 'M';
    } else if (bytes % KiB == 0) {
      text += std::to_string(bytes / KiB) + 'K';
    } else {
      text += std::to_string(bytes);
    }
  }
  return text;
}

caches const& machine_caches() { return known().sizes; }

detail::limits const& detail::machine_limits() { return known().decides; }

bool detail::may_measure() { return known().measured; }

void detail::assume(caches const& c) {
  known() = machine(c, of_the_system({}));
  forget_streaming();
}

}  // namespace bcast::engine
