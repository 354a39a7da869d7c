// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.h"
#include "bcast/kit/subject.hpp"

/// The kit's types, made from C's arguments. All throw std::invalid_argument, naming the operand,
/// for anything that cannot be a shape or a tensor.
namespace bcast::capi {

std::vector<kit::shape> types(std::int32_t n, bcast_dims const* operands);
kit::shape type(char const* what, bcast_dims const* dims);

/// The n numbers of `what`, none negative.
std::vector<std::int64_t> numbers(char const* what, std::int32_t n, std::int64_t const* all);

/// XLA's tuple, from a rule that may be null.
std::optional<kit::broadcast_dimensions> dimensions(bcast_rule const* rule);

/// Whether a rule, which may be null, asks for one direction, which libbcast does not support.
bool is_one_directional(bcast_rule const* rule);
constexpr char const* not_in_one_direction = "one_directional is not supported";

kit::result unsupported(std::string why);

/// Writes a shape to C's buffer.
void write(kit::shape const& t, bcast_dims_out* to);

/// Tensors of `what` ("operand", "output"). The element type is empty if the code and the bits
/// match none.
std::vector<kit::tensor> tensors(char const* what, std::int32_t n, bcast_tensor const* all);

/// The boundary between C++ and C: answers become C values, and no exception passes.

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
