// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/decode.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "laws/guess.hpp"
#include "laws/value_checks.hpp"
#include "memory/arena.hpp"
#include "memory/memory.hpp"
#include "oracle/operations.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::answer::kind;
constexpr std::byte untouched{0xAA};

std::int64_t elements_of(shape const& sizes) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count *= size;
  return count;
}

/// The index of element `flat` in row-major order.
indices index_of(shape const& sizes, std::int64_t flat) {
  indices i(sizes.size());
  for (std::size_t k = sizes.size(); k-- > 0;) {
    i[k] = flat % sizes[k];
    flat /= sizes[k];
  }
  return i;
}

std::int64_t flat_of(shape const& sizes, std::span<std::int64_t const> i) {
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) flat = flat * sizes[k] + i[k];
  return flat;
}

/// A tensor in an arena: the positions of its elements, in row-major order.
struct laid_out {
  element_kind const* of;
  placement where;
  std::vector<std::int64_t> places;
  std::vector<std::int64_t>
      numbers;  ///< from 1; elements that share a position have the last one's number

  laid_out(element_kind const& e, shape const& sizes, layout_flags flags)
      : of(&e), where(place(sizes, flags)) {
    each_index(
        sizes, [&](indices const& i) { places.push_back(where.at(i)); }, INT64_MAX);
    std::map<std::int64_t, std::int64_t> last;
    std::int64_t number = 0;
    for (std::int64_t p : places) {
      numbers.push_back(++number);
      if (flags.has(layout_flag::repeated)) last[p] = number;
    }
    for (std::size_t k = 0; !last.empty() && k < places.size(); ++k) numbers[k] = last[places[k]];
  }

  /// The positions up to its last element. An access after them is outside the tensor.
  std::int64_t room() const {
    return places.empty() ? 0 : *std::max_element(places.begin(), places.end()) + 1;
  }
};

