// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/computed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "cases/element_kinds.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"
#include "memory/arena.hpp"

/// Operations on real values: what they give, whether it depends on where an element stands, and
/// whether anything but the target is written.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;
constexpr int between = 0xAA, unwritten = 0xBB;  ///< bytes before a call
constexpr unsigned usual_units = 4;              ///< in the last place

/// A tensor of any element type but `string`.
class stored {
 public:
  stored(std::string const& name, std::string_view element, shape const& sizes, layout_flags layout,
         kit::subject const& s, int fill, std::size_t over_read)
      : of(*find_element_kind(element)),
        where(place(sizes, layout)),
        memory_(static_cast<std::size_t>(where.places) * of.bytes,
                std::max(s.declares.align, of.bytes), over_read, name) {
    std::memset(memory_.data(), fill, memory_.size());
  }

  element_kind const& of;
  const placement where;

  std::ptrdiff_t byte_of(std::span<std::int64_t const> i) const {
    return where.at(i) * static_cast<std::ptrdiff_t>(of.bytes);
  }
  std::byte* at(std::span<std::int64_t const> i) const { return memory_.data() + byte_of(i); }

  kit::tensor tensor() const {
    const auto first = static_cast<std::size_t>(where.first) * of.bytes;
    return {memory_.data() + first, of.name, where.sizes, where.strides, first};
  }

  /// All of its memory, gaps included.
  std::vector<std::byte> bytes() const { return {memory_.data(), memory_.data() + memory_.size()}; }

 private:
  arena memory_;
};

/// The operands and the target of one call, in the layouts of a case.
class calls {
 public:
  calls(kit::subject const& s, test_case const& c)
      : op(*find_operation(c.operation)), subject_(s), element_(c.element) {
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      x.emplace_back(fmt::format("X{}", m), op.condition(m) ? "bool" : element_,
                     sizes_of(c.operands[m].type), c.operands[m].layout, s, between,
                     s.declares.overread);
    }
    z.emplace_back("Z", op.predicate ? "bool" : element_, joined(c).value(),
                   c.result ? c.result->layout : layout_flags{}, s, unwritten, 0);
    for (stored const& operand : x) sources_.emplace_back(operand.where.sizes, z[0].where.sizes);
  }

  operation const& op;
  std::vector<stored> x, z;

  /// Sets element `flat` of operand m to sample number(m, flat), and calls the subject.
  template <class F>
  kit::result ask(F number) {
    before_.clear();
    std::vector<kit::tensor> operands;
    for (std::size_t m = 0; m < x.size(); ++m) {
      std::uint64_t flat = 0;
      each_index(
          x[m].where.sizes,
          [&](indices const& i) {
            write_sample(op, element_, m, x.size(), number(m, flat++), x[m].at(i));
          },
          INT64_MAX);
      before_.push_back(x[m].bytes());
      operands.push_back(x[m].tensor());
    }
    return subject_.apply(op.name, operands, {z[0].tensor()});
  }

  /// What operand m held before the call where element i of the target is computed from.
  std::byte const* read(std::size_t m, indices const& i) {
    return before_[m].data() + x[m].byte_of(sources_[m](i));
  }

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
  std::vector<element_map> sources_;
  std::vector<std::vector<std::byte>> before_;
};

/// Samples that meet in many pairs.
std::uint64_t spread(std::size_t m, std::uint64_t flat) {
  return flat * (2 * m + 1) + flat / 7 + m;
}

std::optional<std::string> refusal(kit::result const& got) {
  if (got.verdict == kind::ok || got.verdict == kind::unsupported) return std::nullopt;
  return "was refused";
}

// operands ----------------------------------------------------------------------------------------

std::optional<std::string> operands(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  const kit::result got = of.ask(spread);
  return got.verdict == kind::unsupported ? std::nullopt : of.overwritten();
}

// computed ----------------------------------------------------------------------------------------

