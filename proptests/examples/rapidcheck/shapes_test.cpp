// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A property of one's own, by RapidCheck, on the cases that the laws are asked for.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "bcast/proptests/generators.hpp"

using namespace bcast::proptests;

/// A join of one's own: aligned to the right, the size that is not 1.
static gen::sizes broadcast_shapes(gen::sizes a, gen::sizes b) {
  a.insert(a.begin(), std::max(a.size(), b.size()) - a.size(), 1);
  b.insert(b.begin(), a.size() - b.size(), 1);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = a[k] == 1 ? b[k] : a[k];
  return a;
}

RC_GTEST_PROP(Shapes, WhatBroadcastsToAShapeLeavesItAsItIs, (bcast::kit::shape const& shape)) {
  const gen::sizes z = sizes_of(shape);
  const gen::sizes x = *gen::broadcasting_to(z);
  RC_TAG(x.size() == z.size() ? "equal ranks" : "leading axes are missing");
  RC_ASSERT(broadcast_shapes(x, z) == z);
  RC_ASSERT(broadcast_shapes(z, x) == z);
}
