// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "register.hpp"

int main(int argc, char** argv) {
  // Properties whose values RapidCheck draws use the seed of the other tests, if there is one.
  if (char const* seed = std::getenv("BCAST_SEED")) {
    setenv("RC_PARAMS", (std::string("seed=") + seed).c_str(), 0);
  }
  testing::InitGoogleTest(&argc, argv);
  bcast::tests::register_examples();
  bcast::tests::register_findings();
  bcast::tests::register_laws();
  bcast::tests::register_theorems();
  return RUN_ALL_TESTS();
}
