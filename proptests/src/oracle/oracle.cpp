// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/oracle.hpp"

#include "bcast/reference/documents.hpp"
#include "bcast/spec/rules.hpp"

namespace bcast::proptests {
namespace texts = bcast::reference;
}

#include "oracle/transcriptions.hpp"

namespace bcast::proptests {

bool is_document(std::string_view rule) { return registered_document_rule(rule) != nullptr; }

bool takes_dimensions(std::string_view rule) {
  return std::any_of(spec::rules.begin(), spec::rules.end(), [&](spec::rule const& p) {
    return p.name == rule && p.tuple != spec::tuple_rule::none;
  });
}

kit::result oracle::broadcast_shapes(std::string_view document, test_case const& c) {
  return with_axis(document, answer_of(document, c, [](std::size_t) {}), c);
}

kit::result oracle::verify(test_case const& c) {
  if (!c.result) throw std::invalid_argument("the case to verify declares no result");
  kit::result a = with_axis("mlir", verified(c), c);
  if (a.verdict == kind::ok) a.shape = mlir(c);
  return a;
}

kit::result oracle::broadcast_shapes(std::vector<std::vector<std::int64_t>> const& operands) {
  test_case c;
  for (auto const& sizes : operands) c.operands.push_back({type_of(sizes), {}});
  return oracle::broadcast_shapes("array_api", c);
}

std::vector<std::int64_t> oracle::operand_index(std::vector<std::int64_t> const& operand,
                                                std::vector<std::int64_t> const& result,
                                                std::vector<std::int64_t> const& at) {
  const ref::seq<index> dXm(operand), dY(result);
  const auto i = ref::seq<index>::of(static_cast<index>(at.size()), [&](index k) {
    return at[static_cast<std::size_t>(k - 1)] + 1;
  });
  const auto dYm = ref::sonnx::dYm(dXm, dY.n());
  std::vector<std::int64_t> source;
  for (index k : ref::sonnx::index_in_Xm(ref::sonnx::index_in_Ym(i, dYm, dY), dXm.n()))
    source.push_back(k - 1);
  return source;
}

}  // namespace bcast::proptests
