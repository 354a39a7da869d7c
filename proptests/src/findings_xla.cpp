// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <type_traits>

#include "bcast/reference/as_printed.hpp"
#include "bcast/reference/xla.hpp"
#include "bcast/spec/xla.hpp"
#include "findings.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::list<index>;

std::string text(dims const& d) {
  kit::type t;
  for (index size : d) t.sizes.emplace_back(size);
  return to_string(t);
}

// The first composition example.
const dims vector{4}, matrix{1, 2};
const ref::xla::tuple along{0};

rerun D1() {
  return {outcome_of([] {
            ref::as_printed::InDim(vector, matrix, along);
            return std::string("matched");
          }),
          asked("xla", "4 1x2 dims=0")};
}

rerun D2() {
  const auto b = ref::xla::binary(dims{0}, dims{1}, std::nullopt);
  const ref::xla::array<int> empty({0}, [](auto const&) { return 1; });
  const std::string read = outcome_of([&] {
    ref::xla::values(empty, b.lhs, b.result);
    return std::string("is read");
  });
  return {text(b.result) + ", whose element 0 reads " + read, asked("array_api", "0 1")};
}

// Three operands, folded from either side.
rerun D3() {
  const auto join = [](dims const& a, dims const& b) {
    return ref::xla::binary(a, b, std::nullopt).result;
  };
  const dims a{0}, b{1}, c{2};
  return {outcome_of([&] { return text(join(join(a, b), c)); }) + " or " +
              outcome_of([&] { return text(join(a, join(b, c))); }),
          asked("array_api", "0 1 2")};
}

// The opening example: its printed sums are those of the vector along dimension 1.
rerun D4() {
  const auto b = ref::xla::binary(dims{2, 3}, dims{3}, ref::xla::tuple{1});
  const ref::xla::array<int> x({2, 3},
                               [](auto const& i) { return static_cast<int>(3 * i[0] + i[1] + 1); });
  const ref::xla::array<int> v({3}, [](auto const& i) { return static_cast<int>(i[0] + 7); });
  const auto left = ref::xla::values(x, b.lhs, b.result);
  const auto right = ref::xla::values(v, b.rhs, b.result);
  const ref::list<int> printed{8, 10, 12, 11, 13, 15};
  index k = 0;
  bool same = true;
  const ref::xla::array<int> sums(b.result, [&](auto const& i) {
    same = same && left[i] + right[i] == printed[k++];
    return left[i] + right[i];
  });
  return {(same ? text(b.result) : "other sums") + " and " + asked("xla", "2x3 3"),
          asked("xla", "2x3 3")};
}

rerun D5() {
  return {ref::xla::matches_some(vector[0], matrix) ? "matches one" : "matches none",
          asked("xla", "4 1x2 dims=0")};
}

rerun D6() {
  return {"dimension 0 of the right hand side is " + std::to_string(matrix[0]),
          std::to_string(ref::xla::binary(vector, matrix, along).result[0])};
}

// V, dimension 1 of TxV, matched with N and with P takes three entries; the repetition that a tuple
// can hold is that of T and V in one dimension.
rerun D7() {
  return {asked("xla", "4x5 2x3x4x5 dims=0,1,2"), outcome_of([] {
            const dims low{3, 3}, high{3, 3, 3};
            return text(ref::xla::binary(low, high, ref::xla::tuple{1, 1}).result);
          })};
}

rerun D8() {
  const auto elements = [](dims const& d) {
    index n = 1;
    for (index size : d) n *= size;
    return n;
  };
  const dims& larger = elements(vector) < elements(matrix) ? matrix : vector;
  const auto b = ref::xla::binary(vector, matrix, along);
  return {"the larger operand has rank " + std::to_string(larger.n()),
          b.lhs.intermediate.n() == matrix.n() ? "the higher-rank operand" : "another operand"};
}

// A size that is not known: the text compares it, and there is nothing to compare.
rerun G1() {
  const ref::list<unknown_size> x{unknown_size()}, y{unknown_size(2)};
  return {outcome_of([&] {
            ref::xla::binary(x, y, std::nullopt);
            return std::string("a shape");
          }),
          asked("mlir", "? 2")};
}

rerun G2() {
  const bool three = std::is_invocable_v<decltype(ref::xla::binary<index>), dims, dims, dims,
                                         std::optional<ref::xla::tuple>>;
  return {three ? "takes three" : "takes two", asked("array_api", "1 1 2")};
}

rerun G3() { return {asked("xla", "2 2 dims=0"), asked("xla", "2 2")}; }

std::string unchecked(dims const& low, dims const& high, ref::xla::tuple const& entries) {
  return outcome_of([&] { return text(ref::as_printed::InDim_unchecked(low, high, entries)); });
}

rerun G5() { return {unchecked({3}, {2, 3}, {}), asked("xla", "3 2x3 dims=")}; }
rerun G6() { return {unchecked({3}, {2, 3}, {2}), asked("xla", "3 2x3 dims=2")}; }

}  // namespace

std::vector<experiment> const& xla_experiments() {
  static const std::vector<experiment> all{
      {"xla.D1", D1}, {"xla.D2", D2}, {"xla.D3", D3}, {"xla.D4", D4}, {"xla.D5", D5},
      {"xla.D6", D6}, {"xla.D7", D7}, {"xla.D8", D8}, {"xla.G1", G1}, {"xla.G2", G2},
      {"xla.G3", G3}, {"xla.G5", G5}, {"xla.G6", G6}};
  return all;
}

}  // namespace bcast::proptests
