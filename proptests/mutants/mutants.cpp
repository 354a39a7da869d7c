// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutants.hpp"

#include <stdexcept>

namespace bcast::mutants {
mutant row(std::string name, std::string happened, std::string wrong, pieces other) {
  kit::subject s = subject_of(name, std::make_shared<implementation const>(std::move(other)));
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
