// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/status.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <new>
#include <stdexcept>

#include "command/width.hpp"
#include "support/fold.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {

int fail(std::string const& program, int status, std::string const& what) {
  std::string line = program + ": " + what;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::fputs((folded(printable(line), width_of(stderr), 2) + "\n").c_str(),
             stderr);  // if this fails, nothing more can be done
  return status;
}

int guarded(std::string const& program, std::function<int()> const& work) {
  try {
    const int status = work();
    if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return fail(program, resources, "standard output cannot be written");
    }
    return status;
  } catch (std::invalid_argument const& e) {
    return fail(program, bad_input, e.what());
  } catch (std::bad_alloc const&) {
    return fail(program, resources, "out of memory");
  } catch (std::exception const& e) {
    return fail(program, resources, e.what());
  }
}

}  // namespace bcast::proptests
