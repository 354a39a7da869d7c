// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cstring>

#include "contestant.hpp"
#include "wide.hpp"

// The fastest loops we found that move the bytes of a workload; of a sum, that read its operand.
// The result is written once. An operand of the result's size is read along with it. A smaller one
// that the result repeats as a whole is read as often, unless it stays in half of a first-level
// cache. Another smaller one is read in proportion, or not at all if it is smaller than a sixteenth
// of the result.

namespace bcast::engine::bench {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t page = 4096;

struct streams {
  std::byte* z;
  std::byte const* x[3];     // of the result's size
  std::byte const* smaller;  // of another size
  std::size_t bytes;         // of z
  std::size_t smaller_bytes;
  std::byte const* again = nullptr;  // is repeated as a whole
  std::size_t again_bytes = 0;
  std::byte const* block = nullptr;  // of a copy: what is repeated; null: one value
  std::size_t block_bytes = 0;       // what libc moves at once; 0: nothing
};

void read_along(streams const& s, std::size_t begin, std::size_t end, wide& seen) {
  const auto at = [&](std::size_t z) {
    return static_cast<std::size_t>(static_cast<double>(z) / static_cast<double>(s.bytes) *
                                    static_cast<double>(s.smaller_bytes)) /
           line * line;
  };
  for (std::size_t i = at(begin), last = at(end); i < last; i += line) {
    seen = either(seen, load(s.smaller + i));
  }
}

// A line without a zero byte, like the lines of results. Some machines write a line of zeros more
// than twice as fast, and a line of half zeros 1.7 times as fast.
inline wide something() {
  alignas(line) static constexpr auto bytes = [] {
    std::array<unsigned char, line> dense{};
    for (std::size_t i = 0; i < line; ++i) dense[i] = static_cast<unsigned char>(37 * i | 1);
    return dense;
  }();
  return load(reinterpret_cast<std::byte const*>(bytes.data()));
}

template <int Reads>
wide value(streams const& s, std::size_t at, wide constant) {
  if constexpr (Reads == 0) return constant;
  if constexpr (Reads == 1) return load(s.x[0] + at);
  if constexpr (Reads == 2) return either(load(s.x[0] + at), load(s.x[1] + at));
  if constexpr (Reads == 3) {
    return either(either(load(s.x[0] + at), load(s.x[1] + at)), load(s.x[2] + at));
  }
}

// Writes the lines of the result in [begin, end). `Streams` lines are written in lockstep, `apart`
// bytes apart.
template <int Reads, int Streams, bool PastCache>
void lockstep(streams const& s, std::size_t begin, std::size_t end, std::size_t apart) {
  wide seen = something();
  std::size_t at = begin;
  if (apart > 0) {
    for (; at + Streams * apart <= end; at += Streams * apart) {
      for (std::size_t i = 0; i < apart; i += line) {
#pragma GCC unroll 16
        for (std::size_t k = 0; k < Streams; ++k) {
          const std::size_t here = at + k * apart + i;
          store<PastCache>(s.z + here, value<Reads>(s, here, seen));
        }
      }
      if (s.smaller != nullptr) read_along(s, at, at + Streams * apart, seen);
    }
  }
  for (; at + line <= end; at += line) store<PastCache>(s.z + at, value<Reads>(s, at, seen));
  if (at < end) std::memset(s.z + at, 1, end - at);
  if constexpr (PastCache) fence();
  benchmark::DoNotOptimize(seen);
}

// Fills or copies a block at a time. Processors have instructions for that which do not read a line
// of the result before they write it. They move what is in memory, so that a result that is
// computed has to be in memory first: see moved().
void by_libc(streams const& s, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    const std::size_t inside = at % s.block_bytes;
    const std::size_t bytes = std::min(end - at, s.block_bytes - inside);
    if (s.block == nullptr) {
      std::memset(s.z + at, 1, bytes);
    } else {
      std::memcpy(s.z + at, s.block + inside, bytes);
    }
    at += bytes;
  }
}

// Writes blocks that stay in the cache closest to the processor, and has libc move them.
template <int Reads>
void moved(streams const& s, std::size_t begin, std::size_t end) {
  constexpr std::size_t most = 2 * page;
  alignas(line) std::byte block[most];
  const wide constant = something();
  for (std::size_t at = begin; at < end; at += most) {
    const std::size_t bytes = std::min(most, end - at);
    for (std::size_t i = 0; i + line <= bytes; i += line) {
      store<false>(block + i, value<Reads>(s, at + i, constant));
    }
    benchmark::DoNotOptimize(block);
    std::memcpy(s.z + at, block, bytes);
  }
}

