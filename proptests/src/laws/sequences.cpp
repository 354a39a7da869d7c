// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "laws/calls.hpp"
#include "laws/decode.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"
#include "oracle/operations.hpp"

// The result of a call must not depend on earlier calls. Each call between a case and the same case
// again has something in common with the case, so that a cache with too small a key confuses them.
namespace bcast::proptests {
namespace {

std::optional<std::string> wrong_result(kit::subject const& s, test_case const& c) {
  return wrong_elements(s, c, true, {target_place::where::apart});
}

/// Equal ranks and masks, other numbers of elements.
test_case of_other_sizes(test_case c) {
  for (operand& o : c.operands) {
    for (kit::dim& size : o.type.sizes) {
      if (*size > 1) size = *size + 1;
    }
  }
  return c;
}

/// Equal ranks, and every operand is stretched exactly where it was not.
test_case with_opposite_masks(test_case c) {
  const std::vector<std::int64_t> result = larger_sizes(c);
  for (operand& o : c.operands) {
    const std::size_t missing = result.size() - o.type.sizes.size();
    for (std::size_t k = 0; k < o.type.sizes.size(); ++k) {
      kit::dim& size = o.type.sizes[k];
      const std::int64_t whole = result[missing + k];
      if (whole > 1) size = *size == 1 ? whole : 1;
    }
  }
  return c;
}

/// Equal results, and other operands are stretched.
test_case with_other_masks(test_case c) {
  std::rotate(c.operands.begin(), c.operands.end() - 1, c.operands.end());
  return c;
}

/// Every axis and every operand in reverse order: equal numbers of elements, other shapes.
test_case turned_round(test_case c) {
  std::ranges::reverse(c.operands);
  for (operand& o : c.operands) std::ranges::reverse(o.type.sizes);
  return c;
}

/// Equal shapes for all operands, so that nothing is stretched.
test_case of_equal_shapes(test_case c) {
  for (operand& o : c.operands) o.type = c.operands.front().type;
  return c;
}

/// The same shapes, which lie in memory in another way.
test_case of_other_layouts(test_case c) {
  const bool plain =
      std::ranges::all_of(c.operands, [](operand const& o) { return o.layout.bits == 0; });
  for (operand& o : c.operands) {
    const layout_flag other =
        o.type.sizes.size() > 1 ? layout_flag::transposed : layout_flag::gapped;
    o.layout.bits = plain ? static_cast<unsigned>(other) : 0;
  }
  return c;
}

/// The same shapes, with elements of another width where the subject has any.
test_case of_other_elements(kit::subject const& s, test_case c) {
  const element_class own = class_of(c.element);
  const auto differs = [&](std::string_view name) {
    return name != c.element && name != "string" && class_of(name) == own;
  };
  std::vector<std::string> known = s.declares.dtypes;
  if (known.empty()) known = {"int64", "int32", "double", "float"};
  const auto other = std::ranges::find_if(known, differs);
  if (other != known.end()) c.element = *other;
  return c;
}

/// The same operands, with the next operation that the subject declares for them.
test_case of_other_operation(kit::subject const& s, test_case c) {
  std::vector<std::string> names = s.declares.ops;
  const auto own = std::ranges::find(names, c.operation);
  if (own != names.end()) std::rotate(names.begin(), own + 1, names.end());
  const auto next = std::ranges::find_if(names, [&](std::string const& name) {
    operation const* const op = find_operation(name);
    return op != nullptr && op->masked == nullptr && op->takes(c.operands.size()) &&
           op->computes(class_of(c.element));
  });
  if (next != names.end()) c.operation = *next;
  return c;
}

std::vector<test_case> other_calls(kit::subject const& s, test_case const& c) {
  return {of_other_sizes(c),       with_opposite_masks(c),  with_other_masks(c),
          turned_round(c),         of_equal_shapes(c),      of_other_layouts(c),
          of_other_elements(s, c), of_other_operation(s, c)};
}

bool legal_call(kit::subject const& s, test_case const& c) {
  return with_plain_target(s, c) && joined(c).has_value();
}

// together ----------------------------------------------------------------------------------------

std::string needs_callers(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  return s.declares.concurrent ? "" : "declares that it has one caller at a time";
}

/// A call, and what it gives alone.
struct caller {
  caller(kit::subject const& s, test_case const& c, std::uint64_t first)
      : text(c.operation), of(s, c) {
    for (operand const& o : c.operands) text += " " + to_string(o);
    of.set([&](std::size_t m, std::uint64_t flat) { return spread(m, flat) + first; });
    answered = of.ask().verdict == kit::result::kind::ok;
    alone = of.z().elements();
  }

  /// Calls again, and compares.
  void again() {
    of.z().clear(stored::filled::unwritten);
    const kit::result got = of.ask();
    if (got.verdict != kit::result::kind::ok) {
      wrong = fmt::format("{} was refused", text);
      return;
    }
    std::byte const* expected = alone.data();
    each_element(of.z().where.sizes, [&](indices const& i) {
      if (!wrong && !near_enough(of.op, of.z().of.name, of.z().at(i), expected, 0)) {
        wrong = fmt::format("{}: {} is {}; alone it is {}", text, element_name("Z", i),
                            of.z().of.text(of.z().at(i)), of.z().of.text(expected));
      }
      expected += of.z().of.bytes;
    });
  }

  std::string text;
  calls of;
  bool answered = false;
  std::vector<std::byte> alone;
  std::optional<std::string> wrong;
  std::exception_ptr thrown;
};

/// Two threads make a call each, again and again.
std::optional<std::string> together(kit::subject const& s, test_case const& c) {
  constexpr int times = 4;
  test_case const other = of_other_sizes(c);
  caller one(s, c, 0), two(s, legal_call(s, other) ? other : c, 1);
  if (!one.answered || !two.answered) return std::nullopt;
  for (caller* of : {&one, &two}) {
    of->again();
    if (of->wrong) return std::nullopt;  // earlier calls matter, which is for `repeat`
  }
  std::barrier<> start(2);
  const auto work = [&](caller& own) {
    for (int k = 0; k < times; ++k) {
      start.arrive_and_wait();
      if (own.wrong || own.thrown) continue;
      try {
        own.again();
      } catch (...) {
        own.thrown = std::current_exception();
      }
    }
  };
  {
    const std::jthread second([&] { work(two); });
    work(one);
  }
  for (caller const* of : {&one, &two}) {
    if (of->thrown) std::rethrow_exception(of->thrown);
  }
  for (caller const* of : {&one, &two}) {
    if (of->wrong)
      return fmt::format("{}, while another thread calls {}", *of->wrong,
                         (of == &one ? two : one).text);
  }
  return std::nullopt;
}

bool legal_with_elements(kit::subject const& s, test_case const& c) {
  if (c.element == "string" || !legal_call(s, c)) return false;
  constexpr std::int64_t most = 1 << 12;
  const std::int64_t elements = elements_of(joined(c).value());
  return elements > 0 && elements <= most;
}

}  // namespace

std::vector<law> sequence_laws() {
  return {
      {"repeat", "bcast.P27", spec::level::derived,
       "What a call computes does not depend on the calls before it.", family::layouts,
       needs_values, legal_call, wrong_result, computation::any, taken::together, other_calls},
      {"together", "bcast.P79", spec::level::derived,
       "Two threads at once get what each gets alone.", family::layouts, needs_callers,
       legal_with_elements, together, computation::any},
  };
}

}  // namespace bcast::proptests
