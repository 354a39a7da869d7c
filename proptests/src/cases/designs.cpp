// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cases/design_parts.hpp"

// The designs of shapes.
namespace bcast::proptests {
namespace {

using sizes = std::vector<std::int64_t>;
using text = std::string_view;

test_case of_shapes(std::vector<sizes> const& shapes) {
  test_case c;
  for (sizes const& own : shapes) c.operands.push_back({type_of(own), {}});
  return c;
}

// Two shapes -------------------------------------------------------------------------------------

namespace pair {

enum : std::size_t { rank, lower, extra, first, second, meeting, axis, order, element };

/// The number of axes that an operand lacks.
std::size_t missing(row_values const& v, text operand) {
  if (!v[lower].starts_with(operand)) return 0;
  if (v[lower].ends_with("1")) return 1;
  return v[lower].ends_with("2") ? 2 : static_cast<std::size_t>(number_in(v[rank]));
}

std::size_t own_rank(row_values const& v, text operand) {
  return static_cast<std::size_t>(number_in(v[rank])) - missing(v, operand);
}

bool lower_rank_exists(row_values const& v) {
  const std::int64_t r = number_in(v[rank]);
  if (v[lower] == "neither") return true;
  if (v[lower].ends_with("1")) return r >= 1;
  return v[lower].ends_with("2") ? r >= 2 : r >= 3;
}

/// Whether an operand of a rank has the axes that are stretched, and no other name for them.
bool has_axes(std::size_t own, text stretched) {
  const std::size_t least = stretched == "none"          ? 0
                            : stretched == "first"       ? 1
                            : stretched == "last"        ? 2
                            : stretched == "alternating" ? 4
                            : stretched == "all"         ? 2
                                                         : 3;
  return own >= least;
}

/// The axis of the result on which the operands meet in another way.
std::size_t meeting_axis(row_values const& v) {
  const auto r = static_cast<std::size_t>(number_in(v[rank]));
  return v[axis] == "first" ? 0 : v[axis] == "middle" ? r / 2 : r - 1;
}

bool both_have_the_axis(row_values const& v) {
  const std::size_t k = meeting_axis(v);
  return missing(v, "first") <= k && missing(v, "second") <= k;
}

bool meets_on_its_operands(row_values const& v) {
  if (v[meeting] == "as stretched") return true;
  const std::size_t k = meeting_axis(v);
  if (v[meeting] == "0 and 1") return missing(v, "first") <= k;
  if (v[meeting] == "1 and 0") return missing(v, "second") <= k;
  return both_have_the_axis(v);
}

bool axis_is_another(row_values const& v) {
  const std::int64_t r = number_in(v[rank]);
  if (v[meeting] == "as stretched") return v[axis] == "first";
  return v[axis] == "first" ? r >= 1 : v[axis] == "last" ? r >= 2 : r >= 3;
}

/// Whether axis k of an operand of a rank is one that is stretched.
bool is_stretched(std::size_t k, std::size_t own, text axes) {
  if (axes == "ends") return k == 0 || k + 1 == own;
  return axes == "all" || (axes == "first" && k == 0) || (axes == "last" && k + 1 == own) ||
         (axes == "middle" && k == own / 2) || (axes == "alternating" && k % 2 == own % 2);
}

void stretch(sizes& own, text axes) {
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (is_stretched(k, own.size(), axes)) own[k] = 1;
  }
}

/// Whether some axis that an operand stretches is not the one on which the operands meet.
bool stretches_elsewhere(row_values const& v, text operand, text axes) {
  if (v[meeting] == "as stretched" || axes == "none" || !lower_rank_exists(v)) return true;
  const std::size_t lost = missing(v, operand), own = own_rank(v, operand);
  for (std::size_t k = 0; k < own; ++k) {
    if (k + lost != meeting_axis(v) && is_stretched(k, own, axes)) return true;
  }
  return false;
}

test_case of(row_values const& v) {
  const auto r = static_cast<std::size_t>(number_in(v[rank]));
  sizes result(r);
  for (std::size_t k = 0; k < r; ++k) {
    const std::size_t place = v[order] == "falling" ? r - 1 - k : k;
    const std::size_t turn = v[order] == "falling" ? k + 1 : k;  // of many axes, two sizes
    const auto above = static_cast<std::int64_t>(r > 3 ? turn % 2 : place);
    result[k] = 2 + (v[order] == "equal" ? 0 : above);
  }
  std::vector<sizes> shapes;
  for (text operand : {"first", "second"}) {
    const auto lost = static_cast<std::ptrdiff_t>(missing(v, operand));
    shapes.emplace_back(result.begin() + lost, result.end());
    stretch(shapes.back(), v[operand == "first" ? first : second]);
  }
  const std::size_t low = missing(v, "first") + missing(v, "second");
  sizes& higher = shapes[v[lower].starts_with("first") ? 1 : 0];
  if (v[extra] == "ones") std::fill_n(higher.begin(), low, 1);
  if (v[meeting] != "as stretched") {
    const auto put = [&](std::size_t m, std::int64_t size) {
      const std::size_t lost = r - shapes[m].size(), k = meeting_axis(v);
      if (k >= lost) shapes[m][k - lost] = size;
    };
    put(0, v[meeting][0] - '0');
    put(1, v[meeting].back() - '0');
  }
  test_case c = of_shapes(shapes);
  c.element = v[element];
  return c;
}

}  // namespace pair

// Element types ----------------------------------------------------------------------------------

namespace element {

enum : std::size_t { type, sides, ones };

test_case of(row_values const& v) {
  const sizes one(static_cast<std::size_t>(number_in(v[ones])), 1);
  const sizes many{3, 5};
  std::vector<sizes> shapes{one, one};
  if (v[sides] == "one and many") shapes[1] = many;
  if (v[sides] == "many and one") shapes[0] = many;
  if (v[sides] == "many and many") shapes = {many, many};
  if (v[sides] == "both stretched") shapes = {{3, 1}, {5}};
  test_case c = of_shapes(shapes);
  c.element = v[type];
  return c;
}

}  // namespace element

// Operands ---------------------------------------------------------------------------------------

namespace operands {

enum : std::size_t { count, place, large, others };

test_case of(row_values const& v) {
  const auto n = static_cast<std::size_t>(number_in(v[count]));
  const sizes whole = v[large] == "vector"   ? sizes{5}
                      : v[large] == "matrix" ? sizes{2, 3}
                                             : sizes{2, 0};
  const sizes ones(whole.size(), 1);
  std::vector<sizes> shapes(n, v[others] == "scalars" ? sizes{} : ones);
  if (v[others] == "stretched in turn") {
    for (std::size_t m = 0; m < n; ++m) {
      shapes[m] = whole;
      shapes[m][m % whole.size()] = 1;
    }
  }
  const std::size_t at = v[place] == "first"    ? 0
                         : v[place] == "second" ? 1
                         : v[place] == "middle" ? n / 2
                                                : n - 1;
  shapes[at] = whole;
  return of_shapes(shapes);
}

}  // namespace operands

// Three operands ---------------------------------------------------------------------------------

namespace three {

enum : std::size_t { first, second, third, operation };

test_case of(row_values const& v) {
  std::vector<sizes> shapes;
  for (std::size_t k : {first, second, third}) {
    shapes.push_back(v[k] == "scalar"   ? sizes{}
                     : v[k] == "row"    ? sizes{3}
                     : v[k] == "column" ? sizes{2, 1}
                     : v[k] == "whole"  ? sizes{2, 3}
                     : v[k] == "empty"  ? sizes{0}
                     : v[k] == "ones"   ? sizes{1, 1, 1}
                                        : sizes{2, 2, 1});
  }
  test_case c = of_shapes(shapes);
  if (v[operation] == "where") c.operation = "where";
  return c;
}

}  // namespace three

// Sizes ------------------------------------------------------------------------------------------

namespace size {

enum : std::size_t { power, beside, along, other, order, operation };

std::int64_t size_of(row_values const& v) {
  const std::int64_t n = std::int64_t{1} << number_in(v[power]);
  return v[beside] == "one less" ? n - 1 : v[beside] == "one more" ? n + 1 : n;
}

bool few_in_total(row_values const& v) {
  const std::int64_t around = v[along] == "alone"    ? 1
                              : v[other] == "shared" ? 6
                              : v[along] == "middle" ? 4
                                                     : 2;
  return around << number_in(v[power]) <= 1 << 14;
}

test_case of(row_values const& v) {
  const std::int64_t n = size_of(v);
  sizes whole{n}, along_it{n}, across{};
  if (v[along] == "last") whole = {2, n}, along_it = {1, n}, across = {2, 1};
  if (v[along] == "first") whole = {n, 2}, along_it = {n, 1}, across = {2};
  if (v[along] == "middle") whole = {2, n, 2}, along_it = {n, 1}, across = {2, 1, 2};
  if (v[other] == "shared") whole = {n, 3}, across = {2, 1, 3};
  const sizes large = v[other] == "crossed" ? along_it : whole;
  const sizes second = v[other] == "whole" ? whole : v[other] == "of that size" ? along_it : across;
  test_case c = v[order] == "large first" ? of_shapes({large, second}) : of_shapes({second, large});
  if (v[operation] != "any") c.operation = v[operation];
  if (v[operation] == "where") c.operands.push_back({type_of({}), {}});
  return c;
}

}  // namespace size

// Sizes that only shapes have --------------------------------------------------------------------

namespace huge {

enum : std::size_t { power, beside, empty, other };

test_case of(row_values const& v) {
  std::int64_t n = std::int64_t{1} << number_in(v[power]);
  n += v[beside] == "one less" ? -1 : v[beside] == "one more" ? 1 : 0;
  sizes large{n};
  if (v[empty] == "before") large.insert(large.begin(), 0);
  if (v[empty] == "after") large.push_back(0);
  if (v[other] == "alone") return of_shapes({large});
  sizes second(large.size() + 1, 1);
  if (v[other] == "equal") second = large;
  if (v[other] == "as large") second[0] = n;
  return of_shapes({large, second});
}

}  // namespace huge

}  // namespace

