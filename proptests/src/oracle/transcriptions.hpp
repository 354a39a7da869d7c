// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The documents' answers in the kit's types. The including file must first include the
// transcriptions, plain or traced, and define bcast::proptests::texts as an alias of their
// namespace.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "bcast/proptests/case.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"
#include "bcast/spec/rules.hpp"
#include "cases/placed.hpp"
#include "oracle/registered.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using kind = kit::result::kind;
using ref::index;

struct comparisons;

/// A size of an operand that notes what it is compared with, on an axis counted from the last one.
struct located {
  index size = 0;
  std::size_t operand = 0;
  std::size_t from_last = 0;
  comparisons* notes = nullptr;  ///< null if no operand has it: a 1 of the text's

  located() = default;
  explicit located(index s) : size(s) {}
  located(index s, std::size_t m, std::size_t k, comparisons* to)
      : size(s), operand(m), from_last(k), notes(to) {}
};

struct comparisons {
  std::optional<located> last;                  ///< the last size that was compared
  std::optional<std::array<located, 2>> equal;  ///< the last two of two operands, whether equal
};

void note(located const& a, located const& b) {
  for (located const* s : {&a, &b}) {
    if (s->notes != nullptr) s->notes->last = *s;
  }
}

bool operator<(located const& a, located const& b) {
  note(a, b);
  return a.size < b.size;
}

bool operator==(located const& a, located const& b) {
  note(a, b);
  if (a.notes != nullptr && b.notes != nullptr && a.operand != b.operand) {
    a.notes->equal = a.operand < b.operand ? std::array{a, b} : std::array{b, a};
  }
  return a.size == b.size;
}

located operator*(located const& a, located const& b) { return located(a.size * b.size); }

/// Compared with 0 next: whether b divides a.
located operator%(located const& a, located const& b) {
  static_cast<void>(a == b);
  return located(a.size % b.size);
}

index size_in(index size) { return size; }
index size_in(located const& size) { return size.size; }

template <class Size>
kit::shape to_type(ref::list<Size> const& sizes) {
  kit::shape t;
  for (Size const& size : sizes) t.sizes.emplace_back(size_in(size));
  return t;
}

template <class Size>
kit::shape to_type(ref::partly_known<Size> const& sizes) {
  if (!sizes) return kit::shape::unranked();
  kit::shape t;
  for (std::optional<Size> const& size : *sizes) {
    t.sizes.emplace_back(size ? std::optional(size_in(*size)) : std::nullopt);
  }
  return t;
}

