// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "values.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/xla.hpp"
#include "bcast/verifier/verifier.hpp"

namespace bcast::explain {
namespace {

using json = nlohmann::ordered_json;
using reference::index;
using sizes = std::vector<std::int64_t>;

/// The number of elements that a page can show.
constexpr std::int64_t most = 1024;

/// The product of the sizes, or `most` + 1 if it is larger.
std::int64_t count_of(sizes const& shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::int64_t n = 1;
  for (std::int64_t size : shape) n = size > most ? most + 1 : std::min(most + 1, n * size);
  return n;
}

/// 0, 1, 2, ... in row-major order.
template <class Tensor>
Tensor numbered(sizes const& shape) {
  index next = 0;
  return Tensor(typename Tensor::sizes(shape), [&](auto const&) { return next++; });
}

template <class Tensor>
json shown(Tensor const& t) {
  json elements = json::array();
  t.each([&](index element) { elements.push_back(element); });
  return {{"shape", std::vector<index>(t.d().begin(), t.d().end())}, {"elements", elements}};
}

json sonnx_outputs(std::vector<sizes> const& operands) {
  using tensor = reference::sonnx::tensor<index>;
  reference::seq<tensor> X;
  for (sizes const& shape : operands) X.append(numbered<tensor>(shape));
  json all = json::array();
  for (tensor const& Z : reference::sonnx::Broadcast(X)) all.push_back(shown(Z));
  return all;
}

json array_api_outputs(std::vector<sizes> const& operands, sizes const& common) {
  using array = reference::array_api::array<index>;
  json all = json::array();
  for (sizes const& shape : operands) {
    all.push_back(shown(
        reference::array_api::repeat(numbered<array>(shape), reference::list<index>(common))));
  }
  return all;
}

json xla_outputs(std::vector<sizes> const& operands,
                 std::optional<kit::broadcast_dimensions> dimensions) {
  namespace xla = reference::xla;
  using array = xla::array<index>;
  // XlaBuilder takes dimensions between equal ranks; the text does not.
  if (operands[0].size() == operands[1].size()) dimensions.reset();
  std::optional<xla::tuple> tuple;
  if (dimensions) tuple.emplace(*dimensions);
  const auto joined =
      xla::binary(reference::list<index>(operands[0]), reference::list<index>(operands[1]), tuple);
  return {shown(xla::values(numbered<array>(operands[0]), joined.lhs, joined.result)),
          shown(xla::values(numbered<array>(operands[1]), joined.rhs, joined.result))};
}

}  // namespace

json values_of(std::string_view rule, proptests::test_case const& c, kit::result const& a) {
  if (!proptests::is_static(c) || !proptests::is_static(a.shape)) return nullptr;
  if (verifier::rule_of(rule).relation == spec::relation_rule::second_by_block) {
    return nullptr;  // no transcription reads a block's element
  }
  if (c.dimensions && verifier::rule_of(rule).document != "xla") return nullptr;
  const sizes common = proptests::sizes_of(a.shape);
  if (count_of(common) > most) return nullptr;
  std::vector<sizes> operands;
  json all{{"operands", json::array()}};
  for (auto const& o : c.operands) {
    operands.push_back(proptests::sizes_of(o.type));
    if (count_of(operands.back()) > most) return nullptr;
    all["operands"].push_back(shown(numbered<reference::array_api::array<index>>(operands.back())));
  }
  const bool has_zero = std::any_of(operands.begin(), operands.end(),
                                    [](sizes const& shape) { return count_of(shape) == 0; });
  const std::string_view document = verifier::rule_of(rule).document;
  const bool text = document == rule;
  try {
    if (document == "sonnx") {
      all["outputs"] = sonnx_outputs(operands);
    } else if (document == "xla" && (text || !has_zero)) {
      all["outputs"] = xla_outputs(operands, c.dimensions);
    } else {
      all["outputs"] = array_api_outputs(operands, common);
    }
  } catch (std::out_of_range const& e) {
    all["error"] = e.what();
  }
  return all;
}

}  // namespace bcast::explain