std::optional<std::string> computed(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  const kit::result got = of.ask(spread);
  if (got.verdict != kind::ok) return refusal(got);
  // IEEE 754 rounds the four operations correctly, and no power.
  const unsigned units = s.declares.exact && of.op.name != "pow" ? 0 : usual_units;
  const evaluator evaluate = evaluator_of(c.element);
  stored const& z = of.z[0];
  std::vector<std::byte> expected(z.of.bytes);
  std::vector<void const*> x(of.x.size());
  std::int64_t wrong = 0, all = 0;
  std::string first;
  each_index(z.where.sizes, [&](indices const& i) {
    ++all;
    for (std::size_t m = 0; m < x.size(); ++m) x[m] = of.read(m, i);
    evaluate(of.op.name, x, expected.data());
    if (near_enough(of.op, z.of.name, z.at(i), expected.data(), units) || wrong++ != 0) return;
    std::string terms;
    for (std::size_t m = 0; m < x.size(); ++m) {
      terms += (m == 0 ? "" : ", ") + of.x[m].of.text(x[m]);
    }
    first = fmt::format("{} is {}; expected {} = {}({})", element_name("Z", i), z.of.text(z.at(i)),
                        z.of.text(expected.data()), of.op.name, terms);
  });
  if (wrong == 0) return std::nullopt;
  const bool floats = class_of(z.of.name) == element_class::floats;
  return fmt::format(
      "{}       {} of {} wrong{}", first, wrong, all,
      floats && units != 0 ? fmt::format("\n{} units in the last place are allowed", units) : "");
}

// alike -------------------------------------------------------------------------------------------

/// Results of the same elements have the same bits, wherever they stand; all NaNs are alike.
std::optional<std::string> alike(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  stored const& z = of.z[0];
  const indices start(z.where.sizes.size(), 0);
  for (std::uint64_t sample = 0; sample < 4; ++sample) {
    const kit::result got =
        of.ask([&](std::size_t m, std::uint64_t) { return sample * (m + 1) + m; });
    if (got.verdict != kind::ok) return refusal(got);
    std::optional<std::string> wrong;
    each_index(z.where.sizes, [&](indices const& i) {
      if (wrong || near_enough(of.op, z.of.name, z.at(i), z.at(start), 0)) return;
      wrong = fmt::format("{} is {} and {} is {}, of the same operands", element_name("Z", start),
                          z.of.text(z.at(start)), element_name("Z", i), z.of.text(z.at(i)));
    });
    if (wrong) return wrong;
  }
  return std::nullopt;
}

bool few_and_legal(kit::subject const& s, test_case const& c) {
  if (!with_plain_target(s, c) || c.element == "string") return false;
  constexpr std::int64_t most = 1 << 14;
  const auto result = joined(c);
  std::int64_t elements = 1;
  for (std::int64_t size : result.value_or(shape{most + 1})) elements *= size;
  return elements <= most;
}

bool with_elements(kit::subject const& s, test_case const& c) {
  if (!few_and_legal(s, c)) return false;
  const shape result = joined(c).value();
  // A program is asked one length of rows: whole vectors of any width, and one element more.
  const std::int64_t row = result.empty() ? 1 : result.back();
  if (s.connected == kit::door::pipe && row != 17 && row > 2) return false;
  return std::find(result.begin(), result.end(), 0) == result.end();
}

/// Integers are exact, and what is copied or compared is not rounded.
bool rounds(kit::subject const& s, test_case const& c) {
  if (!with_elements(s, c) || class_of(c.element) != element_class::floats) return false;
  const std::string_view op = c.operation;
  return op != "copy" && op != "where" && op != "min" && op != "max" &&
         !find_operation(op)->predicate;
}

}  // namespace

std::vector<law> const& computed_laws() {
  static const std::vector<law> laws{
      {"operands", "bcast.P75", spec::level::derived,
       "A call writes its target and nothing else: no operand, and nothing between its elements.",
       family::layouts, needs_values, few_and_legal, operands, computation::any},
      {"computed", "bcast.P76", spec::level::derived,
       "A result is the operation's value on the elements that f selects, special values included.",
       family::lengths, needs_values, with_elements, computed, computation::any},
      {"alike", "bcast.P77", spec::level::should,
       "What an operation gives for some elements does not depend on where they stand.",
       family::lengths, needs_values, rounds, alike, computation::any},
  };
  return laws;
}

}  // namespace bcast::proptests