// As lockstep(), for a result that repeats an operand.
template <int Reads, bool PastCache>
void repeating(streams const& s, std::size_t begin, std::size_t end) {
  const wide constant = something();
  for (std::size_t at = begin; at < end;) {
    std::byte const* again = s.again + at % s.again_bytes;
    const std::size_t stop = std::min(end, at - at % s.again_bytes + s.again_bytes);
    for (; at < stop; at += line, again += line) {
      store<PastCache>(s.z + at, either(value<Reads>(s, at, constant), load(again)));
    }
  }
  if (PastCache) fence();
}

// Calls part(begin, end) for each thread's share of [0, bytes).
template <class Part>
void share(std::size_t bytes, int threads, Part const& part) {
  if (threads == 1) {
    part(std::size_t{0}, bytes);
    return;
  }
  const std::size_t each = (bytes / static_cast<std::size_t>(threads) / page + 1) * page;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int k = 0; k < threads; ++k) {
    const std::size_t begin = std::min(bytes, static_cast<std::size_t>(k) * each);
    const std::size_t end = std::min(bytes, begin + each);
    if (begin < end) part(begin, end);
  }
}

template <int Reads, int Streams, bool PastCache>
entrant candidate(streams const& s, int threads, bool pages) {
  std::string variant = std::to_string(Streams) + (pages ? " pages" : " parts");
  if (PastCache) variant += ", past the cache";
  return in_process(variant, [=] {
    share(s.bytes, threads, [&](std::size_t begin, std::size_t end) {
      const std::size_t part = (end - begin) / Streams / line * line;
      lockstep<Reads, Streams, PastCache>(s, begin, end, pages ? page : part);
    });
  });
}

template <int Reads, bool PastCache>
entrant repeating_candidate(streams const& s, int threads) {
  return in_process(PastCache ? "repeating, past the cache" : "repeating", [=] {
    share(s.bytes, threads,
          [&](std::size_t begin, std::size_t end) { repeating<Reads, PastCache>(s, begin, end); });
  });
}

entrant libc_candidate(streams const& s, int threads) {
  return in_process("libc", [=] {
    share(s.bytes, threads, [&](std::size_t begin, std::size_t end) { by_libc(s, begin, end); });
  });
}

template <int Reads>
std::vector<entrant> candidates(streams const& s, int threads) {
  if (s.again != nullptr) {
    std::vector<entrant> all{repeating_candidate<Reads, false>(s, threads),
                             repeating_candidate<Reads, true>(s, threads)};
    if (s.block_bytes > 0) all.push_back(libc_candidate(s, threads));
    return all;
  }
  std::vector<entrant> all{
      candidate<Reads, 1, false>(s, threads, true), candidate<Reads, 1, true>(s, threads, true),
      candidate<Reads, 2, false>(s, threads, true), candidate<Reads, 2, true>(s, threads, true),
      candidate<Reads, 4, false>(s, threads, true), candidate<Reads, 4, true>(s, threads, true),
      candidate<Reads, 8, false>(s, threads, true), candidate<Reads, 8, true>(s, threads, true),
      candidate<Reads, 2, true>(s, threads, false), candidate<Reads, 4, true>(s, threads, false),
      candidate<Reads, 8, true>(s, threads, false)};
  if (s.block_bytes > 0) {
    all.push_back(libc_candidate(s, threads));
  } else if (s.smaller == nullptr) {
    all.push_back(in_process("libc from blocks", [=] {
      share(s.bytes, threads,
            [&](std::size_t begin, std::size_t end) { moved<Reads>(s, begin, end); });
    }));
  }
  return all;
}

// Reads the operand of a sum, from several pages in turn.
template <int Streams>
entrant reading(std::byte const* x, std::size_t bytes, int threads) {
  return in_process(std::to_string(Streams) + " pages read", [=] {
    share(bytes, threads, [&](std::size_t begin, std::size_t end) {
      wide seen = something();
      std::size_t at = begin;
      for (; at + Streams * page <= end; at += Streams * page) {
        for (std::size_t i = 0; i < page; i += line) {
#pragma GCC unroll 16
          for (std::size_t k = 0; k < Streams; ++k)
            seen = either(seen, load(x + at + k * page + i));
        }
      }
      for (; at + line <= end; at += line) seen = either(seen, load(x + at));
      benchmark::DoNotOptimize(seen);
    });
  });
}

