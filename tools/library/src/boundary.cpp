// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "boundary.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace bcast::capi {
namespace {

template <std::size_t n>
void write(char (&field)[n], std::string_view text) noexcept {
  const std::size_t length = std::min(text.size(), n - 1);
  std::memcpy(field, text.data(), length);
  std::memset(field + length, 0, n - length);
}

void write(bcast_reason& why, std::int32_t axis, std::string_view tag, std::string_view text) {
  why.axis = axis;
  why.operands[0] = why.operands[1] = -1;
  write(why.tag, tag);
  write(why.text, text);
}

}  // namespace

void tell(bcast_reason* why, kit::result const& answer) noexcept {
  if (why == nullptr) return;
  write(*why, answer.axis ? static_cast<std::int32_t>(*answer.axis) : -1, answer.tag, answer.why);
  if (answer.operands.size() < 2) return;
  for (std::size_t k = 0; k < 2; ++k) {
    why->operands[k] = static_cast<std::int32_t>(answer.operands[k]);
  }
}

bcast_status status_of(kit::result const& answer, bcast_reason* why) noexcept {
  tell(why, answer);
  switch (answer.verdict) {
    case kit::result::kind::ok:
      return BCAST_OK;
    case kit::result::kind::refused:
      return BCAST_REJECT;
    case kit::result::kind::silent:
      return BCAST_NO_ANSWER;
    case kit::result::kind::unsupported:
      return BCAST_UNSUPPORTED;
  }
  return BCAST_ERROR;
}

bcast_status error(std::string_view text, bcast_reason* why) noexcept {
  if (why != nullptr) write(*why, -1, "", text);
  return BCAST_ERROR;
}

}  // namespace bcast::capi
