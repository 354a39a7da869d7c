// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

/// Implementations that are offered as a table of C functions.
namespace bcast::proptests {

/// What a table's `caps` declares. Throws std::invalid_argument, quoting the unreadable word.
kit::capabilities parse_caps(std::string_view caps);

/// The implementation that a table offers; the table must outlive it. Its functions throw
/// subject_failure if the table breaks the interface: an unknown status, a rank beyond the
/// capacity, an axis written beyond the capacity. Throws std::invalid_argument for a table without
/// a name or with an older interface, and for `caps` that cannot be read.
kit::subject from_table(bcast_subject const& table);

/// The implementations that a shared library exports; the library stays loaded. Throws
/// std::invalid_argument, naming the file, if it cannot be loaded or exports none.
std::vector<kit::subject> load_subjects(std::string const& file);

}  // namespace bcast::proptests
