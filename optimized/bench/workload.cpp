// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workload.hpp"

#include <numeric>

namespace bcast::engine::bench {
namespace {

std::size_t count(shape const& sizes) {
  return std::accumulate(
      sizes.begin(), sizes.end(), std::size_t{1},
      [](std::size_t n, std::int64_t size) { return n * static_cast<std::size_t>(size); });
}

}  // namespace

std::string_view to_string(element e) {
  constexpr std::string_view names[]{"f32", "f64", "i8", "bf16", "f16"};
  return names[static_cast<std::size_t>(e)];
}

std::string_view to_string(operation o) {
  constexpr std::string_view names[]{
      "add",      "multiply",   "copy",   "where",     "add_sat", "sum_to", "multiply_add",
      "add_relu", "scale_mask", "centre", "normalise", "clamp",   "shape"};
  return names[static_cast<std::size_t>(o)];
}

std::size_t bytes_of(element e) {
  constexpr std::size_t bytes[]{4, 8, 1, 2, 2};
  return bytes[static_cast<std::size_t>(e)];
}

bool has_condition(operation o) { return o == operation::where || o == operation::scale_mask; }

bool is_chain(operation o) { return o >= operation::multiply_add; }

std::size_t stored_bytes(workload const& w, std::size_t k) {
  if (w.what == operation::shape) return 0;
  const bool condition = has_condition(w.what) && k == 0;
  return count(w.operands[k].sizes) * (condition ? 1 : bytes_of(w.type));
}

std::size_t result_bytes(workload const& w) {
  if (w.what == operation::shape) return w.result.size() * sizeof(std::int64_t);
  return count(w.result) * bytes_of(w.type);
}

std::size_t bytes_to_move(workload const& w) {
  if (w.what == operation::shape) return 0;
  std::size_t bytes = result_bytes(w);
  for (std::size_t k = 0; k < w.operands.size(); ++k) bytes += stored_bytes(w, k);
  return bytes;
}

layout layout_of(workload const& w, std::size_t k) {
  operand const& x = w.operands[k];
  if (!x.transposed) return contiguous(x.sizes);
  shape stored = x.sizes;
  const std::size_t last = stored.size() - 1;
  std::swap(stored[last - 1], stored[last]);
  layout where = contiguous(stored);
  std::swap(where.sizes[last - 1], where.sizes[last]);
  std::swap(where.strides[last - 1], where.strides[last]);
  return where;
}

}  // namespace bcast::engine::bench