// Whether the result repeats all of operand k, and it is whole lines beyond half of a cache that is
// close to the processor.
bool is_repeated(workload const& w, std::size_t k) {
  constexpr std::size_t stays = std::size_t{16} << 10;
  shape const& own = w.operands[k].sizes;
  const std::size_t bytes = stored_bytes(w, k), missing = w.result.size() - own.size();
  std::size_t first = 0;
  while (first < own.size() && own[first] == 1) ++first;
  const bool whole = std::equal(own.begin() + static_cast<std::ptrdiff_t>(first), own.end(),
                                w.result.begin() + static_cast<std::ptrdiff_t>(missing + first));
  return whole && !w.operands[k].transposed && bytes > stays && bytes % line == 0 &&
         result_bytes(w) % line == 0;
}

// Sets what libc can copy or fill at once: the last axes that the operand and the result have in
// common, or those along which it is repeated.
void find_block(streams& s, workload const& w, std::byte const* operand) {
  shape const& own = w.operands[0].sizes;
  std::size_t same = bytes_of(w.type), repeated = same;
  bool is_same = true;
  for (std::size_t i = 1; i <= w.result.size(); ++i) {
    const std::int64_t size = w.result[w.result.size() - i];
    const std::int64_t had = i <= own.size() ? own[own.size() - i] : 1;
    is_same = is_same && had == size;
    if (is_same) same *= static_cast<std::size_t>(size);
    if (!is_same && had != 1) break;
    if (had == 1) repeated *= static_cast<std::size_t>(size);
  }
  s.block = same > bytes_of(w.type) ? operand : nullptr;
  s.block_bytes = s.block != nullptr ? same : repeated;
}

class limit : public contestant {
 public:
  std::string name() const override { return "limit"; }
  std::string version() const override { return BCAST_VERSION; }
  role plays() const override { return role::limit; }

  std::vector<entrant> prepare(task const& t) override {
    if (t.what.what == operation::sum_to) {
      auto const* const x = t.operand<std::byte>(0);
      const std::size_t bytes = stored_bytes(t.what, 0);
      return {reading<1>(x, bytes, t.threads), reading<2>(x, bytes, t.threads),
              reading<4>(x, bytes, t.threads), reading<8>(x, bytes, t.threads)};
    }
    if (result_bytes(t.what) < page) return {};
    streams s{};
    s.z = t.result<std::byte>();
    s.bytes = result_bytes(t.what);
    int reads = 0;
    for (std::size_t k = 0; k < t.what.operands.size(); ++k) {
      const std::size_t bytes = stored_bytes(t.what, k);
      if (bytes == s.bytes && reads < 3) {
        s.x[reads++] = t.operand<std::byte>(k);
      } else if (is_repeated(t.what, k) && bytes > s.again_bytes) {
        s.again = t.operand<std::byte>(k);
        s.again_bytes = bytes;
      } else if (bytes * 16 >= s.bytes && bytes >= page) {
        s.smaller = t.operand<std::byte>(k);
        s.smaller_bytes = bytes;
      }
    }
    if (t.what.what == operation::copy && s.smaller == nullptr && !t.what.operands[0].transposed) {
      find_block(s, t.what, t.operand<std::byte>(0));
    }
    std::vector<entrant> all = of(s, reads, t.threads);
    if (t.threads > 1 && s.bytes <= may_stay_alone) {
      for (entrant& one : of(s, reads, 1)) {
        one.variant += ", one thread";
        all.push_back(std::move(one));
      }
    }
    return all;
  }

 private:
  // Up to this size a second thread can cost more than it gains.
  static constexpr std::size_t may_stay_alone = std::size_t{4} << 20;

  static std::vector<entrant> of(streams const& s, int reads, int threads) {
    if (reads == 0) return candidates<0>(s, threads);
    if (reads == 1) return candidates<1>(s, threads);
    if (reads == 2) return candidates<2>(s, threads);
    return candidates<3>(s, threads);
  }
};

}  // namespace

std::unique_ptr<contestant> make_limit() { return std::make_unique<limit>(); }

}  // namespace bcast::engine::bench
