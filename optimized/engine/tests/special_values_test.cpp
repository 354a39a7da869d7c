// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/engine/operation.hpp"
#include "level.hpp"
#include "tests/support/guarded.hpp"

// Every operation on the values at which computations differ: an element of a result has the bits
// that it has alone, wherever its operands' elements are, however many there are, on every level of
// the processor. Only a NaN's sign and payload may differ.

namespace special_values_test {

using namespace bcast::engine;
using namespace bcast::engine::detail;

template <class T>
inline constexpr int fraction = 0;
template <>
inline constexpr int fraction<float> = 23;
template <>
inline constexpr int fraction<double> = 52;
template <>
inline constexpr int fraction<float16> = 10;
template <>
inline constexpr int fraction<bfloat16> = 7;

template <class T>
inline constexpr std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
template <class T>
inline constexpr std::uint64_t infinite = sign<T> - (std::uint64_t{1} << fraction<T>);

/// Their number has no factor in common with that of a vector's elements.
template <class T>
std::vector<std::uint64_t> special_bits() {
  if constexpr (std::is_same_v<T, bool>) {
    return {0, 1, 1};
  } else if constexpr (fraction<T> == 0) {
    constexpr std::uint64_t width = 8 * sizeof(T), least = sign<T>, zero = 0;
    return {3,         zero,      1,     2,         width - 1,    width,
            least - 2, least - 1, least, least + 1, zero - width, zero - 2,
            zero - 1};
  } else {
    constexpr std::uint64_t normal = std::uint64_t{1} << fraction<T>, most = infinite<T> - 1;
    constexpr std::uint64_t one = infinite<T> / 2 / normal * normal;
    std::vector<std::uint64_t> all{0,   1,    normal - 1,  normal,
                                   one, most, infinite<T>, infinite<T> + normal / 2};
    for (std::size_t k = 0; k < 8; ++k) all.push_back(sign<T> | all[k]);
    all.push_back(one + 1);
    return all;
  }
}

template <class T>
using bits_of =
    std::tuple_element_t<static_cast<std::size_t>(std::countr_zero(sizeof(T))),
                         std::tuple<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>>;

template <class T>
bool is_nan(std::byte const* x) {
  bits_of<T> bits;
  std::memcpy(&bits, x, sizeof bits);
  return fraction<T> > 0 && (bits & (sign<T> - 1)) > infinite<T>;
}

constexpr std::size_t most_values = 17;

/// The special values of an element type, again and again, up to a page that no one may read.
struct values {
  static constexpr std::size_t places = 1000;

  template <class T>
  explicit values(std::type_identity<T>)
      : bytes(sizeof(T)), memory(places * sizeof(T)), nan(&is_nan<T>) {
    const std::vector<std::uint64_t> all = special_bits<T>();
    count = all.size();
    for (std::size_t k = 0; k < places; ++k) {
      const auto x = static_cast<bits_of<T>>(all[k % count]);
      std::memcpy(at(k), &x, sizeof x);
    }
  }
  std::byte* at(std::size_t place) { return memory.data() + place * bytes; }

  std::size_t bytes, count = 0;
  guarded::memory memory;
  bool (*nan)(std::byte const*);
};

/// The context of a mean's last kernel; no other kernel has one.
constexpr std::size_t averaged = 3;

/// A kernel of an operation on each level; null for a level that has none of its own.
struct subject {
  std::string name;
  std::vector<values*> x;
  values* z;
  std::vector<kernel const*> levels;
  std::vector<std::byte> alone{};  ///< see compute_alone
  bool failed = false;             ///< and is not asked again

