// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/element_kinds.hpp"
#include "laws/value_checks.hpp"
#include "memory/arena.hpp"
#include "oracle/computed.hpp"

/// Calls of an operation on real values.
namespace bcast::proptests {

/// Rows that are far apart have 2 to this power elements between them, so that no integer of 32
/// bits counts them, with a sign or without.
constexpr int far_bits = 32;

/// A tensor of any element type but `string`.
class stored {
 public:
  /// Bytes that the memory is filled with before a call.
  enum class filled : unsigned char { between = 0xAA, unwritten = 0xBB };

  stored(std::string const& name, std::string_view element, placement at, kit::subject const& s,
         filled with, std::size_t over_read)
      : of(*find_element_kind(element)),
        where(std::move(at)),
        memory_(static_cast<std::size_t>(where.places) * of.bytes,
                std::max(s.declares.align, of.bytes), over_read, name) {
    clear(with);
  }

  element_kind const& of;
  const placement where;

  bool is_far() const { return where.places >> far_bits != 0; }

  std::ptrdiff_t byte_of(std::span<std::int64_t const> i) const {
    return where.at(i) * static_cast<std::ptrdiff_t>(of.bytes);
  }
  std::byte* at(std::span<std::int64_t const> i) const { return memory_.data() + byte_of(i); }

  /// Fills all of its memory; if it is far, its elements.
  void clear(filled with) const {
    const int fill = static_cast<int>(with);
    if (!is_far()) {
      std::memset(memory_.data(), fill, memory_.size());
      return;
    }
    each_index(where.sizes, [&](indices const& i) { std::memset(at(i), fill, of.bytes); });
  }

  kit::tensor tensor() const {
    const auto first = static_cast<std::size_t>(where.first) * of.bytes;
    return {memory_.data() + first, of.name, where.sizes, where.strides, first};
  }

  /// All of its memory, gaps included. It must not be far.
  std::vector<std::byte> bytes() const { return {memory_.data(), memory_.data() + memory_.size()}; }

  /// Its elements, in row-major order.
  std::vector<std::byte> elements() const {
    std::vector<std::byte> all;
    each_element(where.sizes,
                 [&](indices const& i) { all.insert(all.end(), at(i), at(i) + of.bytes); });
    return all;
  }

 private:
  arena memory_;
};

/// Without gaps, but the steps along the first axis of more than one element are longer by 2^32
/// elements. The plain placement where there is no such axis, or it is long.
inline placement far_apart(shape const& sizes) {
  placement p = place(sizes, {});
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] <= 1) continue;
    if (sizes[k] > 4) break;
    p.strides[k] += std::int64_t{1} << far_bits;
    p.places += (sizes[k] - 1) << far_bits;
    break;
  }
  return p;
}

/// The operands and the target of one call, in the layouts of a case.
class calls {
 public:
  /// With `far`, the rows of each operand and of the target are far apart, and there are no other
  /// gaps.
  calls(kit::subject const& s, test_case const& c, bool far = false)
      : op(*find_operation(c.operation)), subject_(s), element_(c.element) {
    const auto placed = [&](shape const& sizes, layout_flags layout) {
      return far ? far_apart(sizes) : place(sizes, layout);
    };
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      x.emplace_back(fmt::format("X{}", m), op.condition(m) ? "bool" : element_,
                     placed(sizes_of(c.operands[m].type), c.operands[m].layout), s,
                     stored::filled::between, s.declares.overread);
    }
    z_.emplace(
        "Z", op.predicate ? "bool" : element_,
        placed(joined(c).value_or(larger_sizes(c)), c.result ? c.result->layout : layout_flags{}),
        s, stored::filled::unwritten, 0);
    if (!joined(c)) return;
    for (stored const& operand : x) sources_.emplace_back(operand.where.sizes, z().where.sizes);
  }

  operation const& op;
  std::vector<stored> x;
  stored const& z() const { return *z_; }

  /// Keeps the operands' memory at the next call, for `overwritten`.
  void remember() { remembers_ = true; }

  /// Sets element `flat` of operand m to sample number(m, flat).
  template <class F>
  void set(F number) {
    held_.clear();
    before_.clear();
    for (std::size_t m = 0; m < x.size(); ++m) {
      std::uint64_t flat = 0;
      each_element(x[m].where.sizes, [&](indices const& i) {
        write_sample(op, element_, m, x.size(), number(m, flat++), x[m].at(i));
      });
      held_.push_back(x[m].elements());
      if (remembers_) before_.push_back(x[m].bytes());
    }
  }

  /// Calls the subject.
  kit::result ask() const {
    std::vector<kit::tensor> operands;
    for (stored const& operand : x) operands.push_back(operand.tensor());
    return subject_.apply(op.name, operands, {z().tensor()});
  }

  template <class F>
  kit::result ask(F number) {
    set(number);
    return ask();
  }

  /// What operand m held before the call where element i of the target is computed from.
  std::byte const* read(std::size_t m, indices const& i) {
    const std::int64_t flat = flat_of(x[m].where.sizes, sources_[m](i));
    return held_[m].data() + flat * static_cast<std::ptrdiff_t>(x[m].of.bytes);
  }

  /// Whether the operation has a mask that was false before the call for element i of the target.
  bool leaves(indices const& i) { return op.masked != nullptr && *read(0, i) == std::byte{0}; }

  /// Which operand is no longer as it was before the call, if one is.
  std::optional<std::string> overwritten() const {
    for (std::size_t m = 0; m < x.size(); ++m) {
      const std::vector<std::byte> now = x[m].bytes();
      const auto byte =
          std::mismatch(now.begin(), now.end(), before_[m].begin()).first - now.begin();
      if (byte == std::ssize(now)) continue;
      const auto place = byte / static_cast<std::ptrdiff_t>(x[m].of.bytes);
      const auto at = element_at(x[m].where, place);
      if (!at) {
        return fmt::format("the call wrote to the memory of operand {}, between its elements", m);
      }
      return fmt::format("the call wrote to operand {}: {} held {} and holds {}", m,
                         element_name(fmt::format("X{}", m), *at),
                         x[m].of.text(before_[m].data() + x[m].byte_of(*at)),
                         x[m].of.text(x[m].at(*at)));
    }
    return std::nullopt;
  }

 private:
  kit::subject const& subject_;
  std::string element_;
  std::optional<stored> z_;
  std::vector<element_map> sources_;
  std::vector<std::vector<std::byte>> held_;  ///< the operands' elements before the call
  bool remembers_ = false;
  std::vector<std::vector<std::byte>> before_;  ///< and their memory
};

/// Samples that meet in many pairs.
inline std::uint64_t spread(std::size_t m, std::uint64_t flat) {
  return flat * (2 * m + 1) + flat / 7 + m;
}

}  // namespace bcast::proptests
