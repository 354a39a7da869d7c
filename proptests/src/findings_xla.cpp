#include <string>

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
          outcome_of([&] { return text(join(a, c)); })};
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
  const dims length_one{1}, two{2, 2};
  const bool matches =
      !ref::forall(0, two.n() - 1, [&](index d) { return length_one[0] != two[d]; });
  return {matches ? "a dimension of size 1" : "no dimension of size 1",
          asked("xla", "1 2x2 dims=0")};
}

rerun D6() {
  return {"dimension 0 of the right hand side is " + std::to_string(matrix[0]),
          std::to_string(ref::xla::binary(vector, matrix, along).result[0])};
}

// Of all tuples for TxV onto MxNxPxQ, those that match V, dimension 1, with both N and P.
rerun D7() {
  int both = 0, all = 0;
  for (index t = 0; t < 4; ++t) {
    for (index v = 0; v < 4; ++v) {
      const ref::xla::tuple entries{t, v};
      const auto matched = [&](index M) { return entries[1] == M; };
      ++all;
      if (matched(1) && matched(2)) ++both;
    }
  }
  const dims TxV{4, 5}, MxNxPxQ{2, 3, 4, 5};
  const std::string three_entries = outcome_of([&] {
    return text(ref::xla::binary(TxV, MxNxPxQ, ref::xla::tuple{0, 1, 2}).result);
  });
  return {std::to_string(both) + " of " + std::to_string(all) + " tuples",
          three_entries == "no answer" ? "rejected by form" : three_entries};
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

rerun G1() { return {asked("xla", "? 2"), asked("mlir", "? 2")}; }
rerun G2() { return {asked("xla", "1 1 2"), asked("array_api", "1 1 2")}; }
rerun G3() { return {asked("xla", "2 2 dims=0"), asked("xla", "2 2")}; }
rerun G4() { return {asked("xla", "() 2 dims="), asked("xla", "() 2")}; }

// What the gap is named where an entry is wrong.
std::string tag_of(std::string_view text) { return oracle_infer("xla", parse_case(text)).tag; }

rerun G5() { return {asked("xla", "3 2x3 dims=0,1"), tag_of("3 2x3 dims=0,1")}; }
rerun G6() { return {asked("xla", "3 2x3 dims=2"), tag_of("3 2x3 dims=2")}; }

}  // namespace

std::vector<experiment> const& xla_experiments() {
  static const std::vector<experiment> all{
      {"xla.D1", D1}, {"xla.D2", D2}, {"xla.D3", D3}, {"xla.D4", D4}, {"xla.D5", D5},
      {"xla.D6", D6}, {"xla.D7", D7}, {"xla.D8", D8}, {"xla.G1", G1}, {"xla.G2", G2},
      {"xla.G3", G3}, {"xla.G4", G4}, {"xla.G5", G5}, {"xla.G6", G6}};
  return all;
}

}  // namespace bcast::proptests
