// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>

namespace bcast::program {

/// What the arguments of the program ask for: a command, the help or the manual page. Running it
/// gives the exit status. Throws std::invalid_argument for unusable arguments; the message suggests
/// what may have been meant. Only options.cpp sees CLI11.
std::function<int()> parse(int argc, char** argv);

}  // namespace bcast::program
