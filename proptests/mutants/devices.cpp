// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "inference.hpp"
#include "mutants.hpp"

// What kernels for devices and generated code do: grids of blocks, tiles, packed words, fused axes,
// index arithmetic without division, values and plans that are kept.
namespace bcast::mutants {
namespace {

using base = implementation;

/// A plan for shapes holds the value that an operand of one element had at the first call.
struct folded_constant : base {
  void compute(call const& c) const override {
    if (c.x.size() < 2) return base::compute(c);
    check(c);
    std::vector<std::vector<std::byte>> constants(c.x.size());
    for (std::size_t m = 0; m < c.x.size(); ++m) {
      element_kind const& kind = kind_of(c.x[m].element);
      if (count_of(c.x[m].sizes) != 1 || kind.name == "string") continue;
      const auto* value = static_cast<std::byte const*>(read(c.x[m], 0));
      constants[m] =
          kept_.get({all_shapes_of(c), m, std::string(kind.name)}, {value, value + kind.bytes});
    }
    compute_from(c, [&](std::size_t m, indices const& i) {
      return constants[m].empty() ? read(c.x[m], from(c, m, i)) : constants[m].data();
    });
  }

 private:
  /// The shapes of the operands and of the result, the operand, and its element type.
  using key = std::tuple<std::vector<shape>, std::size_t, std::string>;

  kept<key, std::vector<std::byte>> kept_;
};

/// From the third call with the same shapes on, a kernel runs that was faster and ignores strides.
struct tuned_at_the_third : base {
  void compute(call const& c) const override {
    if (calls_.next(all_shapes_of(c)) < 3 || c.x.size() < 2) return base::compute(c);
    compute_from(
        c, [&](std::size_t m, indices const& i) { return read(c.x[m], from_dense(c, m, i)); });
  }

 private:
  kept<std::vector<shape>, int> calls_;
};

// Unknown sizes ----------------------------------------------------------------------------------

bool is_scalar(kit::shape const& t) { return t.ranked && t.sizes.empty(); }

/// Beside a scalar, an unknown size is taken to be the same as a known one.
struct scalar_merges : sound_rule {
  kit::shape broadcast_shapes(types const& operands, axes const& dimensions) const override {
    merges_ = operands.size() > 2 && std::ranges::any_of(operands, is_scalar);
    return sound_rule::broadcast_shapes(operands, dimensions);
  }
  kit::dim join_dims(kit::dim a, kit::dim b) const override {
    if (merges_ && ((!a && b == 1) || (!b && a == 1))) return 1;
    return sound_rule::join_dims(a, b);
  }

