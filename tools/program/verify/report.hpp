// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mlir/mlir_text.hpp"

namespace bcast::program {

/// One line of a report. An unreadable file has no location, and what is not MLIR no tag.
struct diagnostic {
  enum class kinds {
    fails,      ///< an operation breaks its rule
    no_answer,  ///< its rule has no answer
    unread,     ///< it, or the whole text, could not be read
    expected,   ///< an expected error is missing, or an error is not expected
  };
  kinds kind;
  proptests::text_place place;
  std::string operation;
  std::string tag;
  std::optional<std::size_t> axis;
  std::string message;
  std::string note = {};                 ///< more about it
  proptests::text_place noted = {0, 0};  ///< the place of the note, if that is another one
};

/// What could not be read at a place.
diagnostic unread(proptests::text_place place, std::string why, std::string operation = "");

/// In the order of their places.
void sort(std::vector<diagnostic>& all);

struct file_report {
  std::string name;
  std::size_t checked = 0;
  std::size_t allowed = 0;                                      ///< errors that the file allows
  std::vector<diagnostic> expected;                             ///< errors that the file expects
  std::vector<diagnostic> diagnostics;                          ///< in the order of their places
  std::vector<proptests::mlir_other> others;                    ///< operations without a rule
  std::unordered_map<std::string, std::size_t> place_of_other;  ///< among them, by their names
  std::vector<bool> met;  ///< which patterns of --op fit an operation

  std::size_t count(diagnostic::kinds kind) const;
};

/// 0, 1, 2 or 3, of which a file that could not be read is the worst, then a failure, then no
/// answer.
int status_of(file_report const& report);
int worse(int a, int b);

/// `'tosa.add' op [mlir.I6] axis 1: ...`: a diagnostic without its place.
std::string text_of(diagnostic const& d);

/// `file:line:column: error: ...`, and perhaps a line with its note.
std::string line_of(std::string const& file, diagnostic const& d);

/// The first operation without a rule, and its place: `'a.b' at file.mlir:1:4`; empty if there is
/// none.
std::string first_other(std::vector<file_report> const& files);

/// `12 operations checked: 1 fails; 2 operations of 1 kind have no rule, the first is 'x.y' at
/// ...`, and the kinds that look like broadcasts, the most frequent first.
std::string summary_of(std::vector<file_report> const& files,
                       std::optional<std::string> const& rule);

nlohmann::ordered_json to_json(file_report const& report);

/// A log in SARIF 2.1.0, as code scanning reads it.
nlohmann::ordered_json to_sarif(std::vector<file_report> const& files);

}  // namespace bcast::program
