// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/signals.hpp"
#include "command/status.hpp"
#include "options.hpp"

int main(int argc, char** argv) {
  bcast::proptests::take_signals();
  return bcast::proptests::guarded("bcast", [&] { return bcast::program::parse(argc, argv)(); });
}
