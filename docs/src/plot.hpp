// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace bcast::docs {

struct plotted_point {
  double x;  ///< more than 0
  double seconds;
};

struct curve {
  std::string label;
  std::vector<plotted_point> points;  ///< in the order of x
};

/// How a time grows.
struct plot {
  std::string name;   ///< of its file, without an extension
  std::string title;  ///< describes the plot to a reader who cannot see it
  std::string along;  ///< what x is
  std::vector<curve> curves;
};

/// The plot in SVG, both axes logarithmic: a step of x is a power of two, one of time a power of
/// ten. There is at least one point.
std::string svg(plot const& p);

}  // namespace bcast::docs