 private:
  static thread_local bool merges_;
};
thread_local bool scalar_merges::merges_ = false;

/// An unknown size is forgotten on the first axis if the last one is known.
struct forgotten_first : sound_rule {
  kit::shape broadcast_shapes(kit::shape const& a, kit::shape const& b) const override {
    kit::shape result = sound_rule::broadcast_shapes(a, b);
    if (!result.ranked || result.sizes.size() < 3 || result.sizes[0] || !result.sizes.back() ||
        a.sizes.size() == b.sizes.size()) {
      return result;
    }
    result.sizes[0] = 1;
    return result;
  }
};

}  // namespace

std::vector<mutant> of_devices() {
  return {
      row("grid/rows_go_round", "S14",
          "from rank 3 on, row 64 of a stretched operand is its first one again", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (i.size() < 3 || !any_stretched(c, m)) return correct.from(c, m, i);
            const shape outer(c.z.sizes.begin(), c.z.sizes.end() - 1);
            indices row = index_at(outer, flat_of(outer, {i.begin(), i.end() - 1}) % 64);
            row.push_back(i.back());
            return correct.from(c, m, row);
          }),
      row("grid/pairs_of_one", "V10", "a second operand with a step of 0 is loaded in pairs",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (m != 1 || i.size() < 2 || c.z.sizes.back() % 2 != 0 ||
                !stretched(c, 1, i.size() - 1)) {
              return correct.from(c, m, i);
            }
            return correct.from(c, m, i) + i.back() % 2;
          }),
      moved("grid/part_begins_at_a_row", "V28",
            "a thread's part of 96 elements is read from the start of a row",
            [](call const& c, std::size_t m, indices& i) {
              constexpr std::int64_t part = 96;
              const std::int64_t flat = flat_of(c.z.sizes, i), begin = flat / part * part;
              if (begin == 0 || i.size() < 2 || !stretched(c, m, 0)) return;
              const indices first = index_at(c.z.sizes, begin);
              if (!std::equal(i.begin(), i.end() - 1, first.begin())) return;
              i.back() -= first.back();
            }),
      moved("tiles/of_one_element", "V4",
            "an operand of one element a matrix is read for the first matrix alone",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 3 || !stretched(c, m, n - 1) || !stretched(c, m, n - 2)) return;
              i[n - 3] = 0;
            }),
      moved("tiles/padded_rows", "V28",
            "an operand without the batch is read through the padding of its rows",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 3 || c.x[m].sizes.size() + 1 != n || stretched(c, m, n - 2)) return;
              const std::int64_t rows = c.z.sizes[n - 2], padded = (rows + 3) / 4 * 4;
              i[n - 2] = (i[0] * rows + i[n - 2]) % padded;
            }),
      row("layout/alone_as_it_lies", "V14",
          "a single transposed operand is copied as it lies in memory", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const bool same = c.x.size() == 1 && c.x[0].sizes == c.z.sizes &&
                              c.x[0].sizes.size() == 2 && c.x[0].strides[0] == 1;
            return same ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      row("layout/merged_across", "V15", "the axes on both sides of a stretched one are merged",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::size_t n = i.size();
            if (c.x[m].sizes.size() != n || n < 3 || !stretched(c, m, n - 2) ||
                stretched(c, m, n - 1) || stretched(c, m, n - 3)) {
              return correct.from(c, m, i);
            }
            indices moved = i;
            moved[n - 3] = 0;
            const std::int64_t step = c.x[m].strides[n - 1] * c.x[m].sizes[n - 1];
            return wrapped(i[n - 3], step, correct.from(c, m, moved));
          }),
      row("layout/step_of_zero_is_one", "S10", "an axis with a step of 0 counts as one of size 1",
          &pieces::check,
          [](call const& c) {
            call as_ones = c;
            for (kit::tensor& x : as_ones.x) {
              for (std::size_t k = 0; k < x.sizes.size(); ++k) {
                if (x.strides[k] == 0 && x.sizes[k] > 1) x.sizes[k] = 1;
              }
            }
            correct.check(as_ones);
          }),
      row("layout/expanded_is_dense", "V7",
          "an operand with a step of 0 is read as if it held all its elements", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            kit::tensor const& x = c.x[m];
            bool expanded = false;
            for (std::size_t k = 0; k < x.sizes.size(); ++k) {
              expanded = expanded || (x.strides[k] == 0 && x.sizes[k] > 1);
            }
            return expanded ? from_dense(c, m, i) : correct.from(c, m, i);
          }),
      row("vectors/aligned_loads", "V10",
          "vectors are loaded from the aligned address before an operand", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            const std::int64_t place = correct.from(c, m, i);
            const std::size_t n = i.size();
            const std::intptr_t bytes = bytes_of(c.x[m]);
            const std::intptr_t lanes = 16 / bytes;  // allocated memory begins at 16 bytes
            if (n == 0 || lanes < 2 || own_size(c, m, n - 1) < lanes ||
                c.x[m].strides.back() != 1) {
              return place;
            }
            return place - (reinterpret_cast<std::intptr_t>(c.x[m].data) / bytes) % lanes;
          }),
      moved("layout/turned_with_the_target", "V21",
            "a stretched operand is turned round with its target",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 2 || c.z.strides.back() >= 0 || !stretched(c, m, 0) || stretched(c, m, n - 1))
                return;
              i.back() = c.z.sizes.back() - 1 - i.back();
            }),
      row("overlap/buffered_when_small", "V25",
          "above 64 elements, memory that overlaps is not buffered", &pieces::conflicts,
          [](kit::tensor const& x, kit::tensor const& z) {
            return count_of(z.sizes) <= 64 && correct.conflicts(x, z);
          }),
      moved("numbers/magic_division", "S14", "rows are counted with a reciprocal of 16 bits",
            [](call const& c, std::size_t m, indices& i) {
              if (i.size() != 2 || !any_stretched(c, m)) return;
              const std::int64_t last = c.z.sizes[1], flat = flat_of(c.z.sizes, i);
              const std::int64_t row = (flat * (65536 / last + 1)) >> 16;
              i = {row, flat - row * last};
            }),
      moved("types/bytes_in_fours", "V10 V12",
            "the last bytes of a row are those of its first four",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (n < 2 || kind_of(c.x[m].element).bytes != 1 || own_size(c, m, n - 1) < 4 ||
                  i.back() < c.z.sizes.back() / 4 * 4 || !any_stretched(c, m))
                return;
              i.back() %= 4;
            }),
      row("paths/outer_product_turned", "V9",
          "a column and a row are exchanged if there are more rows", &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            shape const& s = c.z.sizes;
            const bool outer = c.x.size() == 2 && s.size() == 2 && s[0] > s[1] &&
                               stretched(c, 0, 1) && !stretched(c, 0, 0) && stretched(c, 1, 0) &&
                               !stretched(c, 1, 1);
            if (!outer) return correct.evaluate(c, elements, z);
            const std::vector<void const*> turned{elements[1], elements[0]};
            correct.evaluate(c, turned, z);
          }),
      moved("paths/column_of_a_square", "R1",
            "among three operands, the column of a square is read as a row",
            [](call const& c, std::size_t m, indices& i) {
              const std::size_t n = i.size();
              if (c.x.size() < 3 || n < 2 || c.z.sizes[n - 1] != c.z.sizes[n - 2] ||
                  !stretched(c, m, n - 1) || stretched(c, m, n - 2))
                return;
              std::swap(i[n - 1], i[n - 2]);
            }),
      row("paths/outer_ratios_swapped", "D7", "the outer two axes have each other's ratio of sizes",
          &pieces::from,
          [](call const& c, std::size_t m, indices const& i) -> std::int64_t {
            if (i.size() < 4 || c.x[m].sizes.size() != i.size()) return correct.from(c, m, i);
            const std::int64_t first = c.z.sizes[0] / std::max<std::int64_t>(c.x[m].sizes[0], 1),
                               second = c.z.sizes[1] / std::max<std::int64_t>(c.x[m].sizes[1], 1);
            indices moved = i;
            moved[0] = i[0] / std::max<std::int64_t>(second, 1);
            moved[1] = i[1] / std::max<std::int64_t>(first, 1);
            kit::tensor const& x = c.x[m];
            std::int64_t place = 0;
            for (std::size_t k = 0; k < i.size(); ++k) {
              const std::int64_t own = k < 2 ? moved[k] : correct.own_index(x.sizes[k], i[k]);
              place = wrapped(own, x.strides[k], place);
            }
            return place;
          }),
      moved("paths/batch_forgotten", "V32",
            "an operand that is stretched from its third axis on loses its first",
            [](call const& c, std::size_t m, indices& i) {
              if (i.size() < 3 || c.x[m].sizes.size() != i.size()) return;
              for (std::size_t k = 2; k < i.size(); ++k) {
                if (!stretched(c, m, k)) return;
              }
              i[0] = 0;
            }),
      row("zeros/stretched_refused", "S1", "an empty result is refused if an operand is stretched",
          &pieces::check,
          [](call const& c) {
            correct.check(c);
            if (count_of(c.z.sizes) != 0) return;
            for (std::size_t m = 0; m < c.x.size(); ++m) {
              for (std::size_t axis = 0; axis < c.z.sizes.size(); ++axis) {
                if (c.z.sizes[axis] > 1 && stretched(c, m, axis)) throw refusal("nothing to start");
              }
            }
          }),
      row("copy/one_missing_axis", "V4", "a copy is stretched along one of the axes that it lacks",
          &pieces::element,
          [](call const& c, indices const& i) {
            const std::size_t missing = i.size() - std::min(i.size(), c.x[0].sizes.size());
            if (c.op == "copy" && missing > 1) {
              for (std::size_t k = 0; k + 1 < missing; ++k) {
                if (i[k] != 0) return;
              }
            }
            correct.element(c, i);
          }),
      row("outputs/shared", "V23", "operands of one shape that are stretched share their elements",
          &pieces::materialise,
          [](std::vector<kit::tensor> const& x, std::vector<kit::tensor> const& z) {
            std::vector<kit::tensor> shared = x;
            for (std::size_t m = 1; m < x.size(); ++m) {
              if (x[m].sizes == x[m - 1].sizes && x[m].sizes != z.at(m).sizes)
                shared[m] = shared[m - 1];
            }
            correct.materialise(shared, z);
          }),
      row("shape/one_element_is_a_scalar", "S5", "a shape of one element does not add to the rank",
          &pieces::broadcast_shapes,
          [](std::vector<shape> const& shapes) {
            std::vector<shape> others;
            for (shape const& s : shapes) {
              if (count_of(s) != 1) others.push_back(s);
            }
            return correct.broadcast_shapes(others.empty() ? shapes : others);
          }),
      row("operation/wide_condition_refused", "V19",
          "a condition larger than both branches is refused", &pieces::check,
          [](call const& c) {
            correct.check(c);
            if (c.op != "where") return;
            const shape branches = correct.broadcast_shapes({c.x[1].sizes, c.x[2].sizes});
            if (correct.broadcast_shapes(shapes_of(c.x)) != branches)
              throw refusal("the condition is too large");
          }),
      moved("operation/predicate_in_steps", "V31",
            "from the ninth of a row on, comparisons are those of the first",
            [](call const& c, std::size_t, indices& i) {
              if (c.op != "less" || i.empty() || i.back() < 8) return;
              i.back() %= 8;
            }),
      moved("operation/mask_of_eight", "V31",
            "from the ninth of a row on, a condition is read from the first",
            [](call const& c, std::size_t m, indices& i) {
              if (c.op != "where" || m != 0 || i.empty() || i.back() < 8) return;
              i.back() %= 8;
            }),
      row("adjoint/pairs_of_odd", "D1", "the last of an odd number of slices is not added",
          &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            kit::tensor shorter = gradient;
            const call back{"", {out}, gradient};
            if (!gradient.sizes.empty() && correct.expands(out.sizes, gradient.sizes) &&
                stretched(back, 0, 0) && gradient.sizes[0] > 4 && gradient.sizes[0] % 2 == 1) {
              --shorter.sizes[0];
            }
            correct.sum(shorter, out);
          }),
      row("adjoint/blocks_replace", "D1",
          "the sum of 64 elements replaces that of the elements before them", &pieces::sum,
          [](kit::tensor const& gradient, kit::tensor const& out) {
            const std::int64_t count = count_of(gradient.sizes);
            if (count_of(out.sizes) != 1 || count <= 64 ||
                !correct.expands(out.sizes, gradient.sizes)) {
              return correct.sum(gradient, out);
            }
            element_kind const& number = kind_of(out.element);
            const indices none(out.sizes.size(), 0);
            void* const z = written(out, correct.to({"", {}, out}, none));
            for (std::int64_t flat = 0; flat < count; ++flat) {
              if (flat % 64 == 0 && !number.zero(z)) throw unknown_operation("sum");
              const call back{"", {out}, gradient};
              number.add(z, read(gradient, correct.to(back, index_at(gradient.sizes, flat))));
            }
          }),
      remembering<folded_constant>(
          "devices/folded_constant", "",
          "a plan for shapes keeps the value of an operand of one element"),
      remembering<tuned_at_the_third>("devices/tuned_at_the_third", "",
                                      "from the third call with the same shapes on, strides are "
                                      "ignored"),
      of<scalar_merges>("sound", "unknown/scalar_merges", "Y1",
                        "with a scalar among three operands, an unknown size against 1 is 1"),
      of<forgotten_first>("sound", "unknown/forgotten_first", "Y1",
                          "an unknown first size becomes 1 if the ranks differ"),
  };
}

}  // namespace bcast::mutants
