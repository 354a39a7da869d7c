#include <optional>
#include <string>

#include "bcast/reference/as_printed.hpp"
#include "bcast/reference/mlir.hpp"
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
    ref::mlir::Verify(operands, result);
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
  const ref::list<type> operands{unranked};
  const std::string inferred =
      ref::mlir::InferResultShape(operands) ? "a shape" : "nothing inferred";
  return {verified(operands, type{dims{2}}) + ", " + inferred, inferred};
}

// Of unknown rank at run time: the shape (2).
rerun D3() {
  const ref::list<type> operands{unranked, type{dims{1}}};
  const std::string at_run_time = run_time(2, 1);
  return {verified(operands, type{dims{1}}) + " though 2 1 gives " + at_run_time + "; " +
              verified(operands, type{dims{2}}) + " though 2 1 gives " + at_run_time,
          at_run_time + "; " + at_run_time};
}

rerun D4() { return {index{1} == index{3} ? "equal" : "not equal", run_time(1, 3)}; }

rerun D5() {
  const dims x{4}, y{2, 3, 4};
  return {outcome_of([&] { return text(ref::as_printed::InferShape(x, y)); }),
          outcome_of([&] { return text(ref::mlir::InferShape(x, y)); })};
}

rerun D6() {
  const ref::mlir::operation<index> op{{type{dims{1}}}, {type{dims{1}}, type{dims{7}}}};
  return {verified(op.operands, op.results[0]), ref::mlir::X2(op) ? "holds" : "mlir.X2"};
}

rerun D7() {
  const type zero{dims{0}};
  const auto one = verified({zero}, zero);
  const auto two = outcome_of([&] {
    try {
      ref::mlir::Verify<index>({zero, zero}, zero);
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

// The notes of the (?, >1) row, at run time: broadcast from 1, undefined beyond 1.
rerun G2() {
  const index size0 = 0, dim1 = 2;
  const bool broadcast = size0 == 1, undefined = size0 > 1 && size0 != dim1, equal = size0 == dim1;
  return {broadcast || undefined || equal ? "a note applies" : "no row of the notes applies",
          run_time(size0, dim1)};
}

}  // namespace

std::vector<experiment> const& mlir_experiments() {
  static const std::vector<experiment> all{
      {"mlir.D1", D1}, {"mlir.D2", D2}, {"mlir.D3", D3}, {"mlir.D4", D4}, {"mlir.D5", D5},
      {"mlir.D6", D6}, {"mlir.D7", D7}, {"mlir.D8", D8}, {"mlir.G1", G1}, {"mlir.G2", G2}};
  return all;
}

}  // namespace bcast::proptests
