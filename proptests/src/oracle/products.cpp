// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/products.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/proptests/oracle.hpp"
#include "bcast/reference/gufunc.hpp"
#include "bcast/reference/onnx_einsum.hpp"
#include "bcast/reference/webnn.hpp"

namespace bcast::proptests {
namespace {

namespace ref = bcast::reference;
using sizes = std::vector<std::int64_t>;
using shape = ref::list<ref::index>;

/// WebNN's: all dimensions but the last two broadcast [webnn.X6]; both operands are matrices, and
/// the contracted sizes are equal.
shape by_webnn(shape const& a, shape const& b) {
  ref::webnn::expect_positive(a);
  ref::webnn::expect_positive(b);
  const bool matrices = a.n() >= 2 && b.n() >= 2;
  if (!matrices || a[a.n() - 1] != b[b.n() - 2]) throw ref::violation("webnn.X6");
  return ref::webnn::stacked(a, b) + shape{a[a.n() - 2], b[b.n() - 1]};
}

shape by_gufunc(shape const& a, shape const& b) { return ref::gufunc::matmul(a, b); }

struct row {
  product_rule said;
  shape (*result)(shape const& a, shape const& b);
};

std::vector<row> const& rows() {
  static const std::vector<row> all{
      {{"gufunc_matmul", "gufunc.hpp", "NumPy's matmul, by its signature"}, by_gufunc},
      {{"onnx_matmul", "gufunc.hpp", "ONNX's MatMul, which is numpy.matmul"}, by_gufunc},
      {{"onnx_einsum_matmul", "onnx_einsum.hpp", "ONNX's Einsum, `...ij,...jk->...ik`"},
       ref::onnx_einsum::matmul<ref::index>},
      {{"webnn_matmul", "webnn.hpp", "WebNN's matmul"}, by_webnn},
  };
  return all;
}

/// How the operands clash, in words.
std::string wrong_sizes(sizes const& a, sizes const& b, kit::result const& found) {
  if (a.empty() || b.empty()) return "a scalar has no axis to contract";
  if (found.axis) {
    const auto at = [&](sizes const& own) {
      const std::size_t rank = std::max({a.size(), b.size(), std::size_t{2}}) - 2;
      const std::size_t count = std::max<std::size_t>(own.size(), 2) - 2, missing = rank - count;
      return std::to_string(*found.axis < missing ? 1 : own[*found.axis - missing]);
    };
    return "operand 0 has " + at(a) + ", operand 1 has " + at(b);
  }
  const std::int64_t one = a.back(), other = b[b.size() - std::min<std::size_t>(b.size(), 2)];
  if (one == other && a.size() > 1 && b.size() > 1) return "the stacks have different ranks";
  if (one == other) return "an operand is not a matrix";
  return "operand 0 contracts " + std::to_string(one) + ", operand 1 " + std::to_string(other);
}

}  // namespace

std::vector<product_rule> const& product_rules() {
  static const std::vector<product_rule> all = [] {
    std::vector<product_rule> rules;
    for (row const& r : rows()) rules.push_back(r.said);
    return rules;
  }();
  return all;
}

kit::result oracle::product(std::string_view rule, sizes const& a, sizes const& b) {
  const auto found =
      std::find_if(rows().begin(), rows().end(), [&](row const& r) { return r.said.name == rule; });
  if (found == rows().end()) {
    std::string known;
    for (row const& r : rows()) known += (known.empty() ? "" : ", ") + std::string(r.said.name);
    throw std::invalid_argument("no rule for products is called '" + std::string(rule) +
                                "'; there are " + known);
  }
  kit::result answer;
  try {
    for (std::int64_t size : found->result(shape(a), shape(b))) {
      answer.shape.sizes.emplace_back(size);
    }
  } catch (ref::violation const& v) {
    answer.verdict = kit::result::kind::refused;
    answer.tag = v.tag;
    if (v.axis >= 0) answer.axis = static_cast<std::size_t>(v.axis);
    answer.why = wrong_sizes(a, b, answer);
  } catch (ref::no_answer const& n) {
    answer.verdict = kit::result::kind::silent;
    answer.tag = n.tag;
    answer.why = "a size is 0, and sizes are positive";
  }
  return answer;
}

std::optional<product> product_of(sizes const& a, sizes const& b) {
  const kit::result found = oracle::product("gufunc_matmul", a, b);
  if (found.verdict != kit::result::kind::ok) return std::nullopt;
  product p{sizes_of(found.shape),
            {},
            std::min<std::size_t>(a.size(), 2),
            std::min<std::size_t>(b.size(), 2),
            a.back()};
  const std::size_t core = (p.core_a - 1) + (p.core_b - 1);
  p.batch.assign(p.shape.begin(), p.shape.end() - static_cast<std::ptrdiff_t>(core));
  return p;
}

bool is_legal_product(test_case const& c) {
  if (c.operands.size() != 2 || !is_static(c)) return false;
  const auto p = product_of(sizes_of(c.operands[0].type), sizes_of(c.operands[1].type));
  return p && (!c.result || sizes_of(c.result->type) == p->shape);
}

}  // namespace bcast::proptests
