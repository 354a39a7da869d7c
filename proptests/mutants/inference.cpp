// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inference.hpp"

#include <algorithm>
#include <utility>

#include "bcast/proptests/case.hpp"

namespace bcast::mutants {
namespace {

using kind = kit::result::kind;
using proptests::is_static;
using proptests::sizes_of;
using proptests::type_of;

/// The size at an axis of a result of rank `rank`; a missing axis has size 1.
kit::dim at(kit::shape const& t, std::size_t rank, std::size_t axis) {
  const std::size_t missing = rank - t.sizes.size();
  return axis < missing ? kit::dim(1) : t.sizes[axis - missing];
}

/// Joins two shapes axis by axis, aligned at the last axis.
template <class F>
kit::shape zipped(kit::shape const& a, kit::shape const& b, F one) {
  kit::shape result;
  const std::size_t rank = std::max(a.sizes.size(), b.sizes.size());
  for (std::size_t axis = 0; axis < rank; ++axis) {
    result.sizes.push_back(one(at(a, rank, axis), at(b, rank, axis)));
  }
  return result;
}

}  // namespace

bool rule::verified(kit::dim inferred, kit::dim declared) const {
  return !inferred || !declared || *inferred == *declared;
}

void rule::verify(types const& operands, kit::shape const& result) const {
  const kit::shape inferred = broadcast_shapes(operands, std::nullopt);
  if (!result.ranked || !inferred.ranked) return;
  if (inferred.sizes.size() != result.sizes.size()) throw refusal("the ranks differ");
  for (std::size_t k = 0; k < result.sizes.size(); ++k) {
    if (!verified(inferred.sizes[k], result.sizes[k])) throw refusal("a size differs");
  }
}

// sound -------------------------------------------------------------------------------------------

kit::dim sound_rule::join_dims(kit::dim a, kit::dim b) const {
  if (a == 1) return b;
  if (b == 1) return a;
  if (!a) return b;
  if (b && *a != *b) throw refusal("sizes differ at every run time");
  return a;
}

kit::shape sound_rule::broadcast_shapes(kit::shape const& a, kit::shape const& b) const {
  if (!a.ranked || !b.ranked) return kit::shape::unranked();
  return zipped(a, b, [&](kit::dim p, kit::dim q) { return join_dims(p, q); });
}

kit::shape sound_rule::broadcast_shapes(types const& given, axes const&) const {
  // Unknown ranks go last, so that they hide no clash.
  types operands = given;
  std::ranges::stable_partition(operands, [](kit::shape const& t) { return t.ranked; });
  kit::shape result = operands.front();
  for (std::size_t m = 1; m < operands.size(); ++m) result = broadcast_shapes(result, operands[m]);
  return result;
}

// mlir --------------------------------------------------------------------------------------------

kit::dim infer_dim(kit::dim a, kit::dim b) {
  if (a == 0 || b == 0) throw silence("no row has a 0");
  if (a == 1) return b;
  if (b == 1 || !b) return a;
  if (!a) return b;
  if (*a != *b) throw refusal("sizes differ");
  return a;
}

bool declared_for(kit::dim inferred, kit::dim declared) {
  return !declared || inferred == declared;
}

kit::shape mlir_rule::broadcast_shapes(types const& operands, axes const&) const {
  kit::shape result = kit::shape::unranked();
  for (kit::shape const& t : operands) {
    if (t.ranked) result = result.ranked ? zipped(result, t, join_) : t;
  }
  return result;
}

// xla ---------------------------------------------------------------------------------------------

void check_tuple(shape const& lower, shape const& higher, kit::broadcast_dimensions const& tuple) {
  if (tuple.size() > lower.size()) throw refusal("an axis is matched twice");
  if (tuple.size() < lower.size()) throw refusal("the tuple is too short");
  for (std::int64_t axis : tuple) {
    if (axis < 0 || axis >= static_cast<std::int64_t>(higher.size())) {
      throw refusal("there is no such axis");
    }
  }
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const std::int64_t size = higher[static_cast<std::size_t>(tuple[k])];
    if (lower[k] != size && lower[k] != 1 && size != 1) throw refusal("sizes differ");
  }
  if (std::ranges::adjacent_find(tuple, std::greater_equal<>()) != tuple.end()) {
    throw refusal("the tuple does not rise");
  }
}

