// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/mlir_text.hpp"

// The text that `bcast verify` reads: each part is read, or refused in one line at a location
// inside it; operations that were read and written in shortest form read as the same. What is
// listed is in the text's order, and no longer than the text.

namespace {

using namespace bcast::proptests;

std::string to_text(mlir_type const& t) {
  if (t.kind == mlir_type::kind::other) return "!d.t";
  if (t.kind == mlir_type::kind::scalar) return "i1";
  std::string text = t.kind == mlir_type::kind::vector   ? "vector<"
                     : t.kind == mlir_type::kind::memref ? "memref<"
                                                         : "tensor<";
  if (!t.shape.ranked) return text + "*xi1>";
  std::string bounds;
  bool bounded = false;
  for (std::size_t k = 0; k < t.shape.sizes.size(); ++k) {
    bcast::kit::dim const& d = t.shape.sizes[k];
    const std::string size = d ? std::to_string(*d) : "?";
    const bool scalable = std::find(t.scalable.begin(), t.scalable.end(), k) != t.scalable.end();
    text += (scalable ? "[" + size + "]" : size) + "x";
    bounded = bounded || d.upper;
    bounds += std::string(bounds.empty() ? "" : ", ") + (d.upper ? std::to_string(*d.upper) : "?");
  }
  return text + "i1" + (bounded ? ", #stablehlo.bounds<" + bounds + ">" : "") + ">";
}

std::string to_text(std::vector<mlir_type> const& types) {
  std::string text;
  for (mlir_type const& t : types) text += (text.empty() ? "" : ", ") + to_text(t);
  return "(" + text + ")";
}

std::string to_text(mlir_operation const& op) {
  std::string names;
  for (std::size_t k = 0; k < op.operands.size(); ++k) names += k == 0 ? "%0" : ", %0";
  return "\"" + op.name + "\"(" + names + ") : " + to_text(op.operands) + " -> " +
         to_text(op.results);
}

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<char const*>(data), size);
  // What is done with an operation depends on its name.
  const auto some = [](std::string_view name) {
    return static_cast<mlir_interest>(name.size() % 5);
  };
  const auto any = [](std::string_view) { return mlir_interest::asked; };
  std::size_t covered = 0;
  for (mlir_chunk const& chunk : split_mlir(text)) {
    covered += chunk.text.size();
    try {
      const mlir_reading all = read_mlir(chunk, any);
      for (mlir_operation const& op : all.operations) {
        require(op.place.line >= chunk.start.line && op.place.column >= 1);
        const std::string once = to_text(op);
        const auto again = read_mlir({once, {}}, any).operations;
        require(again.size() == 1 && again[0].name == op.name);
        require(again[0].operands == op.operands && again[0].results == op.results);
      }
      require(all.operations.size() + all.unread.size() <= chunk.text.size());
      require(all.clashes.size() <= chunk.text.size() && all.others.empty());
      for (mlir_unread const& u : all.unread) {
        require(u.why.find('\n') == std::string::npos && u.place.line >= chunk.start.line);
      }
      const mlir_reading fewer = read_mlir(chunk, some);
      require(fewer.operations.size() + fewer.others.size() <= chunk.text.size());
    } catch (mlir_syntax_error const& e) {
      require(std::string_view(e.what()).find('\n') == std::string_view::npos);
      require(e.place.line >= chunk.start.line && e.place.column >= 1);
    }
  }
  require(covered <= size);
  return 0;
}
