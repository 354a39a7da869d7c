// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/reference/array_api.hpp"
#include "bcast/reference/gufunc.hpp"
#include "bcast/reference/onnx_einsum.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/pytorch.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "bcast/reference/tosa.hpp"
#include "bcast/reference/webnn.hpp"
#include "cases.hpp"
#include "subjects/subjects.hpp"

namespace bcast::peers {
namespace {

namespace ref = bcast::reference;
using ref::index;
using shape = ref::list<index>;
using positions = std::vector<std::int64_t>;

/// Thrown where a rule gives no shape.
struct no_shape {
  kit::result said;
};

/// Refuses where no clause does.
[[noreturn]] void refuse() {
  kit::result said;
  said.verdict = kit::result::kind::refused;
  throw no_shape{said};
}

shape at(question const& q, std::size_t k) {
  return shape(proptests::sizes_of(std::get<kit::shape>(q.at(k))));
}

kit::shape to_kit(shape const& s) { return std::vector<std::int64_t>(s.begin(), s.end()); }

kit::shape shape_in(kit::result const& said) {
  if (said.verdict != kit::result::kind::ok) throw no_shape{said};
  return said.shape;
}

/// The shapes of a question, and its axes.
proptests::test_case case_of(question const& q) {
  proptests::test_case c;
  for (part const& p : q) {
    if (auto const* s = std::get_if<kit::shape>(&p)) c.operands.push_back({*s, {}});
    if (auto const* a = std::get_if<axes>(&p)) c.dimensions = *a;
  }
  return c;
}

kit::subject const& verifier(std::string const& rule) {
  static std::map<std::string, kit::subject> known;
  const auto found = known.find(rule);
  return found != known.end() ? found->second
                              : known.emplace(rule, subjects::verifier(rule)).first->second;
}

/// What a rule of `bcast rules` says.
kit::shape types_by_rule(std::string const& rule, question const& q) {
  const proptests::test_case c = case_of(q);
  if (proptests::is_document(rule) || rule.ends_with(" as printed")) {
    return shape_in(proptests::oracle::broadcast_shapes(rule, c));
  }
  return shape_in(verifier(rule).broadcast_shapes(proptests::types_of(c), c.dimensions));
}

/// An operand that is broadcast along an axis, with all of its axes.
question from_axis(question q) {
  auto& dimensions = std::get<axes>(q[2]);
  const std::int64_t first = dimensions[0];
  dimensions.resize(std::get<kit::shape>(q[1]).rank());
  std::iota(dimensions.begin(), dimensions.end(), first);
  return q;
}

shape by_rule(std::string const& rule, std::vector<shape> const& some) {
  question q;
  for (shape const& s : some) q.emplace_back(to_kit(s));
  return shape(proptests::sizes_of(types_by_rule(rule, q)));
}

/// The last shape is the declared result.
kit::shape verified(std::string const& rule, question const& q) {
  const proptests::test_case c = case_of({q.begin(), q.end() - 1});
  const kit::shape result = std::get<kit::shape>(q.back());
  shape_in(verifier(rule).verify(proptests::types_of(c), result));
  return result;
}

/// TOSA's declared result, which is that of the operands one after the other; no size is 0.
kit::shape declared(question const& q) {
  shape result = at(q, 0);
  for (std::size_t k = 0; k < q.size(); ++k) ref::tosa::expect_positive(at(q, k));
  for (std::size_t k = 1; k + 1 < q.size(); ++k) result = by_rule("tosa", {result, at(q, k)});
  if (result != at(q, q.size() - 1)) refuse();
  return to_kit(result);
}

/// The same, if there are sizes from 1 to 3 for the unknown ones with which it is right.
kit::shape possible(question const& q) {
  for (std::size_t k = 0; k < q.size(); ++k) {
    auto const& sizes = std::get<kit::shape>(q[k]).sizes;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
      if (sizes[axis]) continue;
      for (int size : {1, 2, 3}) {
        question chosen = q;
        std::get<kit::shape>(chosen[k]).sizes[axis] = size;
        try {
          possible(chosen);
          return std::get<kit::shape>(q.back());
        } catch (no_shape const&) {
        } catch (ref::no_answer const&) {
        }
      }
      refuse();
    }
  }
  return declared(q);
}

shape stretched_to(shape const& operand, shape const& target) {
  if (by_rule("array_api@2025.12", {operand, target}) != target) refuse();
  return target;
}

// StableHLO and CHLO ------------------------------------------------------------------------------

/// C5 is not asked of an operand's unknown size [stablehlo.G2]; a result's is not allowed.
kit::shape in_dim_of_unknown(question const& q) {
  kit::shape operand = std::get<kit::shape>(q[0]);
  auto const& result = std::get<kit::shape>(q[2]);
  for (kit::dim& size : operand.sizes) size = size ? size : 1;
  for (kit::dim const& size : result.sizes) {
    if (!size) refuse();
  }
  return types_by_rule("stablehlo", {operand, q[1], result});
}

/// An operand, the output's sizes, broadcast_dimensions, and the hints. Where `true_hints`, they
/// must say what the sizes do [stablehlo.G1].
shape hinted(question const& q, bool true_hints) {
  const auto entries = [&](std::size_t k) {
    return q[k].index() == 0 ? shape{} : shape(std::get<axes>(q[k]));
  };
  const ref::stablehlo::dynamic_operation<index> op{
      {at(q, 0), entries(2), at(q, 1)}, at(q, 1), entries(3), entries(4)};
  const shape result = ref::stablehlo::dynamic_broadcast_in_dim(op);
  if (true_hints) ref::stablehlo::expect_known(op);
  return result;
}

/// getNumpyBroadcastShape: a size of 1, or at most 1, gives way, or else both are the same
/// [chlo.G2].
kit::shape bounded(question const& q) {
  kit::shape result;
  for (part const& p : q) {
    kit::shape next = std::get<kit::shape>(p);
    auto &a = result.sizes, &b = next.sizes;
    while (a.size() < b.size()) a.insert(a.begin(), kit::dim(1));
    while (b.size() < a.size()) b.insert(b.begin(), kit::dim(1));
    const auto gives_way = [](kit::dim const& d) { return d == kit::dim(1) || d.upper == 1; };
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (gives_way(a[k])) {
        a[k] = b[k];
      } else if (!gives_way(b[k]) && a[k] != b[k]) {
        refuse();
      }
    }
  }
  return result;
}

