// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include "bcast/spec/document_rule.hpp"
#include "size_system.hpp"

namespace bcast::verifier {

/// Why no legal run time gives a result of the declared type; none if one does. The type's rank
/// must be known.
std::optional<violation> impossible(spec::citations const& cite, size_system const& sizes,
                                    type const& declared);

/// Whether every legal run time gives a result of the declared type. The result must be possible.
bool is_certain(size_system const& sizes, type const& declared);

}  // namespace bcast::verifier
