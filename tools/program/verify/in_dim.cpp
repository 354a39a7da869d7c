// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "bcast/reference/stablehlo.hpp"
#include "program/verify/sizes.hpp"

// The constraints are those of the transcription, which is given sizes that may not be known.

namespace bcast::program {
namespace {

namespace stablehlo = reference::stablehlo;
using proptests::mlir_operation;
using proptests::mlir_type;

/// A size, which is the same as another one unless that is known to be wrong.
struct size {
  explicit size(std::int64_t n) : known(n) {}
  size(mlir_type const& t, std::size_t axis, bool may_be_any)
      : known(t.shape.sizes[axis] ? std::optional(*t.shape.sizes[axis]) : std::nullopt),
        any(may_be_any) {}

  friend bool operator==(size const& a, size const& b) {
    if (a.known && b.known) return *a.known == *b.known;
    return (a.known || a.any) && (b.known || b.any);
  }
  friend bool operator<(size const& a, size const& b) { return a.known < b.known; }
  size& operator++() { return ++*known, *this; }
  operator reference::index() const { return *known; }

  std::optional<std::int64_t> known;
  bool any = true;  ///< what is not known is right
};

stablehlo::shape<size> sizes_of(mlir_type const& t, bool may_be_any) {
  return stablehlo::shape<size>::of(
      static_cast<reference::index>(rank(t)),
      [&](reference::index k) { return size(t, static_cast<std::size_t>(k), may_be_any); });
}

stablehlo::dimensions dimensions_of(dimensions const* given) {
  return stablehlo::dimensions(given == nullptr ? dimensions() : *given);
}

/// All sizes of a StableHLO tensor are known, but for one that has a bound.
std::optional<objection> not_static(mlir_type const& t) {
  std::size_t bounded = 0;
  for (std::size_t k = 0; k < rank(t); ++k) {
    kit::dim const& d = t.shape.sizes[k];
    if (d) continue;
    if (!d.upper) return objecting("static_shape", "the size is not known, and has no bound", k);
    if (++bounded > 1) return objecting("static_shape", "a second size that has only a bound", k);
  }
  return std::nullopt;
}

/// A type's elements: the axis, the scales and the zero points of `!quant.uniform<i8:f32:1, {2.0:1,
/// 3.0}>` are apart. With parameters that are not read, there is none.
std::optional<stablehlo::element_type> element_of(mlir_type const& t) {
  std::string_view text = t.element;
  const std::size_t brace = text.find('{');
  if (brace == std::string_view::npos) return stablehlo::element_type{text};
  const std::size_t comma = text.rfind(',', brace), colon = text.rfind(':', comma);
  if (comma == std::string_view::npos || colon == std::string_view::npos) return std::nullopt;
  stablehlo::quantization per_axis{0, {}, {}};
  const auto read = [&text](auto& number) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n,:"), text.size()));
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return wrong == std::errc();
  };
  const std::string_view name = text.substr(0, colon);
  text.remove_prefix(colon + 1);
  if (!read(per_axis.quantization_dimension)) return std::nullopt;
  text.remove_prefix(text.find('{') + 1);
  while (!text.starts_with('}')) {
    double scale = 0;
    reference::index zero_point = 0;
    if (!read(scale)) return std::nullopt;
    if (text.starts_with(':') && !read(zero_point)) return std::nullopt;
    per_axis.scales.append(scale);
    per_axis.zero_points.append(zero_point);
  }
  return stablehlo::element_type{name, std::move(per_axis)};
}

/// C1 and C6, of parameters that are quantised along an axis.
std::optional<objection> wrong_elements(stablehlo::operation<size> const& of,
                                        mlir_operation const& op) {
  const auto from = element_of(op.operands.front()), to = element_of(op.results.front());
  if (!from || !to || (!from->per_axis && !to->per_axis)) return std::nullopt;
  const std::string both = fmt::format("the elements are {}, and {} in the result",
                                       op.operands.front().element, op.results.front().element);
  if (!stablehlo::have_same_element_type(*from, *to)) return objecting("stablehlo.C1", both);
  const reference::index axis = from->per_axis->quantization_dimension,
                         target = to->per_axis->quantization_dimension;
  if (axis < 0 || axis >= of.operand.n() || target < 0 || target >= of.result.n()) {
    return objecting("stablehlo.C6", both);
  }
  const auto has_one_each = [](stablehlo::quantization const& q, size const& n) {
    return !n.known || q.scales.n() == *n.known;
  };
  if (!has_one_each(*from->per_axis, of.operand[axis]) ||
      !has_one_each(*to->per_axis, of.result[target]) || !of.result[target].known ||
      !stablehlo::have_same_quantization(of, *from->per_axis, *to->per_axis)) {
    return objecting("stablehlo.C6", both);
  }
  return std::nullopt;
}

/// What a clause that is broken says of an operation.
std::string message_of(reference::violation const& broken, mlir_operation const& op,
                       dimensions const& dims) {
  mlir_type const &operand = op.operands[0], &result = op.results[0];
  const std::string_view tag = broken.tag.substr(broken.tag.find('.') + 1);
  const auto plural = [](std::size_t n) { return n == 1 ? "" : "s"; };
  const auto of = [](dimensions const& all, std::string_view name, std::size_t most) {
    const auto wrong = wrong_entry(all, most, name, "", "");
    return wrong ? wrong->message : std::string();
  };
  if (tag == "C2" || tag == "C8") {
    return fmt::format("{} dimension{}, for an operand of rank {}", dims.size(),
                       plural(dims.size()), rank(operand));
  }
  if (tag == "C3" || tag == "C4" || tag == "C9" || tag == "C10") {
    return of(dims, "dims", rank(result));
  }
  if (tag == "C5" || tag == "C11") {
    const auto axis = static_cast<std::size_t>(broken.axis);
    const auto from =
        static_cast<std::size_t>(std::find(dims.begin(), dims.end(), broken.axis) - dims.begin());
    return fmt::format("axis {} of the operand has {}, the result has {}", from,
                       size_text(operand, from), size_text(result, axis));
  }
  if (tag == "C13") {
    const auto count = static_cast<std::size_t>(*op.operands[1].shape.sizes[0]);
    return fmt::format("output_dimensions has {} size{}, for a result of rank {}", count,
                       plural(count), rank(result));
  }
  dimensions hints;
  for (std::string_view name : {"known_expanding_dimensions", "known_nonexpanding_dimensions"}) {
    if (dimensions const* const some = integers(op, {name})) {
      hints.insert(hints.end(), some->begin(), some->end());
    }
  }
  return of(hints, "known_*_dimensions", rank(operand));
}

}  // namespace

