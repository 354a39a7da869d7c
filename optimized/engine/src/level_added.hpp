// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A level that has kernels of its own for one element type, BCAST_ADDS. Its others are those of the
// level BCAST_BELOW.
#define BCAST_LEVEL_IS_FIRST false
#if !defined(BCAST_PARTS)
#define BCAST_PARTS
#endif
#include "level_table.hpp"

namespace bcast::engine::detail::BCAST_LEVEL {
namespace {

constexpr auto added = std::apply(
    []<class... Row>(Row const&... row) { return std::array{kernels<Row, BCAST_ADDS>(row)...}; },
    operations);

operation_kernels const& find_added(std::size_t operation, std::size_t element) {
  const bool is_added = element == place_in<BCAST_ADDS>(elements());
  return is_added ? added[operation] : BCAST_BELOW::table.find(operation, element);
}

}  // namespace

const level table{gather, scatter, stream, find_added};

}  // namespace bcast::engine::detail::BCAST_LEVEL
