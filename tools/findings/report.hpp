// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "bcast/spec/finding.hpp"
#include "findings.hpp"

namespace bcast::findings {

/// An issue that can be filed, in Markdown: what is in reports/<tag>.md. Empty if there is none.
std::string_view report(std::string_view tag);

/// The change that it proposes, as a unified diff. Empty if there is no report.
std::string_view patch(std::string_view tag);

/// `lines 3 to 4 and 9`; lines of a text's later files have the name of the file. Empty if there
/// are none.
std::string text_of(spec::text const& in, spec::passages const& places);

/// An outcome next to the other one: `rejected by sonnx.C1`, `accepted: shape 2x3`.
std::string verdict_text(outcome const& o, outcome const& other);

}  // namespace bcast::findings
