// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

/// Implementations that are offered as a table of C functions.
namespace bcast::proptests {

/// What a table's `caps` declares. Throws std::invalid_argument, quoting the word that cannot be
/// read.
kit::contract parse_contract(std::string_view caps);

/// The implementation behind a table, which has to outlive it. A function of it throws
/// subject_failure where the table answers what no table may: an unknown status, a rank that it
/// has no room for, an axis written beyond the capacity. Throws std::invalid_argument for a table
/// without a name or with an older interface, and for `caps` that cannot be read.
kit::subject from_table(bcast_subject const& table);

/// The implementations that a shared library exports, which stays loaded. Throws
/// std::invalid_argument, naming the file, where it cannot be loaded or exports none.
std::vector<kit::subject> load_subjects(std::string const& file);

}  // namespace bcast::proptests