/// All tensors of one call.
class scene {
 public:
  scene(kit::subject const& s, test_case const& c, operation const& op, shape const& target,
        bool layouts, target_place tp)
      : subject_(s), op_(op), tp_(tp) {
    element_kind const& e = *find_element_kind(c.element);
    element_kind const& truth = *find_element_kind("bool");
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      operands_.emplace_back(op.condition(m) ? truth : e, sizes_of(c.operands[m].type),
                             layouts ? c.operands[m].layout : layout_flags{});
    }
    const bool in_place = tp.is == target_place::where::operand_0;
    const layout_flags own = layouts && c.result ? c.result->layout : layout_flags{};
    target_.emplace(op.predicate ? truth : e, target,
                    in_place && layouts ? c.operands.front().layout : own);
    std::size_t k = 0;
    for (laid_out const& x : operands_) {
      // A target may be wrong beside its elements; nothing is read beside those of an operand.
      const bool written = k++ == 0 && tp.is != target_place::where::apart;
      auto room = static_cast<std::size_t>(written ? x.where.places : x.room());
      if (written && tp.is == target_place::where::shifted) {
        base_ = target_->where.places + std::abs(tp.shift);
        room = static_cast<std::size_t>(2 * base_ + x.where.places);
      }
      memory_.emplace_back(room * x.of->bytes, std::max(s.declares.alignment, x.of->bytes),
                           s.declares.over_read);
    }
    if (tp.is == target_place::where::apart) {
      memory_.emplace_back(static_cast<std::size_t>(target_->where.places) * target_->of->bytes,
                           std::max(s.declares.alignment, target_->of->bytes), 0U);
    }
  }

  std::size_t count() const { return operands_.size(); }
  laid_out const& operand(std::size_t m) const { return operands_[m]; }
  laid_out const& target() const { return *target_; }

  /// Calls the subject with each element of operand m set to bit `bit` of its number. Numbers start
  /// at 1.
  kit::answer call(std::size_t m, unsigned bit) {
    for (arena const& a : memory_) std::memset(a.data(), static_cast<int>(untouched), a.size());
    const probe p = op_.probed(m, count());
    for (std::size_t k = 0; k < count(); ++k) {
      laid_out const& x = operands_[k];
      const int other = op_.others(k, m);
      for (std::size_t flat = 0; flat < x.places.size(); ++flat) {
        const bool set = ((flat + 1) >> bit & 1U) != 0;
        x.of->write(at(k, x.places[flat]), k != m ? other : set ? p.high : p.low);
      }
    }
    before_.assign(memory_of_target().data(),
                   memory_of_target().data() + memory_of_target().size());
    std::vector<kit::tensor> x;
    for (std::size_t k = 0; k < count(); ++k) {
      placement const& w = operands_[k].where;
      x.push_back({at(k, w.first), operands_[k].of->name, w.sizes, w.strides});
    }
    placement const& w = target_->where;
    const kit::tensor z{target_at(w.first), target_->of->name, w.sizes, w.strides};
    return subject_.apply(op_.name, x, {z});
  }

  std::byte* target_at(std::int64_t place) {
    switch (tp_.is) {
      case target_place::where::apart:
        break;
      case target_place::where::operand_0:
        return at(0, place);
      case target_place::where::shifted:
        return at(0, operands_[0].where.first - target_->where.first + tp_.shift + place);
    }
    return memory_.back().data() + place * static_cast<std::int64_t>(target_->of->bytes);
  }

  /// The offset of the first byte that was written, from the target's first element. If `beside`,
  /// only bytes outside the target's elements count.
  std::optional<std::int64_t> written(bool beside) {
    arena const& a = memory_of_target();
    if (std::memcmp(a.data(), before_.data(), a.size()) == 0) return std::nullopt;
    if (inside_.empty()) {
      inside_.resize(a.size(), false);
      for (std::int64_t place : target_->places) {
        const auto first = static_cast<std::size_t>(target_at(place) - a.data());
        for (std::size_t b = 0; b < target_->of->bytes; ++b) inside_[first + b] = true;
      }
    }
    for (std::size_t b = 0; b < a.size(); ++b) {
      if ((beside && inside_[b]) || a.data()[b] == before_[b]) continue;
      return a.data() + b - target_at(target_->where.first);
    }
    return std::nullopt;
  }

  /// Whether the call left the element at a position of the target unchanged.
  bool unwritten(std::int64_t place) {
    std::byte const* const z = target_at(place);
    return std::memcmp(z, before_.data() + (z - memory_of_target().data()), target_->of->bytes) ==
           0;
  }

 private:
  std::byte* at(std::size_t k, std::int64_t place) {
    const std::int64_t base = k == 0 ? base_ : 0;
    return memory_[k].data() + (base + place) * static_cast<std::int64_t>(operands_[k].of->bytes);
  }
  arena const& memory_of_target() const {
    return tp_.is == target_place::where::apart ? memory_.back() : memory_.front();
  }

  kit::subject const& subject_;
  operation const& op_;
  target_place tp_;
  std::vector<laid_out> operands_;
  std::optional<laid_out> target_;
  std::vector<arena> memory_;
  std::vector<std::byte> before_;
  std::vector<bool> inside_;  ///< the bytes of the target's elements, computed on first use
  std::int64_t base_ = 0;
};

std::string signature(test_case const& c, shape const& target) {
  std::string text = c.operation + " " + c.element;
  for (operand const& o : c.operands) text += " " + to_string(o.type);
  return text + " -> " + to_string(type_of(target));
}

