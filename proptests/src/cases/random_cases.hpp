// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rapidcheck.h>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// The random cases of a family. Throws std::invalid_argument for a family that has none.
rc::Gen<test_case> random_cases(family f);

}  // namespace bcast::proptests
