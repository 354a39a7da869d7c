// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BCAST_LEVEL avx512_fp16
#define BCAST_BELOW avx512_bf16
#define BCAST_ADDS float16
#include "level_added.hpp"
