// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "cases/element_kinds.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"
#include "memory/arena.hpp"

/// The rule in one direction: expanding to a given shape, and summing gradients back.
namespace bcast::proptests {
namespace {

using kind = kit::answer::kind;

// expand ------------------------------------------------------------------------------------------

std::string needs_expand(kit::subject const& s) {
  return s.expand ? "" : "does not stretch shapes";
}

std::optional<std::string> expand(kit::subject const& s, test_case const& c) {
  test_case one = c;
  for (operand const& o : c.operands) {
    one.operands = {o};
    const bool expected = fits(one, sizes_of(c.result->type));
    const kit::answer got = s.expand(o.type, c.result->type);
    const std::string what = to_string(o.type) + " to exactly " + to_string(c.result->type);
    if (auto wrong = unexpected(got, expected, what)) return wrong;
    if (expected && got.common != c.result->type) {
      return fmt::format("{}: got {}", what, to_string(got.common));
    }
  }
  return std::nullopt;
}

// adjoint -----------------------------------------------------------------------------------------

std::string needs_adjoint(kit::subject const& s) {
  return s.adjoint ? "" : "does not sum gradients back";
}

/// Contiguous elements in row-major order, in an arena, after `before` unused ones.
class dense {
 public:
  dense(element_kind const& e, shape const& sizes, std::int64_t before)
      : kind_(e),
        where_(place(sizes, {})),
        before_(before),
        memory_(static_cast<std::size_t>(before + where_.places) * e.bytes, e.bytes, 0) {
    std::memset(memory_.data(), 0xAA, memory_.size());
  }
  std::byte* at(std::int64_t flat) {
    return memory_.data() + (before_ + flat) * static_cast<std::int64_t>(kind_.bytes);
  }
  kit::tensor tensor() {
    return {at(0), kind_.name, where_.sizes, where_.strides,
            static_cast<std::size_t>(at(0) - memory_.data())};
  }
  std::int64_t count() const {
    std::int64_t n = 1;
    for (std::int64_t size : where_.sizes) n *= size;
    return n;
  }

 private:
  element_kind const& kind_;
  placement where_;
  std::int64_t before_;
  arena memory_;
};

/// The largest possible sum. Every element type can represent it.
constexpr std::int64_t most_elements = 100;

bool small_enough(kit::subject const& s, test_case const& c) {
  if (!any(s, c)) return false;
  std::int64_t all = 1;
  shape result = joined(c).value_or(shape{});
  for (std::int64_t size : result) all *= size;
  return all <= most_elements;
}

element_kind const& gradient_kind(kit::subject const& s, test_case const& c) {
  const auto able = [&](std::string_view name) {
    auto const& e = s.declares.elements;
    return name != "bool" && find_element_kind(name) != nullptr &&
           (e.empty() || std::find(e.begin(), e.end(), name) != e.end());
  };
  if (able(c.element)) return *find_element_kind(c.element);
  for (element_kind const& k : element_kinds()) {
    if (able(k.name)) return k;
  }
  return *find_element_kind("float");
}

/// Sums a gradient back to `own`. An element of the gradient is 1 if bit `bit` of its number is
/// set, and 0 otherwise. Says in `declined` whether the subject did not answer.
std::optional<std::string> sum_back(kit::subject const& s, element_kind const& e, shape const& own,
                                    shape const& result, unsigned bit, bool& declined) {
  dense y(e, result, 1), x(e, own, 2);
  std::vector<int> expected(static_cast<std::size_t>(x.count()), 0);
  std::int64_t flat = 0;
  element_map source(own, result);
  each_index(result, [&](indices const& i) {
    const bool one = ((flat + 1) >> bit & 1) != 0;
    e.write(y.at(flat++), one ? 1 : 0);
    if (!one) return;
    const auto from = source(i);
    std::int64_t at = 0;
    for (std::size_t k = 0; k < own.size(); ++k) at = at * own[k] + from[k];
    ++expected[static_cast<std::size_t>(at)];
  });
  const std::string what =
      to_string(type_of(result)) + " summed back to " + to_string(type_of(own));
  const kit::answer got = s.adjoint(y.tensor(), x.tensor());
  declined = got.verdict == kind::unsupported;
  if (declined) return std::nullopt;
  if (auto wrong = unexpected(got, true, what)) return wrong;
  for (std::int64_t at = 0; at < x.count(); ++at) {
    const auto read = e.read(x.at(at));
    const int wanted = expected[static_cast<std::size_t>(at)];
    if (read == wanted) continue;
    return fmt::format("{}: the element at offset {} is {}; expected {}", what, at,
                       e.text(x.at(at)), wanted);
  }
  return std::nullopt;
}

std::optional<std::string> adjoint(kit::subject const& s, test_case const& c) {
  element_kind const& e = gradient_kind(s, c);
  const std::optional<shape> result = joined(c);
  if (!result) return std::nullopt;
  std::int64_t count = 1;
  for (std::int64_t size : *result) count *= size;
  std::set<shape> own;
  for (operand const& o : c.operands) own.insert(sizes_of(o.type));
  for (shape const& sizes : own) {
    unsigned bit = 0;
    do {
      bool declined = false;
      if (auto wrong = sum_back(s, e, sizes, *result, bit, declined)) return wrong;
      if (declined) return std::nullopt;
    } while (count >> ++bit != 0);
  }
  return std::nullopt;
}

}  // namespace

std::vector<law> const& direction_laws() {
  static const std::vector<law> laws{
      {"expand", "bcast.P8", spec::level::derived,
       "A shape expands to a target exactly if joining the two gives the target.", family::targets,
       needs_expand, with_target, expand},
      {"adjoint", "bcast.P26", spec::level::derived,
       "A gradient is summed over the stretched axes: <Bx, y> = <x, B'y>.", family::shapes,
       needs_adjoint, small_enough, adjoint},
  };
  return laws;
}

}  // namespace bcast::proptests
