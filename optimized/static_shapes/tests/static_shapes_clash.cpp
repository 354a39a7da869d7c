// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/static_shapes/static_shapes.hpp"

namespace shapes = bcast::static_shapes;

// The test defines FIRST and SECOND as two lists of sizes.
auto result = shapes::broadcast(shapes::shape<FIRST>, shapes::shape<SECOND>);
