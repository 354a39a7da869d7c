// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "capabilities/rows.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bcast::proptests {
namespace {

using of = kit::capabilities;

constexpr std::array current_rows{
    capability{"dtypes", &of::dtypes, "the element types that it computes", false,
               "bool,int32,float64"},
    capability{"ops", &of::ops, "the operations of `apply`", false, "sub"},
    capability{"max_rank", &of::max_rank, "of operands and outputs"},
    capability{"max_size", &of::max_size, "of an axis"},
    capability{"min_operands", &of::min_operands,
               "of every question but `expand`, `copy` and `adjoint`"},
    capability{"max_operands", &of::max_operands, "of an element-wise operation"},
    capability{"max_elements", &of::max_elements, "of all tensors of a call"},
    capability{"unknown", &of::unknown,
               "`broadcast_shapes` and `verify` take unknown sizes and ranks"},
    capability{"strided", &of::strided, "operands and targets may have any strides"},
    capability{"overlap", &of::overlap, "a target may overlap an operand"},
    capability{"reject", &of::reject, "`apply` and `matmul` may be given shapes that do not fit"},
    capability{"concurrent", &of::concurrent, "two threads may ask at once", true},
    capability{"exact", &of::exact, "arithmetic is IEEE's, bit by bit"},
    capability{"promotes", &of::promotes, "operands may have different element types"},
    capability{"any_bool", &of::any_bool, "a bool that is true may have any byte but 0", true},
    capability{"costly", &of::costly, "each new shape is expensive: core cases only"},
    capability{"overread", &of::overread, "bytes that may be read after an operand", true},
    capability{"align", &of::align, "alignment in bytes of the first element", true},
};

constexpr std::array old_rows{
    old_capability{"elements", "*", "dtypes", "*", true},
    old_capability{"dense", "", "strided", "false", true},
    old_capability{"overlap", "undefined", "overlap", "false"},
    old_capability{"overlap", "defined", "overlap", "true"},
    old_capability{"reject", "undefined", "reject", "false"},
    old_capability{"reject", "defined", "reject", "true"},
    old_capability{"cost", "compile", "costly", "true"},
    old_capability{"cost", "call", "costly", "false"},
};

}  // namespace

std::span<capability const> capability_rows() { return current_rows; }

capability const* find_capability(std::string_view name) {
  const auto found = std::find_if(current_rows.begin(), current_rows.end(),
                                  [&](auto const& row) { return row.name == name; });
  return found == current_rows.end() ? nullptr : &*found;
}

std::vector<std::string> capability_names(kit::binding d) {
  std::vector<std::string> all;
  for (capability const& row : current_rows) {
    if (!row.of_memory || d != kit::binding::pipe) all.emplace_back(row.name);
  }
  return all;
}

kit::capabilities default_capabilities(kit::binding d) {
  kit::capabilities all;
  if (d != kit::binding::pipe) return all;
  all.strided = all.overlap = all.concurrent = false;  // a message has no memory
  all.max_elements = std::size_t{1} << 16U;
  return all;
}

std::string value_of(capability const& c, kit::capabilities const& all) {
  if (auto const* field = std::get_if<capability::flag>(&c.field)) {
    return all.*(*field) ? "true" : "false";
  }
  if (auto const* field = std::get_if<capability::number>(&c.field)) {
    return all.*(*field) == SIZE_MAX ? "" : std::to_string(all.*(*field));
  }
  std::string text;
  for (std::string const& one : all.*std::get<capability::names>(c.field)) {
    text += (text.empty() ? "" : ",") + one;
  }
  return text;
}

std::span<old_capability const> old_capabilities() { return old_rows; }

old_capability const* find_old_capability(std::string_view key, std::string_view value) {
  const auto found = std::find_if(old_rows.begin(), old_rows.end(), [&](auto const& row) {
    return row.key == key && (row.value == "*" || row.value == value);
  });
  return found == old_rows.end() ? nullptr : &*found;
}

}  // namespace bcast::proptests