// OpenVINO ----------------------------------------------------------------------------------------

/// The smallest interval that holds the result of every choice of sizes; 9 stands for no end.
kit::shape hull(question const& q) {
  std::vector<std::pair<index, index>> ends;
  for (part const& p : q) {
    for (kit::dim const& d : std::get<kit::shape>(p).sizes) {
      const std::size_t dots = d.symbol.find("..");
      const std::string last = d ? "" : d.symbol.substr(dots + 2);
      ends.push_back(d ? std::pair{*d, *d}
                       : std::pair{index(std::stol(d.symbol)), last.empty() ? 9 : std::stol(last)});
    }
  }
  if (ends.empty()) return {};
  if (ends.size() == 1) ends.emplace_back(1, 1);
  std::optional<std::pair<index, index>> all;
  for (index m = ends[0].first; m <= ends[0].second; ++m) {
    for (index n = ends[1].first; n <= ends[1].second; ++n) {
      try {
        const index size = by_rule("onnx_multi", {shape{m}, shape{n}})[0];
        all = all ? std::pair{std::min(all->first, size), std::max(all->second, size)}
                  : std::pair{size, size};
      } catch (no_shape const&) {
      }
    }
  }
  if (!all) refuse();
  if (all->first == all->second) return {all->first};
  const std::string last = all->second == 9 ? "" : std::to_string(all->second);
  return {kit::dim(std::nullopt, std::to_string(all->first) + ".." + last)};
}

// Others ------------------------------------------------------------------------------------------

shape product(question const& q) { return ref::gufunc::matmul(at(q, 0), at(q, 1)); }

