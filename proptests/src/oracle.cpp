// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/proptests/oracle.hpp"

#include <stdexcept>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/xla.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using kind = kit::answer::kind;
using ref::index;

template <class Sequence>
kit::type to_type(Sequence const& sizes) {
  kit::type t;
  for (index size : sizes) t.sizes.emplace_back(size);
  return t;
}

/// Runs a transcription; its throws become answers. `origin` is where the document's axes begin.
template <class F>
kit::answer answered(index origin, F transcription) {
  kit::answer a;
  try {
    a.common = transcription();
  } catch (ref::violation const& v) {
    a.verdict = kind::reject;
    a.tag = v.tag;
    if (v.axis >= 0) a.axis = static_cast<std::size_t>(v.axis - origin);
    a.why = v.what();
  } catch (ref::no_answer const& n) {
    a.verdict = kind::no_answer;
    a.tag = n.tag;
    a.why = n.what();
  }
  return a;
}

/// The gap that a document without unknown sizes has for them.
void expect_static(test_case const& c, std::string_view gap) {
  for (operand const& o : c.operands) {
    if (!is_static(o.type)) throw ref::no_answer(gap);
  }
}

kit::type sonnx(test_case const& c) {
  expect_static(c, "sonnx.G3");
  ref::seq<ref::sonnx::dims<index>> dX;
  for (operand const& o : c.operands) dX.append(ref::seq<index>(sizes_of(o.type)));
  return to_type(ref::sonnx::Broadcast_sizes(dX));
}

kit::type sonnx_2026_01(test_case const& c) {
  expect_static(c, "sonnx.G3");
  ref::list<ref::sonnx_2026_01::dims<index>> dX;
  for (operand const& o : c.operands) dX.append(ref::list<index>(sizes_of(o.type)));
  return to_type(ref::sonnx_2026_01::Broadcast_sizes(dX));
}

kit::type array_api(test_case const& c) {
  if (c.operands.empty()) throw ref::no_answer("array_api.G2");
  expect_static(c, "array_api.G1");
  ref::list<index> shape(sizes_of(c.operands.front().type));
  for (std::size_t m = 1; m < c.operands.size(); ++m) {
    shape = ref::array_api::broadcast(shape, ref::list<index>(sizes_of(c.operands[m].type)));
  }
  return to_type(shape);
}

kit::type xla(test_case const& c) {
  if (c.operands.size() != 2) throw ref::no_answer("xla.G2");
  expect_static(c, "xla.G1");
  std::optional<ref::xla::tuple> dimensions;
  if (c.dimensions) dimensions.emplace(*c.dimensions);
  const auto sizes = [&](std::size_t m) { return ref::list<index>(sizes_of(c.operands[m].type)); };
  return to_type(ref::xla::binary(sizes(0), sizes(1), dimensions).result);
}

ref::mlir::type<index> to_mlir(kit::type const& t) {
  if (!t.ranked) return {std::nullopt};
  ref::mlir::dims<index> sizes;
  for (kit::dim const& d : t.sizes)
    sizes.append(d ? ref::mlir::dim<index>(*d) : ref::mlir::dim<index>());
  return {sizes};
}

ref::mlir::operation<index> to_mlir(test_case const& c) {
  ref::mlir::operation<index> op;
  for (operand const& o : c.operands) op.operands.append(to_mlir(o.type));
  if (c.result) op.results.append(to_mlir(c.result->type));
  return op;
}

kit::type mlir(test_case const& c) {
  const auto shape = ref::mlir::InferResultShape(to_mlir(c));
  if (!shape) return {{}, false};
  kit::type t;
  for (auto const& d : *shape) t.sizes.push_back(d.size);
  return t;
}

}  // namespace

bool is_document(std::string_view profile) {
  return profile == "sonnx" || profile == "sonnx@2026-01" || profile == "array_api" ||
         profile == "xla" || profile == "mlir";
}

kit::answer oracle_infer(std::string_view document, test_case const& c) {
  if (document == "sonnx") return answered(1, [&] { return sonnx(c); });
  if (document == "sonnx@2026-01") return answered(0, [&] { return sonnx_2026_01(c); });
  if (document == "array_api") return answered(0, [&] { return array_api(c); });
  if (document == "xla") return answered(0, [&] { return xla(c); });
  if (document == "mlir") return answered(0, [&] { return mlir(c); });
  throw std::invalid_argument("no document is called '" + std::string(document) + "'");
}

kit::answer oracle_verify(test_case const& c) {
  return answered(0, [&] {
    ref::mlir::Verify(to_mlir(c));
    return mlir(c);
  });
}

kit::answer oracle_join(std::vector<std::vector<std::int64_t>> const& operands) {
  test_case c;
  for (auto const& sizes : operands) c.operands.push_back({type_of(sizes), {}});
  return oracle_infer("array_api", c);
}

std::vector<std::int64_t> oracle_source(std::vector<std::int64_t> const& operand,
                                        std::vector<std::int64_t> const& result,
                                        std::vector<std::int64_t> const& at) {
  const ref::seq<index> dXm(operand), dY(result);
  const auto i = ref::seq<index>::of(static_cast<index>(at.size()), [&](index k) {
    return at[static_cast<std::size_t>(k - 1)] + 1;
  });
  const auto dYm = ref::sonnx::dYm(dXm, dY.n());
  std::vector<std::int64_t> source;
  for (index k : ref::sonnx::F4(ref::sonnx::F6(i, dYm, dY), dXm.n())) source.push_back(k - 1);
  return source;
}

}  // namespace bcast::proptests
