// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/mlir.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "bcast/verifier/verifier.hpp"
#include "experiment.hpp"
#include "subjects/types.hpp"

namespace bcast::findings::of_mlir {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::mlir::dims<index>;
using operation = ref::mlir::operation<index>;
using proptests::mlir_operation;
using proptests::mlir_type;

constexpr char mlir[] = "mlir", array_api[] = "array_api";

std::string verified(operation const& op) {
  ref::mlir::Verify(op);
  return "accepted";
}

std::string verdict(example const& e) {
  const kit::result a = proptests::oracle::verify(e.whole());
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

// D1
std::string at_least_one_operand(example const& e) {
  const operation op = operation_of(e);
  return ref::mlir::X1(op) ? verified(op) : "mlir.X1";
}

// D2, D3
std::string only_verified(example const& e) { return verified(to_reference(e.mlir().value())); }

std::string with_types_tested(example const& e) {
  const operation op = to_reference(e.mlir().value());
  return ref::mlir::X3(op) ? verified(op) : "mlir.X3";
}

// D3
std::string vectors_by_mlir_19(example const& e) {
  const mlir_operation op = e.mlir().value();
  const auto type_of = [](mlir_type const& t) {
    verifier::type to = subjects::translation().to_optimized(t.shape);
    if (t.kind == mlir_type::kind::vector) to.container = verifier::container::vector;
    return to;
  };
  std::vector<verifier::type> operands;
  for (mlir_type const& t : op.operands) operands.push_back(type_of(t));
  const auto verdict =
      verifier::verify(verifier::rule_of("mlir@19"), operands, type_of(op.results.front()));
  if (auto const* v = std::get_if<verifier::violation>(&verdict)) return std::string(v->tag);
  return std::holds_alternative<verifier::gap>(verdict) ? "no answer" : "accepted";
}

// D4
std::string inferred(operation const& op) {
  const auto shape = ref::mlir::InferResultShape(op);
  return shape ? "a shape of rank " + std::to_string(shape->n()) : "nothing inferred";
}

std::string can_be_inferred(example const& e) {
  const operation op = operation_of(e);
  return ref::mlir::X4(op) ? inferred(op) : "mlir.X4";
}

// D13, G3
std::string by_the_comment(example const& e) {
  return std::to_string(
      ref::mlir::X10(e.sizes<ref::list<index>>(0)[0], e.sizes<ref::list<index>>(1)[0]));
}

std::string by_the_table(example const& e) {
  return std::to_string(
      ref::mlir::I1(e.sizes<ref::list<index>>(0)[0], e.sizes<ref::list<index>>(1)[0]));
}

// D5: an operand's type before and after the verification of one operation.
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

std::string became(dims const& before, dims const& after) {
  return std::string("the operand ") + (before == after ? "stays " : "becomes ") + text_of(after);
}

std::string expanded_in_place(example const& e) {
  const dims before = shapes_of(e).first;
  pair shapes = shapes_of(e);
  ref::mlir::InferShape_as_printed(shapes.first, shapes.second);
  return became(before, shapes.first);
}

std::string expanded_copies(example const& e) {
  const dims before = shapes_of(e).first;
  pair const shapes = shapes_of(e);
  ref::mlir::InferShape(shapes.first, shapes.second);
  return became(before, shapes.first);
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

// D7
std::string at_run_time(example const& e) {
  e.without({"result"});
  return shown(proptests::oracle::broadcast_shapes(array_api, e.witness()));
}

// D8: with the first operand last.
std::string in_another_order(example const& e) {
  return shown(proptests::oracle::broadcast_shapes(mlir, e.rotated()));
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

// G2: the category of a dimension as it is written.
std::string category_of_dimension(example const& e) {
  std::string all;
  for (std::string const& d : e.mlir_dimensions()) {
    std::string category = "in no category";
    const bool number =
        std::all_of(d.begin(), d.end(), [](char c) { return c >= '0' && c <= '9'; });
    for (std::string_view c : {"?", "1", ">1"}) {
      if (d != "?" && !number) continue;
      const auto size = number ? ref::mlir::dim<index>(std::stoll(d)) : ref::mlir::dim<index>();
      if (ref::mlir::N1(size, c)) category = c;
    }
    all += (all.empty() ? "" : ", ") + category;
  }
  return all;
}

std::string by_the_reader(example const& e) {
  const mlir_operation op = e.mlir().value();
  const bool scalable = std::any_of(op.operands.begin(), op.operands.end(),
                                    [](mlir_type const& t) { return !t.scalable.empty(); });
  return scalable ? "no answer" : verified(to_reference(op));
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"mlir.D1", verdict, at_least_one_operand},
      {"mlir.D2", only_verified, with_types_tested},
      {"mlir.D3", only_verified, vectors_by_mlir_19},
      {"mlir.D4", verdict, can_be_inferred},
      {"mlir.D13", by_the_comment, by_the_table},
      {"mlir.D5", expanded_in_place, expanded_copies},
      {"mlir.D6", appended_after_the_loop, appended_in_the_loop},
      {"mlir.D7", verdict, at_run_time},
      {"mlir.D8", by<mlir>, in_another_order},
      {"mlir.D9", verdict, by_mlir_19},
      {"mlir.D10", verdict, by_mlir_19},
      {"mlir.D11", from_the_operands, from_the_operation},
      {"mlir.D12", as_it_is_printed, with_types_closed},
      {"mlir.G1", by<mlir>, by_mlir_19},
      {"mlir.G2", category_of_dimension, by_the_reader},
      {"mlir.G3", by_the_table, by<array_api>},
  };
  return all;
}

}  // namespace bcast::findings::of_mlir
