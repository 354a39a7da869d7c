// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/xla.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>

#include "bcast/spec/xla.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_xla {
namespace {

namespace ref = bcast::reference;
namespace spec = bcast::spec;
using ref::index;
using dims = ref::list<index>;
using ref::xla::tuple;

constexpr char xla[] = "xla", array_api[] = "array_api";

/// The operands by their ranks, the lower one first where they differ.
struct by_rank {
  dims lower, higher;
};

by_rank ranks_of(example const& e) {
  const dims a = e.sizes<dims>(0), b = e.sizes<dims>(1);
  return b.n() < a.n() ? by_rank{b, a} : by_rank{a, b};
}

std::string client(example const& e) { return by_verifier("xla_client", e); }

// D2: the shape of the sums that the text prints, where some dimension gives them.
std::string opening_example(example const& e) {
  const dims lhs = e.sizes<dims>(0), rhs = e.sizes<dims>(1);
  const auto printed =
      std::find_if(spec::xla::values_in_print.begin(), spec::xla::values_in_print.end(),
                   [](auto const& row) { return row.tag == "xla.S1"; });
  const auto counted = [](dims const& d, int from) {
    return ref::xla::array<int>(d, [from](auto const&) mutable { return from++; });
  };
  for (index i = 0; i < lhs.n(); ++i) {
    try {
      const auto b = ref::xla::binary(lhs, rhs, tuple{i});
      const auto x = ref::xla::values(counted(lhs, printed->lhs_from), b.lhs, b.result);
      const auto v = ref::xla::values(counted(rhs, printed->rhs_from), b.rhs, b.result);
      std::size_t k = 0;
      if (ref::forall(b.result, [&](dims const& at) {
            return k < printed->values.size() && x[at] + v[at] == printed->values[k++];
          })) {
        return text(b.result);
      }
    } catch (ref::violation const&) {
    }
  }
  return "other sums";
}

// D3
std::string without_exception(example const& e) {
  const bool is_explicit = e.whole().dimensions.has_value();
  if (ref::xla::requires_dimensions(e.sizes<dims>(0), e.sizes<dims>(1)) && !is_explicit) {
    return "xla.X3";
  }
  return by(xla, e);
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

// D5: three operands, from either side.
dims joined(dims const& a, dims const& b) { return ref::xla::binary(a, b, std::nullopt).result; }

std::string from_the_left(example const& e) {
  return text(joined(joined(e.sizes<dims>(0), e.sizes<dims>(1)), e.sizes<dims>(2)));
}

std::string from_the_right(example const& e) {
  const dims a = e.sizes<dims>(0), b = e.sizes<dims>(1), c = e.sizes<dims>(2);
  return text(joined(a, joined(b, c)));
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

// G1
std::string two_operands(example const& e) {
  using operation = decltype(ref::xla::binary<index>);
  using dimensions = std::optional<tuple>;
  static_assert(!std::is_invocable_v<operation, dims, dims, dims, dimensions>);
  if (e.operands() == 2) return by(xla, e);
  for (std::size_t m = 0; m < e.operands(); ++m) e.sizes<dims>(m);
  return "takes two";
}

// G3, G4: the tuple is followed entry by entry, whatever it holds.
std::string entry_by_entry(example const& e) {
  const auto [lower, higher] = ranks_of(e);
  const tuple entries(e.dims());
  std::string sizes;
  for (index k = 0; k < lower.n(); ++k) {
    const index size = ref::xla::to_match(higher, entries, k);
    sizes += std::to_string(lower[k]) + " is matched with " + std::to_string(size);
  }
  return sizes;
}

// G5
std::string unknown_sizes(example const& e) {
  using sizes = ref::list<unknown_size>;
  std::string all;
  for (auto const& size :
       ref::xla::binary(e.unknown_sizes<sizes>(0), e.unknown_sizes<sizes>(1), std::nullopt)
           .result) {
    all += size.size ? std::to_string(*size.size) : "?";
  }
  return all;
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"xla.D2", opening_example, by<xla>},      {"xla.D3", without_exception, by<xla>},
      {"xla.D1", matched_as_printed, by<xla>},   {"xla.D4", maximum, by<array_api>},
      {"xla.D5", from_the_left, from_the_right}, {"xla.D6", of_the_right, of_the_left},
      {"xla.G1", two_operands, by<array_api>},   {"xla.G2", by<xla>, client},
      {"xla.G3", entry_by_entry, by<xla>},       {"xla.G4", entry_by_entry, by<xla>},
      {"xla.G5", unknown_sizes, client},
  };
  return all;
}

}  // namespace bcast::findings::of_xla