design design_of_pairs() {
  using namespace pair;
  const std::vector<text> stretched{"none",        "first", "last", "middle",
                                    "alternating", "all",   "ends"};
  return {"pairs",
          "two shapes",
          family::shapes,
          {{"rank", {"0", "1", "2", "3", "5", "9"}},
           {"lower",
            {"neither", "first by 1", "first by 2", "first by all", "second by 1", "second by 2",
             "second by all"}},
           {"extra", {"sizes", "ones"}},
           {"first", stretched},
           {"second", stretched},
           {"meeting",
            {"as stretched", "0 and 1", "1 and 0", "0 and 0", "0 and 2", "2 and 4", "5 and 3"}},
           {"axis", {"first", "middle", "last"}},
           {"order", {"rising", "equal", "falling"}},
           {"element", {"int32", "uint8", "int16", "double"}, false}},
          {{"a result of that rank cannot lack so many axes", lower_rank_exists},
           {"no operand lacks an axis",
            [](row_values const& v) { return v[lower] != "neither" || v[extra] == "sizes"; }},
           {"the first operand has too few axes",
            [](row_values const& v) { return has_axes(own_rank(v, "first"), v[first]); }},
           {"the second operand has too few axes",
            [](row_values const& v) { return has_axes(own_rank(v, "second"), v[second]); }},
           {"there is no such axis, or it is named otherwise", axis_is_another},
           {"an operand lacks the axis", meets_on_its_operands},
           {"the only axis that is stretched is the one on which the operands meet",
            [](row_values const& v) {
              return stretches_elsewhere(v, "first", v[first]) &&
                     stretches_elsewhere(v, "second", v[second]);
            }},
           {"there are no two sizes to be ordered",
            [](row_values const& v) { return v[order] == "rising" || number_in(v[rank]) >= 2; }}},
          pair::of};
}

