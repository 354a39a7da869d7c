#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/dim.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/xla.hpp"

/// One overload for each type of member: what stands in a table's cell, as Markdown.
namespace bcast::docs {

/// A tag as code; any other text as it is, with what Markdown would take for markup escaped outside
/// of its code spans.
std::string cell(std::string_view text);

/// As code.
std::string cell(spec::formula formula);

/// `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.
std::string cell(spec::shape const& shape);

/// Shapes separated by commas.
std::string cell(spec::operands const& operands);

/// `(1, 2)`, as XLA's document writes it.
std::string cell(spec::xla::tuple const& tuple);

std::string cell(std::same_as<std::int64_t> auto value) { return std::to_string(value); }

std::string cell(std::same_as<bool> auto value) { return value ? "yes" : "no"; }

template <spec::named Enum>
std::string cell(Enum value) {
  return cell(spec::name(value));
}

/// A dash where there is no value.
template <class Value>
std::string cell(std::optional<Value> const& value) {
  return value ? cell(*value) : "-";
}

}  // namespace bcast::docs
