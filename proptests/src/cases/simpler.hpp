// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rapidcheck.h>

#include "bcast/proptests/case.hpp"

namespace bcast::proptests {

/// The cases of `simpler`, each made when it is asked for.
rc::Seq<test_case> simpler_in_turn(test_case const& c);

}  // namespace bcast::proptests