kit::broadcast_dimensions no_tuple(shape const& lower, shape const&) {
  if (!lower.empty()) throw refusal("the ranks differ, and no axes are given");
  return {};
}

kit::shape xla_rule::broadcast_shapes(types const& operands, axes const& dimensions) const {
  if (operands.size() != 2) throw silence("it joins two");
  if (!is_static(operands[0]) || !is_static(operands[1])) throw silence("a size is unknown");
  shape lower = sizes_of(operands[0]), higher = sizes_of(operands[1]);
  if (lower.size() > higher.size()) std::swap(lower, higher);
  if (lower.size() == higher.size()) {
    if (dimensions) throw silence("axes are given, and the ranks are equal");
  } else {
    const auto tuple = dimensions ? o.read(lower, higher, *dimensions) : o.without(lower, higher);
    o.check(lower, higher, tuple);
    shape sizes = higher;
    for (std::size_t k = 0; k < lower.size(); ++k) {
      sizes[static_cast<std::size_t>(tuple[k])] = lower[k];
    }
    lower = sizes;
  }
  for (std::size_t k = 0; k < higher.size(); ++k) {
    if (lower[k] != higher[k] && lower[k] != 1 && higher[k] != 1) throw refusal("sizes differ");
    higher[k] = std::max(lower[k], higher[k]);
  }
  return type_of(higher);
}

// sonnx -------------------------------------------------------------------------------------------

bool sonnx_rule::allowed(std::int64_t size, std::int64_t largest) const {
  return size == 1 || size == largest;
}

kit::shape sonnx_rule::broadcast_shapes(types const& operands, axes const&) const {
  for (kit::shape const& t : operands) {
    if (!is_static(t)) throw silence("a size is unknown");
  }
  std::size_t rank = 0;
  for (kit::shape const& t : operands) rank = std::max(rank, t.sizes.size());
  shape largest(rank, 0);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    for (kit::shape const& t : operands) {
      largest[axis] = std::max(largest[axis], at(t, rank, axis).value());
    }
    for (kit::shape const& t : operands) {
      if (!allowed(at(t, rank, axis).value(), largest[axis])) throw refusal("sizes differ");
    }
  }
  return type_of(largest);
}

/// Whether any size has a name or a bound, which these rules do not support.
bool is_named(types const& all) {
  return std::ranges::any_of(all, [](kit::shape const& t) {
    return std::ranges::any_of(t.sizes,
                               [](kit::dim const& d) { return !d.symbol.empty() || d.upper; });
  });
}

kit::subject subject_of(std::string name, std::string follows,
                        std::shared_ptr<rule const> decides) {
  const auto answered = [decides](types const& all, auto f) {
    kit::result a;
    if (is_named(all) && !decides->takes_names()) {
      a.verdict = kind::unsupported;
      return a;
    }
    try {
      a.shape = f();
    } catch (refusal const& r) {
      a.verdict = kind::refused;
      a.why = r.what();
    } catch (silence const& s) {
      a.verdict = kind::silent;
      a.why = s.what();
    }
    return a;
  };
  kit::subject s;
  s.name = std::move(name);
  s.rule = std::move(follows);
  s.declares.unknown = true;
  s.broadcast_shapes = [=](types const& operands, axes const& dimensions) {
    return answered(operands, [&] { return decides->broadcast_shapes(operands, dimensions); });
  };
  if (!decides->verifies()) return s;
  s.verify = [=](types const& operands, kit::shape const& result) {
    types all = operands;
    all.push_back(result);
    return answered(all, [&] {
      decides->verify(operands, result);
      return decides->broadcast_shapes(operands, std::nullopt);
    });
  };
  return s;
}

}  // namespace bcast::mutants
