// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>
#include <vector>

#include "program/verify/report.hpp"

namespace bcast::program {

/// Compares a report with the comments `// expected-error {{text}}` of its file, as MLIR's tests
/// have them: `expected-error@+1`, `@-2`, `@below`, `@above`, `expected-warning`, `expected-error
/// 2` and `expected-error-re` with `{{...}}` around each regular expression. An error that another
/// verifier words is met by any of its line if both are about shapes. What was expected is taken
/// out; what remains is each diagnostic that was not expected, and one for each that is missing and
/// is about shapes.
void compare_with_expected(file_report& report, std::string_view text);

/// Takes out the errors in lines, and in parts that are split off, where the file expects one,
/// whatever it is.
void take_expected(file_report& report, std::string_view text,
                   std::vector<proptests::mlir_chunk> const& parts);

/// Takes out the errors of each operation that follows a comment `// bcast: allow REASON`; one
/// without a reason is an error.
void take_allowed(file_report& report, std::string_view text);

}  // namespace bcast::program
