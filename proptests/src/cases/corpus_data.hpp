// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <span>
#include <string_view>

namespace bcast::proptests {

/// The lines of corpus/models.jsonl, one JSON object each.
std::span<std::string_view const> corpus_lines();

/// The lines of corpus/core.jsonl, one JSON object each.
std::span<std::string_view const> core_lines();

}  // namespace bcast::proptests
