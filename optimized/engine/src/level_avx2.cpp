// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BCAST_LEVEL avx2
#define BCAST_LEVEL_IS_FIRST false
#include "level_table.hpp"

namespace bcast::engine::detail::avx2 {

const level table{gather, scatter, stream, find};

}  // namespace bcast::engine::detail::avx2
