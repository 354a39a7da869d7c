// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// How operands are aligned, as a picture. Needs the standard library only: the explorer draws with
/// it in the browser.
namespace bcast::explain {

/// An operand: for each axis of the result, its size there as text, or none if it does not have the
/// axis.
struct drawn_operand {
  std::string label;
  std::vector<std::optional<std::string>> sizes;
};

struct drawing {
  std::string title;  ///< describes the picture to a reader who cannot see it
  std::vector<drawn_operand> operands;
  std::string result_label;
  std::optional<std::vector<std::string>> result;  ///< the common sizes; none if there are none
  std::optional<std::size_t> clash;                ///< the axis of the violation or of the gap
  std::vector<std::size_t> clashing;               ///< the operands that clash there
  bool gap = false;  ///< the axis has no answer, which is not an error
};

/// Where the picture will be shown.
enum class surroundings {
  alone,     ///< in its own file: it brings its colours, for light and dark
  with_site  ///< in a page: it uses the page's colours
};

/// The drawing in SVG: the operands as rows of cells, with one column per axis. A stretched cell is
/// shaded and shows its new size, an axis that an operand does not have is dashed, and a clash is
/// marked.
std::string svg(drawing const& d, surroundings where);

}  // namespace bcast::explain
