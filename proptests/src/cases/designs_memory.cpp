// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "cases/design_parts.hpp"

// The designs of layouts and targets.
namespace bcast::proptests {
namespace {

using text = std::string_view;

/// An operand of a shape in a layout of the given letters; `plain` has none.
operand laid_out(text shape, text letters) {
  operand o{parse_shape(shape), {}};
  if (letters == "plain") return o;
  for (char letter : letters) {
    o.layout.bits |= 1U << text("tgruozp").find(letter);
  }
  return o;
}

namespace layout {

enum : std::size_t { shapes, first, second, target, element };

struct pair_of_shapes {
  text name, first, second, result;
};

// The first one is what a plan that is kept for all calls is made for: many rows of whole vectors.
constexpr pair_of_shapes pairs[]{
    {"vectors", "33x8", "8", "33x8"},
    {"equal", "2x3", "2x3", "2x3"},
    {"square", "3x3", "3x3", "3x3"},
    {"row", "2x3", "3", "2x3"},
    {"column", "2x1", "2x3", "2x3"},
    {"scalar", "()", "2x3", "2x3"},
    {"one", "3x5", "1x1", "3x5"},
    {"middle", "2x1x3", "2x2x3", "2x2x3"},
    {"both", "4x1x3", "5x1", "4x5x3"},
    {"six axes", "2x1x2x1x2x2", "2x2x2x2x1x2", "2x2x2x2x2x2"},
    {"wide", "3x19", "19", "3x19"},
    {"tall", "19x3", "19x1", "19x3"},
    {"long", "3x129", "3x1", "3x129"},
    {"unit axis", "1x3x2", "1x3x2", "1x3x2"},
    {"beside a unit", "3x1x2", "2", "3x1x2"},
};

test_case of(row_values const& v) {
  pair_of_shapes const* p = pairs;
  while (p->name != v[shapes]) ++p;
  test_case c;
  c.operands = {laid_out(p->first, v[first]), laid_out(p->second, v[second])};
  c.result = laid_out(p->result, v[target]);
  c.element = v[element];
  return c;
}

}  // namespace layout

namespace written {

enum : std::size_t { operand, target, from, to, element };

struct shape_of_target {
  text name, target, row, column, shorter;
};

constexpr shape_of_target targets[]{
    {"scalar", "()", "1", "1x1", "()"},           {"vector", "3", "1x3", "1", "()"},
    {"matrix", "2x3", "3", "2x1", "1x1"},         {"rank 3", "2x3x4", "3x4", "2x1x4", "1"},
    {"wide", "4x19", "19", "4x1", "1x1"},         {"long", "129", "1x129", "1", "()"},
    {"empty", "2x0", "0", "2x1", "()"},           {"one", "1", "()", "1x1", "1x1x1"},
    {"unit axes", "1x3x1", "3x1", "1x1x1", "()"},
};

shape_of_target const& chosen(row_values const& v) {
  shape_of_target const* t = targets;
  while (t->name != v[target]) ++t;
  return *t;
}

std::string shape_of(row_values const& v) {
  shape_of_target const& t = chosen(v);
  const text relation = v[operand];
  if (relation == "equal") return std::string(t.target);
  if (relation == "row") return std::string(t.row);
  if (relation == "column") return std::string(t.column);
  if (relation == "one element") return std::string(t.shorter);
  const bool scalar = t.target == "()";
  if (relation == "leading one") return scalar ? "1" : "1x" + std::string(t.target);
  if (relation == "larger last") return scalar ? "2" : std::string(t.target) + "x2";
  if (relation == "another size") return scalar ? "4" : "7";
  return scalar ? "0" : "0x1";
}

test_case of(row_values const& v) {
  test_case c;
  c.operands = {laid_out(shape_of(v), v[from])};
  c.result = laid_out(chosen(v).target, v[to]);
  c.element = v[element];
  return c;
}

}  // namespace written

}  // namespace

design design_of_layouts() {
  std::vector<text> shapes;
  for (layout::pair_of_shapes const& p : layout::pairs) shapes.push_back(p.name);
  const std::vector<text> operands{"plain", "t", "g", "r", "u", "o", "z", "p", "tr", "go"};
  return {"layouts",
          "how operands and targets lie in memory",
          family::layouts,
          {{"shapes", shapes, false},
           {"first", operands, false},
           {"second", operands, false},
           {"target", {"plain", "t", "g", "r", "u", "o", "p", "tr", "go", "rp"}, false},
           {"element", {"int32", "uint8", "int16", "double"}, false}},
          {},
          layout::of};
}

design design_of_targets() {
  std::vector<text> targets;
  for (written::shape_of_target const& t : written::targets) targets.push_back(t.name);
  return {"targets",
          "an operand that is copied to a target",
          family::targets,
          {{"operand",
            {"equal", "row", "column", "one element", "leading one", "larger last", "another size",
             "empty"},
            false},
           {"target", targets, false},
           {"from", {"plain", "t", "g", "r", "u", "o", "z", "p"}, false},
           {"to", {"plain", "t", "g", "r", "u", "o", "p", "tr", "go", "rp"}, false},
           {"element", {"int32", "uint8", "int16", "double"}, false}},
          {},
          written::of};
}

}  // namespace bcast::proptests