  /// The kernel of the first level that has one, or null: an engine for one machine has in its
  /// baseline only what the machine's own level lacks.
  kernel const* first() const {
    const auto found = std::ranges::find_if(levels, [](auto const* k) { return k != nullptr; });
    return found != levels.end() ? *found : nullptr;
  }
};

/// The result of each combination of values, of which the first operand's changes with each.
void compute_alone(subject& s) {
  std::size_t all = 1;
  for (values const* v : s.x) all *= v->count;
  s.alone.resize(all * s.z->bytes);
  for (std::size_t i = 0; i < all; ++i) {
    std::byte* at[4]{s.alone.data() + i * s.z->bytes};
    for (std::size_t m = 0, rest = i; m < s.x.size(); rest /= s.x[m++]->count) {
      at[m + 1] = s.x[m]->at(rest % s.x[m]->count);
    }
    const std::int64_t steps[4]{};
    s.first()->run(&averaged, {1, 1, at, steps, steps, false});
  }
}

/// Rows of a tile, and how each operand lies along them.
struct form {
  std::size_t rows, columns;
  std::vector<spread> how;
  bool turned = false;  ///< what lies as `each` is far apart, not repeated
  std::size_t run = 0;

  std::size_t place(std::size_t m, std::size_t column) const {
    switch (how[m]) {
      case spread::straight:
        return column;
      case spread::one:
        return 0;
      case spread::run:
        return column % run;
      case spread::each:
        return turned ? column * 17 : column / run;
    }
    return 0;
  }
};

std::string described(form const& f) {
  std::string s = std::to_string(f.rows) + " x " + std::to_string(f.columns) + ", operands";
  for (const spread how : f.how) s += " " + std::to_string(static_cast<int>(how));
  return s + ", runs of " + std::to_string(f.run);
}

/// Operand m begins start * (m + 1) places before its last possible place.
void check(subject& s, form const& f, std::size_t start) {
  if (s.failed) return;
  const std::size_t size = s.z->bytes, all = f.rows * f.columns;
  guarded::memory memory(all * size);
  std::byte* const target = memory.data();
  std::byte* at[4]{target};
  std::int64_t row[4]{static_cast<std::int64_t>(f.columns * size)};
  std::int64_t column[4]{static_cast<std::int64_t>(size)};
  spread how[4]{};
  std::vector<std::size_t> combinations(all);
  for (std::size_t m = 0, factor = 1; m < s.x.size(); factor *= s.x[m++]->count) {
    values& x = *s.x[m];
    std::size_t most = 0;
    for (std::size_t c = 0; c < f.columns; ++c) most = std::max(most, f.place(m, c));
    const std::size_t first = values::places - f.rows - most - start * (m + 1);
    at[m + 1] = x.at(first);
    row[m + 1] = static_cast<std::int64_t>(x.bytes);
    column[m + 1] = static_cast<std::int64_t>(f.place(m, 1) * x.bytes);
    how[m + 1] = f.how[m];
    std::size_t* combination = combinations.data();
    for (std::size_t r = 0; r < f.rows; ++r) {
      for (std::size_t c = 0; c < f.columns; ++c) {
        *combination++ += (first + r + f.place(m, c)) % x.count * factor;
      }
    }
  }
  std::vector<std::byte> expected(all * size);
  std::byte* z = expected.data();
  for (const std::size_t combination : combinations) {
    std::memcpy(z, s.alone.data() + combination * size, size);
    z += size;
  }
  for (std::size_t level = 0; level < s.levels.size(); ++level) {
    kernel const* const k = s.levels[level];
    if (k == nullptr || (f.turned && !k->turns)) continue;
    const auto run = f.run > 0 ? k->spread : k->run;
    if (run == nullptr) continue;
    for (const bool streamed : {false, true}) {
      std::memset(target, 0x5A, all * size);
      run(&averaged, {static_cast<std::int64_t>(f.rows), static_cast<std::int64_t>(f.columns), at,
                      row, column, streamed, f.turned, static_cast<std::int64_t>(f.run), how});
      if (std::memcmp(target, expected.data(), expected.size()) == 0) continue;
      for (std::size_t i = 0; i < all; ++i) {
        std::byte const *const found = target + i * size, *const due = expected.data() + i * size;
        if (s.z->nan(found) && s.z->nan(due)) continue;
        if (std::memcmp(found, due, size) == 0) continue;
        s.failed = true;
        FAIL() << s.name << " on level " << level << ", " << described(f)
               << (streamed ? ", streamed" : "") << ", element " << i << ", combination "
               << combinations[i];
      }
    }
  }
}

/// Each way to choose one of some for each operand.
std::vector<std::vector<spread>> choices(std::size_t operands, std::vector<spread> const& some) {
  std::vector<std::vector<spread>> all{{}};
  for (std::size_t m = 0; m < operands; ++m) {
    std::vector<std::vector<spread>> longer;
    for (std::vector<spread>& chosen : all) {
      for (const spread one : some) {
        longer.push_back(chosen);
        longer.back().push_back(one);
      }
    }
    all = std::move(longer);
  }
  return all;
}

void check(subject& s) {
  const auto any = [&](auto const& has) {
    return std::any_of(s.levels.begin(), s.levels.end(),
                       [&](kernel const* k) { return k != nullptr && has(*k); });
  };
  const std::size_t operands = s.x.size();
  for (auto const& how : choices(operands, {spread::straight, spread::one})) {
    for (std::size_t start = 0; start < most_values; ++start) {
      for (const std::size_t columns : {1, 2, 7, 8, 16}) check(s, {18, columns, how}, start);
      for (const std::size_t columns : {3, 9, 15, 16}) check(s, {1, columns, how}, start);
      for (const std::size_t columns : {17, 31, 33, 41, 64, 65, 95, 129}) {
        check(s, {3, columns, how}, start);
      }
    }
  }
  if (any([](kernel const& k) { return k.turns; })) {
    for (auto const& how : choices(operands, {spread::straight, spread::one, spread::each})) {
      for (std::size_t start = 0; start < most_values; ++start)
        check(s, {18, 35, how, true}, start);
    }
  }
  if (any([](kernel const& k) { return k.spread != nullptr; })) {
    const std::size_t width = 64 / s.z->bytes;
    for (auto const& how :
         choices(operands, {spread::straight, spread::one, spread::run, spread::each})) {
      if (how[0] == spread::straight && how[1] == spread::straight) continue;
      for (std::size_t run = 2; run <= width; ++run) {
        for (const std::size_t runs : {std::size_t{1}, width - 1, width, width + 1, 3 * width}) {
          check(s, {3, runs * run, how, false, run}, run);
        }
      }
    }
  }
}

template <class T>
void check_operations(std::set<std::vector<kernel const*>>& checked) {
  values of_bool{std::type_identity<bool>()}, of_element{std::type_identity<T>()};
  const auto element = element_type::of<T>();
  std::vector<bool> has(levels().size());
  for (std::size_t op = 0; op < operation::names().size(); ++op) {
    using kernels = operation_kernels;
    for (const auto which :
         {&kernels::one, &kernels::two, &kernels::three, &kernels::step, &kernels::last}) {
      subject s{std::string(operation::names()[op]) + " of " + std::string(element.name()),
                {},
                &of_element,
                {}};
      for (std::size_t l = 0; l < levels().size(); ++l) {
        kernels const& of_level = levels()[l]->find(op, element.place());
        kernel const* const k = of_level.*which;
        if (k != nullptr) has[l] = true;
        const bool again = std::find(s.levels.begin(), s.levels.end(), k) != s.levels.end();
        s.levels.push_back(again ? nullptr : k);
        if (which == &kernels::two && of_level.result == element_type::of<bool>().place())
          s.z = &of_bool;
      }
      if (s.first() == nullptr || !checked.insert(s.levels).second) continue;
      if (which == &kernels::three) {
        s.x = {&of_bool, &of_element, &of_element};
      } else {
        s.x.resize(which == &kernels::one || which == &kernels::last ? 1 : 2, &of_element);
      }
      compute_alone(s);
      check(s);
    }
  }
  // An engine for one machine may have none in its baseline.
  EXPECT_EQ(std::count(has.begin() + (BCAST_ONE_MACHINE ? 1 : 0), has.end(), false), 0);
}

TEST(SpecialValues, AnElementsResultIsTheSameEverywhere) {
  std::set<std::vector<kernel const*>> checked;
  [&]<class... T>(bcast::spec::element_list<T...>) {
    const auto unless_string = [&]<class X>(std::type_identity<X>) {
      if constexpr (!std::is_same_v<X, std::string>) check_operations<X>(checked);
    };
    (unless_string(std::type_identity<T>()), ...);
  }(bcast::engine::elements());
}

}  // namespace special_values_test
