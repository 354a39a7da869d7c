// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "explain/escaped.hpp"
#include "text.hpp"

namespace bcast::docs {

using explain::escaped;

namespace {

// In the picture's units.
constexpr double left = 64, top = 12, width = 520, height = 260, foot = 44, legend = 130;

constexpr std::array<std::string_view, 6> strokes{"#4c6ef5", "#e8590c", "#2f9e44",
                                                  "#ae3ec9", "#0c8599", "#868e96"};

std::string power_of_two(int exponent) {
  if (exponent < 10) return fmt::format("{}", 1 << exponent);
  return fmt::format("{}{}", 1 << exponent % 10,
                     exponent < 20   ? "Ki"
                     : exponent < 30 ? "Mi"
                                     : "Gi");
}

std::string power_of_ten(int exponent) {
  constexpr std::array<std::string_view, 4> units{"s", "ms", "\u00b5s", "ns"};
  const int unit = std::clamp((2 - exponent) / 3, 0, 3);
  return fmt::format("{:g} {}", std::pow(10.0, exponent + 3 * unit),
                     units[static_cast<std::size_t>(unit)]);
}

/// Whole exponents that enclose all the values.
struct range {
  int low = 1000, high = -1000;
  void add(double logarithm) {
    low = std::min(low, static_cast<int>(std::floor(logarithm + 1e-9)));
    high = std::max(high, static_cast<int>(std::ceil(logarithm - 1e-9)));
  }
  void widen() {
    if (low == high) ++high;
  }
  double share(double logarithm) const { return (logarithm - low) / (high - low); }
};

}  // namespace

std::string svg(plot const& p) {
  range along, time;
  for (curve const& c : p.curves) {
    for (plotted_point const& point : c.points) {
      along.add(std::log2(point.x));
      time.add(std::log10(point.seconds));
    }
  }
  along.widen();
  time.widen();
  const auto x_of = [&](double x) { return left + width * along.share(std::log2(x)); };
  const auto y_of = [&](double s) { return top + height * (1 - time.share(std::log10(s))); };

  const double right = left + width, bottom = top + height;
  std::string out = fmt::format(
      "<svg class=\"bp\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" height=\"{1}\" role=\"img\">\n<title>{2}</title>\n",
      right + legend, bottom + foot, escaped(p.title));
  const int steps = along.high - along.low;
  for (int e = along.low; e <= along.high; e += steps > 12 ? 4 : 1) {
    const double x = x_of(std::exp2(e));
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\"/>"
        "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
        x, top, bottom, bottom + 16, power_of_two(e));
  }
  for (int e = time.low; e <= time.high; ++e) {
    const double y = y_of(std::pow(10.0, e));
    out += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        left, y, right, left - 6, y + 4, power_of_ten(e));
  }
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", left + width / 2,
                     bottom + 36, escaped(p.along));
  for (std::size_t k = 0; k < p.curves.size(); ++k) {
    curve const& c = p.curves[k];
    const std::string_view stroke = strokes[k % strokes.size()];
    std::string points;
    for (plotted_point const& point : c.points) {
      points += fmt::format("{:.1f},{:.1f} ", x_of(point.x), y_of(point.seconds));
    }
    out += fmt::format(
        "<polyline fill=\"none\" stroke=\"{0}\" stroke-width=\"2\" points=\"{1}\"/>"
        "<line stroke=\"{0}\" stroke-width=\"2\" x1=\"{2}\" y1=\"{3}\" x2=\"{4}\" y2=\"{3}\"/>"
        "<text x=\"{5}\" y=\"{6}\">{7}</text>\n",
        stroke, points, right + 8, top + 10 + 18 * static_cast<double>(k), right + 26, right + 32,
        top + 14 + 18 * static_cast<double>(k), escaped(c.label));
  }
  return out + "</svg>\n";
}

}  // namespace bcast::docs
