// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <type_traits>

#include "bcast/proptests/case.hpp"
#include "memory/memory.hpp"
#include "products.hpp"

namespace bcast::mutants {

matrix_axes multiplication::split(shape const& sizes) const {
  if (sizes.empty()) throw refusal("a scalar has no axis to contract");
  const auto middle =
      sizes.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(sizes.size(), 2));
  return {{sizes.begin(), middle}, {middle, sizes.end()}};
}

shape multiplication::broadcast_shapes(shape const& a, shape const& b) const {
  if (o.broadcast_shapes) return o.broadcast_shapes(a, b);
  return implementation().broadcast_shapes({a, b});
}

std::int64_t multiplication::contract(std::int64_t a, std::int64_t b) const {
  if (o.contract) return o.contract(a, b);
  if (a != b) throw refusal("the contracted sizes differ");
  return a;
}

shape multiplication::product(shape const& a, shape const& b) const {
  if (o.product) return o.product(a, b);
  const matrix_axes x = split(a), y = split(b);
  contract(x.core.back(), y.core.front());
  shape result = broadcast_shapes(x.batch, y.batch);
  if (x.core.size() == 2) result.push_back(x.core.front());
  if (y.core.size() == 2) result.push_back(y.core.back());
  return result;
}

std::int64_t multiplication::matrix(kit::tensor const& x, shape const& own,
                                    indices const& batch) const {
  if (o.matrix) return o.matrix(x, own, batch);
  std::int64_t place = 0;
  const std::size_t missing = batch.size() - std::min(batch.size(), own.size());
  for (std::size_t k = 0; k < own.size() && k + missing < batch.size(); ++k) {
    place = wrapped(own[k] == 1 ? 0 : batch[k + missing], x.strides[k], place);
  }
  return place;
}

std::int64_t multiplication::left(kit::tensor const& a, std::size_t core, std::int64_t i,
                                  std::int64_t k) const {
  const std::int64_t along = wrapped(k, a.strides.back(), 0);
  return core == 2 ? wrapped(i, a.strides[a.strides.size() - 2], along) : along;
}

std::int64_t multiplication::right(kit::tensor const& b, std::size_t core, std::int64_t k,
                                   std::int64_t j) const {
  if (o.right) return o.right(b, core, k, j);
  if (core == 1) return wrapped(k, b.strides.back(), 0);
  return wrapped(k, b.strides[b.strides.size() - 2], wrapped(j, b.strides.back(), 0));
}

kit::tensor multiplication::taken(kit::tensor const& x) const { return o.taken ? o.taken(x) : x; }
kit::tensor multiplication::target(kit::tensor const& z) const {
  return o.target ? o.target(z) : z;
}
std::int64_t multiplication::batches(std::int64_t count) const {
  return o.batches ? o.batches(count) : count;
}
std::int64_t multiplication::terms(std::int64_t count) const {
  return o.terms ? o.terms(count) : count;
}

void multiplication::sum(kit::tensor const& a, kit::tensor const& b, std::int64_t count,
                         factors const& at, void* z) const {
  if (o.sum) return o.sum(a, b, count, at, z);
  proptests::with_element(a.element, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
      throw unknown_operation("matmul");
    } else {
      T total{};
      for (std::int64_t k = 0; k < count; ++k) {
        const auto [p, q] = at(k);
        T const x = *static_cast<T const*>(read(a, p)), y = *static_cast<T const*>(read(b, q));
        total = static_cast<T>(total + x * y);
      }
      *static_cast<T*>(z) = total;
    }
  });
}

void multiplication::multiply(kit::tensor const& a, kit::tensor const& b,
                              kit::tensor const& z) const {
  if (o.multiply) return o.multiply(a, b, z);
  if (product(a.sizes, b.sizes) != z.sizes) throw refusal("the target has another shape");
  const kit::tensor x = taken(a), y = taken(b), to = target(z);
  const matrix_axes p = split(a.sizes), q = split(b.sizes);
  const std::int64_t count = terms(contract(p.core.back(), q.core.front()));
  const shape batch = broadcast_shapes(p.batch, q.batch);
  const std::int64_t rows = p.core.size() == 2 ? p.core.front() : 1,
                     columns = q.core.size() == 2 ? q.core.back() : 1,
                     all = batches(count_of(batch));
  for (std::int64_t n = 0; n < all; ++n) {
    const indices at = index_at(batch, n);
    const std::int64_t from_x = matrix(x, p.batch, at), from_y = matrix(y, q.batch, at);
    for (std::int64_t cell = 0; cell < rows * columns; ++cell) {
      const std::int64_t i = cell / columns, j = cell % columns;
      indices own = at;
      if (p.core.size() == 2) own.push_back(i);
      if (q.core.size() == 2) own.push_back(j);
      std::int64_t place = 0;
      for (std::size_t k = 0; k < std::min(own.size(), to.strides.size()); ++k) {
        place = wrapped(own[k], to.strides[k], place);
      }
      // Read and written within the tensors that were given, whatever they are taken for.
      sum(
          a, b, count,
          [&](std::int64_t k) {
            return std::pair{wrapped(1, from_x, left(x, p.core.size(), i, k)),
                             wrapped(1, from_y, right(y, q.core.size(), k, j))};
          },
          written(z, place));
    }
  }
}

kit::subject subject_of(std::string name, std::shared_ptr<multiplication const> computes) {
  kit::subject s;
  s.name = std::move(name);
  s.rule = "array_api";
  s.matmul_shape = [computes](kit::shape const& a, kit::shape const& b) {
    return answered([&](kit::result& answer) {
      answer.shape =
          proptests::type_of(computes->product(proptests::sizes_of(a), proptests::sizes_of(b)));
    });
  };
  s.matmul = [computes](kit::tensor const& a, kit::tensor const& b, kit::tensor const& out) {
    return answered([&](kit::result&) { computes->multiply(a, b, out); });
  };
  return s;
}

}  // namespace bcast::mutants
