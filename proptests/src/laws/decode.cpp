// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/decode.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "laws/guess.hpp"
#include "laws/value_checks.hpp"
#include "laws/wrong_element.hpp"
#include "memory/arena.hpp"
#include "memory/memory.hpp"
#include "oracle/operations.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;
constexpr int beside_operands = 0xAA, unwritten_target = 0xBB;  ///< bytes before a call

/// The index of element `flat` in row-major order.
indices index_of(shape const& sizes, std::int64_t flat) {
  indices i(sizes.size());
  for (std::size_t k = sizes.size(); k-- > 0;) {
    i[k] = flat % sizes[k];
    flat /= sizes[k];
  }
  return i;
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
    each_element(sizes, [&](indices const& i) { places.push_back(where.at(i)); });
    std::map<std::int64_t, std::int64_t> last;
    std::int64_t number = 0;
    for (std::int64_t p : places) {
      numbers.push_back(++number);
      if (flags.has(layout_flag::repeated)) last[p] = number;
    }
    for (std::size_t k = 0; !last.empty() && k < places.size(); ++k) numbers[k] = last[places[k]];
  }

  /// The positions up to its last element. An access after them is outside the tensor.
  std::int64_t room() const { return places.empty() ? 0 : *std::ranges::max_element(places) + 1; }
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
    const bool in_place = tp.is == target_place::where::operand;
    const layout_flags own = layouts && c.result ? c.result->layout : layout_flags{};
    target_.emplace(op.predicate ? truth : e, target,
                    in_place && layouts ? c.operands[tp.operand].layout : own);
    std::int64_t number = 0;
    for (laid_out const& x : operands_) {
      bases_.push_back(unused_before(x, ++number));
      // A target may be wrong beside its elements; nothing is read beside those of an operand.
      const bool written = bases_.size() == tp.operand + 1 && tp.is != target_place::where::apart;
      std::int64_t room = bases_.back() + (written ? x.where.places : x.room());
      if (written && tp.is == target_place::where::shifted) {
        bases_.back() += target_->where.places + std::abs(tp.shift);
        room = 2 * bases_.back() + x.where.places;
      }
      hold(x, room, s.declares.overread, fmt::format("X{}{}", number - 1, written ? " and Z" : ""));
    }
    if (tp.is == target_place::where::apart) {
      bases_.push_back(unused_before(*target_, ++number));
      hold(*target_, bases_.back() + target_->where.places, 0U, "Z");
    }
  }

  std::size_t count() const { return operands_.size(); }
  laid_out const& operand(std::size_t m) const { return operands_[m]; }
  laid_out const& target() const { return *target_; }

  /// Calls the subject with each element of operand m set to bit `bit` of its number. Numbers start
  /// at 1.
  kit::result call(std::size_t m, unsigned bit) {
    fill(m, bit);
    return ask();
  }

  /// The position in the storage of operand m from which element `flat` of the target is computed,
  /// gaps included. None if the subject does not compute it from one position, or if the target is
  /// in the same storage.
  std::optional<std::int64_t> position_read(std::size_t m, std::size_t flat) {
    if (tp_.is != target_place::where::apart) return std::nullopt;
    laid_out const& x = operands_[m];
    const probe p = op_.probed(m, count());
    std::int64_t number = 0;
    const auto positions = static_cast<std::int64_t>(memory_[m].size() / x.of->bytes);
    for (unsigned bit = 0; positions >> bit != 0; ++bit) {
      fill(m, bit);
      for (std::int64_t k = 0; k < positions; ++k) {
        x.of->write(at(m, k - bases_[m]), ((k + 1) >> bit & 1) != 0 ? p.high : p.low);
      }
      if (ask().verdict != kind::ok) return std::nullopt;
      const std::optional<int> value = value_at(target_->places[flat]);
      if (value != p.at_high && value != p.at_low) return std::nullopt;
      if (value == p.at_high) number |= std::int64_t{1} << bit;
    }
    if (number < 1 || number > positions) return std::nullopt;
    return number - 1 - bases_[m];
  }

  /// What operand k holds while operand m is probed.
  int other(std::size_t k, std::size_t m) const { return op_.others(k, m); }

  std::optional<int> value_at(std::int64_t place) { return target_->of->read(target_at(place)); }
  std::string text_at(std::int64_t place) { return target_->of->text(target_at(place)); }

  std::byte* target_at(std::int64_t place) {
    switch (tp_.is) {
      case target_place::where::apart:
        break;
      case target_place::where::operand:
        return at(tp_.operand, place);
      case target_place::where::shifted:
        return at(0, operands_[0].where.first - target_->where.first + tp_.shift + place);
    }
    return memory_.back().data() +
           (bases_.back() + place) * static_cast<std::int64_t>(target_->of->bytes);
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
  void fill(std::size_t m, unsigned bit) {
    for (arena const& a : memory_) std::memset(a.data(), beside_operands, a.size());
    if (tp_.is == target_place::where::apart) {
      std::memset(memory_of_target().data(), unwritten_target, memory_of_target().size());
    }
    const probe p = op_.probed(m, count());
    for (std::size_t k = 0; k < count(); ++k) {
      laid_out const& x = operands_[k];
      const int other = op_.others(k, m);
      for (std::size_t flat = 0; flat < x.places.size(); ++flat) {
        const bool set = ((flat + 1) >> bit & 1U) != 0;
        x.of->write(at(k, x.places[flat]), k != m ? other : set ? p.high : p.low);
      }
    }
  }

  kit::result ask() {
    before_.assign(memory_of_target().data(),
                   memory_of_target().data() + memory_of_target().size());
    std::vector<kit::tensor> x;
    for (std::size_t k = 0; k < count(); ++k) {
      placement const& w = operands_[k].where;
      x.push_back({at(k, w.first), operands_[k].of->name, w.sizes, w.strides,
                   static_cast<std::size_t>(at(k, w.first) - memory_[k].data())});
    }
    placement const& w = target_->where;
    std::byte* const first = target_at(w.first);
    const kit::tensor z{first, target_->of->name, w.sizes, w.strides,
                        static_cast<std::size_t>(first - memory_of_target().data())};
    return subject_.apply(op_.name, x, {z});
  }

  std::byte* at(std::size_t k, std::int64_t place) {
    return memory_[k].data() +
           (bases_[k] + place) * static_cast<std::int64_t>(operands_[k].of->bytes);
  }

  std::size_t alignment_of(laid_out const& t) const {
    return std::max(subject_.declares.align, t.of->bytes);
  }

  /// The unused positions before a tensor's first element. They differ from tensor to tensor, and
  /// keep the alignment.
  std::int64_t unused_before(laid_out const& t, std::int64_t number) const {
    return number * static_cast<std::int64_t>(std::lcm(alignment_of(t), t.of->bytes) / t.of->bytes);
  }

  void hold(laid_out const& t, std::int64_t positions, std::size_t over_read,
            std::string const& name) {
    memory_.emplace_back(static_cast<std::size_t>(positions) * t.of->bytes, alignment_of(t),
                         over_read, name);
  }

  arena const& memory_of_target() const {
    return tp_.is == target_place::where::apart ? memory_.back() : memory_[tp_.operand];
  }

  kit::subject const& subject_;
  operation const& op_;
  target_place tp_;
  std::vector<laid_out> operands_;
  std::optional<laid_out> target_;
  std::vector<arena> memory_;
  std::vector<std::byte> before_;
  std::vector<bool> inside_;         ///< the bytes of the target's elements, computed on first use
  std::vector<std::int64_t> bases_;  ///< in each memory, the position of the tensor's storage
};

