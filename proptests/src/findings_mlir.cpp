// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/reference/as_printed.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/spec/mlir.hpp"
#include "findings.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dim = ref::mlir::dim<index>;
using dims = ref::mlir::dims<index>;
using type = ref::mlir::type<index>;

const type unranked{};

std::string text(dims const& d) {
  kit::type t;
  for (dim const& size : d) t.sizes.push_back(size.size);
  return to_string(t);
}

std::string verified(ref::list<type> const& operands, type const& result) {
  return outcome_of([&] {
    ref::mlir::Verify(ref::mlir::operation<index>{operands, {result}});
    return std::string("accepted");
  });
}

std::string run_time(index size0, index size1) {
  return asked("array_api", std::to_string(size0) + " " + std::to_string(size1));
}

rerun D1() {
  const ref::mlir::operation<index> op{{}, {type{dims{3}}}};
  return {verified(op.operands, op.results[0]), ref::mlir::X1(op) ? "holds" : "mlir.X1"};
}

rerun D2() {
  const ref::mlir::operation<index> op{{unranked}, {type{dims{2}}}};
  const std::string inferred = ref::mlir::InferResultShape(op) ? "a shape" : "nothing inferred";
  return {verified(op.operands, op.results[0]) + ", " + inferred, inferred};
}

// Of unknown rank at run time: the shape (2).
rerun D3() {
  const ref::list<type> operands{unranked, type{dims{1}}};
  const std::string at_run_time = run_time(2, 1);
  return {verified(operands, type{dims{1}}) + " though 2 1 gives " + at_run_time + "; " +
              verified(operands, type{dims{2}}) + " though 2 1 gives " + at_run_time,
          at_run_time + "; " + at_run_time};
}

// What the use's comment asks of the run-time sizes, against what the (?, ?) row does with them.
rerun D4() {
  const auto comment = [](index size0, index size1) { return size0 == size1; };
  return {comment(1, 3) ? "legal" : "the comment forbids it",
          outcome_of([] { return std::to_string(ref::mlir::I1<index>(1, 3)); })};
}

// An operand's type before and behind the verification of one operation.
rerun D5() {
  dims x{2}, y{1, 2};
  ref::as_printed::InferShape(x, y);
  const dims kept{2}, other{1, 2};
  ref::mlir::InferShape(kept, other);
  return {"the operand becomes " + text(x), "the operand stays " + text(kept)};
}

rerun D6() {
  const type tensor{dims{1}}, other{dims{1}, ref::mlir::kind::other};
  const ref::mlir::operation<index> two_results{{tensor}, {tensor, type{dims{7}}}};
  const ref::mlir::operation<index> no_tensor{{other}, {tensor}};
  return {verified(two_results.operands, two_results.results[0]) + ", " +
              verified(no_tensor.operands, no_tensor.results[0]),
          std::string(ref::mlir::X2(two_results) ? "holds" : "mlir.X2") + ", " +
              (ref::mlir::X3(no_tensor) ? "holds" : "mlir.X3")};
}

rerun D7() {
  const type zero{dims{0}};
  const auto one = verified({zero}, zero);
  const auto two = outcome_of([&] {
    try {
      ref::mlir::Verify(ref::mlir::operation<index>{{zero, zero}, {zero}});
      return std::string("accepted");
    } catch (ref::no_answer const& gap) {
      return std::string(gap.tag);
    }
  });
  const std::string rule = asked("array_api", "0 0") == "0" ? "accepted" : "refused";
  return {one + "; " + two, one + "; " + rule};
}

rerun D8() {
  const auto order = [](std::string_view operands) {
    return oracle_infer("mlir", parse_case(operands)).tag;
  };
  const std::string first = order("2 3 0"), second = order("0 2 3");
  // Without the operand that has no row, the clash is all there is.
  const std::string clash = order("2 3");
  return {first + "; " + second, clash + "; " + clash};
}

rerun G1() { return {asked("mlir", "0 1"), asked("array_api", "0 1")}; }

rerun G2() {
  return {outcome_of([] { return std::to_string(ref::mlir::I3<index>(0, 2)); }), run_time(0, 2)};
}

/// The types of a use: operands and a result. Throws text_error where one does not parse.
struct use {
  std::vector<kit::type> operands;
  kit::type result;
};

use read_use(std::string_view text) {
  use u;
  const std::size_t close = text.find(')');
  std::string_view operands = text.substr(1, close - 1);
  while (!operands.empty()) {
    const std::string_view one = operands.substr(0, operands.find(','));
    u.operands.push_back(parse_type(one));
    operands.remove_prefix(std::min(operands.size(), one.size() + 1));
  }
  u.result = parse_type(text.substr(close + 5));  // ") -> "
  return u;
}

/// The same with each `tensor<` closed before the next comma or parenthesis.
std::string closed(std::string_view text) {
  std::string out;
  int open = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool arrow = text[k] == '>' && k > 0 && text[k - 1] == '-';
    if (text[k] == '<') ++open;
    if (text[k] == '>' && !arrow) --open;
    if ((text[k] == ',' || text[k] == ')') && open > 0) {
      out += '>';
      --open;
    }
    out += text[k];
  }
  return open > 0 ? out + '>' : out;
}

// The 13 uses in print: how many parse, and how many do with the `>` restored.
rerun D9() {
  const auto parse = [](bool restored) {
    std::size_t parsed = 0;
    for (std::string_view text : spec::mlir::printed_types) {
      try {
        read_use(restored ? closed(text) : std::string(text));
        ++parsed;
      } catch (text_error const&) {
      }
    }
    return std::to_string(parsed) + " of " + std::to_string(spec::mlir::printed_types.size()) +
           " parse";
  };
  return {parse(false), parse(true)};
}

// Whether InferResultShape can read what Verify gives it as printed: the operands of an operation.
rerun D10() {
  using op = ref::mlir::operation<index>;
  using operands = decltype(op::operands);
  const auto shown = [](bool reads) {
    return std::string(reads ? "has operands" : "has no operands");
  };
  return {"what is given " + shown(ref::as_printed::InferResultShape_takes<operands>),
          "what is given " + shown(ref::as_printed::InferResultShape_takes<op>)};
}

rerun D11() {
  dims x{4}, y{2, 3, 4};
  const dims a{4}, b{2, 3, 4};
  return {text(ref::as_printed::InferShape(x, y)), text(ref::mlir::InferShape(a, b))};
}

rerun D12() {
  const ref::list<type> unknown{type{dims{dim()}}, type{dims{dim()}}};
  const std::string at_run_time = run_time(4, 4);
  return {verified(unknown, type{dims{4}}), "accepted: 4 4 gives " + at_run_time};
}

rerun D13() {
  const ref::list<type> operands{type{dims{3}}, type{dims{3}}};
  return {verified(operands, type{dims{1, 3}}),
          verified(operands, type{dims{3}}) + " by its last axis"};
}

}  // namespace

std::vector<experiment> const& mlir_experiments() {
  static const std::vector<experiment> all{
      {"mlir.D1", D1},   {"mlir.D2", D2},   {"mlir.D3", D3},   {"mlir.D4", D4}, {"mlir.D5", D5},
      {"mlir.D6", D6},   {"mlir.D7", D7},   {"mlir.D8", D8},   {"mlir.D9", D9}, {"mlir.D10", D10},
      {"mlir.D11", D11}, {"mlir.D12", D12}, {"mlir.D13", D13}, {"mlir.G1", G1}, {"mlir.G2", G2}};
  return all;
}

}  // namespace bcast::proptests
