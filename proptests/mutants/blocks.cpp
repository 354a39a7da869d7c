// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "mutants.hpp"

namespace bcast::mutants {

std::vector<mutant> of_blocks() {
  return {
      moved("blocks/second_inner", "",
            "from element 8193 of the last axis on, the first ones are read",
            [](call const&, std::size_t, indices& i) {
              if (!i.empty() && i.back() >= 8192) i.back() -= 8192;
            }),
      moved("blocks/second_outer", "",
            "from element 4097 of the first axis on, the first ones are read",
            [](call const&, std::size_t, indices& i) {
              if (i.size() > 1 && i[0] >= 4096) i[0] -= 4096;
            }),
      moved("blocks/beyond_the_grid", "S14",
            "from element 65536 of an axis on, element 65535 is read",
            [](call const&, std::size_t, indices& i) {
              for (std::int64_t& k : i) k = std::min<std::int64_t>(k, 65534);
            }),
      moved("blocks/second_middle", "",
            "from element 1025 of a middle axis on, the first ones are read",
            [](call const&, std::size_t, indices& i) {
              for (std::size_t k = 1; k + 1 < i.size(); ++k) i[k] -= i[k] >= 1024 ? 1024 : 0;
            }),
      // After a block of 1024 columns, moves on to the next row of an operand that is stretched
      // along the columns.
      row("blocks/row_left", "",
          "after 1024 columns, an operand that is stretched along them moves to its next row",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            if (i.size() < 2 || c.x[m].sizes.size() < 2 || !stretched(c, m, i.size() - 1))
              return place;
            return i.back() < 1024 ? place : place + c.x[m].strides[c.x[m].strides.size() - 2];
          }),
      // Merges two axes if the result's elements have fewer bytes than the operand's and are at
      // most 4096 bytes. From 8192 bytes of the operand on, it computes pieces of whole lines, and
      // each of them reads the operand from its beginning.
      moved("blocks/merged_axes_cut", "",
            "where a comparison merges two axes, each piece of them begins again "
            "at an operand's first element",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t rank = i.size();
              if (rank < 3 || bytes_of(c.z) >= bytes_of(c.x[m]) || !stretched(c, m, rank - 2) ||
                  stretched(c, m, rank - 1))
                return;
              const std::int64_t row = c.z.sizes[rank - 1], all = row * c.z.sizes[rank - 2];
              const std::int64_t bytes = all * bytes_of(c.x[m]);
              if (all * bytes_of(c.z) > 4096 || bytes <= 8192) return;
              const std::int64_t pieces = (bytes + 8191) / 8192, even = (all + pieces - 1) / pieces;
              const std::int64_t piece = (even + 63) / 64 * 64;
              i[rank - 1] = (i[rank - 2] * row + i[rank - 1]) % piece % row;
            }),
      moved("blocks/row_buffer", "V4", "a stretched row is kept in a buffer of 4096 elements",
            [](call const& c, std::size_t m, indices& i) {
              if (i.size() > 1 && stretched(c, m, 0)) i.back() %= 4096;
            }),
      row("vectors/tail_forgets_the_step", "V10 V12",
          "the elements after the last vector of eight step through a stretched operand",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            if (i.empty() || c.z.sizes.back() < 8 || !stretched(c, m, i.size() - 1)) return place;
            return i.back() < c.z.sizes.back() / 8 * 8 ? place : place + i.back() % 8;
          }),
      row("vectors/last_sixteen_twice", "V12",
          "the last vector of sixteen computes elements twice, even in place", &pieces::each,
          [](call const& c, visitor const& f) { each_with_last_vector(c, f, 16); }),
      row("vectors/tail_of_the_whole", "V12",
          "the rest of a row is as long as the rest of all elements, divided by eight",
          &pieces::each,
          [](call const& c, visitor const& f) {
            const std::int64_t rest = count_of(c.z.sizes) % 8;
            correct.each(c, [&](indices const& i) {
              const std::int64_t whole = i.empty() ? 0 : c.z.sizes.back() / 8 * 8;
              if (whole == 0 || i.back() < whole + rest) f(i);
            });
          }),
      row("numbers/row_offset_in_12_bits", "S14 V27", "the offset of a row is truncated to 12 bits",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            if (i.size() < 2 || c.x[m].sizes.size() < i.size() || stretched(c, m, 0)) return place;
            const std::int64_t row = wrapped(i[0], c.x[m].strides[0], 0);
            return row < 0 ? place : place - row + row % 4096;
          }),
      row("numbers/strides_in_8_bits", "S14 V27", "the strides of operands are truncated to 8 bits",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            call narrow = c;
            for (std::int64_t& stride : narrow.x[m].strides)
              stride = static_cast<std::int8_t>(stride);
            return correct.from(narrow, m, i);
          }),
      row("numbers/steps_without_sign", "V21",
          "with two operands, negative offsets are computed without a sign", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            const std::int64_t place = correct.from(c, m, i);
            return c.x.size() < 2 || place >= 0 ? place : place + (std::int64_t{1} << 32);
          }),
      // Where 1024 elements or more are divided between two threads, the second one moves a
      // stretched operand on as well.
      row("threads/second_moves_on", "",
          "from 1024 elements on, the second thread also advances a stretched operand",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            if (count_of(c.z.sizes) < 1024 || !stretched(c, m, 0)) return place;
            return i[0] < c.z.sizes[0] / 2 ? place : place + 1;
          }),
      row("threads/boundary_twice", "",
          "elements between two threads are computed twice, in place too", &pieces::each,
          [](call const& c, visitor const& f) {
            correct.each(c, f);
            const std::int64_t count = count_of(c.z.sizes), half = count / 2;
            for (std::int64_t flat = half / 64 * 64; count >= 128 && flat < half; ++flat) {
              f(index_at(c.z.sizes, flat));
            }
          }),
      moved("threads/rows_of_the_first", "",
            "from 256 elements on, rows are counted by the first operand",
            [](call const& c, std::size_t, indices& i) {
              if (i.size() < 3 || count_of(c.z.sizes) < 256 || !stretched(c, 0, 1)) return;
              i[0] = std::min(i[0] * c.z.sizes[1] + i[1], c.z.sizes[0] - 1);
              i[1] = 0;
            }),
  };
}

}  // namespace bcast::mutants
