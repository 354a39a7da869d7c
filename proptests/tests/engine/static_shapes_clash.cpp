// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/static_shapes/static_shapes.hpp"

namespace shapes = bcast::static_shapes;

auto result = shapes::broadcast(shapes::shape<2, 3>, shapes::shape<4>);
