// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/xla.hpp"

#include <optional>
#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_xla {
namespace {

namespace ref = bcast::reference;
using ref::index;
using dims = ref::list<index>;
using ref::xla::tuple;

constexpr char xla[] = "xla", numpy_guide[] = "numpy_guide";

/// The operands by their ranks, the lower one first where they differ.
struct by_rank {
  dims lower, higher;
};

by_rank ranks_of(example const& e) {
  const dims a = e.sizes<dims>(0), b = e.sizes<dims>(1);
  return b.n() < a.n() ? by_rank{b, a} : by_rank{a, b};
}

// D1
std::string matched_as_printed(example const& e) {
  const auto [lower, higher] = ranks_of(e);
  const tuple entries(e.dims());
  for (index k = 0; k < lower.n(); ++k) {
    const index size = ref::xla::to_match(higher, entries, k);
    if (!ref::xla::matches_as_printed(lower[k], size)) return "xla.X6";
  }
  return by(xla, e);
}

// D4: the maximum, and where its first element is read.
std::string maximum(example const& e) {
  const dims lhs = e.sizes<dims>(0), rhs = e.sizes<dims>(1);
  const auto b = ref::xla::binary(lhs, rhs, std::nullopt);
  std::string read;
  for (auto const* x : {&b.lhs, &b.rhs}) {
    try {
      const ref::xla::array<int> array(x->size, [](auto const&) { return 1; });
      ref::xla::values(array, *x, b.result);
    } catch (std::out_of_range const& error) {
      const std::string what = error.what();
      read = ", " + what.substr(what.find("outside"));
    }
  }
  return text(b.result) + read;
}

// D6: the size to which the right-hand side's degenerate dimension is broadcast.
std::string matched_with_the_right(example const& e, bool as_printed) {
  const auto b = ref::xla::binary(e.sizes<dims>(0), e.sizes<dims>(1), tuple(e.dims()));
  for (index i = 0; i < b.result.n(); ++i) {
    if (b.rhs.intermediate[i] != 1 || b.lhs.intermediate[i] == 1) continue;
    return std::to_string(as_printed ? ref::xla::of_the_right_hand_side(b, i) : b.result[i]);
  }
  return "none is degenerate";
}

std::string of_the_right(example const& e) { return matched_with_the_right(e, true); }
std::string of_the_left(example const& e) { return matched_with_the_right(e, false); }

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"xla.D1", matched_as_printed, by<xla>},
      {"xla.D4", maximum, by<numpy_guide>},
      {"xla.D6", of_the_right, of_the_left},
  };
  return all;
}

}  // namespace bcast::findings::of_xla