std::string signature(test_case const& c, shape const& target) {
  std::string text = c.operation + " " + c.element;
  for (operand const& o : c.operands) text += " " + to_string(o.type);
  return text + " -> " + to_string(type_of(target));
}

/// The number of the element of operand m that each element of the target must come from.
std::vector<std::int64_t> numbers_expected(scene const& of, std::size_t m) {
  shape const& own = of.operand(m).where.sizes;
  std::vector<std::int64_t> expected;
  element_map source(own, of.target().where.sizes);
  each_element(of.target().where.sizes, [&](indices const& i) {
    const std::int64_t from = flat_of(own, source(i));
    expected.push_back(of.operand(m).numbers[static_cast<std::size_t>(from)]);
  });
  return expected;
}

/// Element `flat` of the target, which must come from element `expected` of operand m.
wrong_element misread(scene const& of, std::size_t m, std::size_t flat, std::int64_t expected) {
  placement const &target = of.target().where, &source = of.operand(m).where;
  return {"Z",
          target,
          index_of(target.sizes, static_cast<std::int64_t>(flat)),
          fmt::format("X{}", m),
          source,
          index_of(source.sizes, expected - 1),
          {},
          fmt::format("it is not the result of one element of X{}", m)};
}

std::string wrong_of(std::int64_t wrong, std::size_t all) {
  return fmt::format("       {} of {} wrong", wrong, all);
}

