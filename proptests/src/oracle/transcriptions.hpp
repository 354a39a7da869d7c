// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The documents' answers in the kit's types. The including file must first include the
// transcriptions, plain or traced, and define bcast::proptests::texts as an alias of their
// namespace.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/spec/rules.hpp"
#include "oracle/registered.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using kind = kit::result::kind;
using ref::index;

template <class Sequence>
kit::shape to_type(Sequence const& sizes) {
  kit::shape t;
  for (index size : sizes) t.sizes.emplace_back(size);
  return t;
}

/// Runs a transcription and turns its exceptions into answers. `origin` is the number of the
/// document's first axis.
template <class F>
kit::result answered(index origin, F transcription) {
  kit::result a;
  try {
    a.shape = transcription();
  } catch (ref::violation const& v) {
    a.verdict = kind::refused;
    a.tag = v.tag;
    if (v.axis >= 0) a.axis = static_cast<std::size_t>(v.axis - origin);
    a.why = v.what();
  } catch (ref::no_answer const& n) {
    a.verdict = kind::silent;
    a.tag = n.tag;
    a.why = n.what();
  }
  return a;
}

/// Reports a document's gap if a size is unknown.
void expect_static(test_case const& c, std::string_view gap) {
  for (operand const& o : c.operands) {
    if (!is_static(o.type)) throw ref::no_answer(gap);
  }
}

index rank_of(test_case const& c) {
  std::size_t rank = 0;
  for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  return static_cast<index>(rank);
}

/// `of(size, k)` converts a known size to the transcription's type; k counts the axes from the
/// last.
template <class Size, class Of>
texts::mlir::operation<Size> to_mlir(test_case const& c, Of const& of) {
  const auto type_of = [&](kit::shape const& t) -> texts::mlir::type<Size> {
    if (!t.ranked) return {std::nullopt};
    texts::mlir::dims<Size> sizes;
    for (std::size_t k = 0; k < t.sizes.size(); ++k) {
      if (kit::dim const& d = t.sizes[k]) {
        sizes.append(texts::mlir::dim<Size>(of(*d, t.sizes.size() - 1 - k)));
      } else {
        sizes.append(texts::mlir::dim<Size>());
      }
    }
    return {sizes};
  };
  texts::mlir::operation<Size> op;
  for (operand const& o : c.operands) op.operands.append(type_of(o.type));
  if (c.result) op.results.append(type_of(c.result->type));
  return op;
}

texts::mlir::operation<index> to_mlir(test_case const& c) {
  return to_mlir<index>(c, [](index size, std::size_t) { return size; });
}

kit::shape to_type(std::optional<texts::mlir::dims<index>> const& shape) {
  if (!shape) return kit::shape::unranked();
  kit::shape t;
  for (auto const& d : *shape) t.sizes.push_back(d.size);
  return t;
}

kit::shape mlir(test_case const& c) { return to_type(texts::mlir::InferResultShape(to_mlir(c))); }

/// A size that knows its axis and records it when it is compared.
struct noted {
  index size = 0;
  std::optional<std::size_t> from_last;
  std::optional<std::size_t>* last = nullptr;
  noted() = default;
  explicit noted(index s) : size(s) {}
  noted(index s, std::size_t k, std::optional<std::size_t>* note)
      : size(s), from_last(k), last(note) {}
  static void note(noted const& a, noted const& b) {
    for (noted const* n : {&a, &b}) {
      if (n->last != nullptr) *n->last = n->from_last;
    }
  }
  friend bool operator==(noted const& a, noted const& b) {
    note(a, b);
    return a.size == b.size;
  }
  friend bool operator<(noted const& a, noted const& b) {
    note(a, b);
    return a.size < b.size;
  }
};

/// The axis on which MLIR's inference fails, or none if it does not fail. MLIR's errors name no
/// axis, so it is the axis of the last sizes that were compared.
std::optional<std::size_t> last_axis_of_mlir(test_case const& c) {
  std::optional<std::size_t> last;
  const auto op =
      to_mlir<noted>(c, [&](index size, std::size_t k) { return noted(size, k, &last); });
  const kit::result a = answered(0, [&] {
    texts::mlir::InferResultShape(op);
    return kit::shape{};
  });
  if (a.verdict == kind::ok || !last) return std::nullopt;
  return static_cast<std::size_t>(rank_of(c)) - 1 - *last;
}

