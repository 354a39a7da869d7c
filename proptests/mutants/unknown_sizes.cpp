// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unknown_sizes.hpp"

#include <algorithm>
#include <optional>

namespace bcast::mutants {
namespace {

using kind = kit::result::kind;
using sizes = std::vector<kit::dim>;

kit::result refused() {
  kit::result a;
  a.verdict = kind::refused;
  return a;
}

/// The common size, or none if the sizes clash.
std::optional<kit::dim> broadcast_shapes(kit::dim const& a, kit::dim const& b, guess wrong) {
  if (!a && !b) return a.symbol == b.symbol || wrong == guess::equal ? a : kit::dim();
  if (!a || !b) {
    kit::dim const &known = a ? a : b, &open = a ? b : a;
    if (*known == 1) return open;
    return wrong == guess::forgotten ? kit::dim() : known;
  }
  if (wrong == guess::zero_gives_way && *a == 0) return b;
  if (wrong == guess::zero_gives_way && *b == 0) return a;
  if (*a == 1 || *a == *b) return b;
  if (*b == 1) return a;
  return std::nullopt;
}

std::optional<sizes> broadcast_shapes(sizes a, sizes b, guess wrong) {
  const std::size_t rank = std::max(a.size(), b.size());
  for (sizes* s : {&a, &b}) {
    const auto at = wrong == guess::left_aligned ? s->end() : s->begin();
    s->insert(at, rank - s->size(), 1);
  }
  for (std::size_t k = 0; k < rank; ++k) {
    const auto common = broadcast_shapes(a[k], b[k], wrong);
    if (!common) return std::nullopt;
    a[k] = *common;
  }
  return a;
}

/// The sizes as the rule sees them.
sizes seen(sizes all, guess wrong) {
  for (kit::dim& d : all) {
    d.upper.reset();
    if (wrong == guess::one && !d) d = 1;
  }
  return all;
}

kit::result broadcast_shapes(std::vector<kit::shape> const& operands, guess wrong) {
  kit::result a;
  sizes common;
  for (std::size_t m = 0; m < operands.size(); ++m) {
    a.shape.ranked = a.shape.ranked && operands[m].ranked;
    if (wrong == guess::first_only) common = seen(operands[0].sizes, wrong);
    const auto joined = broadcast_shapes(common, seen(operands[m].sizes, wrong), wrong);
    if (!joined) return refused();
    common = *joined;
  }
  if (a.shape.ranked) a.shape.sizes = std::move(common);
  return a;
}

kit::result verify(std::vector<kit::shape> const& operands, kit::shape const& declared,
                   guess wrong) {
  kit::result a = broadcast_shapes(operands, wrong);
  if (a.verdict != kind::ok || !a.shape.ranked || !declared.ranked) return a;
  sizes const& expected = a.shape.sizes;
  if (expected.size() != declared.sizes.size()) return refused();
  for (std::size_t k = 0; k < expected.size(); ++k) {
    kit::dim const& found = declared.sizes[k];
    if (found && expected[k] && *found != *expected[k]) return refused();
    if (found && !expected[k] && *found == 1 && wrong == guess::not_one) return refused();
  }
  return a;
}

}  // namespace

std::vector<unknown_mutant> const& unknown_mutants() {
  static const std::vector<unknown_mutant> all{{"none", guess::none},
                                               {"unknown is 1", guess::one},
                                               {"unknown is not 1", guess::not_one},
                                               {"unknown and n give unknown", guess::forgotten},
                                               {"unknown sizes are equal", guess::equal},
                                               {"zero gives way", guess::zero_gives_way},
                                               {"left aligned", guess::left_aligned},
                                               {"folded from the first only", guess::first_only}};
  return all;
}

kit::subject subject_of(unknown_mutant const& m) {
  kit::subject s;
  s.name = m.name;
  s.rule = "onnx";
  s.declares.unknown = true;
  const guess wrong = m.wrong;
  s.broadcast_shapes = [wrong](std::vector<kit::shape> const& operands,
                               std::optional<kit::broadcast_dimensions> const&) {
    return broadcast_shapes(operands, wrong);
  };
  s.verify = [wrong](std::vector<kit::shape> const& operands, kit::shape const& declared) {
    return verify(operands, declared, wrong);
  };
  return s;
}

}  // namespace bcast::mutants
