#pragma once

#include <string_view>

namespace bcast::proptests {

/// The text of corpus/models.jsonl: one JSON object a line.
extern const std::string_view corpus_data;

}  // namespace bcast::proptests
