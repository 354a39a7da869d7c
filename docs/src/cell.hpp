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
#include "bcast/spec/findings.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/sonnx_requirements.hpp"
#include "bcast/spec/xla.hpp"
#include "text.hpp"

/// One pair of overloads for each type of member: its text in a table's cell, and its value in the
/// data.
namespace bcast::docs {

using json = nlohmann::ordered_json;

/// `8`, or `?`.
std::string text_of(spec::dim d);

std::string in_hexadecimal(std::uint32_t value);

/// A tag, or prose.
text cell(std::string_view annotated);
/// A formula, typeset; a step, which is a sentence, as it is.
text cell(spec::formula formula);

text cell(spec::latex latex);

/// LaTeX as code.
text cell(spec::prose_with_latex annotated);

/// `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.
text cell(spec::shape const& shape);

/// Shapes separated by commas.
text cell(spec::operands const& operands);

/// `(1, 2)`, as XLA's document writes it.
text cell(spec::xla::tuple const& tuple);

/// `3-4, 68`.
text cell(spec::passages const& places);

/// The same; in HTML each passage links to its lines of the text.
text linked(spec::text const& in, spec::passages const& places);

/// What a passage is compared with, and its lines.
text cell(spec::opposite const& against);

/// `627125c of 2026-01-19`, or `627125c, read on 2026-01-19`.
std::string commit_of(spec::text const& published);

/// A published text: `owner/name: path at commit of date`, with the edition if it has one.
text cell(spec::text const& published);

json datum(std::string_view characters);

/// A list of sizes, with `"?"` for an unknown one; `"*"` if the rank is unknown.
json datum(spec::shape const& shape);
json datum(spec::operands const& operands);
json datum(spec::xla::tuple const& tuple);

/// The first and the last line of each passage: `[[3, 4], [68, 68]]`.
json datum(spec::passages const& places);
json datum(spec::opposite const& against);
json datum(spec::text const& published);

template <class Number>
concept counted = std::same_as<Number, int> || std::same_as<Number, std::int64_t>;

inline text cell(counted auto value) { return {{kind::plain, std::to_string(value), ""}}; }
inline json datum(counted auto value) { return value; }

/// A checksum, in eight hexadecimal digits.
text cell(std::same_as<std::uint32_t> auto sum) { return {{kind::code, in_hexadecimal(sum), ""}}; }
json datum(std::same_as<std::uint32_t> auto sum) { return in_hexadecimal(sum); }

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

/// A dash if there is no value.
template <class Value>
text cell(std::optional<Value> const& value) {
  return value ? cell(*value) : text{{kind::plain, "-", ""}};
}
template <class Value>
json datum(std::optional<Value> const& value) {
  return value ? datum(*value) : json(nullptr);
}

/// As `cell` shows it, without the markup of Markdown or HTML.
std::string plain(spec::shape const& shape);

}  // namespace bcast::docs
