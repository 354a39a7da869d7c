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

#include "bcast/optimized/plan.hpp"
#include "bcast/optimized/schedule.hpp"

/// The tiles that a kernel is given, as text to compare.
namespace tiles {

using namespace bcast::optimized;
using detail::kernel;
using detail::schedule;
using detail::tile;

/// What parallel_for was asked for, instead of threads.
inline struct {
  bool one_thread = false;
  std::string asked;
} threads;

struct operand {
  layout where;
  std::size_t element = 4;

  operand(shape sizes, std::size_t bytes = 4)
      : where(contiguous(std::move(sizes))), element(bytes) {}
  operand(layout l, std::size_t bytes = 4) : where(std::move(l)), element(bytes) {}

  /// Elements before the first one and behind it.
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
    EXPECT_TRUE(steps.empty() || steps == now) << steps << " and then " << now;
    steps = now;
    const std::string size = std::to_string(t.rows) + "x" + std::to_string(t.columns);
    if (size != last) end();
    last = size;
    ++times;
  }
  /// What is gathered is in places of its own.
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

/// Takes what the engine's own kernels of up to three operands take.
inline constexpr kernel ordinary{&see, false, false, true, false};
inline constexpr kernel turning{&see, false, false, true, true};
inline constexpr kernel of_any_step{&see, true, false, true, false};
inline constexpr kernel of_many{&see, false, true, true, false};
inline constexpr kernel without_streams{&see, false, false, false, false};
inline constexpr kernel rewriting{&see, false, false, true, false, true};

/// The tiles in order, neighbours of one size together; the steps of rows and columns, in bytes, of
/// the target and of each operand; what else a kernel is told; and the parts that threads get.
inline std::string tiles_of(operand const& target, std::vector<operand> const& operands,
                            kernel const& k = ordinary, store how = store::cached,
                            bool first_is_target = false) {
  using block = std::unique_ptr<void, decltype(&std::free)>;
  std::vector<block> blocks;
  std::vector<buffer> buffers;
  seen_tiles seen;
  const auto add = [&](operand const& o) {
    const std::size_t before = o.reach(true) * o.element,
                      bytes = before + (o.reach(false) + 1) * o.element;
    void const* data = nullptr;
    if (first_is_target && buffers.size() == 1) {
      data = buffers[0].data;
    } else {
      // Zeros that take no memory until they are written.
      std::size_t room = bytes + detail::line_bytes;
      blocks.emplace_back(std::calloc(room, 1), &std::free);
      void* first = blocks.back().get();
      data = static_cast<std::byte*>(std::align(detail::line_bytes, bytes, first, room)) + before;
    }
    buffers.push_back({data, &o.where, o.element});
    seen.memory.push_back({static_cast<std::byte const*>(data) - before, bytes, o.element});
  };
  add(target);
  for (operand const& o : operands) add(o);
  const buffer to = buffers[0];
  buffers.erase(buffers.begin());
  const plan p(to, buffers);
  const schedule s(p, to, buffers, k, how);
  seen_tiles* const context = &seen;
  threads.asked.clear();
  s.run(&context);
  seen.end();
  EXPECT_EQ(seen.elements, p.elements());
  return seen.sizes + seen.steps + threads.asked;
}

}  // namespace tiles
