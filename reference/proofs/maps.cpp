// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "documents.hpp"
#include "theorem.hpp"

// XLA's broadcast dimensions.

namespace bcast::proofs {
namespace {

using tuple = reference::xla::tuple;

template <class Size>
shape_or_error<Size> binary(shape<Size> const& lhs, shape<Size> const& rhs,
                            tuple const& dimensions) {
  using dims = reference::xla::dims<Size>;
  return outcome([&] {
    const dims r = reference::xla::binary(dims(lhs), dims(rhs), dimensions).result;
    return shape<Size>(r.begin(), r.end());
  });
}

/// The first `rank` variables, and the rest.
template <class Size>
std::pair<shape<Size>, shape<Size>> split(std::vector<Size> const& x, std::size_t rank) {
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(rank);
  return {shape<Size>(x.begin(), at), shape<Size>(at, x.end())};
}

/// Joins each axis of the higher-rank shape with the dimension that the tuple matches to it. An
/// unmatched axis keeps its size.
template <class Size>
shape_or_error<Size> by_map(shape<Size> const& lower, shape<Size> const& higher,
                            tuple const& dimensions) {
  shape<Size> result = higher;
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const auto axis = static_cast<std::size_t>(dimensions[static_cast<index>(k)]);
    const size_or_error<Size> z = xla(lower[k], higher[axis]);
    if (!z) return std::nullopt;
    result[axis] = *z;
  }
  return result;
}

std::string text_of(tuple const& dimensions) {
  std::string text;
  for (index d : dimensions) text += (text.empty() ? "(" : ",") + std::to_string(d);
  return text + ")";
}

goal step_by_step(std::vector<char const*> names, std::size_t rank, tuple const& dimensions) {
  const std::size_t higher = names.size() - rank;
  return {
      "rank " + std::to_string(rank) + " in " + std::to_string(higher) + ", " + text_of(dimensions),
      std::move(names), [=](auto const& x) {
        for (auto const& size : x) given_sizes(size);
        const auto [low, high] = split(x, rank);
        const auto expected = by_map(low, high, dimensions);
        return binary(low, high, dimensions) == expected &&
               binary(high, low, dimensions) == expected;
      }};
}

/// `dimensions`, each moved one axis to the right.
tuple shifted(tuple const& dimensions) {
  return tuple::of(dimensions.n(), [&](index k) { return dimensions[k] + 1; });
}

template <class Size>
shape_or_error<Size> prepended(size_or_error<Size> const& first, shape_or_error<Size> s) {
  if (!first || !s) return std::nullopt;
  s->insert(s->begin(), *first);
  return s;
}

std::vector<goal> maps_with_one_axis_more() {
  std::vector<goal> goals;
  for (tuple const& inner : {tuple{0}, tuple{1}}) {
    goals.push_back(
        {"extra unmatched axis, " + text_of(inner), {"l", "p", "h1", "h2"}, [=](auto const& x) {
           for (auto const& size : x) given_sizes(size);
           const auto [low, high] = split(x, 1);
           const shape<std::remove_cvref_t<decltype(x[0])>> rest(high.begin() + 1, high.end());
           return binary(low, high, shifted(inner)) ==
                  prepended(std::optional(x[1]), binary(low, rest, inner));
         }});
    goals.push_back(
        {"extra matched axis, " + text_of(inner), {"q", "l", "p", "h1", "h2"}, [=](auto const& x) {
           using Size = std::remove_cvref_t<decltype(x[0])>;
           for (auto const& size : x) given_sizes(size);
           const auto [low, high] = split(x, 2);
           const shape<Size> low_rest(low.begin() + 1, low.end());
           const shape<Size> high_rest(high.begin() + 1, high.end());
           tuple outer = shifted(inner);
           outer.prepend(0);
           return binary(low, high, outer) ==
                  prepended(xla(x[0], x[2]), binary(low_rest, high_rest, inner));
         }});
  }
  return goals;
}

theorem composition() {
  std::vector<goal> goals;
  for (tuple const& d : {tuple{0}, tuple{1}})
    goals.push_back(step_by_step({"l", "h0", "h1"}, 1, d));
  for (tuple const& d : {tuple{0, 1}, tuple{0, 2}, tuple{1, 2}}) {
    goals.push_back(step_by_step({"l0", "l1", "h0", "h1", "h2"}, 2, d));
  }
  for (goal& g : maps_with_one_axis_more()) goals.push_back(std::move(g));
  return {"xla.X14",
          "InDim followed by the degenerate step is the dimension map",
          "For all sizes >= 0 and every strictly increasing tuple, the result has the axes of the "
          "higher-rank shape. The degenerate step joins a matched axis with its dimension, and an "
          "unmatched axis keeps its size. This includes errors and both operand orders. The code "
          "is proved for ranks up to 3; one more axis, matched or not, is the induction step.",
          std::move(goals),
          "T must equal the matching dimension, as printed (xla.D1)",
          {"as printed", {"l", "h0", "h1"}, [](auto const& x) {
             for (auto const& size : x) given_sizes(size);
             const auto [low, high] = split(x, 1);
             using dims = reference::xla::dims<std::remove_cvref_t<decltype(x[0])>>;
             const auto printed = outcome([&, lower = dims(low), higher = dims(high)] {
               if (!reference::xla::matches_as_printed(lower[0], higher[0])) {
                 throw reference::violation("xla.X6");
               }
               return true;
             });
             return printed.has_value() == by_map(low, high, tuple{0}).has_value();
           }}};
}

/// For a rank-1 operand in rank 3: compares matching by the tuple with a reshape that has ones on
/// the other axes, joined by the Array API.
template <std::int64_t least>
struct reshape {
  template <class Size>
  bool operator()(std::vector<Size> const& x) const {
    for (auto const& size : x) given(Size(least) <= size);
    const auto [low, high] = split(x, 1);
    for (index axis = 0; axis < 3; ++axis) {
      shape<Size> placed(3, Size(1));
      placed[static_cast<std::size_t>(axis)] = low[0];
      if (binary(low, high, tuple{axis}) != array_api_join{}(placed, high)) return false;
    }
    return true;
  }
};

theorem reshaped() {
  return {"xla.X9",
          "broadcast dimensions are a reshape",
          "For all sizes >= 1, matching by a tuple is the same as reshaping the lower-rank operand "
          "and joining by the Array API. The reshape puts the operand's sizes at the axes that the "
          "tuple names and 1 elsewhere.",
          {{"rank 1 in 3", {"l", "h0", "h1", "h2"}, reshape<1>{}}},
          "sizes may be 0 (xla.D4)",
          {"rank 1 in 3", {"l", "h0", "h1", "h2"}, reshape<0>{}}};
}

}  // namespace

std::vector<theorem> theorems_of_dimension_maps() { return {composition(), reshaped()}; }

}  // namespace bcast::proofs
