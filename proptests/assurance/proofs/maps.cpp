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

/// The first `rank` variables, and the others.
template <class Size>
std::pair<shape<Size>, shape<Size>> split(std::vector<Size> const& x, std::size_t rank) {
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(rank);
  return {shape<Size>(x.begin(), at), shape<Size>(at, x.end())};
}

/// Axis by axis of the higher shape: joined with the dimension that the tuple matches with it,
/// untouched where it names none.
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

/// `dimensions`, each one further to the right.
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
        {"unmatched axis more, " + text_of(inner), {"l", "p", "h1", "h2"}, [=](auto const& x) {
           for (auto const& size : x) given_sizes(size);
           const auto [low, high] = split(x, 1);
           const shape<std::remove_cvref_t<decltype(x[0])>> rest(high.begin() + 1, high.end());
           return binary(low, high, shifted(inner)) ==
                  prepended(std::optional(x[1]), binary(low, rest, inner));
         }});
    goals.push_back(
        {"matched axis more, " + text_of(inner), {"q", "l", "p", "h1", "h2"}, [=](auto const& x) {
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
  return {
      "xla.X14",
      "InDim and then the degenerate step are the dimension map",
      "For all sizes >= 0 and every strictly increasing tuple: axis by axis of the higher shape, "
      "the matched dimension joins with it by the degenerate step, and an axis that is not "
      "matched stays; errors included, in either order of the operands. The code at ranks up to "
      "3, and by induction one axis more, matched or not.",
      std::move(goals),
      "T has to be equal to the matching dimension, as printed (xla.D1)",
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

/// For a rank-1 operand in rank 3: the tuple against a reshape to ones elsewhere, joined by the
/// Array API.
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
  return {
      "xla.X9",
      "broadcast dimensions are a reshape",
      "For all sizes >= 1, matching by a tuple is putting the lower operand's sizes at the axes "
      "that it names, 1 elsewhere, and joining by the Array API.",
      {{"rank 1 in 3", {"l", "h0", "h1", "h2"}, reshape<1>{}}},
      "the sizes may be 0 (xla.D4)",
      {"rank 1 in 3", {"l", "h0", "h1", "h2"}, reshape<0>{}}};
}

}  // namespace

std::vector<theorem> theorems_of_dimension_maps() { return {composition(), reshaped()}; }

}  // namespace bcast::proofs
