// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/engine/detail/schedule.hpp"

/// The tiles that a kernel is given, as text to compare.
namespace tiles {

using namespace bcast::engine;
using detail::kernel;
using detail::schedule;
using detail::tile;

/// Records the calls of parallel_for instead of starting threads.
struct team_of_threads {
  std::int64_t most = 2;
  std::string asked;
  std::int64_t part = 0;  ///< the number of the part that is running
};
inline team_of_threads team;

inline constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;

/// The caches for which the examples are.
inline constexpr caches example_caches{48 * KiB, 1 * MiB, 32 * MiB};
inline detail::limits machine(example_caches);

struct operand {
  layout where;
  std::size_t element = 4;

  operand(shape sizes, std::size_t bytes = 4)
      : where(contiguous(std::move(sizes))), element(bytes) {}
  operand(layout l, std::size_t bytes = 4) : where(std::move(l)), element(bytes) {}

  /// Elements before the first one and after it.
  std::size_t reach(bool before) const {
    std::int64_t elements = 0;
    for (std::size_t k = 0; k < where.sizes.size(); ++k) {
      const std::int64_t far = (where.sizes[k] - 1) * where.strides[k];
      if ((far < 0) == before) elements += before ? -far : far;
    }
    return static_cast<std::size_t>(elements);
  }
};

/// The tiles that a kernel was given.
struct seen_tiles {
  struct region {
    std::byte const* begin;
    std::size_t bytes, element;
  };
  std::vector<region> memory;  ///< of target and operands
  std::string steps, sizes, last;
  std::int64_t times = 0, elements = 0;
  std::set<std::byte const*> targets;  ///< where the tiles that are in the target begin

  void add(tile const& t) {
    std::string now;
    for (std::size_t k = 0; k < memory.size(); ++k) {
      const auto [begin, bytes, element] = memory[k];
      const bool here = begin <= t.at[k] && t.at[k] < begin + bytes;
      if (here && k == 0) {
        EXPECT_TRUE(targets.insert(t.at[k]).second) << "twice";
      }
      now += (k == 0 ? ": " : " | ") + std::string(here ? "" : "scratch ") +
             std::to_string(t.row_step[k]) + "," + std::to_string(t.column_step[k]);
    }
    check_scratch(t);
    elements += t.rows * t.columns;
    if (t.streamed) now += "; streamed";
    if (t.turned) now += "; turned";
    if (t.run > 0) {
      now += "; runs of " + std::to_string(t.run) + ":";
      constexpr char const* names[]{" straight", " one", " run", " each"};
      for (std::size_t k = 0; k < memory.size(); ++k) now += names[static_cast<int>(t.how[k])];
    }
    EXPECT_TRUE(steps.empty() || steps == now) << steps << " and then " << now;
    steps = now;
    const std::string size = std::to_string(t.rows) + "x" + std::to_string(t.columns);
    if (size != last) end();
    last = size;
    ++times;
  }
  /// Gathered elements are in separate memory.
  void check_scratch(tile const& t) const {
    std::map<std::byte const*, std::byte const*> taken;
    for (std::size_t k = 0; k < memory.size(); ++k) {
      const auto [begin, bytes, element] = memory[k];
      if (begin <= t.at[k] && t.at[k] < begin + bytes) continue;
      const std::int64_t row = t.columns * static_cast<std::int64_t>(element);
      EXPECT_TRUE(taken.emplace(t.at[k], t.at[k] + (t.rows - 1) * t.row_step[k] + row).second);
    }
    std::byte const* free = nullptr;
    for (auto const& [begin, end] : taken) {
      EXPECT_GE(begin, free);
      free = end;
    }
  }
  std::string text() {
    end();
    return sizes + steps;
  }
  void end() {
    if (times == 0) return;
    if (!sizes.empty()) sizes += ", ";
    sizes += (times > 1 ? std::to_string(times) + " of " : "") + last;
    times = 0;
  }
};

inline void see(void const* context, tile const& t) {
  (*static_cast<seen_tiles* const*>(context))->add(t);
}

/// Takes the same arguments as the engine's own kernels of up to three operands.
inline constexpr kernel ordinary{&see, false, true, false};
inline constexpr kernel turning{&see, false, true, true};
inline constexpr kernel of_any_step{&see, true, true, false};
inline constexpr kernel of_runs{&see, false, true, false, false, &see};
inline constexpr kernel without_streams{&see, false, false, false};
inline constexpr kernel rewriting{&see, false, true, false, true};

/// Memory for a target and its operands.
class memory_of {
 public:
  memory_of(operand const& target, std::vector<operand> const& operands,
            bool first_is_target = false) {
    add(target);
    for (operand const& o : operands) {
      if (first_is_target && buffers_.size() == 1) {
        buffers_.push_back({buffers_[0].data, &o.where, o.element});
        seen.memory.push_back(seen.memory[0]);
      } else {
        add(o);
      }
    }
    target_ = buffers_[0];
    buffers_.erase(buffers_.begin());
  }

  buffer const& target() const { return target_; }
  std::vector<buffer> const& operands() const { return buffers_; }

  seen_tiles seen;

 private:
  void add(operand const& o) {
    const std::size_t before = o.reach(true) * o.element,
                      bytes = before + (o.reach(false) + 1) * o.element;
    // Zeros that take no memory until they are written.
    std::size_t room = bytes + detail::line_bytes;
    blocks_.emplace_back(std::calloc(room, 1), &std::free);
    void* first = blocks_.back().get();
    auto* const begin = static_cast<std::byte*>(std::align(detail::line_bytes, bytes, first, room));
    buffers_.push_back({begin + before, &o.where, o.element});
    seen.memory.push_back({begin, bytes, o.element});
  }

  std::vector<std::unique_ptr<void, decltype(&std::free)>> blocks_;
  std::vector<buffer> buffers_;
  buffer target_;
};

/// The tiles in order, neighbours of one size together; the steps of rows and columns, in bytes, of
/// the target and of each operand; what else a kernel is told; and the parts that threads get.
inline std::string tiles_of(operand const& target, std::vector<operand> const& operands,
                            kernel const& k = ordinary, store how = store::cached,
                            bool first_is_target = false) {
  memory_of memory(target, operands, first_is_target);
  const plan p(memory.target(), memory.operands());
  const schedule s(p, memory.target(), memory.operands(), k, how);
  seen_tiles* const context = &memory.seen;
  team.asked.clear();
  s.run(&context);
  EXPECT_EQ(memory.seen.elements, p.elements());
  return memory.seen.text() + team.asked;
}

}  // namespace tiles
