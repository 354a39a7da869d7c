// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <string_view>

#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

/// The boundary between C++ and C: answers become C values, and no exception passes.
namespace bcast::capi {

/// Writes all fields of `why`, if it is not null.
void tell(bcast_reason* why, kit::result const& answer) noexcept;

/// An answer in C; its text says what is wrong.
bcast_status status_of(kit::result const& answer, bcast_reason* why) noexcept;

/// BCAST_ERROR, with a text.
bcast_status error(std::string_view text, bcast_reason* why) noexcept;

/// The answer of f(); BCAST_ERROR if it throws.
template <class F>
bcast_status guarded(bcast_reason* why, F const& f) noexcept {
  try {
    return status_of(f(), why);
  } catch (std::bad_alloc const&) {
    return error("out of memory", why);
  } catch (std::exception const& e) {
    return error(e.what(), why);
  } catch (...) {
    return error("an exception of an unknown type", why);
  }
}

}  // namespace bcast::capi
