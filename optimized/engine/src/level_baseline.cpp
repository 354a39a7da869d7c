// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BCAST_LEVEL baseline
#define BCAST_LEVEL_IS_FIRST true
#include "level_table.hpp"

namespace bcast::engine::detail::baseline {

const level table{gather, scatter, stream, find};

constexpr auto all_names =
    std::apply([](auto const&... row) { return std::array{row.name...}; }, operations);
const std::span<std::string_view const> names{all_names};

}  // namespace bcast::engine::detail::baseline
