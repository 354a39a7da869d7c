// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cases/element_kinds.hpp"

namespace bcast::capi {
namespace {

[[noreturn]] void refuse(std::string const& what) { throw std::invalid_argument(what); }

std::string numbered(char const* what, std::int32_t k) {
  return std::string(what) + " " + std::to_string(k);
}

void expect_array(char const* what, std::int32_t n, void const* all) {
  if (n < 0) refuse("the number of " + std::string(what) + "s is " + std::to_string(n));
  if (n > 0 && all == nullptr) refuse("the array of " + std::string(what) + "s is a null pointer");
}

kit::shape type_of(std::string const& what, bcast_dims const& dims) {
  if (dims.rank == -1) return kit::shape::unranked();
  if (dims.rank < 0) refuse(what + " has rank " + std::to_string(dims.rank));
  if (dims.rank > 0 && dims.size == nullptr) refuse(what + " has a null pointer for its sizes");
  kit::shape t;
  for (std::int32_t k = 0; k < dims.rank; ++k) {
    if (dims.size[k] != BCAST_UNKNOWN) {
      if (dims.size[k] < 0) {
        refuse(what + " has the negative size " + std::to_string(dims.size[k]) + " on axis " +
               std::to_string(k));
      }
      t.sizes.emplace_back(dims.size[k]);
      continue;
    }
    kit::dim d;
    if (dims.symbol != nullptr && dims.symbol[k] != 0) d.symbol = std::to_string(dims.symbol[k]);
    if (dims.upper != nullptr && dims.upper[k] != BCAST_UNKNOWN) {
      if (dims.upper[k] < 0) {
        refuse(what + " has the negative bound " + std::to_string(dims.upper[k]) + " on axis " +
               std::to_string(k));
      }
      d.upper = dims.upper[k];
    }
    t.sizes.push_back(std::move(d));
  }
  return t;
}

proptests::element_kind const* kind_of(bcast_tensor const& t) {
  for (proptests::element_kind const& e : proptests::element_kinds()) {
    if (e.code == t.code && e.bytes * 8 == t.bits && t.lanes == 1) return &e;
  }
  return nullptr;
}

kit::tensor tensor_of(std::string const& what, bcast_tensor const& t) {
  if (t.device_type != 1) refuse(what + " is not in the host's memory");
  if (t.ndim < 0) refuse(what + " has rank " + std::to_string(t.ndim));
  if (t.ndim > 0 && t.shape == nullptr) refuse(what + " has a null pointer for its sizes");
  kit::tensor to;
  if (t.data != nullptr) to.data = static_cast<char*>(t.data) + t.byte_offset;
  if (proptests::element_kind const* e = kind_of(t)) {
    to.element = e->name;
    if (reinterpret_cast<std::uintptr_t>(to.data) % e->bytes != 0) {
      refuse(what + " does not begin at a multiple of " + std::to_string(e->bytes) + " bytes");
    }
  }
  to.sizes.assign(t.shape, t.shape + t.ndim);
  if (t.strides != nullptr) {
    to.strides.assign(t.strides, t.strides + t.ndim);
    return to;
  }
  to.strides.resize(to.sizes.size());
  std::int64_t step = 1;
  for (std::size_t k = to.sizes.size(); k-- > 0;) {
    to.strides[k] = step;
    if (to.sizes[k] > 1 && __builtin_mul_overflow(step, to.sizes[k], &step)) {
      refuse(what + " has more than 2^63 - 1 elements");
    }
  }
  return to;
}

}  // namespace

std::vector<kit::shape> types(std::int32_t n, bcast_dims const* operands) {
  expect_array("operand", n, operands);
  std::vector<kit::shape> all;
  for (std::int32_t k = 0; k < n; ++k) all.push_back(type_of(numbered("operand", k), operands[k]));
  return all;
}

kit::shape type(char const* what, bcast_dims const* dims) {
  if (dims == nullptr) refuse("the " + std::string(what) + " is a null pointer");
  return type_of(what, *dims);
}

std::vector<std::int64_t> numbers(char const* what, std::int32_t n, std::int64_t const* all) {
  expect_array(what, n, all);
  for (std::int32_t k = 0; k < n; ++k) {
    if (all[k] < 0) refuse(numbered(what, k) + " is " + std::to_string(all[k]));
  }
  return {all, all + n};
}

std::optional<kit::broadcast_dimensions> dimensions(bcast_rule const* rule) {
  if (rule == nullptr || rule->has_dimensions == 0) return std::nullopt;
  expect_array("broadcast dimension", rule->dimensions_count, rule->dimensions);
  return kit::broadcast_dimensions(rule->dimensions, rule->dimensions + rule->dimensions_count);
}

bool is_one_directional(bcast_rule const* rule) {
  return rule != nullptr && rule->one_directional != 0;
}

kit::result unsupported(std::string why) {
  kit::result a;
  a.verdict = kit::result::kind::unsupported;
  a.why = std::move(why);
  return a;
}

void write(kit::shape const& t, bcast_dims_out* to) {
  if (to == nullptr) refuse("the result is a null pointer");
  if (t.sizes.size() > std::numeric_limits<std::int32_t>::max()) refuse("the rank is too large");
  to->rank = t.ranked ? static_cast<std::int32_t>(t.sizes.size()) : -1;
  if (to->rank > to->capacity) return;
  if (to->rank > 0 && to->size == nullptr) refuse("the buffer for sizes is a null pointer");
  for (std::size_t k = 0; k < t.sizes.size(); ++k) {
    kit::dim const& d = t.sizes[k];
    to->size[k] = d ? *d : BCAST_UNKNOWN;
    if (to->symbol != nullptr) to->symbol[k] = d.symbol.empty() ? 0 : std::stoll(d.symbol);
    if (to->upper != nullptr) to->upper[k] = d.upper.value_or(BCAST_UNKNOWN);
  }
}

std::vector<kit::tensor> tensors(char const* what, std::int32_t n, bcast_tensor const* all) {
  expect_array(what, n, all);
  std::vector<kit::tensor> to;
  for (std::int32_t k = 0; k < n; ++k) to.push_back(tensor_of(numbered(what, k), all[k]));
  return to;
}

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
