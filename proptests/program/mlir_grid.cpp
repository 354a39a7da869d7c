// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir_grid.hpp"

#include <fmt/core.h>

#include <vector>

#include "bcast/verifier/verifier.hpp"
#include "mlir/mlir_text.hpp"

namespace bcast::program {
namespace {

std::vector<kit::shape> grid_types() {
  const std::vector<kit::dim> sizes{std::nullopt, 0, 1, 2, 3};
  std::vector<kit::shape> all{{}};
  for (std::size_t t = 0; all[t].sizes.size() < 2; ++t) {
    for (kit::dim const& d : sizes) {
      kit::shape longer = all[t];
      longer.sizes.push_back(d);
      all.push_back(std::move(longer));
    }
  }
  return all;
}

verifier::type to_optimized(kit::shape const& t) {
  verifier::type to;
  for (kit::dim const& d : t.sizes) to.sizes.push_back(d ? spec::dim(*d) : spec::unknown);
  return to;
}

/// MLIR's error for a broken clause.
std::string_view error_of(verifier::violation const& v) {
  return v.cause == verifier::cause::sizes_clash
             ? "operands don't have broadcast-compatible shapes"
             : "not broadcast compatible with broadcasted operands's shapes";
}

}  // namespace

void print_mlir_grid(spec::profile const& profile) {
  const std::vector<kit::shape> types = grid_types();
  for (kit::shape const& a : types) {
    for (kit::shape const& b : types) {
      for (kit::shape const& result : types) {
        const std::vector<verifier::type> operands{to_optimized(a), to_optimized(b)};
        const auto verdict = verifier::verify(profile, operands, to_optimized(result));
        std::string text = proptests::to_mlir({{{a, {}}, {b, {}}}, {{result, {}}}, {}, {}, {}, {}});
        if (auto const* v = std::get_if<verifier::violation>(&verdict)) {
          text.insert(text.find('\n') + 1,
                      fmt::format("  // expected-error @+1 {{{{{}}}}}\n", error_of(*v)));
        }
        fmt::print("{}// -----\n", text);
      }
    }
  }
}

}  // namespace bcast::program
