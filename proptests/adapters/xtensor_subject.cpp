// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <exception>
#include <iostream>
#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xbroadcast.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrided_view.hpp>

#include "dense_subject.hpp"

/// xtensor under test.
namespace {

namespace kit = bcast::kit;
using shape = std::vector<std::size_t>;

shape shape_of(std::vector<std::int64_t> const& sizes) { return {sizes.begin(), sizes.end()}; }

/// A tensor's memory as xtensor sees it: row-major, without gaps.
template <class T>
auto array_of(kit::tensor const& t) {
  const shape sizes = shape_of(t.sizes);
  std::size_t count = 1;
  for (std::size_t size : sizes) count *= size;
  return xt::adapt(static_cast<T*>(t.data), count, xt::no_ownership(), sizes);
}

template <class T>
kit::result compute(std::string_view op, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  auto out = array_of<T>(z);
  kit::result done;
  const auto write = [&](auto const& expression) {
    const shape own(expression.shape().begin(), expression.shape().end());
    if (own == shape_of(z.sizes)) {
      xt::noalias(out) = expression;
    } else {
      done.verdict = kit::result::kind::unsupported;  // a target has the expression's own shape
    }
  };
  const auto a = array_of<T>(x.at(0));
  try {
    if (x.size() == 1) {
      write(xt::broadcast(a, shape_of(z.sizes)));
    } else {
      adapters::arithmetic<T>(
          op, a, array_of<T>(x.at(1)),
          [](auto const& l, auto const& r) { return xt::maximum(l, r); },
          [](auto const& l, auto const& r) { return xt::minimum(l, r); }, write);
    }
  } catch (std::exception const& e) {
    return adapters::rejected(e.what());
  }
  return done;
}

kit::result apply(std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  return adapters::by_element(op, x, z, []<class T>(std::type_identity<T>, auto const&... of) {
    return compute<T>(of...);
  });
}

/// The shape of a sum of arrays: no element is computed.
kit::result broadcast_shapes(std::vector<kit::shape> const& operands,
                             std::optional<kit::broadcast_dimensions> const&) {
  kit::result a;
  shape joined;
  try {
    for (kit::shape const& t : operands) {
      shape sizes;
      for (kit::dim const& d : t.sizes) sizes.push_back(static_cast<std::size_t>(d.value()));
      if (sizes.size() > joined.size()) {
        joined.insert(joined.begin(), sizes.size() - joined.size(), SIZE_MAX);
      }
      xt::broadcast_shape(sizes, joined);
    }
  } catch (std::exception const& e) {
    return adapters::rejected(e.what());
  }
  for (std::size_t size : joined) a.shape.sizes.emplace_back(static_cast<std::int64_t>(size));
  return a;
}

}  // namespace

int main() {
  kit::subject s = adapters::dense_subject("xtensor", XTENSOR_VERSION_MAJOR, XTENSOR_VERSION_MINOR,
                                           XTENSOR_VERSION_PATCH);
  s.broadcast_shapes = broadcast_shapes;
  s.apply = apply;
  bcast::proptests::serve(s, std::cin, std::cout);
}
