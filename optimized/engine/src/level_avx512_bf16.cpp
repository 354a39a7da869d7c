// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BCAST_LEVEL avx512_bf16
#define BCAST_BELOW avx512
#define BCAST_ADDS bfloat16
#include "level_added.hpp"
