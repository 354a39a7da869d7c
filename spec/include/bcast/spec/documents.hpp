// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bcast/spec/array_api.hpp"
#include "bcast/spec/array_api_2025_12.hpp"
#include "bcast/spec/chlo.hpp"
#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"
#include "bcast/spec/gufunc.hpp"
#include "bcast/spec/mlir.hpp"
#include "bcast/spec/numpy_guide.hpp"
#include "bcast/spec/octave.hpp"
#include "bcast/spec/onnx.hpp"
#include "bcast/spec/onnx6.hpp"
#include "bcast/spec/onnx_einsum.hpp"
#include "bcast/spec/openvino.hpp"
#include "bcast/spec/openvino_broadcast.hpp"
#include "bcast/spec/pytorch.hpp"
#include "bcast/spec/pytorch_2_8.hpp"
#include "bcast/spec/r.hpp"
#include "bcast/spec/rules.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"
#include "bcast/spec/stablehlo.hpp"
#include "bcast/spec/tosa.hpp"
#include "bcast/spec/ufunc.hpp"
#include "bcast/spec/webnn.hpp"
#include "bcast/spec/xla.hpp"

/// The documents: the one list that a document joins. Programs walk it; whatever is said of every
/// document (pages, laws, vectors, the explorer) follows from it.
namespace bcast::spec {

/// A row and the lines that it is about.
struct placed {
  std::string_view tag;
  passages at;
};

/// What the file of a document's rows holds.
struct rows {
  document about;
  std::span<clause const> clauses;
  std::span<aside const> asides;
  std::span<spec::document_rule const> rules;  ///< that answer for shapes
  std::span<spec::numbers const> given;        ///< to its tags
  std::span<spec::finding const> findings = {};
  std::span<scope_note const> notes = {};
  std::span<citations const> cited = {};  ///< by verdicts of its rules
  std::span<spec::example const> examples = {};
  std::span<comparison const> comparisons = {};
  std::vector<placed> (*tables)() = nullptr;  ///< the rows of tables of its own kind
};

/// The places of the rows of some tables.
template <auto const&... tables>
std::vector<placed> placed_in() {
  std::vector<placed> all;
  const auto add = [&](auto const& some) {
    for (auto const& row : some) all.push_back({row.tag, row.at});
  };
  (add(tables), ...);
  return all;
}

inline constexpr std::array documents{
    rows{sonnx::about, sonnx::clauses, sonnx::asides, sonnx::rules, sonnx::given, sonnx::findings,
         sonnx::notes, sonnx::cited},
    rows{sonnx_2026_01::about,
         sonnx_2026_01::clauses,
         sonnx_2026_01::asides,
         sonnx_2026_01::rules,
         sonnx_2026_01::given,
         sonnx_2026_01::findings,
         {},
         sonnx_2026_01::cited},
    rows{.about = array_api::about,
         .clauses = array_api::clauses,
         .asides = array_api::asides,
         .rules = array_api::rules,
         .given = array_api::given,
         .notes = array_api::notes,
         .cited = array_api::cited,
         .tables = placed_in<array_api::examples, array_api::in_place_examples>},
    rows{array_api_2025_12::about,
         array_api_2025_12::clauses,
         array_api_2025_12::asides,
         array_api_2025_12::rules,
         array_api_2025_12::given,
         array_api_2025_12::findings,
         {},
         array_api_2025_12::cited},
    rows{.about = xla::about,
         .clauses = xla::clauses,
         .asides = xla::asides,
         .rules = xla::rules,
         .given = xla::given,
         .findings = xla::findings,
         .notes = xla::notes,
         .cited = xla::cited,
         .tables = placed_in<xla::examples>},
    rows{.about = mlir::about,
         .clauses = mlir::clauses,
         .asides = mlir::asides,
         .rules = mlir::rules,
         .given = mlir::given,
         .findings = mlir::findings,
         .notes = mlir::notes,
         .cited = mlir::cited,
         .tables = placed_in<mlir::inference_table, mlir::verification_table, mlir::examples>},
    rows{onnx::about, onnx::clauses, onnx::asides, onnx::rules, onnx::given, onnx::findings,
         onnx::notes, onnx::cited, onnx::examples, onnx::comparisons},
    rows{webnn::about, webnn::clauses, webnn::asides, webnn::rules, webnn::given, webnn::findings,
         webnn::notes, webnn::cited, webnn::examples, webnn::comparisons},
    rows{.about = tosa::about,
         .clauses = tosa::clauses,
         .asides = tosa::asides,
         .rules = tosa::rules,
         .given = tosa::given,
         .findings = tosa::findings,
         .notes = tosa::notes,
         .cited = tosa::cited,
         .comparisons = tosa::comparisons},
    rows{.about = chlo::about,
         .clauses = chlo::clauses,
         .asides = chlo::asides,
         .rules = chlo::rules,
         .given = chlo::given,
         .findings = chlo::findings,
         .notes = chlo::notes,
         .cited = chlo::cited,
         .comparisons = chlo::comparisons},
    rows{.about = stablehlo::about,
         .clauses = stablehlo::clauses,
         .asides = stablehlo::asides,
         .rules = stablehlo::rules,
         .given = stablehlo::given,
         .findings = stablehlo::findings,
         .notes = stablehlo::notes,
         .cited = stablehlo::cited,
         .comparisons = stablehlo::comparisons,
         .tables = placed_in<stablehlo::examples>},
    rows{.about = gufunc::about,
         .clauses = gufunc::clauses,
         .asides = gufunc::asides,
         .rules = gufunc::rules,
         .given = gufunc::given,
         .findings = gufunc::findings,
         .notes = gufunc::notes,
         .cited = gufunc::cited,
         .comparisons = gufunc::comparisons,
         .tables = placed_in<gufunc::signatures>},
    rows{numpy_guide::about, numpy_guide::clauses, numpy_guide::asides, numpy_guide::rules,
         numpy_guide::given, numpy_guide::findings, numpy_guide::notes, numpy_guide::cited,
         numpy_guide::examples, numpy_guide::comparisons},
    rows{pytorch::about, pytorch::clauses, pytorch::asides, pytorch::rules, pytorch::given,
         pytorch::findings, pytorch::notes, pytorch::cited, pytorch::examples,
         pytorch::comparisons},
    rows{.about = pytorch_2_8::about,
         .clauses = pytorch_2_8::clauses,
         .asides = pytorch_2_8::asides,
         .rules = pytorch_2_8::rules,
         .given = pytorch_2_8::given,
         .notes = pytorch_2_8::notes,
         .examples = pytorch_2_8::examples},
    rows{.about = onnx6::about,
         .clauses = onnx6::clauses,
         .asides = onnx6::asides,
         .rules = onnx6::rules,
         .given = onnx6::given,
         .notes = onnx6::notes,
         .examples = onnx6::examples},
    rows{openvino::about, openvino::clauses, openvino::asides, openvino::rules, openvino::given,
         openvino::findings, openvino::notes, openvino::cited, openvino::examples},
    rows{openvino_broadcast::about, openvino_broadcast::clauses, openvino_broadcast::asides,
         openvino_broadcast::rules, openvino_broadcast::given, openvino_broadcast::findings,
         openvino_broadcast::notes, openvino_broadcast::cited, openvino_broadcast::examples,
         openvino_broadcast::comparisons},
    rows{.about = r::about,
         .clauses = r::clauses,
         .asides = r::asides,
         .rules = r::rules,
         .given = r::given,
         .notes = r::notes},
    rows{.about = octave::about,
         .clauses = octave::clauses,
         .asides = octave::asides,
         .rules = octave::rules,
         .given = octave::given,
         .notes = octave::notes,
         .examples = octave::examples},
    rows{ufunc::about, ufunc::clauses, ufunc::asides, ufunc::rules, ufunc::given, ufunc::findings,
         ufunc::notes},
    rows{onnx_einsum::about, onnx_einsum::clauses, onnx_einsum::asides, onnx_einsum::rules,
         onnx_einsum::given, onnx_einsum::findings, onnx_einsum::notes},
};

/// The rows of one kind, of all documents in their order.
template <auto member>
constexpr auto gathered() {
  using row = std::remove_cvref_t<decltype((documents[0].*member)[0])>;
  constexpr std::size_t n = [] {
    std::size_t sum = 0;
    for (rows const& r : documents) sum += (r.*member).size();
    return sum;
  }();
  std::array<row, n> all{};
  std::size_t k = 0;
  for (rows const& r : documents) {
    for (row const& each : r.*member) all[k++] = each;
  }
  return all;
}

/// What the verdicts of rules cite: those of the documents, and ours.
inline constexpr auto citation_table = [] {
  constexpr auto cited = gathered<&rows::cited>();
  std::array<citations, cited.size() + 1> all{};
  std::copy(cited.begin(), cited.end(), all.begin());
  all.back() = citations{
      .document = "bcast",
      .order = meeting_order::from_first_axis,
      .clash = "bcast.P1",
      .result_rank = "bcast.P40",
      .result_known = "bcast.P40",
      .result_size = "bcast.P40",
  };
  return all;
}();

/// What the verdicts of a rule cite: its own row, or that of its document. Throws
/// std::logic_error if there is none.
inline citations const& citations_of(rule const& p) {
  for (std::string_view name : {p.name, p.document}) {
    for (citations const& c : citation_table) {
      if (c.document == name) return c;
    }
  }
  throw std::logic_error("a rule without citations");
}

/// The rules of all documents.
inline constexpr auto document_rules = gathered<&rows::rules>();

/// The rule of a name; null if there is none.
constexpr document_rule const* find_document_rule(std::string_view name) {
  for (document_rule const& r : document_rules) {
    if (r.name == name) return &r;
  }
  return nullptr;
}

/// The document that has a rule. Throws std::invalid_argument if none has it.
inline rows const& document_with(std::string_view rule) {
  for (rows const& r : documents) {
    for (spec::document_rule const& each : r.rules) {
      if (each.name == rule) return r;
    }
  }
  throw std::invalid_argument("no rule is called '" + std::string(rule) + "'");
}

/// Whether a document is an edition next to another one, which its name begins with. It is compared
/// with that one by theorems, so no law or vector repeats it.
constexpr bool is_edition(std::string_view document) {
  return document.find('@') != std::string_view::npos;
}

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

/// The clauses of a document, the rows of its tables and its examples, in the text's order. Throws
/// as rows_of does.
inline std::vector<placed> placed_rows(std::string_view document) {
  rows const& r = rows_of(document);
  std::vector<placed> all;
  const auto add = [&](placed const& row) {  // behind those of its line
    const auto is_earlier = [](placed const& a, placed const& b) {
      return a.at.begin()->first < b.at.begin()->first;
    };
    all.insert(std::upper_bound(all.begin(), all.end(), row, is_earlier), row);
  };
  for (clause const& c : r.clauses) add({c.tag, c.at});
  for (spec::example const& e : r.examples) add({e.tag, e.at});
  if (r.tables != nullptr) {
    for (placed const& p : r.tables()) add(p);
  }
  return all;
}

}  // namespace bcast::spec
