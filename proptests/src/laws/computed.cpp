// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/computed.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "cases/element_kinds.hpp"
#include "laws/calls.hpp"
#include "laws/law_list.hpp"
#include "laws/value_checks.hpp"
#include "oracle/own_operations.hpp"

/// Operations on real values: what they give, whether it depends on where an element stands, and
/// whether anything but the target is written.
namespace bcast::proptests {
namespace {

using kind = kit::result::kind;
constexpr unsigned usual_units = 4;  ///< in the last place

std::optional<std::string> refusal(kit::result const& got) {
  if (got.verdict == kind::ok || got.verdict == kind::unsupported) return std::nullopt;
  return "was refused";
}

bool few_and_legal(kit::subject const& s, test_case const& c) {
  if (!with_plain_target(s, c) || c.element == "string") return false;
  constexpr std::int64_t most = 1 << 14;
  const auto result = joined(c);
  return result && elements_of(*result) <= most;
}

bool with_elements(kit::subject const& s, test_case const& c) {
  if (!few_and_legal(s, c)) return false;
  const shape result = joined(c).value();
  // A program is asked one length of rows: whole vectors of any width, and one element more.
  const std::int64_t row = result.empty() ? 1 : result.back();
  if (s.connected >= kit::binding::pipe && row != 17 && row > 2) return false;
  return std::ranges::find(result, 0) == result.end();
}

// operands ----------------------------------------------------------------------------------------

std::optional<std::string> operands(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  of.remember();
  const kit::result got = of.ask(spread);
  return got.verdict == kind::unsupported ? std::nullopt : of.overwritten();
}

// computed ----------------------------------------------------------------------------------------

/// Compares the target with the operation's values on what the operands held, where a mask is true.
std::optional<std::string> wrong_values(kit::subject const& s, test_case const& c, calls& of) {
  const std::size_t first_operand = of.op.masked != nullptr ? 1 : 0;
  operation const& op = of.op.masked != nullptr ? *of.op.masked : of.op;
  // IEEE 754 rounds the four operations correctly, and no power.
  const bool rounds_once = op.name != "pow" && find_own_operation(op.name) == nullptr;
  const unsigned units = s.declares.exact && rounds_once ? 0 : usual_units;
  const evaluator evaluate = evaluator_of(c.element);
  stored const& z = of.z();
  std::vector<std::byte> expected(z.of.bytes);
  std::vector<void const*> x(of.x.size());
  std::int64_t wrong = 0, all = 0;
  std::string first;
  each_index(z.where.sizes, [&](indices const& i) {
    ++all;
    for (std::size_t m = 0; m < x.size(); ++m) x[m] = of.read(m, i);
    if (of.leaves(i)) return;
    evaluate(op.name, std::span(x).subspan(first_operand), expected.data());
    if (near_enough(op, z.of.name, z.at(i), expected.data(), units) || wrong++ != 0) return;
    std::string terms;
    for (std::size_t m = first_operand; m < x.size(); ++m) {
      terms += (m == first_operand ? "" : ", ") + of.x[m].of.text(x[m]);
    }
    first = fmt::format("{} is {}; expected {} = {}({})", element_name("Z", i), z.of.text(z.at(i)),
                        z.of.text(expected.data()), op.name, terms);
  });
  if (wrong == 0) return std::nullopt;
  const bool floats =
      class_of(z.of.name) == element_class::floats || class_of(z.of.name) == element_class::complex;
  return fmt::format(
      "{}       {} of {} wrong{}", first, wrong, all,
      floats && units != 0 ? fmt::format("\n{} units in the last place are allowed", units) : "");
}

std::optional<std::string> computed(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  of.remember();
  const kit::result got = of.ask(spread);
  if (got.verdict != kind::ok) return refusal(got);
  const auto wrong = wrong_values(s, c, of);
  return wrong ? wrong : of.overwritten();
}

// mask --------------------------------------------------------------------------------------------

std::string needs_masks(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  const auto masked = [](std::string const& name) {
    operation const* const op = find_operation(name);
    return op != nullptr && op->masked != nullptr;
  };
  if (std::ranges::none_of(s.declares.ops, masked)) {
    return "declares no operation with a mask, such as `add_where`";
  }
  const bool told = s.connected < kit::binding::pipe || s.declares.strided;
  return told ? "" : "is not told what its target holds";
}

bool with_mask(kit::subject const& s, test_case const& c) {
  constexpr std::int64_t most = 1 << 14;
  return with_plain_target(s, c) && c.element != "string" && (joined(c) || s.declares.reject) &&
         elements_of(larger_sizes(c)) <= most;
}

/// What a call wrote to the memory of its target and may not write.
std::optional<std::string> written_elsewhere(calls& of, std::vector<std::byte> const& before) {
  stored const& z = of.z();
  std::vector<std::byte> now = z.bytes();
  std::optional<std::string> wrong;
  each_index(z.where.sizes, [&](indices const& i) {
    const auto element = now.begin() + z.byte_of(i);
    const auto old = before.begin() + z.byte_of(i);
    const auto bytes = static_cast<std::ptrdiff_t>(z.of.bytes);
    if (!wrong && of.leaves(i) && !std::equal(element, element + bytes, old)) {
      wrong = fmt::format("{} is {}; expected {}, which it held, because the mask is false there",
                          element_name("Z", i), z.of.text(z.at(i)), z.of.text(&*old));
    }
    std::copy(old, old + bytes, element);
  });
  if (!wrong && now != before) return "the call wrote between the elements of its target";
  return wrong;
}

std::optional<std::string> mask(kit::subject const& s, test_case const& c) {
  calls of(s, c);
  of.set(spread);
  std::uint64_t flat = 0;
  if (of.z().of.name == "bool") {  // another byte would not come through every pipe
    each_index(of.z().where.sizes,
               [&](indices const& i) { *of.z().at(i) = std::byte{++flat % 3 == 0}; });
  }
  const std::vector<std::byte> before = of.z().bytes();
  const kit::result got = of.ask();
  if (got.verdict == kind::unsupported) return std::nullopt;
  if (!joined(c) && got.verdict != kind::ok) {
    return of.z().bytes() == before ? std::nullopt : std::optional("refused, but written");
  }
  if (auto wrong = unexpected(got, joined(c).has_value(), c.operation)) return wrong;
  auto wrong = written_elsewhere(of, before);
  return wrong ? wrong : wrong_values(s, c, of);
}

// truth -------------------------------------------------------------------------------------------

std::string needs_any_bool(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  return s.declares.any_bool ? "" : "declares that a bool's byte is 0 or 1";
}

/// Operands that are true hold other bytes than 1.
std::optional<std::string> truth(kit::subject const& s, test_case const& c) {
  constexpr unsigned char bytes[]{2, 0x80, 1, 0xFF, 0x10};
  calls of(s, c);
  of.set(spread);
  std::size_t turn = 0;
  for (stored const& x : of.x) {
    if (x.of.name != "bool") continue;
    each_index(x.where.sizes, [&](indices const& i) {
      if (*x.at(i) != std::byte{0}) *x.at(i) = std::byte{bytes[turn++ % std::size(bytes)]};
    });
  }
  const kit::result got = of.ask();
  if (got.verdict != kind::ok) return refusal(got);
  stored const& z = of.z();
  if (z.of.name == "bool") {
    each_index(z.where.sizes, [&](indices const& i) {
      if (*z.at(i) != std::byte{0}) *z.at(i) = std::byte{1};
    });
  }
  auto wrong = wrong_values(s, c, of);
  if (wrong) *wrong += "\na bool that is true has the byte 2, 128, 1, 255 or 16";
  return wrong;
}

bool of_bools(kit::subject const& s, test_case const& c) {
  return with_elements(s, c) && (c.element == "bool" || c.operation == "where");
}

// far ---------------------------------------------------------------------------------------------

/// Whether the system reserves memory that it does not have.
bool reserves_far_memory() {
  static const bool reserves = [] {
    try {
      constexpr std::size_t largest = 3 * sizeof(std::uint64_t);  // four rows
      const arena probe(largest << far_bits, 1, 0);
      return probe.data() != nullptr;
    } catch (std::bad_alloc const&) {
      return false;
    }
  }();
  return reserves;
}

std::string needs_far_memory(kit::subject const& s) {
  if (!s.apply) return needs_values(s);
  if (!s.declares.strided) return "declares that tensors are contiguous";
  if (s.connected >= kit::binding::pipe) return "does not share memory with its caller";
  return reserves_far_memory() ? "" : "the system reserves no memory of that size";
}

bool few_rows(kit::subject const& s, test_case const& c) {
  constexpr std::int64_t most = 64;
  if (!few_and_legal(s, c)) return false;
  const shape result = joined(c).value();
  const auto is_far = [](shape const& sizes) { return far_apart(sizes).places >> far_bits != 0; };
  const bool some =
      std::ranges::any_of(c.operands, [&](operand const& o) { return is_far(sizes_of(o.type)); });
  return elements_of(result) <= most && (some || is_far(result));
}

/// The rows of each operand and of the target are far apart.
std::optional<std::string> far(kit::subject const& s, test_case const& c) {
  calls of(s, c, true);
  const kit::result got = of.ask(spread);
  if (got.verdict == kind::unsupported) return std::nullopt;
  const auto wrong = got.verdict == kind::ok ? wrong_values(s, c, of) : refusal(got);
  if (!wrong) return std::nullopt;
  std::string strides;
  for (std::size_t m = 0; m < of.x.size(); ++m) {
    strides += fmt::format("X{} ({}), ", m, fmt::join(of.x[m].where.strides, ", "));
  }
  return fmt::format("{}\nstrides in elements: {}Z ({})", *wrong, strides,
                     fmt::join(of.z().where.strides, ", "));
}

// alike -------------------------------------------------------------------------------------------

/// Results of the same elements have the same bits, wherever they stand: in a row, or alone. All
/// NaNs are alike.
std::optional<std::string> alike(kit::subject const& s, test_case const& c) {
  test_case one = c;
  for (operand& o : one.operands) o = {type_of(shape{1}), {}};
  calls of(s, c), single(s, one);
  stored const& z = of.z();
  const indices start(z.where.sizes.size(), 0);
  for (std::uint64_t sample = 0; sample < 4; ++sample) {
    const auto number = [&](std::size_t m, std::uint64_t) { return sample * (m + 1) + m; };
    const kit::result got = of.ask(number);
    if (got.verdict != kind::ok) return refusal(got);
    // Many libraries have another power for a row than for one element.
    const bool alone = of.op.name != "pow" && single.ask(number).verdict == kind::ok;
    std::byte const* const other = alone ? single.z().at(indices{0}) : z.at(start);
    std::optional<std::string> wrong;
    each_index(z.where.sizes, [&](indices const& i) {
      if (wrong || near_enough(of.op, z.of.name, z.at(i), other, 0)) return;
      wrong = fmt::format("{} is {}, and {} it is {}, of the same operands", element_name("Z", i),
                          z.of.text(z.at(i)), alone ? "alone" : "as the first element",
                          z.of.text(other));
    });
    if (wrong) return wrong;
  }
  return std::nullopt;
}

/// Integers are exact, and what is copied or compared is not rounded.
bool rounds(kit::subject const& s, test_case const& c) {
  if (!with_elements(s, c) || class_of(c.element) != element_class::floats) return false;
  const std::string_view op = c.operation;
  return op != "copy" && op != "where" && op != "min" && op != "max" &&
         !find_operation(op)->predicate;
}

}  // namespace

std::vector<law> computed_laws() {
  return {
      {"operands", "bcast.P75", spec::level::derived,
       "A call writes its target and nothing else: no operand, and nothing between its elements.",
       family::layouts, needs_values, few_and_legal, operands, computation::any},
      {"computed", "bcast.P76", spec::level::derived,
       "A result is the operation's value on the elements that f selects, special values included.",
       family::lengths, needs_values, with_elements, computed, computation::any},
      {"mask", "ufunc.X5", spec::level::must,
       "Where a mask, broadcast with the operands, is false, the target keeps what it held.",
       family::layouts, needs_masks, with_mask, mask, computation::masked},
      {"truth", "bcast.P85", spec::level::derived, "A bool whose byte is not 0 is true.",
       family::lengths, needs_any_bool, of_bools, truth, computation::any},
      {"far", "bcast.P80", spec::level::derived,
       "A result is the same if the rows of the operands and the target are 2^32 elements apart.",
       family::layouts, needs_far_memory, few_rows, far, computation::any},
      {"alike", "bcast.P77", spec::level::should,
       "What an operation gives for some elements does not depend on where they stand.",
       family::lengths, needs_values, rounds, alike, computation::any},
  };
}

}  // namespace bcast::proptests