/// Runs a transcription and turns its exceptions into answers. It is given the number of the first
/// axis, which it may change, to number the axis of an error.
template <class F>
kit::result answered(index origin, F transcription) {
  kit::result a;
  try {
    a.shape = transcription(origin);
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

std::size_t rank_of(test_case const& c) {
  std::size_t rank = 0;
  for (operand const& o : c.operands) rank = std::max(rank, o.type.sizes.size());
  return rank;
}

/// The sizes of a case as a transcription takes them. `of(size, m, k)` is a known size of operand
/// m, on its axis k.
template <class Of>
struct sizes_given {
  using size_type = std::invoke_result_t<Of, index, std::size_t, std::size_t>;

  test_case const& c;
  Of of;

  ref::partly_known<size_type> of_type(kit::shape const& t, std::size_t m) const {
    if (!t.ranked) return std::nullopt;
    ref::list<std::optional<size_type>> sizes;
    for (std::size_t k = 0; k < t.sizes.size(); ++k) {
      sizes.append(t.sizes[k] ? std::optional(of(*t.sizes[k], m, k)) : std::nullopt);
    }
    return sizes;
  }

  ref::list<ref::partly_known<size_type>> all() const {
    ref::list<ref::partly_known<size_type>> shapes;
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      shapes.append(of_type(c.operands[m].type, m));
    }
    return shapes;
  }

  /// Throws no_answer with the document's gap if a size is not known.
  ref::list<ref::list<size_type>> known(std::string_view gap) const {
    ref::list<ref::list<size_type>> shapes;
    for (std::size_t m = 0; m < c.operands.size(); ++m) {
      kit::shape const& t = c.operands[m].type;
      if (!is_static(t)) throw ref::no_answer(gap);
      ref::list<size_type> sizes;
      for (std::size_t k = 0; k < t.sizes.size(); ++k) sizes.append(of(*t.sizes[k], m, k));
      shapes.append(sizes);
    }
    return shapes;
  }
};

template <class Of>
sizes_given(test_case const&, Of) -> sizes_given<Of>;

auto as_they_are(test_case const& c) {
  return sizes_given{c, [](index size, std::size_t, std::size_t) { return size; }};
}

/// Two shapes at a time, from the left. `next(m)` is called before operand m, except for the first
/// two. `origin` makes the axis of an error that of the common shape of all operands.
template <class Size, class Next>
ref::list<Size> folded(ref::shape_rule<Size> const& rule, ref::list<ref::list<Size>> const& shapes,
                       index rank, index& origin, Next const& next) {
  ref::list<Size> shape = rule.result({shapes[0]});
  for (index m = 1; m < shapes.n(); ++m) {
    if (m > 1) next(static_cast<std::size_t>(m));
    origin = rule.first_axis - rank + std::max(shape.n(), shapes[m].n());
    shape = rule.result({shape, shapes[m]});
  }
  return shape;
}

/// What the operands broadcast to. What the switches of a rule do not cover is a gap of the
/// document.
template <class Size, class Of, class Next>
kit::shape shape_by(ref::shape_rule<Size> const& rule, sizes_given<Of> const& given, index& origin,
                    Next const& next) {
  test_case const& c = given.c;
  if (c.dimensions && rule.along == nullptr) {
    throw std::invalid_argument("'" + std::string(rule.name) + "' has no broadcast dimensions");
  }
  if (rule.of_unknown != nullptr) return to_type(rule.of_unknown(given.all()));
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
  const ref::list<ref::list<Size>> shapes = given.known(unknown);
  if (c.dimensions) return to_type(rule.along(shapes, ref::list<index>(*c.dimensions)));
  const auto rank = static_cast<index>(rank_of(c));
  return to_type(rule.pairwise ? folded(rule, shapes, rank, origin, next) : rule.result(shapes));
}

template <class Size>
ref::shape_rule<Size> const& rule_named(std::string_view name) {
  for (std::span<ref::shape_rule<Size> const> rules : texts::documents::shape_rules<Size>) {
    for (ref::shape_rule<Size> const& rule : rules) {
      if (rule.name == name) return rule;
    }
  }
  throw std::invalid_argument("no document is called '" + std::string(name) + "'");
}

template <class Next>
kit::result answer_of(std::string_view document, test_case const& c, Next const& next) {
  ref::shape_rule<index> const& rule = rule_named<index>(document);
  return answered(rule.first_axis,
                  [&](index& origin) { return shape_by(rule, as_they_are(c), origin, next); });
}

/// Whether the declared result is legal; the answer has no shape.
kit::result verified(std::string_view document, test_case const& c) {
  ref::shape_rule<index> const& rule = rule_named<index>(document);
  return answered(rule.first_axis, [&](index) {
    const auto given = as_they_are(c);
    rule.verify(given.all(), given.of_type(c.result->type, c.operands.size()));
    return kit::shape{};
  });
}

/// What a transcription compared until it failed; none if it does not fail.
std::optional<comparisons> compared(std::string_view document, test_case const& c) {
  const std::size_t rank = rank_of(c);
  comparisons notes;
  const sizes_given given{c, [&](index size, std::size_t m, std::size_t k) {
                            const bool placed = is_placed(c, m) && k < c.dimensions->size();
                            const auto axis = static_cast<std::size_t>(
                                placed ? (*c.dimensions)[k] : static_cast<index>(k));
                            const std::size_t own = c.operands[m].type.sizes.size();
                            return located(size, m, (placed ? rank : own) - 1 - axis, &notes);
                          }};
  ref::shape_rule<located> const& rule = rule_named<located>(document);
  const kit::result a = answered(rule.first_axis, [&](index& origin) {
    return shape_by(rule, given, origin, [](std::size_t) {});
  });
  if (a.verdict == kind::ok) return std::nullopt;
  return notes;
}

/// The same answer, with the axis if the document fails on one without naming it.
kit::result with_axis(std::string_view document, kit::result a, test_case const& c) {
  if (a.verdict == kind::ok || a.axis || rule_named<index>(document).names_axis) return a;
  const auto notes = compared(document, c);
  if (notes && notes->last) a.axis = rank_of(c) - 1 - notes->last->from_last;
  return a;
}

}  // namespace
}  // namespace bcast::proptests
