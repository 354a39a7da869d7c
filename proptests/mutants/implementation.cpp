// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "implementation.hpp"

#include <algorithm>
#include <utility>

#include "bcast/proptests/case.hpp"

namespace bcast::mutants {

using kind = kit::result::kind;

std::int64_t implementation::join_sizes(std::int64_t a, std::int64_t b) const {
  if (o.join_sizes) return o.join_sizes(a, b);
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  throw refusal("sizes differ");
}

std::ptrdiff_t implementation::aligned(std::size_t own, std::size_t rank, std::size_t axis) const {
  if (o.aligned) return o.aligned(own, rank, axis);
  const auto k = static_cast<std::ptrdiff_t>(axis + own) - static_cast<std::ptrdiff_t>(rank);
  return k < 0 ? -1 : k;
}

shape implementation::broadcast_shapes(std::vector<shape> const& shapes) const {
  if (o.broadcast_shapes) return o.broadcast_shapes(shapes);
  std::size_t rank = 0;
  for (shape const& s : shapes) rank = std::max(rank, s.size());
  shape result(rank, 1);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::size_t from = 0;  // the operand that gave the size so far
    for (std::size_t m = 0; m < shapes.size(); ++m) {
      const std::ptrdiff_t k = aligned(shapes[m].size(), rank, axis);
      const std::int64_t size = k < 0 ? 1 : shapes[m][static_cast<std::size_t>(k)];
      try {
        const std::int64_t joined = m == 0 ? size : join_sizes(result[axis], size);
        if (joined != result[axis]) from = m;
        result[axis] = joined;
      } catch (refusal& r) {
        r.axis = axis;
        r.operands = {from, m};
        throw;
      }
    }
  }
  return result;
}

bool implementation::fits(std::vector<shape> const& operands, shape const& target) const {
  if (o.fits) return o.fits(operands, target);
  std::vector<shape> all{target};
  all.insert(all.end(), operands.begin(), operands.end());
  return broadcast_shapes(all) == target;
}

bool implementation::expands(shape const& from, shape const& target) const {
  if (o.expands) return o.expands(from, target);
  if (std::ranges::any_of(target, [](auto size) { return size < 0; })) return false;
  return fits({from}, target);
}

bool implementation::conflicts(kit::tensor const& x, kit::tensor const& z) const {
  if (o.conflicts) return o.conflicts(x, z);
  if (x.data == z.data && x.sizes == z.sizes && x.strides == z.strides) return false;
  const auto range = [](kit::tensor const& t) {
    const std::int64_t bytes = bytes_of(t);
    const auto begin = reinterpret_cast<std::intptr_t>(t.data);
    const extent e = extent_of(t);
    return std::pair{begin + e.low * bytes, begin + (e.high + 1) * bytes};
  };
  const auto [x0, x1] = range(x);
  const auto [z0, z1] = range(z);
  return x0 < z1 && z0 < x1;
}

bool implementation::overlaps_itself(kit::tensor const& z) const {
  if (o.overlaps_itself) return o.overlaps_itself(z);
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;  // distance, size
  for (std::size_t k = 0; k < z.sizes.size(); ++k) {
    if (z.sizes[k] == 0) return false;
    if (z.sizes[k] > 1) axes.emplace_back(std::abs(z.strides[k]), z.sizes[k]);
  }
  std::ranges::sort(axes);
  std::int64_t reach = 0;
  for (auto const& [distance, size] : axes) {
    if (distance <= reach) return true;
    reach += distance * (size - 1);
  }
  return false;
}

std::int64_t implementation::own_index(std::int64_t size, std::int64_t i) const {
  if (o.own_index) return o.own_index(size, i);
  return size == 1 ? 0 : i;
}

std::int64_t implementation::from(call const& c, std::size_t m, indices const& i) const {
  if (o.from) return o.from(c, m, i);
  kit::tensor const& x = c.x[m];
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis < i.size(); ++axis) {
    const std::ptrdiff_t k = aligned(x.sizes.size(), i.size(), axis);
    if (k < 0) continue;
    const auto own = static_cast<std::size_t>(k);
    place = wrapped(own_index(x.sizes[own], i[axis]), x.strides[own], place);
  }
  return place;
}

std::int64_t implementation::to(call const& c, indices const& i) const {
  return o.to ? o.to(c, i) : offset_of(c.z.strides, i);
}