/// Two shapes at a time, from the left. `next(m)` is called before operand m, except for the first
/// two. The axis of an error is numbered in the common shape of all operands.
template <class Next>
ref::list<index> folded(ref::shape_rule const& rule, ref::list<ref::list<index>> const& shapes,
                        index rank, Next const& next) {
  ref::list<index> shape = rule.result({shapes[0]});
  for (index m = 1; m < shapes.n(); ++m) {
    if (m > 1) next(static_cast<std::size_t>(m));
    try {
      shape = rule.result({shape, shapes[m]});
    } catch (ref::violation const& v) {
      throw ref::violation(v.tag, v.axis + rank - std::max(shape.n(), shapes[m].n()));
    }
  }
  return shape;
}

/// A rule that says what sizes that are not known give.
kit::shape by_unknown(ref::shape_rule const& rule, test_case const& c) {
  ref::list<ref::partly_known> shapes;
  for (operand const& o : c.operands) {
    ref::list<std::optional<index>> sizes;
    for (kit::dim const& d : o.type.sizes) sizes.append(d.size);
    shapes.append(o.type.ranked ? ref::partly_known(sizes) : std::nullopt);
  }
  const ref::partly_known result = rule.of_unknown(shapes);
  if (!result) return kit::shape::unranked();
  kit::shape t;
  for (std::optional<index> const& size : *result) t.sizes.emplace_back(size);
  return t;
}

/// A rule that is asked by shapes, and perhaps by broadcast dimensions. What its switches do not
/// cover is a gap of the document.
template <class Next>
kit::shape by_shapes(ref::shape_rule const& rule, test_case const& c, Next const& next) {
  if (c.dimensions && rule.along == nullptr) {
    throw std::invalid_argument("'" + std::string(rule.name) + "' has no broadcast dimensions");
  }
  if (rule.of_unknown != nullptr) return by_unknown(rule, c);
  const auto switches = std::find_if(spec::rules.begin(), spec::rules.end(),
                                     [&](spec::rule const& r) { return r.name == rule.name; });
  std::string_view unknown = rule.unknown;
  if (switches != spec::rules.end()) {  // a printed version has none
    spec::citations const& cite = registered_citations(*switches);
    if (c.operands.empty() && !cite.needs_operands) throw ref::no_answer(cite.no_operands);
    const spec::arity_rule arity = c.dimensions ? spec::arity_rule::two : switches->operands;
    if (!takes(arity, c.operands.size())) throw ref::no_answer(cite.arity);
    unknown = cite.unknown;
  }
  expect_static(c, unknown);
  ref::list<ref::list<index>> shapes;
  for (operand const& o : c.operands) shapes.append(ref::list<index>(sizes_of(o.type)));
  if (c.dimensions) return to_type(rule.along(shapes, ref::list<index>(*c.dimensions)));
  return to_type(rule.pairwise ? folded(rule, shapes, rank_of(c), next) : rule.result(shapes));
}

template <class Next>
kit::result answer_of(std::string_view document, test_case const& c, Next const& next) {
  if (document == "mlir") return answered(0, [&] { return mlir(c); });
  for (std::span<ref::shape_rule const> rules : texts::documents::shape_rules) {
    for (ref::shape_rule const& rule : rules) {
      if (rule.name != document) continue;
      return answered(rule.first_axis, [&] { return by_shapes(rule, c, next); });
    }
  }
  throw std::invalid_argument("no document is called '" + std::string(document) + "'");
}

/// MLIR's Verify, which gives no shape.
kit::result verified(test_case const& c) {
  return answered(0, [&] {
    texts::mlir::Verify(to_mlir(c));
    return kit::shape{};
  });
}

/// The same answer, with the axis added if the document fails on an axis without naming it.
kit::result with_axis(std::string_view document, kit::result a, test_case const& c) {
  if (document == "mlir" && a.verdict != kind::ok && !a.axis) a.axis = last_axis_of_mlir(c);
  return a;
}

}  // namespace
}  // namespace bcast::proptests
