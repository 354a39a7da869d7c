// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"
#include "memory/arena.hpp"

/// The rule in one direction: expanding to a given shape, and summing gradients back.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

// expand ------------------------------------------------------------------------------------------

std::string needs_expand(kit::subject const& s) {
  return s.expand ? "" : "does not stretch shapes";
}

std::optional<std::string> expand(kit::subject const& s, test_case const& c) {
  test_case one = c;
  for (operand const& o : c.operands) {
    one.operands = {o};
    const bool expected = fits(one, sizes_of(c.result->type));
    const kit::result got = s.expand(o.type, c.result->type);
    const std::string what = to_string(o.type) + " to exactly " + to_string(c.result->type);
    if (auto wrong = unexpected(got, expected, what)) return wrong;
    if (expected && got.shape != c.result->type) {
      return fmt::format("{}: got {}", what, to_string(got.shape));
    }
  }
  return std::nullopt;
}

// adjoint -----------------------------------------------------------------------------------------

std::string needs_adjoint(kit::subject const& s) {
  return s.adjoint ? "" : "does not sum gradients back";
}

std::string needs_adjoint_of_strides(kit::subject const& s) {
  return s.adjoint && !s.declares.strided ? "declares that tensors are contiguous"
                                          : needs_adjoint(s);
}

/// Elements in an arena, after `before` unused ones.
class spaced {
 public:
  spaced(char const* name, element_kind const& e, shape const& sizes, layout_flags layout,
         std::int64_t before)
      : kind_(e),
        where_(place(sizes, layout)),
        before_(before),
        memory_(static_cast<std::size_t>(before + room()) * e.bytes, e.bytes, 0, name) {
    std::memset(memory_.data(), 0xAA, memory_.size());
  }
  std::byte* at(indices const& i) { return byte(where_.at(i)); }
  std::vector<std::byte> bytes() const { return {memory_.data(), memory_.data() + memory_.size()}; }
  kit::tensor tensor() {
    return {byte(where_.first), kind_.name, where_.sizes, where_.strides,
            static_cast<std::size_t>(byte(where_.first) - memory_.data())};
  }

 private:
  std::byte* byte(std::int64_t position) {
    return memory_.data() + (before_ + position) * static_cast<std::int64_t>(kind_.bytes);
  }

  /// The number of positions up to the last element, so that the memory ends after it.
  std::int64_t room() const {
    std::int64_t last = where_.first;
    for (std::size_t k = 0; k < where_.sizes.size(); ++k) {
      if (where_.sizes[k] == 0) return 0;
      last += std::max<std::int64_t>(where_.strides[k], 0) * (where_.sizes[k] - 1);
    }
    return last + 1;
  }

  element_kind const& kind_;
  placement where_;
  std::int64_t before_;
  arena memory_;
};

/// The largest possible sum. Every element type can represent it.
constexpr std::int64_t largest_sum = 100;

bool small_enough(kit::subject const& s, test_case const& c) {
  constexpr std::int64_t most = 1 << 17;
  return any(s, c) && elements_of(joined(c).value_or(shape{})) <= most;
}

bool few_elements_laid_out(kit::subject const& s, test_case const& c) {
  return small_enough(s, c) && elements_of(joined(c).value_or(shape{})) <= largest_sum;
}

/// The elements of a gradient. Of a small one, those are 1 whose numbers have a bit: so each sum
/// says which elements it is of. Of a large one, all are small numbers, or, in a type of 16 bits
/// or fewer, about a hundred are 1 that are evenly spread.
struct pattern {
  pattern(std::int64_t elements, element_kind const& e)
      : step(elements <= largest_sum ? 0 : elements / largest_sum + 1),
        wide(e.bytes >= 4),
        count(step == 0 ? std::max(1, static_cast<int>(
                                          std::bit_width(static_cast<std::uint64_t>(elements))))
                        : 2) {}

  int number(int turn, std::int64_t flat) const {
    if (step == 0) return static_cast<int>((flat + 1) >> turn & 1);
    if (wide) return static_cast<int>(turn == 0 ? flat % 7 + 1 : flat % 5);
    return flat % step == (turn == 0 ? step - 1 : step / 2) ? 1 : 0;
  }

  std::int64_t step;  ///< 0: small
  bool wide;
  int count;
};

