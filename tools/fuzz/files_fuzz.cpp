// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/pipe.hpp"
#include "pipe/capabilities.hpp"
#include "run/expectations.hpp"
#include "support/json_text.hpp"

// The files that bcast reads: expected failures, capabilities. Each is read, or refused in
// one line.

namespace {

using namespace bcast::proptests;

template <class F>
void read_or_refused(F f) {
  try {
    f();
  } catch (std::invalid_argument const& e) {
    if (std::string_view(e.what()).find('\n') != std::string_view::npos) std::abort();
  } catch (subject_failure const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string text(reinterpret_cast<char const*>(data), size);
  read_or_refused([&] { expectations("file", text); });
  read_or_refused([&] {
    try {
      pipe::to_capabilities(parse_json<pipe::json>(text));
    } catch (pipe::malformed const&) {  // what a program declares
    } catch (pipe::json::exception const&) {
    }
  });
  return 0;
}
