// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

struct flat_modulo : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const std::int64_t count = std::max<std::int64_t>(count_of(c.x[m].sizes), 1);
    const indices own = index_at(c.x[m].sizes, flat_of(c.z.sizes, i) % count);
    std::int64_t place = 0;
    for (std::size_t k = 0; k < own.size(); ++k) place = wrapped(own[k], c.x[m].strides[k], place);
    return place;
  }
};

/// After the join, treats operands with equal element counts as operands of equal shape.
struct equal_counts : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    for (kit::tensor const& x : c.x) {
      if (count_of(x.sizes) != count_of(c.x[0].sizes)) return base::from(c, m, i);
    }
    const std::int64_t count = std::max<std::int64_t>(count_of(c.x[m].sizes), 1);
    const indices own = index_at(c.x[m].sizes, flat_of(c.z.sizes, i) % count);
    std::int64_t place = 0;
    for (std::size_t k = 0; k < own.size(); ++k) place = wrapped(own[k], c.x[m].strides[k], place);
    return place;
  }
};

struct left_aligned : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    std::int64_t place = 0;
    for (std::size_t k = 0; k < x.sizes.size(); ++k) {
      place = wrapped(own_index(x.sizes[k], i[k]), x.strides[k], place);
    }
    return place;
  }
};

/// Reads a vector along the first axis of the same size.
struct square_bias : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    if (x.sizes.size() != 1) return base::from(c, m, i);
    for (std::size_t axis = 0; axis < i.size(); ++axis) {
      if (c.z.sizes[axis] == x.sizes[0])
        return wrapped(own_index(x.sizes[0], i[axis]), x.strides[0], 0);
    }
    return base::from(c, m, i);
  }
};

/// Treats a vector as channels, along axis 1 of a result of rank 3 or more.
struct channels_first : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    if (x.sizes.size() != 1 || i.size() < 3) return base::from(c, m, i);
    return wrapped(own_index(x.sizes[0], i[1]), x.strides[0], 0);
  }
};

struct first_slice_only : base {
  void element(call const& c, indices const& i) const override {
    for (std::size_t m = 1; c.op == "sub" && m < c.x.size(); ++m) {
      if (i.empty() || i[0] == 0 || !stretched(c, m, 0)) continue;
      kind_of(c.z.element).copy(written(c.z, to(c, i)), read(c.x[0], from(c, 0, i)));
      return;
    }
    base::element(c, i);
  }
};

/// Reads a stretched axis between other axes as if it were not stretched.
struct middle_axis_stepped : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    std::int64_t place = 0;
    for (std::size_t k = 0; k < x.sizes.size(); ++k) {
      const std::size_t axis = i.size() - x.sizes.size() + k;
      const bool middle = k > 0 && k + 1 < x.sizes.size() && stretched(c, m, axis);
      place = wrapped(middle ? i[axis] : own_index(x.sizes[k], i[axis]), x.strides[k], place);
    }
    return place;
  }
};

struct unit_stride_believed : base {
  std::int64_t own_index(std::int64_t, std::int64_t i) const override { return i; }
};

struct strides_ignored : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    call dense = c;
    dense.x[m].strides = dense_strides(c.x[m].sizes);
    return base::from(dense, m, i);
  }
};

/// Assumes that a last stride of 1 means contiguous.
struct last_stride_trusted : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    kit::tensor const& x = c.x[m];
    if (x.strides.empty() || x.strides.back() != 1) return base::from(c, m, i);
    call dense = c;
    dense.x[m].strides = dense_strides(x.sizes);
    return base::from(dense, m, i);
  }
};

/// If any operand has a single element, reads all operands as if they were contiguous.
struct scalar_path_dense : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const bool scalar = std::any_of(c.x.begin(), c.x.end(),
                                    [](kit::tensor const& x) { return count_of(x.sizes) == 1; });
    if (!scalar) return base::from(c, m, i);
    call dense = c;
    dense.x[m].strides = dense_strides(c.x[m].sizes);
    return base::from(dense, m, i);
  }
};

struct strides_absolute : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    call forward = c;
    for (std::int64_t& stride : forward.x[m].strides) stride = std::abs(stride);
    return base::from(forward, m, i);
  }
};

/// The same, but only if any operand has a single element.
struct scalar_path_forward : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const bool scalar = std::any_of(c.x.begin(), c.x.end(),
                                    [](kit::tensor const& x) { return count_of(x.sizes) == 1; });
    call forward = c;
    for (std::int64_t& stride : forward.x[m].strides) stride = scalar ? std::abs(stride) : stride;
    return base::from(forward, m, i);
  }
};

struct strides_in_bytes : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    return base::from(c, m, i) / static_cast<std::int64_t>(kind_of(c.x[m].element).bytes);
  }
};

struct strides_of_the_first : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    call first = c;
    if (c.x[m].sizes == c.x[0].sizes) first.x[m].strides = c.x[0].strides;
    return base::from(first, m, i);
  }
};

struct third_reads_as_second : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    if (m < 2 || c.x[m].sizes.size() != c.x[1].sizes.size()) return base::from(c, m, i);
    call second = c;
    second.x[m].sizes = c.x[1].sizes;
    return base::from(second, m, i);
  }
};

/// Masks the index with size - 1, as if each size were a power of two.
struct masked_index : base {
  std::int64_t own_index(std::int64_t size, std::int64_t i) const override {
    return i & (size - 1);
  }
};

