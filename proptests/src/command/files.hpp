// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "run/expectations.hpp"

namespace bcast::proptests {

/// The whole of a file; `-` is standard input. Throws std::invalid_argument, naming the file.
std::string read_file(std::string const& file);

/// A file that an option names.
struct named_file {
  std::string option;  ///< `--json`
  std::string name;    ///< empty if the option is not given
};

/// Throws std::invalid_argument if two of the files that are written are one, or if one of them is
/// also read, under whatever name. Streams and devices are not compared.
void expect_apart(std::vector<named_file> const& written, std::vector<named_file> const& read);

/// Throws what write_file would throw if it could not begin to write the file. Writes nothing.
void expect_writable(std::string const& file);

/// Writes a file completely or not at all, with the permissions that it had. A link, a device or a
/// pipe stays one and is written to; `-` is standard output. Throws std::runtime_error, naming the
/// file.
void write_file(std::string const& file, std::string_view text);

/// The expected failures of a file; none where no file is named. Throws
/// std::invalid_argument, naming the file and the line.
expectations expected_failures(std::string const& file);

}  // namespace bcast::proptests
