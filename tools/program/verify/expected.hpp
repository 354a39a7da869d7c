// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include "program/verify/report.hpp"

namespace bcast::program {

/// Compares a report with the comments `// expected-error {{text}}` of its file, as MLIR's tests
/// have them: `expected-error@+1`, `@-2`, `@below`, `@above`, `expected-warning`, `expected-error
/// 2` and `expected-error-re` with `{{...}}` around each regular expression. What was expected is
/// taken out; what remains is each diagnostic that was not expected, and one for each that is
/// missing.
void compare_with_expected(file_report& report, std::string_view text);

}  // namespace bcast::program