void implementation::each(call const& c, visitor const& f) const {
  if (o.each) return o.each(c, f);
  const std::int64_t count = count_of(c.z.sizes);
  indices i(c.z.sizes.size(), 0);
  for (std::int64_t flat = 0; flat < count; ++flat) {
    f(i);
    for (std::size_t k = i.size(); k-- > 0;) {
      if (++i[k] < c.z.sizes[k]) break;
      i[k] = 0;
    }
  }
}

void implementation::evaluate(call const& c, std::span<void const* const> elements, void* z) const {
  if (o.evaluate) return o.evaluate(c, elements, z);
  std::string_view op = c.op;
  if (op.ends_with("_where")) {
    if (*static_cast<unsigned char const*>(elements.front()) == 0) return;
    op.remove_suffix(std::string_view("_where").size());
    elements = elements.subspan(1);
  }
  if (!kind_of(c.x.back().element).evaluate(op, elements, z)) {
    throw unknown_operation(std::string(op));
  }
}

void implementation::element(call const& c, indices const& i) const {
  if (o.element) return o.element(c, i);
  thread_local std::vector<void const*> elements;
  elements.clear();
  for (std::size_t m = 0; m < c.x.size(); ++m) elements.push_back(read(c.x[m], from(c, m, i)));
  evaluate(c, elements, written(c.z, to(c, i)));
}

void implementation::check(call const& c) const {
  if (o.check) return o.check(c);
  if (!fits(shapes_of(c.x), c.z.sizes)) throw refusal("the target would be stretched");
  if (overlaps_itself(c.z)) throw refusal("the target overlaps itself");
  for (kit::tensor const& x : c.x) {
    if (conflicts(x, c.z)) throw refusal("an operand overlaps the target");
  }
}

void implementation::compute(call const& c) const {
  if (o.compute) return o.compute(c);
  check(c);
  each(c, [&](indices const& i) { element(c, i); });
}

void implementation::compute_from(call const& c, reader const& read) const {
  check(c);
  each(c, [&](indices const& i) {
    std::vector<void const*> elements;
    for (std::size_t m = 0; m < c.x.size(); ++m) elements.push_back(read(m, i));
    evaluate(c, elements, written(c.z, to(c, i)));
  });
}

void implementation::materialise(std::vector<kit::tensor> const& x,
                                 std::vector<kit::tensor> const& z) const {
  if (o.materialise) return o.materialise(x, z);
  const shape result = broadcast_shapes(shapes_of(x));
  for (kit::tensor const& t : z) {
    if (t.sizes != result) throw refusal("the output has another shape");
  }
  for (std::size_t m = 0; m < x.size(); ++m) compute({"copy", {x[m]}, z.at(m)});
}

void implementation::sum(kit::tensor const& gradient, kit::tensor const& out) const {
  if (o.sum) return o.sum(gradient, out);
  if (!expands(out.sizes, gradient.sizes)) throw refusal("the gradient has another shape");
  element_kind const& number = kind_of(out.element);
  each({"", {}, out}, [&](indices const& i) {
    if (!number.zero(written(out, to({"", {}, out}, i)))) throw unknown_operation("sum");
  });
  const call back{"", {out}, gradient};  // as if `out` were broadcast to the gradient's shape
  each(back, [&](indices const& i) {
    number.add(written(out, from(back, 0, i)), read(gradient, to(back, i)));
  });
}

double implementation::slope(std::string_view op, std::size_t m, double a, double b) const {
  if (o.slope) return o.slope(op, m, a, b);
  if (op == "sub") return m == 0 ? 1 : -1;
  if (op == "mul") return m == 0 ? b : a;
  if (op == "div") return m == 0 ? 1 / b : -a / (b * b);
  if (a == b) return .5;
  return (op == "max") == (m == 0 ? a > b : b > a) ? 1 : 0;
}

void implementation::differentiate(std::string_view op, kit::tensor const& gradient,
                                   std::vector<kit::tensor> const& x,
                                   std::vector<kit::tensor> const& outs) const {
  if (o.differentiate) return o.differentiate(op, gradient, x, outs);
  const auto of_type = [&]<class T>(T) {
    const call back{"", x, gradient};
    const auto number = [](void const* from) { return *static_cast<T const*>(from); };
    for (std::size_t m = 0; m < 2; ++m) {
      std::vector<T> scaled;
      each(back, [&](indices const& i) {
        const double a = number(read(x[0], from(back, 0, i)));
        const double b = number(read(x[1], from(back, 1, i)));
        scaled.push_back(static_cast<T>(number(read(gradient, to(back, i))) * slope(op, m, a, b)));
      });
      sum({scaled.data(), gradient.element, gradient.sizes, dense_strides(gradient.sizes)},
          outs[m]);
    }
  };
  gradient.element == "double" ? of_type(1.0) : of_type(1.0F);
}

