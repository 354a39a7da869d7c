// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "register.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bcast::tests::register_examples();
  bcast::tests::register_findings();
  bcast::tests::register_laws();
  bcast::tests::register_theorems();
  return RUN_ALL_TESTS();
}
