// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <limits>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

using base = implementation;

bool is(call const& c, std::string_view element) { return c.z.element == element; }

struct double_through_float : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    base::evaluate(c, elements, z);
    if (!is(c, "double")) return;
    auto& value = *static_cast<double*>(z);
    value = static_cast<double>(static_cast<float>(value));
  }
};

struct int64_through_double : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    base::evaluate(c, elements, z);
    if (!is(c, "int64")) return;
    auto& value = *static_cast<std::int64_t*>(z);
    constexpr std::int64_t safe = std::int64_t{1} << 62;
    if (-safe < value && value < safe)
      value = static_cast<std::int64_t>(static_cast<double>(value));
  }
};

struct int32_through_float : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    base::evaluate(c, elements, z);
    if (!is(c, "int32")) return;
    auto& value = *static_cast<std::int32_t*>(z);
    constexpr std::int32_t safe = 1 << 30;
    if (-safe < value && value < safe) value = static_cast<std::int32_t>(static_cast<float>(value));
  }
};

struct four_bytes_moved : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    if (kind_of(c.z.element).bytes != 8) return base::evaluate(c, elements, z);
    std::uint64_t whole = 0;
    base::evaluate(c, elements, &whole);
    std::memcpy(z, &whole, 4);
  }
};

/// uint16 is missing from the choice of kernels.
struct type_forgotten : base {
  void each(call const& c, visitor const& f) const override {
    if (!is(c, "uint16")) base::each(c, f);
  }
};

struct bool_as_bits : base {
  std::int64_t to(call const& c, indices const& i) const override {
    return is(c, "bool") ? base::to(c, i) / 8 : base::to(c, i);
  }
};

struct strings_cut : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    base::evaluate(c, elements, z);
    constexpr std::size_t most = 8;
    if (is(c, "string")) {
      auto& text = *static_cast<std::string*>(z);
      text.resize(std::min(text.size(), most));
    }
  }
};

struct saturates : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    if (c.op != "sub" || !is(c, "uint8")) return base::evaluate(c, elements, z);
    int value = *static_cast<std::uint8_t const*>(elements[0]);
    for (void const* x : elements.subspan(1)) value -= *static_cast<std::uint8_t const*>(x);
    *static_cast<std::uint8_t*>(z) = static_cast<std::uint8_t>(std::max(value, 0));
  }
};

/// The path for a scalar right operand adds.
struct scalar_path_adds : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    const bool scalar = c.x.size() == 2 && count_of(c.x[1].sizes) == 1 && count_of(c.z.sizes) > 1;
    if (c.op != "sub" || !scalar || z == elements[1]) return base::evaluate(c, elements, z);
    base::evaluate({"copy", {c.x[0]}, c.z}, elements.first(1), z);
    kind_of(c.z.element).add(z, elements[1]);
  }
};

/// If the left operand is stretched, the right one is subtracted twice.
struct epilogue_differs : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    std::vector<void const*> all(elements.begin(), elements.end());
    if (c.op == "sub" && c.x.size() == 2 && c.x[0].sizes != c.z.sizes) all.push_back(elements[1]);
    base::evaluate(c, all, z);
  }
};

/// `less` compares in the wrong order if the right operand is stretched.
struct comparison_turned : base {
  void evaluate(call const& c, std::span<void const* const> elements, void* z) const override {
    if (c.op != "less" || c.x[1].sizes == c.z.sizes) return base::evaluate(c, elements, z);
    const std::vector<void const*> turned{elements[1], elements[0]};
    base::evaluate(c, turned, z);
  }
};

/// `where` has no path for a stretched condition and always reads its first element.
struct condition_not_stretched : base {
  std::int64_t from(call const& c, std::size_t m, indices const& i) const override {
    const bool condition = c.op == "where" && m == 0 && c.x[0].sizes != c.z.sizes;
    return condition ? 0 : base::from(c, m, i);
  }
};

}  // namespace

std::vector<mutant> of_elements() {
  return {
      row<double_through_float>("types/double_through_float", "T1",
                                "64-bit floats are converted to 32 bits and back"),
      row<int64_through_double>("types/int64_through_double", "T1",
                                "64-bit integers are converted to double and back"),
      row<int32_through_float>("types/int32_through_float", "T1",
                               "32-bit integers are converted to float and back"),
      row<four_bytes_moved>("types/four_bytes_moved", "",
                            "only four bytes of an eight-byte element are written"),
      row<type_forgotten>("types/type_forgotten", "", "nothing is written for one element type"),
      row<bool_as_bits>("types/bool_as_bits", "", "eight bools are written to the same position"),
      row<strings_cut>("types/strings_cut", "", "strings are truncated to eight characters"),
      row<saturates>("types/saturates", "D4", "subtraction of unsigned bytes saturates at 0"),
      row<scalar_path_adds>("operation/scalar_path_adds", "D4",
                            "the path for a scalar right operand adds"),
      row<epilogue_differs>("operation/epilogue_differs", "V31",
                            "if the left operand is stretched, the right one is subtracted twice"),
      row<comparison_turned>("operation/comparison_turned", "V9",
                             "a comparison is reversed if its right operand is stretched"),
      row<condition_not_stretched>("operation/condition_not_stretched", "V19",
                                   "only the first element of a stretched condition is read"),
  };
}

}  // namespace bcast::mutants
