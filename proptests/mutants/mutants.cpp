// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutants.hpp"

#include <stdexcept>

namespace bcast::mutants {
namespace {

class changed final : public implementation {
 public:
  explicit changed(pieces other) : o(std::move(other)) {}
  std::int64_t join_sizes(std::int64_t a, std::int64_t b) const override {
    return o.join_sizes ? o.join_sizes(a, b) : implementation::join_sizes(a, b);
  }
  std::ptrdiff_t aligned(std::size_t own, std::size_t rank, std::size_t axis) const override {
    return o.aligned ? o.aligned(own, rank, axis) : implementation::aligned(own, rank, axis);
  }
  shape broadcast_shapes(std::vector<shape> const& shapes) const override {
    return o.broadcast_shapes ? o.broadcast_shapes(shapes)
                              : implementation::broadcast_shapes(shapes);
  }
  bool fits(std::vector<shape> const& operands, shape const& target) const override {
    return o.fits ? o.fits(operands, target) : implementation::fits(operands, target);
  }
  bool expands(shape const& from, shape const& target) const override {
    return o.expands ? o.expands(from, target) : implementation::expands(from, target);
  }
  bool conflicts(kit::tensor const& x, kit::tensor const& z) const override {
    return o.conflicts ? o.conflicts(x, z) : implementation::conflicts(x, z);
  }
  bool overlaps_itself(kit::tensor const& z) const override {
    return o.overlaps_itself ? o.overlaps_itself(z) : implementation::overlaps_itself(z);
  }
  std::int64_t own_index(std::int64_t size, std::int64_t i) const override {
    return o.own_index ? o.own_index(size, i) : implementation::own_index(size, i);
  }
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    return o.from ? o.from(c, m, i) : implementation::from(c, m, i);
  }
  std::int64_t to(call const& c, indices const& i) const override {
    return o.to ? o.to(c, i) : implementation::to(c, i);
  }
  void each(call const& c, visitor const& f) const override {
    return o.each ? o.each(c, f) : implementation::each(c, f);
  }
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    return o.evaluate ? o.evaluate(c, elements, z) : implementation::evaluate(c, elements, z);
  }
  void element(call const& c, indices const& i) const override {
    return o.element ? o.element(c, i) : implementation::element(c, i);
  }
  void check(call const& c) const override {
    return o.check ? o.check(c) : implementation::check(c);
  }
  void compute(call const& c) const override {
    return o.compute ? o.compute(c) : implementation::compute(c);
  }
  void materialise(std::vector<kit::tensor> const& x,
                   std::vector<kit::tensor> const& z) const override {
    return o.materialise ? o.materialise(x, z) : implementation::materialise(x, z);
  }
  void sum(kit::tensor const& gradient, kit::tensor const& out) const override {
    return o.sum ? o.sum(gradient, out) : implementation::sum(gradient, out);
  }
  double slope(std::string_view op, std::size_t m, double a, double b) const override {
    return o.slope ? o.slope(op, m, a, b) : implementation::slope(op, m, a, b);
  }
  void differentiate(std::string_view op, kit::tensor const& gradient,
                     std::vector<kit::tensor> const& x,
                     std::vector<kit::tensor> const& outs) const override {
    return o.differentiate ? o.differentiate(op, gradient, x, outs)
                           : implementation::differentiate(op, gradient, x, outs);
  }

 private:
  pieces o;
};

}  // namespace

mutant row(std::string name, std::string happened, std::string wrong, pieces other) {
  kit::subject s = subject_of(name, std::make_shared<changed const>(std::move(other)));
  return {std::move(name), std::move(happened), std::move(wrong), std::move(s)};
}

mutant moved(std::string name, std::string happened, std::string wrong,
             std::function<void(call const&, std::size_t, indices&)> move) {
  return row(std::move(name), std::move(happened), std::move(wrong), &pieces::from,
             [move = std::move(move)](call const& c, std::size_t m, indices i) {
               move(c, m, i);
               return correct.from(c, m, i);
             });
}

std::vector<mutant> const& all() {
  static const std::vector<mutant> mutants = [] {
    std::vector<mutant> rows;
    for (auto* part :
         {of_shapes,   of_arity,    of_reads,   of_kernels, of_blocks,   of_paths,    of_packing,
          of_devices,  of_trackers, of_targets, of_overlap, of_elements, of_computed, of_directions,
          of_products, of_batches,  of_unknown, of_texts,   of_axes,     of_state}) {
      for (mutant& m : part()) rows.push_back(std::move(m));
    }
    return rows;
  }();
  return mutants;
}

mutant const& find(std::string const& name) {
  for (mutant const& m : all()) {
    if (m.name == name) return m;
  }
  throw std::invalid_argument("no mutant is called '" + name + "'");
}

kit::subject unused(mutant const& m) { return m.subject.fresh ? m.subject.fresh() : m.subject; }

}  // namespace bcast::mutants
