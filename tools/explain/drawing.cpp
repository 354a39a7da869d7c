// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drawing.hpp"

#include <algorithm>
#include <string_view>

namespace bcast::explain {
namespace {

/// With `&`, `<` and `>` as they stand in SVG.
std::string escaped(std::string_view characters) {
  std::string out;
  for (char c : characters) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

// In the picture's units.
constexpr int cell_width = 52, cell_height = 30, gap = 6, margin = 4, head = 18;
constexpr int letter = 8;  // at most, of a label

constexpr std::string_view colours =
    "<style>"
    ".bc text{font:14px system-ui,sans-serif;fill:#1f2933}.bc .axis,.bc .label{font-size:11px;"
    "fill:#64707d}.bc .own{fill:#dbe4ff;stroke:#4c6ef5}.bc .stretched{fill:#fff3bf;stroke:#e8a100;"
    "stroke-dasharray:4 3}.bc .absent{fill:none;stroke:#adb5bd;stroke-dasharray:2 3}"
    ".bc .clash{fill:#ffc9c9;stroke:#e03131;stroke-width:2}.bc .open{fill:#e9ecef;stroke:#868e96;"
    "stroke-width:2}.bc .result{fill:#d3f9d8;stroke:#2f9e44}"
    "@media(prefers-color-scheme:dark){.bc text{fill:#e6e9ee}.bc .axis,.bc .label{fill:#9aa5b1}"
    ".bc .own{fill:#2b3a67;stroke:#748ffc}.bc .stretched{fill:#4d3f10;stroke:#fcc419}"
    ".bc .absent{stroke:#5c6770}.bc .clash{fill:#5c2323;stroke:#ff6b6b}"
    ".bc .open{fill:#343a40;stroke:#adb5bd}.bc .result{fill:#1e4428;stroke:#51cf66}}"
    "</style>";

std::string number(int n) { return std::to_string(n); }

/// A box with a text in its middle.
std::string box(int x, int y, std::string_view kind, std::string_view text) {
  return "<rect class=\"" + std::string(kind) + "\" x=\"" + number(x) + "\" y=\"" + number(y) +
         "\" width=\"" + number(cell_width) + "\" height=\"" + number(cell_height) +
         "\" rx=\"5\"/><text x=\"" + number(x + cell_width / 2) + "\" y=\"" +
         number(y + cell_height / 2 + 5) + "\" text-anchor=\"middle\">" + escaped(text) +
         "</text>\n";
}

/// The kind and the text of an operand's cell.
struct look {
  std::string_view kind;
  std::string text;
};

look look_of(drawing const& d, std::size_t m, std::size_t axis) {
  std::optional<std::string> const& size = d.operands[m].sizes[axis];
  const bool named = std::find(d.clashing.begin(), d.clashing.end(), m) != d.clashing.end();
  if (d.clash == axis && named) return {d.gap ? "open" : "clash", size.value_or("")};
  if (!d.result) return size ? look{"own", *size} : look{"absent", ""};
  std::string const& common = (*d.result)[axis];
  if (!size) return {common == "1" ? "absent" : "stretched", "\u2192 " + common};
  if (*size == common) return {"own", *size};
  return {"stretched", *size + " \u2192 " + common};
}

}  // namespace

std::string svg(drawing const& d, surroundings where) {
  const std::size_t rank = d.operands.empty() ? 0 : d.operands.front().sizes.size();
  std::size_t longest = d.result_label.size();
  for (drawn_operand const& o : d.operands) longest = std::max(longest, o.label.size());
  const int left = margin + letter * static_cast<int>(longest) + gap;
  const auto x_of = [&](std::size_t axis) {
    return left + static_cast<int>(axis) * (cell_width + gap);
  };
  const int rows = static_cast<int>(d.operands.size()) + 1;
  const int width = x_of(std::max<std::size_t>(rank, 1)) + margin;
  const int height = margin + head + rows * (cell_height + gap) + gap + margin;

  std::string out = "<svg class=\"bc\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
                    number(width) + " " + number(height) + "\" width=\"" + number(width) +
                    "\" height=\"" + number(height) + "\" role=\"img\">\n<title>" +
                    escaped(d.title) + "</title>\n";
  if (where == surroundings::alone) out += std::string(colours) + "\n";
  for (std::size_t axis = 0; axis < rank; ++axis) {
    out += "<text class=\"axis\" x=\"" + number(x_of(axis) + cell_width / 2) + "\" y=\"" +
           number(margin + 11) + "\" text-anchor=\"middle\">axis " + std::to_string(axis) +
           "</text>\n";
  }
  int y = margin + head;
  const auto label = [&](std::string_view text) {
    out += "<text class=\"label\" x=\"" + number(margin) + "\" y=\"" +
           number(y + cell_height / 2 + 4) + "\">" + escaped(text) + "</text>\n";
  };
  for (std::size_t m = 0; m < d.operands.size(); ++m) {
    label(d.operands[m].label);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const look cell = look_of(d, m, axis);
      out += box(x_of(axis), y, cell.kind, cell.text);
    }
    if (rank == 0) out += box(x_of(0), y, "own", "()");
    y += cell_height + gap;
  }
  y += gap;
  label(d.result_label);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (d.result) {
      out += box(x_of(axis), y, "result", (*d.result)[axis]);
    } else if (d.clash == axis) {
      out += box(x_of(axis), y, d.gap ? "open" : "clash", d.gap ? "?" : "\u2717");
    } else {
      out += box(x_of(axis), y, "absent", "");
    }
  }
  if (rank == 0) {
    const std::string_view kind = d.result ? "result" : d.gap ? "open" : "clash";
    out += box(x_of(0), y, kind, d.result ? "()" : d.gap ? "?" : "\u2717");
  }
  return out + "</svg>\n";
}

}  // namespace bcast::explain