element_kind const& gradient_kind(kit::subject const& s, test_case const& c) {
  const auto able = [&](std::string_view name) {
    return name != "bool" && find_element_kind(name) != nullptr && takes(s, name);
  };
  if (able(c.element)) return *find_element_kind(c.element);
  for (element_kind const& k : element_kinds()) {
    if (able(k.name)) return k;
  }
  return *find_element_kind("float");
}

/// A gradient and what it is summed back to.
struct summing {
  element_kind const& element;
  operand own;
  operand gradient;
};

/// Sums a gradient of a pattern back. Says in `declined` whether the subject did not answer.
std::optional<std::string> sum_back(kit::subject const& s, summing const& of, pattern const& ones,
                                    int turn, bool& declined) {
  element_kind const& e = of.element;
  const shape own = sizes_of(of.own.type), result = sizes_of(of.gradient.type);
  spaced y("Y", e, result, of.gradient.layout, 1), x("X", e, own, of.own.layout, 2);
  std::vector<int> expected(static_cast<std::size_t>(elements_of(own)), 0);
  std::int64_t flat = 0;
  element_map source(own, result);
  each_element(result, [&](indices const& i) {
    const int number = ones.number(turn, flat++);
    e.write(y.at(i), number);
    expected[static_cast<std::size_t>(flat_of(own, source(i)))] += number;
  });
  const std::string what =
      fmt::format("{} {} summed back to {}", e.name, to_string(of.gradient), to_string(of.own));
  const std::vector<std::byte> before = y.bytes();
  const kit::result got = s.adjoint(y.tensor(), x.tensor());
  declined = got.verdict == kind::unsupported;
  if (declined) return std::nullopt;
  if (auto wrong = unexpected(got, true, what)) return wrong;
  if (y.bytes() != before) return what + ": the call wrote to the gradient";
  std::optional<std::string> first;
  std::vector<std::byte> right(e.bytes);
  auto wanted = expected.begin();
  each_element(own, [&](indices const& i) {
    const int sum = *wanted++;
    e.write(right.data(), sum);
    if (first || e.read(x.at(i)) == sum) return;
    if (std::memcmp(right.data(), x.at(i), e.bytes) == 0) return;
    first =
        fmt::format("{}: {} is {}; expected {}", what, element_name("X", i), e.text(x.at(i)), sum);
  });
  return first;
}

/// Sums gradients back to each operand of a case that has the law's layouts.
std::optional<std::string> sums(kit::subject const& s, test_case const& c, bool layouts) {
  element_kind const& e = gradient_kind(s, c);
  const std::optional<shape> result = joined(c);
  if (!result) return std::nullopt;
  const pattern ones(elements_of(*result), e);
  const auto without_repeats = [&](operand o) {  // each element has a position of its own
    o.layout.bits &= layouts ? ~static_cast<unsigned>(layout_flag::repeated) : 0U;
    return o;
  };
  operand gradient{type_of(*result), {}};
  if (c.result) gradient.layout = c.result->layout;
  std::vector<operand> asked;
  for (operand const& o : c.operands) {
    const operand own = without_repeats(o);
    if (std::ranges::find(asked, own) != asked.end()) continue;
    asked.push_back(own);
    const summing of{e, own, without_repeats(gradient)};
    for (int turn = 0; turn < ones.count; ++turn) {
      bool declined = false;
      if (auto wrong = sum_back(s, of, ones, turn, declined)) return wrong;
      if (declined) return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string> adjoint(kit::subject const& s, test_case const& c) {
  return sums(s, c, false);
}

std::optional<std::string> adjoint_layouts(kit::subject const& s, test_case const& c) {
  return sums(s, c, true);
}

}  // namespace

std::vector<law> direction_laws() {
  return {
      {"expand", "bcast.P8", spec::level::derived,
       "A shape expands to a target exactly if the two broadcast to the target.", family::targets,
       needs_expand, with_target, expand, computation::none, taken::one_by_one},
      {"adjoint", "bcast.P26", spec::level::derived,
       "A gradient is summed over the stretched axes: <Bx, y> = <x, B'y>.", family::shapes,
       needs_adjoint, small_enough, adjoint, computation::none, taken::one_by_one},
      {"adjoint layouts", "bcast.P7", spec::level::derived,
       "Strides, gaps and offsets of a gradient or of its sums do not change them.",
       family::layouts, needs_adjoint_of_strides, few_elements_laid_out, adjoint_layouts,
       computation::none, taken::one_by_one},
  };
}

}  // namespace bcast::proptests