/// What is wrong with the elements that were read from operand m, if anything. `read` has the
/// number of the element that was read for each element of the target; 0 means none.
std::optional<std::string> compare(scene& of, std::size_t m,
                                   std::vector<std::int64_t> const& read) {
  shape const& own = of.operand(m).where.sizes;
  shape const& result = of.target().where.sizes;
  std::vector<std::int64_t> expected(read.size());
  std::int64_t wrong = 0;
  std::size_t first = 0;
  std::size_t flat = 0;
  element_map source(own, result);
  each_index(
      result,
      [&](indices const& i) {
        const std::int64_t from = flat_of(own, source(i));
        expected[flat] = of.operand(m).numbers[static_cast<std::size_t>(from)];
        if (read[flat] != expected[flat] && wrong++ == 0) first = flat;
        ++flat;
      },
      INT64_MAX);
  if (wrong == 0) return std::nullopt;
  const auto name = [&](std::int64_t number) {
    if (number < 1 || number > static_cast<std::int64_t>(of.operand(m).places.size())) {
      return fmt::format("no element of X{}", m);
    }
    return fmt::format("X{}[{}]", m, fmt::join(index_of(own, number - 1), ","));
  };
  std::string text = fmt::format("Z[{}] must come from {}, but {} was read       {} of {} wrong",
                                 fmt::join(index_of(result, static_cast<std::int64_t>(first)), ","),
                                 name(expected[first]), name(read[first]), wrong, read.size());
  constexpr std::size_t drawn = 24;
  if (read.size() <= drawn && read.size() > 1) {
    const auto less_one = [](std::vector<std::int64_t> v) {
      for (std::int64_t& x : v) --x;
      return v;
    };
    text += fmt::format("\nX{} read at [{}], expected [{}] (row-major positions, -1: none)", m,
                        fmt::join(less_one(read), " "), fmt::join(less_one(expected), " "));
  }
  const std::string guessed = guess(own, result, read);
  if (!guessed.empty()) text += "\nlooks like: " + guessed;
  return text;
}

}  // namespace

std::optional<std::string> wrong_elements(kit::subject const& s, test_case const& c, bool layouts,
                                          target_place place_of_target) {
  operation const& op = *find_operation(c.operation);
  const std::optional<shape> result = joined(c);
  // Where the operands do not broadcast, an implementation that takes the larger sizes fills this.
  shape target = result ? *result : larger_sizes(c);
  bool expected = result.has_value();
  if (place_of_target.is == target_place::where::operand_0) {
    target = sizes_of(c.operands.front().type);
    expected = fits(c, target);
  }
  if (!expected && !s.declares.refusing) return std::nullopt;
  constexpr std::int64_t most = 1 << 14;
  if (elements_of(target) > most) return std::nullopt;
  const bool may_refuse = place_of_target.is == target_place::where::shifted;
  scene of(s, c, op, target, layouts, place_of_target);
  const auto failed = [&](std::string const& what) { return signature(c, target) + "\n" + what; };
  for (std::size_t m = 0; m < of.count(); ++m) {
    const probe p = op.probed(m, of.count());
    std::vector<std::int64_t> read(of.target().places.size(), 0);
    const auto bits =
        std::max(1U, static_cast<unsigned>(std::bit_width(of.operand(m).places.size())));
    for (unsigned bit = 0; bit < bits; ++bit) {
      const kit::answer got = of.call(m, bit);
      if (got.verdict == kind::unsupported) return std::nullopt;
      const bool refused = got.verdict != kind::ok;
      if (refused) {
        if (expected && !may_refuse) return failed("was refused: " + got.why);
        if (auto byte = of.written(false)) {
          return failed(fmt::format("refused, but byte {} of the target was written", *byte));
        }
        if (!expected || may_refuse) return std::nullopt;
      }
      if (!expected) return failed("was accepted");
      if (auto byte = of.written(true)) {
        return failed(fmt::format(
            "wrote byte {} from the target's first element, which is in none of its elements",
            *byte));
      }
      for (std::size_t flat = 0; flat < read.size(); ++flat) {
        const std::int64_t place = of.target().places[flat];
        const std::optional<int> value = of.target().of->read(of.target_at(place));
        if (value == p.at_high) read[flat] |= std::int64_t{1} << bit;
        if (value == p.at_high || value == p.at_low) continue;
        const std::string index =
            fmt::format("{}", fmt::join(index_of(target, static_cast<std::int64_t>(flat)), ","));
        if (of.unwritten(place)) return failed("Z[" + index + "] was not written");
        return failed(fmt::format("Z[{}] is {}, but must be {} or {} while X{} holds {} or {}",
                                  index, value ? std::to_string(*value) : "another number",
                                  p.at_low, p.at_high, m, p.low, p.high));
      }
    }
    if (auto wrong = compare(of, m, read)) return failed(*wrong);
  }
  return std::nullopt;
}

}  // namespace bcast::proptests
