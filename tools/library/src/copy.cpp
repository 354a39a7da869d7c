// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "copy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/engine/detail/plan.hpp"
#include "bcast/proptests/oracle.hpp"
#include "cases/element_kinds.hpp"

namespace bcast::capi {
namespace {

void check(char const* what, kit::tensor const& t) {
  const auto negative = std::find_if(t.sizes.begin(), t.sizes.end(), [](auto s) { return s < 0; });
  if (negative != t.sizes.end()) {
    throw std::invalid_argument(std::string(what) + " has the negative size " +
                                std::to_string(*negative) + " on axis " +
                                std::to_string(negative - t.sizes.begin()));
  }
  const bool empty = std::find(t.sizes.begin(), t.sizes.end(), 0) != t.sizes.end();
  if (!empty && t.data == nullptr)
    throw std::invalid_argument(std::string(what) + " has no memory");
}

engine::layout layout_of(kit::tensor const& t) {
  return {{t.sizes.begin(), t.sizes.end()}, {t.strides.begin(), t.strides.end()}};
}

char* at(kit::tensor const& t, std::vector<std::int64_t> const& i, std::size_t bytes) {
  std::int64_t steps = 0;
  for (std::size_t k = 0; k < i.size(); ++k) steps += i[k] * t.strides[k];
  return static_cast<char*>(t.data) + steps * static_cast<std::int64_t>(bytes);
}

/// Moves i to the next index sequence in row-major order; false after the last one.
bool next(std::vector<std::int64_t>& i, std::vector<std::int64_t> const& sizes) {
  for (std::size_t k = sizes.size(); k-- > 0;) {
    if (++i[k] < sizes[k]) return true;
    i[k] = 0;
  }
  return false;
}

}  // namespace

kit::result reference_copy(kit::tensor const& x, kit::tensor const& z) {
  check("operand 0", x);
  check("the output", z);
  kit::result a = proptests::oracle::broadcast_shapes({x.sizes, z.sizes});
  if (a.verdict != kit::result::kind::ok) return a;
  if (proptests::sizes_of(a.shape) != z.sizes) {
    a.verdict = kit::result::kind::refused;
    a.why = "operand 0 would change the shape of the output";
    return a;
  }
  const std::size_t bytes = proptests::find_element_kind(z.element)->bytes;
  try {
    // Writes nothing; refuses what the engine refuses, and offsets that 64 bits do not hold.
    const engine::layout to = layout_of(z), from = layout_of(x);
    const engine::buffer operand{x.data, &from, bytes};
    const engine::plan valid({z.data, &to, bytes}, {&operand, 1});
  } catch (engine::error const& e) {
    a.verdict = kit::result::kind::refused;
    a.why = e.what();
    return a;
  }
  if (std::find(z.sizes.begin(), z.sizes.end(), 0) != z.sizes.end()) return a;
  std::vector<std::int64_t> i(z.sizes.size());
  do {
    std::memmove(at(z, i, bytes),
                 at(x, proptests::oracle::operand_index(x.sizes, z.sizes, i), bytes), bytes);
  } while (next(i, z.sizes));
  return a;
}

}  // namespace bcast::capi
