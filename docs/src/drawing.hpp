// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// How operands are aligned, as a picture. Needs the standard library only: the explorer draws with
/// it in the browser.
namespace bcast::docs {

/// An operand: for each axis of the result its size there as a text, none where it has no axis.
struct drawn_operand {
  std::string label;
  std::vector<std::optional<std::string>> sizes;
};

struct drawing {
  std::string title;  ///< says it all to who does not see it
  std::vector<drawn_operand> operands;
  std::string result_label;
  std::optional<std::vector<std::string>> result;  ///< the common sizes; none where there is none
  std::optional<std::size_t> clash;                ///< the axis of the violation or of the gap
  std::vector<std::size_t> clashing;               ///< the operands that clash there
  bool gap = false;                                ///< there is no answer at the axis, not an error
};

/// Where the picture will stand.
enum class surroundings {
  alone,     ///< in a file of its own: it brings its colours, for light and dark
  with_site  ///< in a page: it takes the page's colours
};

/// The drawing in SVG: the operands as rows of cells, one column an axis; a cell that is stretched
/// is shaded and says to which size, an axis that an operand does not have is dashed, the clash is
/// marked.
std::string svg(drawing const& d, surroundings where);

}  // namespace bcast::docs