design design_of_elements() {
  return {"elements",
          "element types, with one element on each side",
          family::shapes,
          {{"type",
            {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
             "float", "double", "string"},
            false},
           {"sides",
            {"one and one", "one and many", "many and one", "many and many", "both stretched"},
            false},
           {"ones", {"0", "1", "2"}, false}},
          {{"no side has one element",
            [](row_values const& v) {
              const bool has_one =
                  v[element::sides] != "many and many" && v[element::sides] != "both stretched";
              return has_one || v[element::ones] == "0";
            }}},
          element::of};
}

design design_of_operands() {
  using namespace operands;
  return {
      "operands",
      "one large operand among many",
      family::shapes,
      {{"count",
        {"1", "3", "4", "5", "6", "7", "8", "9", "12", "16", "17", "31", "32", "33", "64", "65"},
        false},
       {"place", {"last", "first", "second", "middle"}, false},
       {"large", {"vector", "matrix", "empty"}, false},
       {"others", {"scalars", "ones", "stretched in turn"}, false}},
      {{"one operand has one place",
        [](row_values const& v) { return v[count] != "1" || v[place] == "first"; }}},
      operands::of};
}

design design_of_three() {
  const std::vector<text> shapes{"scalar", "row", "column", "whole", "empty", "ones", "rank 3"};
  return {"three",
          "three operands",
          family::shapes,
          {{"first", shapes, false},
           {"second", shapes, false},
           {"third", shapes, false},
           {"operation", {"any", "where"}, false}},
          {},
          three::of};
}

