// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/bcast.h"
#include "bcast/shape.hpp"

/// Broadcasting as published documents define it, in C++: `libbcast`, whose functions in C are
/// `bcast/bcast.h`. This header works with every compiler and standard library.
///
///     bcast::shape z = bcast::broadcast_shapes({{8, 1, 6, 1}, {7, 1, 5}});  // 8x7x6x5
///     bcast::broadcast_shapes({{2, 3}, {4}});  // throws broadcast_error: axis 1, array_api.A14
///     auto r = bcast::try_broadcast_shapes({{"N", 3}, {4, 1}}, {.rule = "mlir@19"});
///     auto i = bcast::operand_index({8, 1, 6, 1}, {1, 2, 3, 4});  // {1, 0, 3, 0}
///
/// Every function may be called from several threads at once. Each throws std::invalid_argument for
/// an unknown rule, for a negative size, and for broadcast dimensions that the rule does not take.
namespace bcast {

/// How a question is asked.
struct options {
  /// The name of a rule, perhaps with switches: `array_api`, `mlir@19`, `mlir zero=other`;
  /// `rules()` lists the names. If it is a document's own, its transcription answers, otherwise the
  /// verifier.
  std::string rule = "array_api";

  /// XLA's, CHLO's and StableHLO's: the axis of the result for each axis of an operand.
  std::optional<broadcast_dimensions> dimensions{};
};

/// The shapes do not broadcast. `what()` is one line with the clause.
struct broadcast_error : std::invalid_argument {
  broadcast_error(std::string const& line, result r)
      : std::invalid_argument(line), why(std::move(r)) {}
  result why;  ///< the clause, the axis, the operands
};

/// The rule's document says nothing of these shapes.
struct unspecified : broadcast_error {
  using broadcast_error::broadcast_error;
};

namespace detail {

/// Shapes as the functions in C take them. The same name is the same symbol.
class shapes_in_c {
 public:
  explicit shapes_in_c(std::vector<shape> const& all) {
    lists_.reserve(3 * all.size());
    for (shape const& s : all) add(s);
  }

  void add(shape const& s) {
    std::vector<std::int64_t> size, symbol, upper;
    for (dim const& d : s.sizes) {
      size.push_back(d.size.value_or(BCAST_UNKNOWN));
      symbol.push_back(number_of(d.symbol));
      upper.push_back(d.upper.value_or(BCAST_UNKNOWN));
    }
    bcast_dims c{s.ranked ? static_cast<std::int32_t>(s.rank()) : -1, nullptr, nullptr, nullptr};
    c.size = kept(std::move(size));
    c.symbol = kept(std::move(symbol));
    c.upper = kept(std::move(upper));
    dims_.push_back(c);
  }

  std::int32_t count() const { return static_cast<std::int32_t>(dims_.size()); }
  bcast_dims const* data() const { return dims_.data(); }

  /// A shape that C has written, with the names of its symbols.
  shape named(bcast_dims_out const& c) const {
    if (c.rank < 0) return shape::unranked();
    shape s;
    for (std::int32_t k = 0; k < c.rank; ++k) {
      if (c.size[k] != BCAST_UNKNOWN) {
        s.sizes.emplace_back(c.size[k]);
        continue;
      }
      dim& d = s.sizes.emplace_back();
      if (c.symbol[k] != 0) d.symbol = names_.at(static_cast<std::size_t>(c.symbol[k] - 1));
      if (c.upper[k] != BCAST_UNKNOWN) d.upper = c.upper[k];
    }
    return s;
  }

 private:
  std::int64_t number_of(std::string const& name) {
    if (name.empty()) return 0;
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto number = found - names_.begin() + 1;
    if (found == names_.end()) names_.push_back(name);
    return number;
  }

  std::int64_t const* kept(std::vector<std::int64_t> list) {
    lists_.push_back(std::move(list));
    return lists_.back().data();  // a moved vector keeps its elements where they are
  }

