// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/xla.hpp"
#include "text.hpp"

/// One pair of overloads for each type of member: what stands in a table's cell, and what stands in
/// the data.
namespace bcast::docs {

using json = nlohmann::ordered_json;

/// A tag, or prose.
text cell(std::string_view annotated);
text cell(spec::formula formula);

/// `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.
text cell(spec::shape const& shape);

/// Shapes separated by commas.
text cell(spec::operands const& operands);

/// `(1, 2)`, as XLA's document writes it.
text cell(spec::xla::tuple const& tuple);

json datum(std::string_view characters);

/// A list of sizes, with `"?"` for an unknown one; `"*"` where the rank is unknown.
json datum(spec::shape const& shape);
json datum(spec::operands const& operands);
json datum(spec::xla::tuple const& tuple);

inline text cell(std::same_as<std::int64_t> auto value) {
  return {{kind::plain, std::to_string(value), ""}};
}
inline json datum(std::same_as<std::int64_t> auto value) { return value; }

inline text cell(std::same_as<bool> auto value) {
  return {{kind::plain, value ? "yes" : "no", ""}};
}
inline json datum(std::same_as<bool> auto value) { return value; }

template <spec::named Enum>
text cell(Enum value) {
  return cell(spec::name(value));
}
template <spec::named Enum>
json datum(Enum value) {
  return spec::name(value);
}

/// A dash where there is no value.
template <class Value>
text cell(std::optional<Value> const& value) {
  return value ? cell(*value) : text{{kind::plain, "-", ""}};
}
template <class Value>
json datum(std::optional<Value> const& value) {
  return value ? datum(*value) : json(nullptr);
}

/// As `cell` shows it, without what Markdown or HTML need.
std::string plain(spec::shape const& shape);

}  // namespace bcast::docs