/// Splits the flat index starting with the first axis.
struct index_reversed : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    std::int64_t flat = flat_of(c.z.sizes, i);
    indices turned = i;
    for (std::size_t k = 0; k < i.size(); ++k) {
      turned[k] = flat % c.z.sizes[k];
      flat /= c.z.sizes[k];
    }
    return base::from(c, m, turned);
  }
};

/// A position is counted in 32 bits.
struct position_in_32_bits : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    return static_cast<std::int32_t>(base::from(c, m, i));
  }
};

/// The byte of a written element is counted in 32 bits.
struct target_byte_in_32_bits : base {
  std::int64_t to(call const& c, indices const& i) const override {
    const auto bytes = static_cast<std::int64_t>(kind_of(c.z.element).bytes);
    const std::int64_t byte = base::to(c, i) * bytes;
    return (byte < 0 ? byte : static_cast<std::uint32_t>(byte)) / bytes;
  }
};

struct flat_index_in_8_bits : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const auto flat = static_cast<std::uint8_t>(flat_of(c.z.sizes, i));
    return base::from(c, m, index_at(c.z.sizes, flat));
  }
};

/// Truncates the flat index to 8 bits if the operand has few enough elements, whatever the result
/// has.
struct index_width_of_input : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    std::int64_t flat = flat_of(c.z.sizes, i);
    if (count_of(c.x[m].sizes) <= UINT8_MAX) flat = static_cast<std::uint8_t>(flat);
    return base::from(c, m, index_at(c.z.sizes, flat));
  }
};

struct larger_first : base {
  void compute(call const& c) const override {
    call turned = c;
    if (c.x.size() == 2 && count_of(c.x[0].sizes) < count_of(c.x[1].sizes)) {
      std::swap(turned.x[0], turned.x[1]);
    }
    base::compute(turned);
  }
};

struct longer_first : base {
  void compute(call const& c) const override {
    call turned = c;
    if (c.x.size() == 2 && c.x[0].sizes.size() < c.x[1].sizes.size()) {
      std::swap(turned.x[0], turned.x[1]);
    }
    base::compute(turned);
  }
};

/// Treats operands at the same address as one operand.
struct same_address_same_view : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    for (std::size_t k = 0; k < m; ++k) {
      if (c.x[k].data == c.x[m].data) return base::from(c, k, i);
    }
    return base::from(c, m, i);
  }
};

}  // namespace

std::vector<mutant> of_reads() {
  return {
      row<flat_modulo>("reads/flat_modulo", "V1",
                       "element i is read from element i modulo the operand's element count"),
      row<equal_counts>("reads/equal_counts", "V2",
                        "operands with the same number of elements are read in lockstep"),
      row<left_aligned>("reads/left_aligned", "S7",
                        "the shape is right, but the elements are aligned at the first axis"),
      row<square_bias>("reads/square_bias", "R1",
                       "a vector is read along the first axis of the same size"),
      row<channels_first>("reads/channels_first", "L1", "a vector is read along axis 1"),
      row<first_slice_only>("reads/first_slice_only", "V4",
                            "a stretched operand is subtracted only from the first slice"),
      row<middle_axis_stepped>(
          "reads/middle_axis_stepped", "V5",
          "a stretched axis between other axes is read as if it were not stretched"),
      row<unit_stride_believed>("reads/unit_stride_believed", "V14",
                                "the stride of an axis of size 1 is used instead of 0"),
      row<strides_ignored>("reads/strides_ignored", "", "operands are assumed to be contiguous"),
      row<last_stride_trusted>("reads/last_stride_trusted", "V14",
                               "an operand whose last stride is 1 is assumed to be contiguous"),
      row<scalar_path_dense>("reads/scalar_path_dense", "V7",
                             "strides are ignored if any operand has a single element"),
      row<strides_absolute>("reads/strides_absolute", "V21",
                            "negative strides are treated as positive"),
      row<scalar_path_forward>(
          "reads/scalar_path_forward", "V21",
          "negative strides are treated as positive if any operand has a single element"),
      row<strides_in_bytes>("reads/strides_in_bytes", "", "strides are treated as byte counts"),
      row<strides_of_the_first>("reads/strides_of_the_first", "",
                                "operands of the same shape are assumed to have the same layout"),
      row<third_reads_as_second>("reads/third_reads_as_second", "",
                                 "the third operand is stretched on the same axes as the second"),
      row<masked_index>("reads/masked_index", "",
                        "an index is masked with size - 1, as if sizes were powers of two"),
      row<index_reversed>("reads/index_reversed", "L1",
                          "the flat index is split starting with the first axis"),
      row<position_in_32_bits>("reads/position_in_32_bits", "V27",
                               "the position of an element is a 32-bit integer"),
      row<target_byte_in_32_bits>("reads/target_byte_in_32_bits", "V27",
                                  "the byte offset of a written element is a 32-bit integer"),
      row<flat_index_in_8_bits>("reads/flat_index_in_8_bits", "V27",
                                "the flat index is truncated to 8 bits"),
      row<index_width_of_input>(
          "reads/index_width_of_input", "V27",
          "the index is as wide as the operand needs, not as the result needs"),
      row<larger_first>("reads/larger_first", "V9",
                        "operands are swapped if the second has more elements"),
      row<longer_first>("reads/longer_first", "V9",
                        "operands are swapped if the second has a higher rank"),
      row<same_address_same_view>("reads/same_address_same_view", "",
                                  "operands at the same address are treated as one operand"),
  };
}

}  // namespace bcast::mutants
