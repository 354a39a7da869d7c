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
  return std::ranges::find(all, one) != all.end();
}

/// Whether the law compares typed elements, so that the element type must exist in C++.
bool typed(law const& l) {
  return l.asks == computation::broadcast || l.asks == computation::copy ||
         l.asks == computation::subtraction || l.asks == computation::product;
}

bool takes_element(law const& l, kit::subject const& s, std::string_view element) {
  auto const& declared = s.declares.dtypes;
  if (!declared.empty() && !has(declared, element)) return false;
  if (!is_usual(element) && (typed(l) || declared.empty())) return false;
  return typed(l) || find_element_kind(element) != nullptr;
}

bool asked_by(law const& l, operation const& op) {
  return (op.masked != nullptr) == (l.asks == computation::masked);
}

/// The operation of a name, if the subject can compute it on elements of the case's type.
operation const* able(law const& l, kit::subject const& s, test_case const& c,
                      std::string_view name) {
  operation const* op = find_operation(name);
  if (op == nullptr || !has(s.declares.ops, name) || !asked_by(l, *op)) return nullptr;
  const bool boolean = c.element == "bool";
  if (l.asks == computation::in_place && !boolean && (op->predicate || name == "where")) {
    return nullptr;  // the target has operand 0's element type
  }
  return op->computes(class_of(c.element)) ? op : nullptr;
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
    return std::ranges::all_of(c.operands, [&](operand const& o) {
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
  const bool known = std::ranges::any_of(s.declares.ops, [&](std::string const& name) {
    operation const* const op = find_operation(name);
    return op != nullptr && asked_by(l, *op);
  });
  if (fixed.empty() && !known) return "declares no operation that the laws know";
  if (typed_elements(l, s).empty()) return "computes none of the element types";
  return "";
}

std::string_view beyond_case(law const& l, kit::subject const& s, test_case const& c) {
  std::vector<operand> all = c.operands;
  if (c.result) all.push_back(*c.result);
  const auto any_of = [&](auto f) { return std::ranges::any_of(all, f); };
  const auto large = [&](kit::dim const& d) {
    return d && *d > 0 && static_cast<std::size_t>(*d) > s.declares.max_size;
  };
  if (any_of([&](operand const& o) { return o.type.sizes.size() > s.declares.max_rank; })) {
    return "max_rank";
  }
  if (any_of([&](operand const& o) { return std::ranges::any_of(o.type.sizes, large); })) {
    return "max_size";
  }
  const bool one_by_one = l.operands == taken::one_by_one || c.operation == "copy";
  const std::size_t masks = l.asks == computation::masked ? 1 : 0;
  if (c.operands.size() < masks + s.declares.min_operands && !one_by_one) return "min_operands";
  if (l.asks == computation::none) return "";
  if (!takes_element(l, s, c.element)) return "dtypes";
  if (!s.declares.strided && any_of([](operand const& o) { return o.layout.bits != 0; })) {
    return "strided";
  }
  if (!s.declares.reject && is_static(c) && !is_legal_call(l, c)) return "reject";
  if (typed(l)) return "";
  if (c.operands.size() > masks && c.operands.size() - masks > s.declares.max_operands) {
    return "max_operands";
  }
  operation const* const op = able(l, s, c, c.operation);
  return op != nullptr && op->takes(c.operands.size()) ? "" : "ops";
}

bool within_contract(law const& l, kit::subject const& s, test_case const& c) {
  return beyond_case(l, s, c).empty();
}

namespace {

/// The case with as many operands as its operation takes, two at least where a target is filled or
/// beside a mask: the last are left out, or there are more, of the shape of the first, of the
/// target, or scalars.
test_case for_operation(law const& l, kit::subject const& s, test_case c, std::uint64_t i) {
  operation const& op = *find_operation(c.operation);
  const std::size_t masks = op.masked != nullptr ? 1 : 0;
  const std::size_t least = masks != 0 ? 3 : l.cases == family::targets ? 2 : 1;
  if (op.takes(c.operands.size()) && c.operands.size() >= least) return c;
  const std::size_t declared = masks + std::min(op.most - masks, s.declares.max_operands);
  const std::size_t most = std::max(op.least, declared);
  const std::size_t n = std::clamp(std::max(c.operands.size(), least), op.least, most);
  if (n < c.operands.size()) c.operands.resize(n);
  while (c.operands.size() < n) {
    const std::size_t turn = i + c.operands.size();
    if (turn % 3 == 0) {
      c.operands.push_back({});
    } else if (turn % 3 == 1 && c.result && l.cases == family::targets) {
      c.operands.push_back({c.result->type, {}});
    } else {
      c.operands.push_back(c.operands.front());
    }
    if (turn % 2 == 0) std::rotate(c.operands.begin(), c.operands.end() - 1, c.operands.end());
  }
  return c;
}

test_case fitted_call(law const& l, kit::subject const& s, test_case c, std::uint64_t i) {
  const bool named = l.asks == computation::any || l.asks == computation::in_place ||
                     l.asks == computation::masked;
  if (!named) c.operation.clear();
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
  std::vector<operation const*> of_the_case, of_others;
  for (std::string const& name : s.declares.ops) {
    operation const* const op = able(l, s, c, name);
    if (op == nullptr) continue;
    (op->takes(c.operands.size()) ? of_the_case : of_others).push_back(op);
  }
  constexpr std::uint64_t turns = 8;
  const bool others = of_the_case.empty() || i % turns == turns - 1;
  if (others && !of_others.empty()) {
    c.operation = of_others[i / turns % of_others.size()]->name;
  } else if (!of_the_case.empty()) {
    c.operation = of_the_case[i % of_the_case.size()]->name;
  }
  return c.operation.empty() ? c : for_operation(l, s, std::move(c), i);
}

/// The case, the other calls of its law, and the case again.
test_case repeated(law const& l, kit::subject const& s, test_case const& c) {
  std::vector<test_case> calls{c};
  for (test_case const& other : l.between(s, c)) {
    const bool known = std::ranges::find(calls, other) != calls.end();
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