/// What is wrong with the elements that were read from operand m, if anything. `read` has the
/// number of the element that was read for each element of the target; 0 means none.
std::optional<std::string> compare(scene& of, std::size_t m, probe const& p,
                                   std::vector<std::int64_t> const& read) {
  placement const& source = of.operand(m).where;
  const std::vector<std::int64_t> expected = numbers_expected(of, m);
  std::vector<bool> differs;
  for (std::size_t flat = 0; flat < read.size(); ++flat) {
    differs.push_back(read[flat] != expected[flat]);
  }
  const auto at = std::ranges::find(differs, true);
  if (at == differs.end()) return std::nullopt;
  const auto first = static_cast<std::size_t>(at - differs.begin());
  const auto wrong = std::ranges::count(differs, true);
  wrong_element e = misread(of, m, first, expected[first]);
  e.wrong = std::move(differs);
  const auto elements = static_cast<std::int64_t>(of.operand(m).places.size());
  const bool named = read[first] >= 1 && read[first] <= elements;
  e.read = named ? of.operand(m).places[static_cast<std::size_t>(read[first] - 1)]
                 : of.position_read(m, first);
  const std::string should = element_name(e.operand, e.expected);
  const std::string did = named ? element_name(e.operand, index_of(source.sizes, read[first] - 1))
                                : "no element of " + e.operand;
  const int bit = std::countr_zero(static_cast<std::uint64_t>(read[first] ^ expected[first]));
  const auto high = [&](std::int64_t number) { return (number >> bit & 1) != 0; };
  std::string text =
      fmt::format("{} must come from {}, but {} was read{}\n", element_name(e.result, e.at), should,
                  did, wrong_of(wrong, read.size()));
  text += fmt::format(
      "found {}, expected {}, where {} holds {}", high(read[first]) ? p.at_high : p.at_low,
      high(expected[first]) ? p.at_high : p.at_low, should, high(expected[first]) ? p.high : p.low);
  if (named) text += fmt::format(" and {} holds {}", did, high(read[first]) ? p.high : p.low);
  text += "\n" + shown(e);
  constexpr std::size_t drawn = 24;
  if (read.size() <= drawn && read.size() > 1) {
    const auto less_one = [](std::vector<std::int64_t> v) {
      for (std::int64_t& x : v) --x;
      return v;
    };
    text +=
        fmt::format("\n{} read at [{}], expected [{}] (row-major positions, -1: none)", e.operand,
                    fmt::join(less_one(read), " "), fmt::join(less_one(expected), " "));
  }
  const std::string guessed = guess(source.sizes, of.target().where.sizes, read);
  if (!guessed.empty()) text += "\nlooks like: " + guessed;
  return text;
}

