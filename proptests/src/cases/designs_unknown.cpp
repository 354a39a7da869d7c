// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "cases/design_parts.hpp"

// The designs of unknown sizes, of declared results, and of XLA's tuples.
namespace bcast::proptests {
namespace {

using text = std::string_view;

/// A shape of the sizes that are given; `-` is a missing axis, and `*` alone an unknown rank.
operand of_sizes(std::vector<text> const& sizes) {
  std::string joined;
  for (text size : sizes) {
    if (size == "-") continue;
    joined += (joined.empty() ? "" : ",") + std::string(size);
  }
  return {parse_shape(joined.empty() ? "()" : "[" + joined + "]"), {}};
}

namespace unknown {

enum : std::size_t { first, second, before_first, before_second, third, leading };

test_case of(row_values const& v) {
  const auto shape = [&](std::size_t last, std::size_t before, text own) {
    const text most = v[leading] == "both ?"        ? text("?")
                      : v[leading].starts_with(own) ? v[leading].substr(own.size() + 1)
                                                    : text("-");
    return v[last] == "*" ? operand{parse_shape("*"), {}} : of_sizes({most, v[before], v[last]});
  };
  test_case c;
  c.operands = {shape(first, before_first, "first"), shape(second, before_second, "second")};
  if (v[third] == "*") c.operands.push_back({parse_shape("*"), {}});
  if (v[third] != "none" && v[third] != "*") c.operands.push_back(of_sizes({v[third]}));
  return c;
}

template <std::size_t Last, std::size_t Before>
bool axes_from_the_last(row_values const& v) {
  return v[Before] == "-" || (v[Last] != "-" && v[Last] != "*");
}

/// Whether an operand has the axes after a leading one.
bool leads_other_axes(row_values const& v) {
  const bool of_both = v[leading] == "both ?";
  return (v[before_first] != "-" || !(of_both || v[leading].starts_with("first"))) &&
         (v[before_second] != "-" || !(of_both || v[leading].starts_with("second")));
}

}  // namespace unknown

namespace declared {

enum : std::size_t { first, second, result, rank };

test_case of(row_values const& v) {
  test_case c;
  const auto own = [&](std::size_t k) {
    return v[k] == "*" ? operand{parse_shape("*"), {}} : of_sizes({v[k]});
  };
  c.operands = {own(first)};
  if (v[second] != "none") c.operands.push_back(own(second));
  c.result = v[rank] == "unknown"  ? operand{parse_shape("*"), {}}
             : v[rank] == "lower"  ? of_sizes({})
             : v[rank] == "higher" ? of_sizes({"1", v[result]})
                                   : of_sizes({v[result]});
  return c;
}

}  // namespace declared

namespace tuple {

enum : std::size_t { lower, higher, dims, sizes, order };

std::size_t rank_of(text digits) { return static_cast<std::size_t>(number_in(digits)); }

/// The tuple of a kind for a shape of rank `low` in one of rank `high`.
kit::broadcast_dimensions entries(text kind, std::int64_t low, std::int64_t high) {
  kit::broadcast_dimensions all;
  for (std::int64_t k = 0; k < low; ++k) {
    all.push_back(kind == "last axes" ? high - low + k : k);
  }
  if (kind == "falling") return {all.rbegin(), all.rend()};
  if (kind == "turned") std::rotate(all.begin(), all.begin() + 1, all.end());
  if (kind == "negative") all.back() -= high;
  if (kind == "beyond") all.back() = high;
  if (kind == "repeated") all.back() = all.front();
  if (kind == "short") all.pop_back();
  if (kind == "long") all.push_back(low);
  return all;
}

/// Whether a tuple of a kind differs from `first axes`.
bool has_entries(row_values const& v) {
  const std::size_t low = rank_of(v[lower]);
  if (v[dims] == "none" || v[dims] == "first axes" || v[dims] == "long") return true;
  if (v[dims] == "last axes") return low < rank_of(v[higher]);
  if (v[dims] == "turned") return low > 2;
  return v[dims] == "falling" || v[dims] == "repeated" ? low > 1 : low > 0;
}

test_case of(row_values const& v) {
  const std::size_t low = rank_of(v[lower]), high = rank_of(v[higher]);
  std::vector<std::int64_t> y(high), x(low);
  for (std::size_t k = 0; k < high; ++k) y[k] = static_cast<std::int64_t>(k) + 2;
  const auto tuple =
      entries(v[dims], static_cast<std::int64_t>(low), static_cast<std::int64_t>(high));
  for (std::size_t k = 0; k < low; ++k) {
    const std::int64_t at = k < tuple.size() ? tuple[k] : static_cast<std::int64_t>(k);
    const auto n = static_cast<std::int64_t>(high);
    x[k] = y[static_cast<std::size_t>(((at % n) + n) % n)];
  }
  if (v[sizes] == "all equal") y.assign(high, 2), x.assign(low, 2);
  if (v[sizes] == "ones") y.assign(high, 1), x.assign(low, 1);
  if (v[sizes] == "1 in the lower") x.back() = 1;
  if (v[sizes] == "1 in the higher") y.assign(high, 1);
  if (v[sizes] == "0 in the lower") x.back() = 0;
  if (v[sizes] == "clash") x.back() = 7;
  test_case c;
  c.operands = {{type_of(x), {}}, {type_of(y), {}}};
  if (v[order] == "higher first") std::swap(c.operands[0], c.operands[1]);
  if (v[dims] != "none") c.dimensions = tuple;
  return c;
}

}  // namespace tuple

}  // namespace

design design_of_unknown() {
  using namespace unknown;
  return {
      "unknown",
      "known and unknown sizes, and unknown ranks",
      family::types,
      {{"first", {"1", "2", "0", "?", "N", "-", "*"}},
       {"second", {"1", "2", "3", "0", "?", "N", "M", "<=1", "-", "*"}},
       {"before first", {"-", "1", "?", "3"}, false},
       {"before second", {"-", "1", "?", "2", "0"}, false},
       {"third", {"none", "?", "0", "2", "N", "*"}, false},
       {"leading", {"none", "first ?", "first 2", "second ?", "second N", "both ?"}, false}},
      {{"the last axis of the first operand is missing", axes_from_the_last<first, before_first>},
       {"the last axis of the second operand is missing",
        axes_from_the_last<second, before_second>},
       {"a leading axis has no axis after it", leads_other_axes}},
      unknown::of};
}

design design_of_declared() {
  using namespace declared;
  return {"declared",
          "declared results",
          family::declared,
          {{"first", {"1", "2", "0", "?", "N", "*"}},
           {"second", {"none", "3", "0", "?", "M"}},
           {"result", {"1", "2", "0", "?", "N"}},
           {"rank", {"same", "lower", "higher", "unknown"}, false}},
          {{"a result without axes has no size",
            [](row_values const& v) {
              return v[result] == "1" || v[rank] == "same" || v[rank] == "higher";
            }}},
          declared::of};
}

design design_of_tuples() {
  using namespace tuple;
  return {"tuples",
          "broadcast dimensions",
          family::tuples,
          {{"lower", {"1", "2", "0", "3"}},
           {"higher", {"2", "3", "1"}},
           {"dims",
            {"first axes", "last axes", "none", "falling", "negative", "beyond", "repeated",
             "short", "long", "turned"}},
           {"sizes",
            {"distinct", "all equal", "ones", "1 in the lower", "1 in the higher", "0 in the lower",
             "clash"},
            false},
           {"order", {"lower first", "higher first"}, false}},
          {{"the lower rank is not above the higher",
            [](row_values const& v) { return rank_of(v[lower]) <= rank_of(v[higher]); }},
           {"the tuple has too few entries to be one of that kind", has_entries},
           {"a scalar has no size",
            [](row_values const& v) {
              return rank_of(v[lower]) > 0 || v[sizes] == "distinct" || v[sizes] == "all equal" ||
                     v[sizes] == "1 in the higher";
            }}},
          tuple::of};
}

}  // namespace bcast::proptests
