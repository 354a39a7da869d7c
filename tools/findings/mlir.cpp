// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/mlir.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_mlir {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::mlir::dims<index>;
using operation = ref::mlir::operation<index>;
using proptests::mlir_operation;
using proptests::mlir_type;

constexpr char mlir[] = "mlir";

std::string verified(operation const& op) {
  ref::mlir::Verify(op);
  return "accepted";
}

std::string verdict(example const& e) {
  const kit::result a = proptests::oracle::verify("mlir", e.whole());
  return a.verdict == kit::result::kind::ok ? "accepted" : shown(a);
}

/// The whole example as an operation; without a result if none is declared.
operation operation_of(example const& e) {
  const proptests::test_case c = e.whole();
  mlir_operation op;
  const auto tensor = [](kit::shape const& t) { return mlir_type{mlir_type::kind::tensor, t}; };
  for (auto const& o : c.operands) op.operands.push_back(tensor(o.type));
  if (c.result) op.results.push_back(tensor(c.result->type));
  return to_reference(op);
}

std::string by_mlir_19(example const& e) { return by_verifier("mlir@19", e); }

std::string inferred(operation const& op) {
  const auto shape = ref::mlir::InferResultShape(op);
  return shape ? "a shape of rank " + std::to_string(shape->n()) : "nothing inferred";
}

// D13
std::string by_the_comment(example const& e) {
  return std::to_string(ref::mlir::equal_at_run_time(e.sizes<ref::list<index>>(0)[0],
                                                     e.sizes<ref::list<index>>(1)[0]));
}

std::string by_the_table(example const& e) {
  return std::to_string(ref::mlir::dynamic_with_dynamic(e.sizes<ref::list<index>>(0)[0],
                                                        e.sizes<ref::list<index>>(1)[0]));
}

std::string text_of(dims const& d) {
  kit::shape t;
  for (auto const& size : d) t.sizes.push_back(size.size);
  return proptests::to_string(t);
}

struct pair {
  dims first, second;
};

pair shapes_of(example const& e) {
  const operation op = operation_of(e);
  return {*op.operands[0].shape, *op.operands[1].shape};
}

// D6
std::string appended_after_the_loop(example const& e) {
  pair shapes = shapes_of(e);
  return text_of(ref::mlir::InferShape_as_printed(shapes.first, shapes.second));
}

std::string appended_in_the_loop(example const& e) {
  const pair shapes = shapes_of(e);
  return text_of(ref::mlir::InferShape(shapes.first, shapes.second));
}

// D11: the argument that Verify passes to InferResultShape, which reads its operands.
template <class T>
concept has_operands = requires(T const& t) {
  t.operands;
};

template <class Given>
std::string inferred_from(Given const& given) {
  if constexpr (has_operands<Given>) {
    return "operands: " + inferred(given);
  } else {
    return "no operands";
  }
}

std::string from_the_operands(example const& e) { return inferred_from(operation_of(e).operands); }
std::string from_the_operation(example const& e) { return inferred_from(operation_of(e)); }

// D12
std::string as_it_is_printed(example const& e) {
  const auto op = e.mlir();
  if (!op) throw std::domain_error("does not parse");
  return verified(to_reference(*op));
}

std::string with_types_closed(example const& e) {
  const auto op = e.mlir_with_types_closed();
  return op ? verified(to_reference(*op)) : "does not parse";
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"mlir.D13", by_the_comment, by_the_table},
      {"mlir.D6", appended_after_the_loop, appended_in_the_loop},
      {"mlir.D9", verdict, by_mlir_19},
      {"mlir.D10", verdict, by_mlir_19},
      {"mlir.D11", from_the_operands, from_the_operation},
      {"mlir.D12", as_it_is_printed, with_types_closed},
      {"mlir.D14", by<mlir>, by_mlir_19},
  };
  return all;
}

}  // namespace bcast::findings::of_mlir
