// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.hpp"

namespace bcast::subjects {

verifier::type translation::to_optimized(kit::shape const& t) {
  verifier::type to{{}, t.ranked};
  for (kit::dim const& d : t.sizes) {
    to.sizes.push_back(
        d ? spec::dim(*d)
          : spec::dim::bounded(d.upper.value_or(spec::dim::unbounded), number_of(d.symbol)));
  }
  return to;
}

std::vector<verifier::type> translation::to_optimized(std::vector<kit::shape> const& types) {
  std::vector<verifier::type> to;
  for (kit::shape const& t : types) to.push_back(to_optimized(t));
  return to;
}

kit::shape translation::to_kit(verifier::type const& t) const {
  kit::shape to;
  to.ranked = t.ranked;
  for (spec::dim d : t.sizes) {
    if (d.known()) {
      to.sizes.emplace_back(d.size());
      continue;
    }
    kit::dim& size = to.sizes.emplace_back();
    if (d.symbol() != 0) size.symbol = names_[d.symbol() - 1];
    if (d.upper() != spec::dim::unbounded) size.upper = d.upper();
  }
  return to;
}

std::uint32_t translation::number_of(std::string const& name) {
  if (name.empty()) return 0;
  const auto [at, is_new] = numbers_.try_emplace(name, names_.size() + 1);
  if (is_new) names_.push_back(name);
  return at->second;
}

}  // namespace bcast::subjects
