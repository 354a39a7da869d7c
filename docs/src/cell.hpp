// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <fmt/core.h>

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

/// An overload for each type of member: its text in a table's cell.
namespace bcast::docs {

using json = nlohmann::ordered_json;

/// `8`, or `?`.
std::string text_of(spec::dim d);

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

/// The first and the last line of each passage: `[[3, 4], [68, 68]]`.
json datum(spec::passages const& places);
json datum(spec::text const& published);

template <class Number>
concept counted = std::same_as<Number, int> || std::same_as<Number, std::int64_t>;

inline text cell(counted auto value) { return {{kind::plain, std::to_string(value), ""}}; }

/// A checksum, in eight hexadecimal digits.
text cell(std::same_as<std::uint32_t> auto sum) {
  return {{kind::code, fmt::format("{:08x}", sum), ""}};
}

inline text cell(std::same_as<bool> auto value) {
  return {{kind::plain, value ? "yes" : "no", ""}};
}

template <spec::named Enum>
text cell(Enum value) {
  return cell(spec::name(value));
}

/// A dash if there is no value.
template <class Value>
text cell(std::optional<Value> const& value) {
  return value ? cell(*value) : text{{kind::plain, "-", ""}};
}

/// As `cell` shows it, without the markup of Markdown or HTML.
std::string plain(spec::shape const& shape);

}  // namespace bcast::docs
