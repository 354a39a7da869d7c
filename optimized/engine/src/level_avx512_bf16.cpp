// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BCAST_LEVEL avx512_bf16
#define BCAST_LEVEL_IS_FIRST false
// The tables of the other element types are those of avx512.
#if !defined(BCAST_PARTS)
#define BCAST_PARTS
#endif
#include "level_table.hpp"

namespace bcast::engine::detail::avx512_bf16 {
namespace {

constexpr auto added = std::apply(
    []<class... Row>(Row const&... row) { return std::array{kernels<Row, bfloat16>(row)...}; },
    operations);

operation_kernels const& find_added(std::size_t operation, std::size_t element) {
  const bool is_added = element == place_in<bfloat16>(elements());
  return is_added ? added[operation] : avx512::table.find(operation, element);
}

}  // namespace

const level table{gather, scatter, stream, find_added};

}  // namespace bcast::engine::detail::avx512_bf16
