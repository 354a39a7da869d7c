// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Whether a figure is older than the code that it is about.
namespace bcast::docs {

/// Where a figure comes from.
struct origin {
  std::string date;     ///< of the measurement
  std::string commit;   ///< whose code was measured
  std::string command;  ///< that measures it
};

/// What became of some files since a commit.
struct change {
  enum class kind { none, changed, unknown };
  change::kind kind = kind::unknown;
  std::string commit{};  ///< the last one that changed them, and its date
  std::string date{};
};

/// Asks git in the folder `repository`; the paths are below it. Unknown if there is no git, no
/// repository, no such commit, or no path.
change since(std::filesystem::path const& repository, std::string const& commit,
             std::vector<std::string> const& paths);

/// `no change since`, `changed since, last by abc on 2026-11-23`, or `age unknown`.
std::string words_of(change const& c);

/// The sentences that a section ends with.
std::string words_of(origin const& o, change const& c);

}  // namespace bcast::docs
