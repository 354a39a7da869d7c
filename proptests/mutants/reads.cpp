// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>

#include "mutants.hpp"

namespace bcast::mutants {

namespace {

/// Whether some operand has a single element.
bool has_one_element(call const& c) {
  return std::ranges::any_of(c.x, [](kit::tensor const& x) { return count_of(x.sizes) == 1; });
}

mutant turned(std::string name, std::string wrong, std::int64_t (*measure)(shape const&)) {
  return row(std::move(name), "V9", std::move(wrong), &pieces::compute, [=](call const& c) {
    call other = c;
    if (c.x.size() == 2 && measure(c.x[0].sizes) < measure(c.x[1].sizes)) {
      std::swap(other.x[0], other.x[1]);
    }
    correct.compute(other);
  });
}

}  // namespace

std::vector<mutant> of_reads() {
  return {
      row("reads/flat_modulo", "V1",
          "element i is read from element i modulo the operand's element count", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            return place_of(c.x[m], flat_of(c.z.sizes, i));
          }),
      row("reads/equal_counts", "V2",
          "operands with the same number of elements are read in lockstep", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            for (kit::tensor const& x : c.x) {
              if (count_of(x.sizes) != count_of(c.x[0].sizes)) return correct.from(c, m, i);
            }
            return place_of(c.x[m], flat_of(c.z.sizes, i));
          }),
      row("reads/left_aligned", "S7",
          "the shape is right, but the elements are aligned at the first axis", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) { return left_aligned(c.x[m], i); }),
      row("reads/square_bias", "R1", "a vector is read along the first axis of the same size",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            if (x.sizes.size() != 1) return correct.from(c, m, i);
            for (std::size_t axis = 0; axis < i.size(); ++axis) {
              if (c.z.sizes[axis] == x.sizes[0])
                return wrapped(correct.own_index(x.sizes[0], i[axis]), x.strides[0], 0);
            }
            return correct.from(c, m, i);
          }),
      row("reads/channels_first", "L1", "a vector is read along axis 1", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            if (x.sizes.size() != 1 || i.size() < 3) return correct.from(c, m, i);
            return wrapped(correct.own_index(x.sizes[0], i[1]), x.strides[0], 0);
          }),
      row("reads/first_slice_only", "V4",
          "a stretched operand is subtracted only from the first slice", &pieces::element,
          [](call const& c, indices const& i) {
            for (std::size_t m = 1; c.op == "sub" && m < c.x.size(); ++m) {
              if (i.empty() || i[0] == 0 || !stretched(c, m, 0)) continue;
              kind_of(c.z.element)
                  .copy(written(c.z, correct.to(c, i)), read(c.x[0], correct.from(c, 0, i)));
              return;
            }
            correct.element(c, i);
          }),
      row("reads/middle_axis_stepped", "V5",
          "a stretched axis between other axes is read as if it were not stretched", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            kit::tensor const& x = c.x[m];
            std::int64_t place = 0;
            for (std::size_t k = 0; k < x.sizes.size(); ++k) {
              const std::size_t axis = i.size() - x.sizes.size() + k;
              const bool middle = k > 0 && k + 1 < x.sizes.size() && stretched(c, m, axis);
              place = wrapped(middle ? i[axis] : correct.own_index(x.sizes[k], i[axis]),
                              x.strides[k], place);
            }
            return place;
          }),
      row("reads/unit_stride_believed", "V14",
          "the stride of an axis of size 1 is used instead of 0", &pieces::own_index,
          [](std::int64_t, std::int64_t i) { return i; }),
      row("reads/strides_ignored", "", "operands are assumed to be contiguous", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) { return from_dense(c, m, i); }),
      row("reads/last_stride_trusted", "V14",
          "an operand whose last stride is 1 is assumed to be contiguous", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            kit::tensor const& x = c.x[m];
            const bool trusted = !x.strides.empty() && x.strides.back() == 1;
            return trusted ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      row("reads/scalar_path_dense", "V7",
          "strides are ignored if any operand has a single element", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            return has_one_element(c) ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      row("reads/strides_absolute", "V21", "negative strides are treated as positive",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            call forward = c;
            for (std::int64_t& stride : forward.x[m].strides) stride = std::abs(stride);
            return correct.from(forward, m, i);
          }),
      row("reads/scalar_path_forward", "V21",
          "negative strides are treated as positive if any operand has a single element",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (!has_one_element(c)) return correct.from(c, m, i);
            call forward = c;
            for (std::int64_t& stride : forward.x[m].strides) stride = std::abs(stride);
            return correct.from(forward, m, i);
          }),
      row("reads/strides_in_bytes", "", "strides are treated as byte counts", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            return correct.from(c, m, i) / bytes_of(c.x[m]);
          }),
      row("reads/strides_of_the_first", "",
          "operands of the same shape are assumed to have the same layout", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            call first = c;
            if (c.x[m].sizes == c.x[0].sizes) first.x[m].strides = c.x[0].strides;
            return correct.from(first, m, i);
          }),
      row("reads/third_reads_as_second", "",
          "the third operand is stretched on the same axes as the second", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (m < 2 || c.x[m].sizes.size() != c.x[1].sizes.size()) return correct.from(c, m, i);
            call second = c;
            second.x[m].sizes = c.x[1].sizes;
            return correct.from(second, m, i);
          }),
      row("reads/masked_index", "",
          "an index is masked with size - 1, as if sizes were powers of two", &pieces::own_index,
          [](std::int64_t size, std::int64_t i) { return i & (size - 1); }),
      moved("reads/index_reversed", "L1", "the flat index is split starting with the first axis",
            [](call const& c, std::size_t, indices& i) {
              std::int64_t flat = flat_of(c.z.sizes, i);
              for (std::size_t k = 0; k < i.size(); flat /= c.z.sizes[k++]) {
                i[k] = flat % c.z.sizes[k];
              }
            }),
      row("reads/position_in_32_bits", "V27", "the position of an element is a 32-bit integer",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            return static_cast<std::int32_t>(correct.from(c, m, i));
          }),
      row("reads/target_byte_in_32_bits", "V27",
          "the byte offset of a written element is a 32-bit integer", &pieces::to,
          [](call const& c, indices const& i) {
            const std::int64_t bytes = bytes_of(c.z);
            const std::int64_t byte = correct.to(c, i) * bytes;
            return (byte < 0 ? byte : static_cast<std::uint32_t>(byte)) / bytes;
          }),
      moved("reads/flat_index_in_8_bits", "V27", "the flat index is truncated to 8 bits",
            [](call const& c, std::size_t, indices& i) {
              i = index_at(c.z.sizes, static_cast<std::uint8_t>(flat_of(c.z.sizes, i)));
            }),
      // Truncates the flat index to 8 bits if the operand has few enough elements, whatever the
      // result has.
      moved("reads/index_width_of_input", "V27",
            "the index is as wide as the operand needs, not as the result needs",
            [](call const& c, std::size_t m, indices& i) {
              std::int64_t flat = flat_of(c.z.sizes, i);
              if (count_of(c.x[m].sizes) <= UINT8_MAX) flat = static_cast<std::uint8_t>(flat);
              i = index_at(c.z.sizes, flat);
            }),
      turned("reads/larger_first", "operands are swapped if the second has more elements",
             count_of),
      turned("reads/longer_first", "operands are swapped if the second has a higher rank",
             [](shape const& sizes) -> std::int64_t { return std::ssize(sizes); }),
      row("reads/same_address_same_view", "",
          "operands at the same address are treated as one operand", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            for (std::size_t k = 0; k < m; ++k) {
              if (c.x[k].data == c.x[m].data) return correct.from(c, k, i);
            }
            return correct.from(c, m, i);
          }),
  };
}

}  // namespace bcast::mutants
