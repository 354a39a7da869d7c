// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bcast/proptests/text.hpp"

// The text of shapes, tuples and cases: it is read or refused, and text that was read and written
// again reads as the same.

namespace {

using namespace bcast::proptests;

template <class Read>
void read_write_read(std::string_view text, Read read) {
  try {
    const auto value = read(text);
    if (read(to_string(value)) != value) std::abort();
  } catch (text_error const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<char const*>(data), size);
  read_write_read(text, [](std::string_view t) { return parse_shape(t); });
  read_write_read(text, [](std::string_view t) { return parse_tuple(t); });
  read_write_read(text, [](std::string_view t) { return parse_case(t); });
  return 0;
}
