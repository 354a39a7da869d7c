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
#include "bcast/spec/xla.hpp"
#include "text.hpp"

/// An overload for each type of member: its text in a table's cell.
namespace bcast::docs {

using json = nlohmann::ordered_json;

/// `8`, or `?`.
std::string text_of(spec::dim d);

/// A tag, or prose.
std::string cell(std::string_view annotated);
/// A formula as code; a step, which is a sentence, as it is.
std::string cell(spec::formula formula);

/// `8x1x6x1`, a scalar `()`, an unknown size `?`, an unknown rank `*`.
std::string cell(spec::shape const& shape);

/// Shapes separated by commas.
std::string cell(spec::operands const& operands);

/// `(1, 2)`, as XLA's document writes it.
std::string cell(spec::xla::tuple const& tuple);

/// `3-4, 68`.
std::string cell(spec::passages const& places);

/// The same; each passage links to its lines of the text.
std::string linked(spec::text const& in, spec::passages const& places);

/// What a passage is compared with, and its lines.
std::string cell(spec::opposite const& against);

/// `627125c of 2026-01-19`, or `627125c, read on 2026-01-19`.
std::string commit_of(spec::text const& published);

/// A published text: `owner/name: path at commit of date`, with the edition if it has one.
std::string cell(spec::text const& published);

template <class Number>
concept counted = std::same_as<Number, int> || std::same_as<Number, std::int64_t>;

inline std::string cell(counted auto value) { return std::to_string(value); }

/// A checksum, in eight hexadecimal digits.
std::string cell(std::same_as<std::uint32_t> auto sum) { return code(fmt::format("{:08x}", sum)); }

inline std::string cell(std::same_as<bool> auto value) { return value ? "yes" : "no"; }

template <spec::named Enum>
std::string cell(Enum value) {
  return cell(spec::name(value));
}

/// A dash if there is no value.
template <class Value>
std::string cell(std::optional<Value> const& value) {
  return value ? cell(*value) : "-";
}

/// As `cell` shows it, without the markup of Markdown.
std::string plain(spec::shape const& shape);

}  // namespace bcast::docs