  std::vector<bcast_dims> dims_;
  std::vector<std::vector<std::int64_t>> lists_;
  std::vector<std::string> names_;
};

inline bcast_rule rule_in_c(options const& asked) {
  bcast_rule c{};
  if (!asked.dimensions) return c;
  c.has_dimensions = 1;
  c.dimensions_count = static_cast<std::int32_t>(asked.dimensions->size());
  c.dimensions = asked.dimensions->data();
  return c;
}

/// What C has answered, without a shape. Throws std::invalid_argument for what it calls an error.
inline result told(bcast_status status, bcast_reason const& why, options const& asked) {
  if (status == BCAST_ERROR) throw std::invalid_argument(why.text);
  result r;
  if (status == BCAST_REJECT) r.verdict = result::kind::refused;
  if (status == BCAST_NO_ANSWER) r.verdict = result::kind::silent;
  if (status == BCAST_UNSUPPORTED) r.verdict = result::kind::unsupported;
  r.tag = why.tag;
  r.why = why.text;
  if (why.axis >= 0) r.axis = static_cast<std::size_t>(why.axis);
  if (why.operands[0] >= 0) {
    for (std::int32_t m : why.operands) r.operands.push_back(static_cast<std::size_t>(m));
  }
  r.by = "verifier";
  std::size_t count = 0;
  bcast_rule_row const* const rows = bcast_rules(&count);
  for (std::size_t k = 0; k < count; ++k) {
    if (asked.rule == rows[k].name) r.by = rows[k].by;
  }
  return r;
}

}  // namespace detail

/// What a rule says of the operands' shapes: a shape, a refusal, or nothing. `by` is who answers.
inline result try_broadcast_shapes(std::vector<shape> const& operands, options const& asked = {}) {
  const detail::shapes_in_c c(operands);
  const bcast_rule rule = detail::rule_in_c(asked);
  std::size_t rank = asked.dimensions ? asked.dimensions->size() : 0;
  for (shape const& s : operands) rank = std::max(rank, s.rank());
  std::vector<std::int64_t> size(rank), symbol(rank, 0), upper(rank, BCAST_UNKNOWN);
  bcast_dims_out z{static_cast<std::int32_t>(rank), 0, size.data(), symbol.data(), upper.data()};
  bcast_reason why;
  const bcast_status status =
      bcast_broadcast_shapes(asked.rule.c_str(), c.count(), c.data(), &rule, &z, &why);
  result r = detail::told(status, why, asked);
  if (status == BCAST_OK) r.shape = c.named(z);
  return r;
}

/// `8x?x6`, `()` for a scalar, `*` where the rank is not known; with a bound `N<=8`.
inline std::string to_string(shape const& s) {
  if (!s.ranked) return "*";
  std::string text;
  for (dim const& d : s.sizes) {
    if (!text.empty()) text += 'x';
    if (d.size) {
      text += std::to_string(*d.size);
      continue;
    }
    text += d.symbol.empty() && !d.upper ? "?" : d.symbol;
    if (d.upper) text += "<=" + std::to_string(*d.upper);
  }
  return s.sizes.empty() ? "()" : text;
}

/// `8x7x6x5`, or `does not broadcast [array_api.A14] axis 1 of the result: operand 0 has 3, operand
/// 1 has 4`.
inline std::string to_string(result const& r) {
  if (r.verdict == result::kind::ok) return to_string(r.shape);
  std::string line = r.verdict == result::kind::refused ? "does not broadcast" : "no answer";
  line += r.tag.empty() ? ": " : " [" + r.tag + "] ";
  if (r.axis) line += "axis " + std::to_string(*r.axis) + " of the result: ";
  return line + r.why;
}

/// The shape to which the operands broadcast. Throws broadcast_error where they do not
/// [array_api.A14, sonnx.C1, xla.X12, mlir.A4], and unspecified where the document says nothing.
inline shape broadcast_shapes(std::vector<shape> const& operands, options const& asked = {}) {
  result r = try_broadcast_shapes(operands, asked);
  if (r.verdict == result::kind::ok) return r.shape;
  const std::string line = to_string(r);
  if (r.verdict == result::kind::refused) throw broadcast_error(line, std::move(r));
  throw unspecified(line, std::move(r));
}

/// The index of the operand's element that position `at` of a result reads, counted from 0
/// [sonnx.F4, sonnx.F6]. Throws std::invalid_argument for a size that is not known, for fewer
/// entries than the operand has axes, and for one beyond a size other than 1.
inline std::vector<std::int64_t> operand_index(shape const& operand,
                                               std::vector<std::int64_t> const& at) {
  std::vector<std::int64_t> sizes, index(operand.rank());
  for (dim const& d : operand.sizes) sizes.push_back(d.size.value_or(BCAST_UNKNOWN));
  bcast_reason why;
  const bcast_status status = bcast_operand_index(
      static_cast<std::int32_t>(operand.ranked ? sizes.size() : -1), sizes.data(),
      static_cast<std::int32_t>(at.size()), at.data(), index.data(), &why);
  if (status != BCAST_OK) throw std::invalid_argument(why.text);
  return index;
}

/// Whether `declared` may be the result's shape for the operands [mlir.A5, bcast.P40].
inline result verify(std::vector<shape> const& operands, shape const& declared,
                     options const& asked = {}) {
  detail::shapes_in_c c(operands);
  c.add(declared);
  bcast_reason why;
  const bcast_status status =
      bcast_verify(asked.rule.c_str(), c.count() - 1, c.data(), c.data() + operands.size(), &why);
  result r = detail::told(status, why, asked);
  if (status == BCAST_OK) r.shape = declared;
  r.by = "verifier";
  return r;
}

/// How the operands are aligned, who answers, and each step with its clause, in lines for a reader.
/// A refusal is explained too.
inline std::string explain(std::vector<shape> const& operands, options const& asked = {}) {
  const detail::shapes_in_c c(operands);
  const bcast_rule rule = detail::rule_in_c(asked);
  std::string text;
  for (std::size_t length = 0;;) {
    bcast_reason why;
    const bcast_status status =
        bcast_explain(asked.rule.c_str(), c.count(), c.data(), &rule, text.data(),
                      text.empty() ? 0 : text.size() + 1, &length, &why);
    detail::told(status, why, asked);
    if (text.size() == length) return text;
    text.resize(length);
  }
}

/// A rule that can be asked.
struct rule {
  std::string_view name;
  std::string_view document;  ///< whose text it follows
  std::string_view note;      ///< where it is from, in a few words
  std::string_view by;        ///< who answers: `sonnx.hpp`, ..., or `verifier`
};

/// The rules of the documents, and those of real systems.
inline std::vector<rule> rules() {
  std::vector<rule> all;
  std::size_t count = 0;
  bcast_rule_row const* const rows = bcast_rules(&count);
  for (std::size_t k = 0; k < count; ++k) {
    all.push_back({rows[k].name, rows[k].document, rows[k].note, rows[k].by});
  }
  return all;
}

}  // namespace bcast
