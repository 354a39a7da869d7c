// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/array_api.hpp"
#include "bcast/spec/array_api_2025_12.hpp"
#include "bcast/spec/clause.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "bcast/spec/xla.hpp"

/// All documents in one list, for programs that walk them.
namespace bcast::spec {

struct rows {
  document about;
  std::span<clause const> clauses;
  std::span<aside const> asides;
};

inline constexpr std::array documents{
    rows{sonnx::about, sonnx::clauses, sonnx::asides},
    rows{sonnx_2026_01::about, sonnx_2026_01::clauses, sonnx_2026_01::asides},
    rows{array_api::about, array_api::clauses, array_api::asides},
    rows{array_api_2025_12::about, array_api_2025_12::clauses, array_api_2025_12::asides},
    rows{xla::about, xla::clauses, xla::asides},
    rows{mlir::about, mlir::clauses, mlir::asides},
};

/// The document that a tag belongs to.
constexpr std::string_view document_of(std::string_view tag) {
  return tag.substr(0, tag.rfind('.'));
}

/// Throws std::invalid_argument, which lists the existing documents.
inline rows const& rows_of(std::string_view document) {
  const auto found = std::find_if(documents.begin(), documents.end(),
                                  [&](rows const& r) { return r.about.name == document; });
  if (found != documents.end()) return *found;
  std::string known;
  for (rows const& r : documents) known += (known.empty() ? "" : ", ") + std::string(r.about.name);
  throw std::invalid_argument("no document is called '" + std::string(document) + "'; there are " +
                              known);
}

/// A row and the lines that it is about.
struct placed {
  std::string_view tag;
  passages at;
};

/// The clauses of a document, the rows of its tables and its examples, in the text's order. Throws
/// as rows_of does.
inline std::vector<placed> placed_rows(std::string_view document) {
  std::vector<placed> all;
  const auto add = [&](auto const& some) {
    for (auto const& row : some) all.push_back({row.tag, row.at});
  };
  add(rows_of(document).clauses);
  if (document == "array_api") {
    add(array_api::examples);
    add(array_api::in_place_examples);
  }
  if (document == "xla") add(xla::examples);
  if (document == "mlir") {
    add(mlir::inference_table);
    add(mlir::verification_table);
    add(mlir::examples);
  }
  std::stable_sort(all.begin(), all.end(), [](placed const& a, placed const& b) {
    return a.at.begin()->first < b.at.begin()->first;
  });
  return all;
}

}  // namespace bcast::spec
