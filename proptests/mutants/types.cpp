// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include "mutants.hpp"

namespace bcast::mutants {
namespace {

bool is(call const& c, std::string_view element) { return c.z.element == element; }

}  // namespace

std::vector<mutant> of_elements() {
  return {
      row("types/double_through_float", "T1", "64-bit floats are converted to 32 bits and back",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            correct.evaluate(c, elements, z);
            if (!is(c, "double")) return;
            auto& value = *static_cast<double*>(z);
            value = static_cast<double>(static_cast<float>(value));
          }),
      row("types/int64_through_double", "T1", "64-bit integers are converted to double and back",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            correct.evaluate(c, elements, z);
            if (!is(c, "int64")) return;
            auto& value = *static_cast<std::int64_t*>(z);
            constexpr std::int64_t safe = std::int64_t{1} << 62;
            if (-safe < value && value < safe)
              value = static_cast<std::int64_t>(static_cast<double>(value));
          }),
      row("types/int32_through_float", "T1", "32-bit integers are converted to float and back",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            correct.evaluate(c, elements, z);
            if (!is(c, "int32")) return;
            auto& value = *static_cast<std::int32_t*>(z);
            constexpr std::int32_t safe = 1 << 30;
            if (-safe < value && value < safe)
              value = static_cast<std::int32_t>(static_cast<float>(value));
          }),
      row("types/four_bytes_moved", "", "only four bytes of an eight-byte element are written",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            if (kind_of(c.z.element).bytes != 8) return correct.evaluate(c, elements, z);
            std::uint64_t whole = 0;
            correct.evaluate(c, elements, &whole);
            std::memcpy(z, &whole, 4);
          }),
      row("types/type_forgotten", "", "nothing is written for one element type", &pieces::each,
          [](call const& c, visitor const& f) {
            if (!is(c, "uint16")) correct.each(c, f);
          }),
      row("types/bool_as_bits", "", "eight bools are written to the same position", &pieces::to,
          [](call const& c, indices const& i) {
            return is(c, "bool") ? correct.to(c, i) / 8 : correct.to(c, i);
          }),
      row("types/strings_cut", "", "strings are truncated to eight characters", &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            correct.evaluate(c, elements, z);
            constexpr std::size_t most = 8;
            if (is(c, "string")) {
              auto& text = *static_cast<std::string*>(z);
              text.resize(std::min(text.size(), most));
            }
          }),
      row("types/saturates", "D4", "subtraction of unsigned bytes saturates at 0",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            if (c.op != "sub" || !is(c, "uint8")) return correct.evaluate(c, elements, z);
            int value = *static_cast<std::uint8_t const*>(elements[0]);
            for (void const* x : elements.subspan(1)) value -= *static_cast<std::uint8_t const*>(x);
            *static_cast<std::uint8_t*>(z) = static_cast<std::uint8_t>(std::max(value, 0));
          }),
      row("operation/scalar_path_adds", "D4", "the path for a scalar right operand adds",
          &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            const bool scalar =
                c.x.size() == 2 && count_of(c.x[1].sizes) == 1 && count_of(c.z.sizes) > 1;
            if (c.op != "sub" || !scalar || z == elements[1])
              return correct.evaluate(c, elements, z);
            correct.evaluate({"copy", {c.x[0]}, c.z}, elements.first(1), z);
            kind_of(c.z.element).add(z, elements[1]);
          }),
      row("operation/epilogue_differs", "V31",
          "if the left operand is stretched, the right one is subtracted twice", &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            std::vector<void const*> all(elements.begin(), elements.end());
            if (c.op == "sub" && c.x.size() == 2 && c.x[0].sizes != c.z.sizes)
              all.push_back(elements[1]);
            correct.evaluate(c, all, z);
          }),
      row("operation/comparison_turned", "V9",
          "a comparison is reversed if its right operand is stretched", &pieces::evaluate,
          [](call const& c, std::span<void const* const> elements, void* z) {
            if (c.op != "less" || c.x[1].sizes == c.z.sizes)
              return correct.evaluate(c, elements, z);
            const std::vector<void const*> turned{elements[1], elements[0]};
            correct.evaluate(c, turned, z);
          }),
      row("operation/condition_not_stretched", "V19",
          "only the first element of a stretched condition is read", &pieces::from,
          [](call const& c, std::size_t m, indices const& i) {
            const bool condition = c.op == "where" && m == 0 && c.x[0].sizes != c.z.sizes;
            return condition ? 0 : correct.from(c, m, i);
          }),
  };
}

}  // namespace bcast::mutants
