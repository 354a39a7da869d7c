// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "bcast/proptests/pipe.hpp"
#include "subjects/subjects.hpp"

// Lines that an answering program reads from its pipe: every line is answered, whatever it
// contains.

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static const bcast::kit::subject engine = bcast::subjects::engine();
  std::istringstream in(std::string(reinterpret_cast<char const*>(data), size));
  std::ostringstream out;
  bcast::proptests::serve(engine, in, out);
  return 0;
}
