// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::program {

/// A file in MLIR's generic form, as a program such as mlir-opt prints it, with the places of its
/// operations in the file.
class printed_mlir {
 public:
  /// @param text what is printed with --mlir-print-debuginfo
  /// @param file the name by which locations mean the file itself
  printed_mlir(std::string text, std::string const& file);

  std::string const& text() const { return text_; }

  /// Where in the file an operation was that begins at a place of the text; the place itself if the
  /// text does not say so.
  proptests::text_place source_of(proptests::text_place printed) const;

 private:
  std::optional<proptests::text_place> read_location(std::string_view location,
                                                     std::size_t part) const;
  std::string_view line(std::size_t number) const;

  std::string text_, file_;
  std::vector<std::size_t> lines_;                                      ///< where each line begins
  std::vector<std::size_t> part_of_;                                    ///< of each line
  std::vector<std::map<std::string, std::string, std::less<>>> names_;  ///< `#loc3 = loc(...)`
};

/// A program that prints the generic form: mlir-opt, or another one.
struct printer {
  std::string program;
  double limit;  ///< seconds for a file
};

/// Runs `program --mlir-print-op-generic ... file`. None if it refuses the file; it has said why on
/// standard error.
/// @param split whether the file has parts that are modules of their own
/// @throws std::invalid_argument if it cannot be run, or does not end within its limit
std::optional<printed_mlir> print_generic(printer const& by, std::string const& file, bool split);

}  // namespace bcast::program