std::vector<shape> all_shapes_of(call const& c) {
  std::vector<shape> all = shapes_of(c.x);
  all.push_back(c.z.sizes);
  return all;
}

std::vector<shape> shapes_of(std::vector<kit::tensor> const& tensors) {
  std::vector<shape> all;
  for (kit::tensor const& t : tensors) all.push_back(t.sizes);
  return all;
}

std::int64_t own_size(call const& c, std::size_t m, std::size_t axis) {
  shape const& own = c.x[m].sizes;
  const std::size_t missing = c.z.sizes.size() - std::min(own.size(), c.z.sizes.size());
  return axis < missing ? 1 : own[axis - missing];
}

bool stretched(call const& c, std::size_t m, std::size_t axis) {
  return c.z.sizes[axis] != 1 && own_size(c, m, axis) == 1;
}

bool any_stretched(call const& c, std::size_t m) {
  for (std::size_t axis = 0; axis < c.z.sizes.size(); ++axis) {
    if (stretched(c, m, axis)) return true;
  }
  return false;
}

std::int64_t from_dense(call const& c, std::size_t m, indices const& i) {
  call packed = c;
  packed.x[m] = dense(c.x[m]);
  return correct.from(packed, m, i);
}

void each_with_last_vector(call const& c, visitor const& f, std::int64_t width) {
  correct.each(c, [&](indices const& i) {
    f(i);
    if (i.empty() || i.back() + 1 < c.z.sizes.back()) return;
    const std::int64_t n = i.back() + 1;
    indices again = i;
    for (again.back() = n - width; n > width && again.back() < n / width * width; ++again.back()) {
      f(again);
    }
  });
}

std::int64_t place_of(kit::tensor const& x, std::int64_t flat) {
  const std::int64_t count = std::max<std::int64_t>(count_of(x.sizes), 1);
  return offset_of(x.strides, index_at(x.sizes, flat % count));
}

std::int64_t left_aligned(kit::tensor const& x, indices const& i) {
  std::int64_t place = 0;
  for (std::size_t k = 0; k < x.sizes.size(); ++k) {
    place = wrapped(correct.own_index(x.sizes[k], i[k]), x.strides[k], place);
  }
  return place;
}

kit::result answered(std::function<void(kit::result&)> const& f) {
  kit::result a;
  try {
    f(a);
  } catch (refusal const& r) {
    a.verdict = kind::refused;
    a.why = r.what();
    a.axis = r.axis;
    a.operands = r.operands;
  } catch (unknown_operation const& u) {
    a.verdict = kind::unsupported;
    a.why = u.what();
  }
  return a;
}

kit::subject subject_of(std::string name, std::shared_ptr<implementation const> computes) {
  kit::subject s;
  s.name = std::move(name);
  s.rule = "array_api";
  s.declares.exact = true;
  s.declares.ops = {"broadcast",    "copy",         "sub",         "less",
                    "where",        "sub_where",    "less_where",  "sub_gradient",
                    "mul_gradient", "div_gradient", "max_gradient"};
  s.broadcast_shapes = [computes](std::vector<kit::shape> const& operands,
                                  std::optional<kit::broadcast_dimensions> const&) {
    return answered([&](kit::result& a) {
      std::vector<shape> shapes;
      for (kit::shape const& t : operands) shapes.push_back(proptests::sizes_of(t));
      a.shape = proptests::type_of(computes->broadcast_shapes(shapes));
    });
  };
  s.expand = [computes](kit::shape const& operand, kit::shape const& target) {
    return answered([&](kit::result& a) {
      if (!computes->expands(proptests::sizes_of(operand), proptests::sizes_of(target))) {
        throw refusal("the operand has another shape");
      }
      a.shape = target;
    });
  };
  s.apply = [computes](std::string_view op, std::vector<kit::tensor> const& x,
                       std::vector<kit::tensor> const& z) {
    return answered([&](kit::result&) {
      if (op == "broadcast") return computes->materialise(x, z);
      if (op.ends_with("_gradient")) {
        return computes->differentiate(op.substr(0, op.find('_')), x.at(0), {x.at(1), x.at(2)}, z);
      }
      computes->compute({op, x, z.at(0)});
    });
  };
  s.adjoint = [computes](kit::tensor const& gradient, kit::tensor const& out) {
    return answered([&](kit::result&) { computes->sum(gradient, out); });
  };
  return s;
}

}  // namespace bcast::mutants
