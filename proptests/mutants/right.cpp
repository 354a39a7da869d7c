// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bcast/proptests/case.hpp"
#include "bcast/reference/nested.hpp"
#include "inference.hpp"
#include "mutants.hpp"
#include "products.hpp"

namespace bcast::mutants {
namespace {

namespace nested = bcast::reference::nested;
using kind = kit::result::kind;

/// An operand as a nested list of its elements' addresses.
using list = nested::value<std::byte*>;

list list_of(kit::tensor const& x, std::size_t axis, std::byte* at) {
  if (axis == x.sizes.size()) return {at, {}};
  list all;
  const std::int64_t bytes = bytes_of(x);
  for (std::int64_t k = 0; k < x.sizes[axis]; ++k) {
    all.items.push_back(list_of(x, axis + 1, at + k * x.strides[axis] * bytes));
  }
  return all;
}

void collect(list const& l, std::size_t depth, std::vector<std::byte*>& all) {
  if (depth == 0) all.push_back(l.element);
  for (list const& item : l.items) collect(item, depth - 1, all);
}

/// The addresses of a tensor's elements after it is stretched to a shape, in row-major order.
std::vector<std::byte*> elements_of(kit::tensor const& x, shape const& target) {
  std::vector<std::byte*> all;
  collect(nested::stretch(list_of(x, 0, static_cast<std::byte*>(x.data)), x.sizes.size(), target),
          target.size(), all);
  return all;
}

/// Broadcasting with nested lists. It shares only the arithmetic of single elements with the
/// implementation that the mutants change. It sums in the gradient's order.
struct plain : implementation {
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    shape result;
    try {
      for (shape const& s : shapes) result = nested::join(result, s);
    } catch (reference::violation const& v) {
      throw refusal(v.what());
    }
    return result;
  }

  void compute(call const& c) const override {
    check(c);
    std::vector<std::vector<std::byte*>> x;
    for (kit::tensor const& t : c.x) x.push_back(elements_of(t, c.z.sizes));
    const std::vector<std::byte*> z = elements_of(c.z, c.z.sizes);
    for (std::size_t k = 0; k < z.size(); ++k) {
      std::vector<void const*> elements;
      for (auto const& operand : x) elements.push_back(operand[k]);
      evaluate(c, elements, z[k]);
    }
  }

  void sum(kit::tensor const& gradient, kit::tensor const& out) const override {
    if (!expands(out.sizes, gradient.sizes)) throw refusal("the gradient has another shape");
    for (std::byte* z : elements_of(out, out.sizes)) kind_of(out.element).zero(z);
    const std::vector<std::byte*> to = elements_of(out, gradient.sizes),
                                  from = elements_of(gradient, gradient.sizes);
    for (std::size_t k = 0; k < to.size(); ++k) kind_of(out.element).add(to[k], from[k]);
  }
};

}  // namespace

std::vector<kit::subject> right() {
  return {subject_of("right/pieces", std::make_shared<implementation const>()),
          subject_of("right/nested", std::make_shared<plain const>()),
          subject_of("right/products", std::make_shared<multiplication const>()),
          subject_of("right/sound", "sound", std::make_shared<sound_rule const>()),
          subject_of("right/opaque", "jax_symbolic", std::make_shared<opaque_rule const>()),
          subject_of("right/assumed", "torch_unbacked", std::make_shared<assumed_rule const>()),
          subject_of("right/mlir", "mlir", std::make_shared<mlir_rule const>()),
          subject_of("right/xla", "xla", std::make_shared<xla_rule const>()),
          subject_of("right/sonnx", "sonnx", std::make_shared<sonnx_rule const>())};
}

}  // namespace bcast::mutants
