// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mutants.hpp"

#include <stdexcept>

namespace bcast::mutants {

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
