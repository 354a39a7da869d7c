// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <string_view>

#include "bcast/proptests/text.hpp"
#include "cases/design_parts.hpp"

// The design of products of matrices.
namespace bcast::proptests {
namespace {

using text = std::string_view;

namespace multiplied {

enum : std::size_t { left, right, batch, inner, outer, first, second, target, element };

/// The leading axes of the operands, each with an `x` after it.
struct leading_axes {
  text name, a, b, joined;
};

constexpr leading_axes batches[]{
    {"none", "", "", ""},
    {"equal", "2x", "2x", "2x"},
    {"first alone", "2x", "", "2x"},
    {"second alone", "", "2x", "2x"},
    {"1 in the first", "1x", "3x", "3x"},
    {"1 in the second", "3x", "1x", "3x"},
    {"both stretched", "2x1x", "1x3x", "2x3x"},
    {"lower first", "3x", "2x3x", "2x3x"},
    {"lower second", "3x2x", "2x", "3x2x"},
    {"three axes", "2x1x3x", "2x1x", "2x2x3x"},
    {"0 and 1", "0x", "1x", "0x"},
    {"1 and 0", "1x", "0x", "0x"},
    {"empty", "2x0x", "0x", "2x0x"},
    {"clash", "2x", "3x", ""},
    {"one divides", "2x", "4x", ""},
};

struct contracted_sizes {
  text name, a, b;
};

constexpr contracted_sizes contracted[]{
    {"3", "3", "3"},
    {"2", "2", "2"},
    {"1", "1", "1"},
    {"0", "0", "0"},
    {"17", "17", "17"},
    {"1 in the first", "1", "3"},
    {"1 in the second", "3", "1"},
    {"one more", "3", "4"},
    {"one less", "3", "2"},
    {"0 and 1", "0", "1"},
};

template <class Rows>
auto const& chosen(Rows const& rows, text name) {
  auto const* row = rows;
  while (row->name != name) ++row;
  return *row;
}

bool is_matrix(row_values const& v, std::size_t side) { return v[side] == "matrix"; }

bool has_axes(row_values const& v) {
  leading_axes const& l = chosen(batches, v[batch]);
  return (is_matrix(v, left) || l.a.empty()) && (is_matrix(v, right) || l.b.empty());
}

bool is_legal(row_values const& v) {
  leading_axes const& l = chosen(batches, v[batch]);
  contracted_sizes const& k = chosen(contracted, v[inner]);
  return k.a == k.b && v[batch] != "clash" && v[batch] != "one divides" &&
         (l.joined.empty() == (l.a.empty() && l.b.empty()));
}

std::string with(std::string shape, text flags) {
  return flags == "plain" ? shape : shape + "~" + std::string(flags);
}

std::string sizes(text leading, text rows, text columns) {
  std::string all(leading);
  if (!rows.empty()) all += std::string(rows) + (columns.empty() ? "" : "x");
  all += std::string(columns);
  if (all.ends_with('x')) all.pop_back();
  return all.empty() ? "()" : all;
}

test_case of(row_values const& v) {
  leading_axes const& l = chosen(batches, v[batch]);
  contracted_sizes const& k = chosen(contracted, v[inner]);
  const bool one = is_matrix(v, left), other = is_matrix(v, right);
  const text rows = !one                    ? ""
                    : v[outer] == "no rows" ? "0"
                    : v[outer] == "one"     ? "1"
                    : v[outer] == "many"    ? "18"
                                            : "2";
  const text columns = !other                     ? ""
                       : v[outer] == "no columns" ? "0"
                       : v[outer] == "one"        ? "1"
                       : v[outer] == "as many"    ? k.b
                       : v[outer] == "many"       ? "19"
                                                  : "5";
  std::string line = with(sizes(l.a, rows, k.a), v[first]) + " " +
                     with(other ? sizes(l.b, k.b, columns) : sizes(l.b, "", k.b), v[second]);
  if (is_legal(v)) line += " -> " + with(sizes(l.joined, rows, columns), v[target]);
  test_case c = parse_case(line);
  c.element = v[element];
  return c;
}

}  // namespace multiplied
}  // namespace

design design_of_products() {
  using namespace multiplied;
  std::vector<text> leading, inners;
  for (leading_axes const& l : batches) leading.push_back(l.name);
  for (contracted_sizes const& k : contracted) inners.push_back(k.name);
  const std::vector<text> operands{"plain", "t", "g", "r", "o", "z", "p", "tr", "tz", "gz"};
  return {"products",
          "products of matrices",
          family::products,
          {{"left", {"matrix", "vector"}, false},
           {"right", {"matrix", "vector"}, false},
           {"batch", leading, false},
           {"inner", inners, false},
           {"outer", {"more", "as many", "one", "many", "no rows", "no columns"}, false},
           {"first", operands, false},
           {"second", operands, false},
           {"target", {"plain", "t", "g", "r", "o", "p"}, false},
           {"element", {"int64", "double", "int32", "float"}, false}},
          {{"a vector has no leading axes", has_axes},
           {"an operand that can be multiplied with none has no target",
            [](row_values const& v) { return is_legal(v) || v[target] == "plain"; }}},
          multiplied::of};
}

}  // namespace bcast::proptests
