// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/stablehlo.hpp"

#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_stablehlo {
namespace {

namespace stablehlo = reference::stablehlo;
using shape = stablehlo::shape<reference::index>;
using operation = stablehlo::dynamic_operation<reference::index>;

/// The first operand to the shape of the second, along its last axes; the tuple of the example is
/// known_nonexpanding_dimensions.
operation with_hints(example const& e) {
  const shape operand = e.sizes<shape>(0), result = e.sizes<shape>(1);
  return {{operand, stablehlo::last_axes(operand, result), result},
          result,
          {},
          stablehlo::dimensions(e.dims())};
}

// D1: the constraints that the tables name.
std::string named(example const& e, void (*of_nonexpanding)(operation const&)) {
  const operation op = with_hints(e);
  stablehlo::expect_broadcast_dimensions(op);
  stablehlo::expect_operand(op);
  stablehlo::expect_output_dimensions(op);
  stablehlo::expect_expanding(op);
  of_nonexpanding(op);
  stablehlo::expect_result(op);
  return text(op.output_dimensions);
}

std::string named_as_printed(example const& e) {
  return named(e, stablehlo::expect_nonexpanding_as_printed<reference::index>);
}

std::string named_once_each(example const& e) {
  return named(e, stablehlo::expect_nonexpanding<reference::index>);
}

// D3
std::string held_against_the_sizes(example const& e) {
  const operation op = with_hints(e);
  stablehlo::constraints(op);
  stablehlo::expect_known(op);
  return text(op.output_dimensions);
}

std::string by_the_constraints(example const& e) {
  return text(stablehlo::dynamic_broadcast_in_dim(with_hints(e)));
}

// D2: whether some run-time sizes of the result meet the constraint, and what StableHLO says.
std::string with_some_sizes(example const& e) {
  const proptests::test_case c = e.whole();
  const shape operand = e.sizes<shape>(0);
  for (reference::index unknown = 0; unknown <= 4; ++unknown) {
    shape result;
    for (kit::dim const& d : c.result->type.sizes) result.append(d ? *d : unknown);
    try {
      stablehlo::broadcast_in_dim(stablehlo::operation<reference::index>{
          operand, stablehlo::last_axes(operand, result), result});
      return "accepted";
    } catch (reference::violation const&) {
    }
  }
  return "refused";
}

std::string with_a_static_result(example const& e) {
  const proptests::test_case c = e.whole();
  for (kit::dim const& d : c.result->type.sizes) {
    if (!d) return "refused";
  }
  return with_some_sizes(e);
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"stablehlo.D1", named_as_printed, named_once_each},
      {"stablehlo.D2", with_some_sizes, with_a_static_result},
      {"stablehlo.D3", by_the_constraints, held_against_the_sizes},
  };
  return all;
}

}  // namespace bcast::findings::of_stablehlo
