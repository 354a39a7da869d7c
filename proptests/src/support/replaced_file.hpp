// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string_view>

namespace bcast::proptests {

/// A new file in the directory of `target`, under a random name, which takes the target's place
/// when it is complete. No other process has or foresees the name, and no link is followed.
class replaced_file {
 public:
  /// The permissions are those that the umask leaves if none are given. Throws std::system_error.
  explicit replaced_file(std::filesystem::path target, std::optional<mode_t> permissions = {});
  replaced_file(replaced_file const&) = delete;
  replaced_file& operator=(replaced_file const&) = delete;
  /// Removes the new file unless it has taken the target's place.
  ~replaced_file();

  /// Writes the whole text and replaces the target by it. Throws std::system_error; the target is
  /// then as it was.
  void commit(std::string_view text);

 private:
  std::filesystem::path target_, unfinished_;
  int to_ = -1;
};

/// Writes all of a text to an open descriptor. Throws std::system_error.
void write_whole(int to, std::string_view text);

}  // namespace bcast::proptests