/// Of matrices, or stacks of them.
shape webnn_product(question const& q) {
  const shape a = at(q, 0), b = at(q, 1);
  if (a.n() < 2 || b.n() < 2 || a[a.n() - 1] != b[b.n() - 2]) refuse();
  return ref::webnn::stacked(a, b) + shape{a[a.n() - 2], b[b.n() - 1]};
}

shape equal_batches(question const& q) {
  const shape a = at(q, 0), b = at(q, 1);
  if (a.n() != 3 || b.n() != 3 || a[0] != b[0]) refuse();
  return product(q);
}

/// The output's axes of a ufunc that has this signature.
shape applied(std::string const& signature, question const& q) {
  ref::list<shape> inputs;
  for (std::size_t k = 0; k < q.size(); ++k) inputs.append(at(q, k));
  return ref::gufunc::applied(ref::gufunc::parse_signature(signature), inputs, {})[0];
}

using rule_of = std::function<kit::shape(question const&)>;

/// The rules that `bcast rules` does not list, because no document has their name.
std::map<std::string, rule_of> const& own_rules() {
  const auto of = [](auto f) { return [f](question const& q) { return to_kit(f(q)); }; };
  static const std::map<std::string, rule_of> all{
      {"array_api in place", of([](question const& q) {
         ref::array_api::in_place(at(q, 0), at(q, 1));
         return at(q, 0);
       })},
      {"array_api to", of([](question const& q) { return stretched_to(at(q, 0), at(q, 1)); })},
      {"array_api into", of([](question const& q) {
         return stretched_to(by_rule("array_api@2025.12", {at(q, 0), at(q, 1)}), at(q, 2));
       })},
      {"pytorch with warnings",
       of([](question const& q) { return ref::pytorch::size_with_warnings(at(q, 0), at(q, 1)); })},
      {"pytorch resized", of([](question const& q) {
         return by_rule("pytorch", {at(q, 0), at(q, 1)});
       })},
      {"onnx_uni of C", of([](question const& q) {
         return by_rule("onnx_uni", {shape{at(q, 0)[0], at(q, 1)[1]}, at(q, 2)});
       })},
      {"webnn_uni of C", of([](question const& q) {
         return by_rule("webnn_uni", {at(q, 2), shape{at(q, 0)[0], at(q, 1)[1]}});
       })},
      {"webnn where", of([](question const& q) {
         return by_rule("webnn_bi", {at(q, 0), by_rule("webnn_bi", {at(q, 1), at(q, 2)})});
       })},
      {"webnn matmul", of(webnn_product)},
      {"matmul", of(product)},
      {"onnx_einsum_matmul",
       of([](question const& q) { return ref::onnx_einsum::matmul(at(q, 0), at(q, 1)); })},
      {"equal batches", of(equal_batches)},
      {"hull", hull},
      {"stablehlo unknown", in_dim_of_unknown},
      {"stablehlo hints", of([](question const& q) { return hinted(q, false); })},
      {"stablehlo true hints", of([](question const& q) { return hinted(q, true); })},
      {"chlo bounded", bounded},
      {"tosa possible", possible},
      {"tosa verify", declared},
      {"mlir@19 verify", [](question const& q) { return verified("mlir@19", q); }}};
  return all;
}

}  // namespace

kit::result said_by(std::string const& rule, question const& asked) {
  const std::string signature = "gufunc ", along = " along an axis";
  const auto own = own_rules().find(rule);
  kit::result said;
  try {
    said.shape = own != own_rules().end() ? own->second(asked)
                 : rule.starts_with(signature)
                     ? to_kit(applied(rule.substr(signature.size()), asked))
                 : rule.ends_with(along)
                     ? types_by_rule(rule.substr(0, rule.size() - along.size()), from_axis(asked))
                     : types_by_rule(rule, asked);
  } catch (no_shape const& other) {
    said = other.said;
  } catch (ref::violation const& broken) {
    said.verdict = kit::result::kind::refused;
    said.tag = broken.tag;
  } catch (ref::no_answer const& gap) {
    said.verdict = kit::result::kind::silent;
    said.tag = gap.tag;
  }
  return said;
}

}  // namespace bcast::peers