/// An element of the target with a value that no element of operand m gives, in the call for a bit.
std::string no_such_value(scene& of, std::size_t m, probe const& p, unsigned bit,
                          std::size_t first) {
  const std::vector<std::int64_t> expected = numbers_expected(of, m);
  std::vector<bool> differs;
  const auto high = [&](std::size_t flat) { return (expected[flat] >> bit & 1) != 0; };
  for (std::size_t flat = 0; flat < expected.size(); ++flat) {
    const std::optional<int> value = of.value_at(of.target().places[flat]);
    differs.push_back(value != (high(flat) ? p.at_high : p.at_low));
  }
  const auto wrong = std::ranges::count(differs, true);
  wrong_element e = misread(of, m, first, expected[first]);
  e.wrong = std::move(differs);
  std::string text =
      fmt::format("{} is {}; expected {}, where {} holds {}", element_name(e.result, e.at),
                  of.text_at(of.target().places[first]), high(first) ? p.at_high : p.at_low,
                  element_name(e.operand, e.expected), high(first) ? p.high : p.low);
  constexpr std::size_t few = 4;
  for (std::size_t k = 0; k < of.count() && of.count() <= few; ++k) {
    if (k != m) text += fmt::format(", X{} holds {} everywhere", k, of.other(k, m));
  }
  text += wrong_of(wrong, expected.size());
  e.read = of.position_read(m, first);
  return text + "\n" + shown(e);
}

}  // namespace

std::optional<std::string> wrong_elements(kit::subject const& s, test_case const& c, bool layouts,
                                          target_place place_of_target) {
  operation const& op = *find_operation(c.operation);
  const std::optional<shape> result = joined(c);
  // Where the operands do not broadcast, an implementation that takes the larger sizes fills this.
  shape target = result ? *result : larger_sizes(c);
  bool expected = result.has_value();
  if (place_of_target.of_the_case) {
    target = sizes_of(c.result->type);
    expected = fits(c, target);
  }
  if (place_of_target.is == target_place::where::operand) {
    target = sizes_of(c.operands[place_of_target.operand].type);
    expected = fits(c, target);
  }
  if (!expected && !s.declares.reject) return std::nullopt;
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
      const kit::result got = of.call(m, bit);
      if (got.verdict == kind::unsupported) return std::nullopt;
      const bool refused = got.verdict != kind::ok;
      if (refused) {
        if (expected && !may_refuse) return failed("was refused");
        if (auto byte = of.written(false)) {
          return failed(fmt::format("refused, but byte {} of the target was written", *byte));
        }
        if (!expected || may_refuse) return std::nullopt;
      }
      if (!expected) return failed("was accepted; expected a refusal");
      if (auto byte = of.written(true)) {
        const bool at_base = s.connected == kit::binding::c_table && *byte < 0;
        return failed(fmt::format(
            "wrote byte {} from the target's first element, which is in none of its elements{}",
            *byte, at_base ? "; is `byte_offset` added to `data`?" : ""));
      }
      for (std::size_t flat = 0; flat < read.size(); ++flat) {
        const std::int64_t place = of.target().places[flat];
        const std::optional<int> value = of.value_at(place);
        if (value == p.at_high) read[flat] |= std::int64_t{1} << bit;
        if (value == p.at_high || value == p.at_low) continue;
        if (!of.unwritten(place)) return failed(no_such_value(of, m, p, bit, flat));
        const wrong_element e = misread(of, m, flat, 1);
        return failed(element_name(e.result, e.at) + " was not written\n" +
                      offset_line("wrong", e.result, e.target, e.at));
      }
    }
    if (auto wrong = compare(of, m, p, read)) return failed(*wrong);
  }
  return std::nullopt;
}

}  // namespace bcast::proptests
