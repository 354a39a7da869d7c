// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cell.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace bcast::docs {
namespace {

std::string text_of(spec::dim d) { return d.known() ? std::to_string(d.size()) : "?"; }

template <class Range>
std::vector<std::string> texts_of(Range const& range, auto text_of_item) {
  std::vector<std::string> all;
  std::transform(range.begin(), range.end(), std::back_inserter(all), text_of_item);
  return all;
}

text plain_text(std::string characters) {
  if (characters.empty()) return {};
  return {{kind::plain, std::move(characters), ""}};
}

}  // namespace

std::string plain(spec::shape const& shape) {
  if (!shape.ranked()) return "*";
  if (shape.rank() == 0) return "()";
  return fmt::format("{}", fmt::join(texts_of(shape, text_of), "x"));
}

text cell(std::string_view annotated) { return prose(annotated); }

text cell(spec::formula formula) {
  if (formula.empty()) return {};
  return {{kind::formula, std::string(formula), ""}};
}

text cell(spec::shape const& shape) { return plain_text(plain(shape)); }

text cell(spec::operands const& operands) {
  return plain_text(fmt::format("{}", fmt::join(texts_of(operands, plain), ", ")));
}

text cell(spec::xla::tuple const& tuple) {
  return plain_text(fmt::format("({})", fmt::join(tuple.begin(), tuple.end(), ", ")));
}

json datum(std::string_view characters) { return characters; }

json datum(spec::shape const& shape) {
  if (!shape.ranked()) return "*";
  json sizes = json::array();
  for (spec::dim d : shape) sizes.push_back(d.known() ? json(d.size()) : json("?"));
  return sizes;
}

json datum(spec::operands const& operands) {
  json all = json::array();
  for (spec::shape const& shape : operands) all.push_back(datum(shape));
  return all;
}

json datum(spec::xla::tuple const& tuple) {
  json entries = json::array();
  for (int entry : tuple) entries.push_back(entry);
  return entries;
}

}  // namespace bcast::docs