std::optional<objection> in_dim(mlir_operation const& op, bool dynamic) {
  const std::string clause = dynamic ? "stablehlo.C8" : "stablehlo.C2";
  if (auto wrong = one_of_each(op, dynamic ? 2 : 1)) return wrong;
  mlir_type const &operand = op.operands[0], &result = op.results[0];
  dimensions const* const given = integers(op, {"dims", "broadcast_dimensions"});
  if (given == nullptr) return objecting(clause, "the broadcast dimensions are missing");
  if (!operand.shape.ranked || !result.shape.ranked) {
    return objecting(clause, "the operand and the result need a rank");
  }
  const stablehlo::operation<size> of{sizes_of(operand, true), dimensions_of(given),
                                      sizes_of(result, dynamic)};
  try {
    if (!dynamic) {
      stablehlo::broadcast_in_dim(of);
      if (auto wrong = not_static(result)) return wrong;
      return wrong_elements(of, op);
    }
    mlir_type const& shape = op.operands[1];
    if (!shape.shape.ranked || (has_shape(shape) && rank(shape) != 1)) {
      return objecting("stablehlo.I4",
                       "output_dimensions is " + shape_text(shape) + ", and not of one dimension");
    }
    if (auto wrong = not_static(shape)) return wrong;
    // Of the sizes that are computed, only the number may be known.
    stablehlo::shape<size> output = of.result;
    if (rank(shape) == 1 && shape.shape.sizes[0]) {
      const std::int64_t count = std::min<std::int64_t>(*shape.shape.sizes[0], output.n() + 1);
      output = stablehlo::shape<size>::of(count, [](reference::index) { return size(0); });
    }
    stablehlo::dynamic_broadcast_in_dim<size>(
        {of, output, dimensions_of(integers(op, {"known_expanding_dimensions"})),
         dimensions_of(integers(op, {"known_nonexpanding_dimensions"}))});
    return wrong_elements(of, op);
  } catch (reference::violation const& broken) {
    return objecting(
        std::string(broken.tag), message_of(broken, op, *given),
        broken.axis < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(broken.axis)));
  }
}

}  // namespace bcast::program