design design_of_sizes() {
  using namespace size;
  return {"sizes",
          "a size around each power of two",
          family::shapes,
          {{"power", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"}},
           {"beside", {"one more", "none", "one less"}},
           {"along", {"alone", "last", "first", "middle"}},
           {"other", {"across it", "of that size", "whole", "crossed", "shared"}},
           {"order", {"large first", "large second"}, false},
           {"operation", {"any", "less", "where"}}},
          {{"there are at most 2^14 elements, or a few more", few_in_total},
           {"a matrix is shared beside it",
            [](row_values const& v) { return v[other] != "shared" || v[along] == "middle"; }},
           {"from 2^10 on, only one more is asked, and the other operand is stretched",
            [](row_values const& v) {
              const bool asked = v[beside] == "one more" && v[other] != "whole";
              return asked || number_in(v[power]) < 10;
            }}},
          size::of};
}

design design_of_huge() {
  using namespace huge;
  return {"huge",
          "sizes of which no tensor is made",
          family::shapes,
          {{"power", {"16", "31", "32", "33", "48", "61"}, false},
           {"beside", {"none", "one more", "one less"}, false},
           {"empty", {"no", "before", "after"}, false},
           {"other", {"alone", "ones", "equal", "as large"}, false}},
          {{"the result has more than 2^63 - 1 elements",
            [](row_values const& v) {
              return v[other] != "as large" || v[empty] != "no" || number_in(v[power]) < 32;
            }}},
          huge::of};
}

std::vector<design> const& designs() {
  static const std::vector<design> all{
      design_of_pairs(),   design_of_elements(), design_of_operands(), design_of_three(),
      design_of_sizes(),   design_of_huge(),     design_of_layouts(),  design_of_targets(),
      design_of_unknown(), design_of_declared(), design_of_tuples(),   design_of_products()};
  return all;
}

}  // namespace bcast::proptests
