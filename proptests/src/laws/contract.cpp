// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/contract.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "cases/element_kinds.hpp"
#include "laws/value_checks.hpp"
#include "oracle/operations.hpp"
#include "oracle/products.hpp"

namespace bcast::proptests {
namespace {

bool has(std::vector<std::string> const& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Whether the law compares typed elements, so that the element type must exist in C++.
bool typed(law const& l) {
  return l.asks == computation::broadcast || l.asks == computation::copy ||
         l.asks == computation::subtraction || l.asks == computation::product;
}

bool takes_element(law const& l, kit::subject const& s, std::string_view element) {
  auto const& declared = s.declares.dtypes;
  if (!declared.empty() && !has(declared, element)) return false;
  const bool half = element == "float16" || element == "bfloat16";
  if (half && (typed(l) || declared.empty())) return false;
  return typed(l) || find_element_kind(element) != nullptr;
}

/// Whether the subject can compute an operation on the case's operands.
bool takes_operation(law const& l, kit::subject const& s, test_case const& c,
                     std::string_view name) {
  operation const* op = find_operation(name);
  if (op == nullptr || !has(s.declares.ops, name)) return false;
  const bool boolean = c.element == "bool";
  if (l.asks == computation::in_place && !boolean && (op->predicate || name == "where")) {
    return false;  // the target has operand 0's element type
  }
  return op->takes(c.operands.size()) && op->computes(class_of(c.element));
}

std::string_view fixed_operation(law const& l) {
  switch (l.asks) {
    case computation::broadcast:
      return "broadcast";
    case computation::copy:
      return "copy";
    case computation::subtraction:
      return "sub";
    default:
      return "";
  }
}

/// Whether the shapes of a call are a legal broadcast. For element-wise calls this depends on the
/// target that a law chooses, so those laws check it themselves.
bool is_legal_call(law const& l, test_case const& c) {
  if (l.asks == computation::product) return is_legal_product(c);
  if (l.asks == computation::copy) {
    return std::all_of(c.operands.begin(), c.operands.end(), [&](operand const& o) {
      test_case one;
      one.operands = {o};
      return c.result && fits(one, sizes_of(c.result->type));
    });
  }
  return !typed(l) || joined(c).has_value();
}

std::vector<std::string> typed_elements(law const& l, kit::subject const& s) {
  std::vector<std::string> all;
  for (element_kind const& k : element_kinds()) {
    if (takes_element(l, s, k.name)) all.emplace_back(k.name);
  }
  return all;
}

}  // namespace

std::string beyond_contract(law const& l, kit::subject const& s) {
  if (l.asks == computation::none) return "";
  if (l.asks == computation::product) {
    return typed_elements(l, s).empty() ? "computes none of the element types" : "";
  }
  if (!s.apply) return "does not compute values";
  const std::string_view fixed = fixed_operation(l);
  if (!fixed.empty() && !has(s.declares.ops, fixed)) {
    return "does not compute `" + std::string(fixed) + "`";
  }
  if (l.asks == computation::subtraction && !s.declares.exact) {
    return "does not declare its arithmetic exact";
  }
  if (l.asks == computation::in_place && !s.declares.overlap) {
    return "declares that a target never overlaps an operand";
  }
  const bool known = std::any_of(operations().begin(), operations().end(),
                                 [&](auto const& op) { return has(s.declares.ops, op.name); });
  if (fixed.empty() && !known) return "declares no operation that the laws know";
  if (typed_elements(l, s).empty()) return "computes none of the element types";
  return "";
}

bool within_contract(law const& l, kit::subject const& s, test_case const& c) {
  const auto large = [&](kit::dim const& d) {
    return d && *d > 0 && static_cast<std::size_t>(*d) > s.declares.max_size;
  };
  const auto beyond = [&](operand const& o) {
    auto const& sizes = o.type.sizes;
    return sizes.size() > s.declares.max_rank || std::any_of(sizes.begin(), sizes.end(), large);
  };
  if (std::any_of(c.operands.begin(), c.operands.end(), beyond) ||
      (c.result && beyond(*c.result))) {
    return false;
  }
  const bool one_by_one = l.operands == taken::one_by_one || c.operation == "copy";
  if (c.operands.size() < s.declares.min_operands && !one_by_one) return false;
  if (l.asks == computation::none) return true;
  if (!takes_element(l, s, c.element)) return false;
  const auto laid_out = [](operand const& o) { return o.layout.bits != 0; };
  if (!s.declares.strided && (std::any_of(c.operands.begin(), c.operands.end(), laid_out) ||
                              (c.result && laid_out(*c.result)))) {
    return false;
  }
  if (!s.declares.reject && is_static(c) && !is_legal_call(l, c)) return false;
  if (typed(l)) return true;
  return c.operands.size() <= s.declares.max_operands && takes_operation(l, s, c, c.operation);
}

namespace {

test_case fitted_call(law const& l, kit::subject const& s, test_case c, std::uint64_t i) {
  if (l.asks != computation::any && l.asks != computation::in_place) c.operation.clear();
  if (l.asks == computation::none) return c;
  if (!takes_element(l, s, c.element)) {
    const auto elements = typed_elements(l, s);
    if (!elements.empty()) c.element = elements[i % elements.size()];
  }
  if (!s.declares.strided) {
    for (operand& o : c.operands) o.layout = {};
    if (c.result) c.result->layout = {};
  }
  if (typed(l) || !c.operation.empty()) return c;
  std::vector<std::string_view> able;
  for (std::string const& name : s.declares.ops) {
    if (takes_operation(l, s, c, name)) able.push_back(name);
  }
  if (!able.empty()) c.operation = able[i % able.size()];
  return c;
}

/// The case, the other calls of its law, and the case again.
test_case repeated(law const& l, kit::subject const& s, test_case const& c) {
  std::vector<test_case> calls{c};
  for (test_case const& other : l.between(s, c)) {
    const bool known = std::find(calls.begin(), calls.end(), other) != calls.end();
    if (!known && within_contract(l, s, other) && l.applies_to(s, other)) calls.push_back(other);
  }
  calls.push_back(c);
  return in_sequence(std::move(calls));
}

}  // namespace

test_case fitted(law const& l, kit::subject const& s, test_case c, std::uint64_t i) {
  for (test_case& call : c.before) call = fitted_call(l, s, std::move(call), i);
  c = fitted_call(l, s, std::move(c), i);
  const bool extends =
      l.between != nullptr && c.before.empty() && within_contract(l, s, c) && l.applies_to(s, c);
  return extends ? repeated(l, s, c) : c;
}

}  // namespace bcast::proptests
