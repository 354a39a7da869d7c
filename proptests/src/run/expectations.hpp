// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/run.hpp"

/// Files of expected failures: known failures of a system, so that only new ones are reported.
///
///     bcast-xfail 1
///     # law          subject  where                   mode    because
///     array_api.I1   numpy*   leading_ones_in_source  accept  "a leading 1 is stripped"
///
/// The law is a clause's tag or a name. Law and subject are fnmatch patterns, with _ for a space in
/// a name. `where` is * or features separated by commas; a case must have all of them. A line
/// `versions 2.4.6 2.5.0` says which versions of the system the file was made with.
///
/// In a file that comes with bcast, the reason begins with its class. `bug:` is on the page "What
/// it found", with a few lines that show it without bcast; `on purpose:` quotes the system's
/// documentation; `undocumented:` is something on which that says nothing.
namespace bcast::proptests {

struct expectation {
  enum class mode {
    strict,  ///< some case must fail
    accept,  ///< cases may fail
    skip,    ///< cases are not asked
  };
  std::size_t line = 0;  ///< in the file, from 1
  std::string file;
  bool known = false;  ///< the file came with bcast
  std::string law;
  std::string subject;
  std::vector<std::string> where;
  mode how = mode::strict;
  std::string because;
};

class expectations {
 public:
  expectations() = default;

  /// Reads a file's text. Throws std::invalid_argument, `file:line: what is wrong`.
  expectations(std::string const& file, std::string_view text);

  /// Adds a file that came with bcast. Its strict lines promise nothing.
  void add_known(std::string const& file, std::string_view text);

  /// The first line that applies to a case.
  std::optional<expected_failure> operator()(law const& l, kit::subject const& s,
                                             test_case const& c) const;

  /// `strict` lines whose law ran but for which no case failed.
  std::vector<std::string> broken_promises(std::vector<outcome> const& all) const;

  /// Remarks for a reader: lines that matched no case, or hide more than a quarter of a law; and
  /// systems that are known in other versions.
  std::vector<std::string> remarks(std::vector<outcome> const& all) const;

  /// A deviation that came with bcast, and the laws that it breaks in this run.
  struct deviation {
    std::string laws, because;
  };
  std::vector<deviation> known_deviations(std::vector<outcome> const& all) const;

  bool empty() const { return lines_.empty(); }
  std::vector<expectation> const& lines() const { return lines_; }

 private:
  void read(std::string const& file, std::string_view text, bool known);
  std::vector<std::size_t> const& lines_for(law const& l, std::string const& subject) const;

  std::map<std::string, std::vector<std::string>> versions_;  ///< of the files that say them
  std::uint64_t number_ = 0;  ///< different for each text that is read
  std::vector<expectation> lines_;
};

/// The features that a line can name: `zero`, `scalar`, `rank=2`, `element=bool`, ...
std::vector<std::string> features_of(test_case const& c);

/// Those of its shapes, layouts and operation: without the rank and the numbers of a case.
std::vector<std::string> telling_features(test_case const& c);

/// Empty for what `features_of` can name; for another text the reason, with the name that is
/// nearest. A rank and a number of operands are written in digits.
std::string why_no_feature(std::string const& feature);

/// What is wrong with a case, in one line.
std::string in_a_line(test_case const& c, std::string const& what);

/// The line that would mark a failure as expected.
std::string line_for(outcome const& o);

}  // namespace bcast::proptests
