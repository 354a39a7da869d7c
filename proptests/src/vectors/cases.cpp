#include "cases.hpp"

#include <array>
#include <string_view>

#include "bcast/proptests/sources.hpp"
#include "bcast/proptests/text.hpp"

namespace bcast::proptests {
namespace {

struct row {
  std::string_view text;
  std::string_view because;
};

/// What real implementations got wrong.
constexpr std::array rows{
    row{"() ()", "two scalars"},
    row{"() 2", "a scalar against a vector"},
    row{"2 ()", "a vector against a scalar"},
    row{"() 0", "a scalar against no element"},
    row{"0 1", "the maximum of the sizes is 1"},
    row{"1 0", "the maximum of the sizes is 1"},
    row{"0 0", "a size of 0 is not a wildcard"},
    row{"0 2", "a size of 0 is not a wildcard"},
    row{"2 0", "a size of 0 is not a wildcard"},
    row{"1 1", "every axis is stretched by nothing"},
    row{"1 2", "the first operand is stretched"},
    row{"2 1", "the second operand is stretched"},
    row{"2 3", "sizes that differ"},
    row{"2 4", "a size that divides the other one"},
    row{"4 2", "a size that divides the other one"},
    row{"3 1x3", "a longer operand with a leading 1"},
    row{"1x1 2", "aligned at the first axis it would be 2x1"},
    row{"2x3 3", "aligned at the last axis"},
    row{"2x3 2", "aligned at the first axis it would be legal"},
    row{"2x2 2", "aligned at the first axis only the values are wrong"},
    row{"2x1 1x2", "both operands are stretched; as many elements in both"},
    row{"2x1 1x3", "a result larger than each operand"},
    row{"2x1 2x3", "an axis of size 1 at the end"},
    row{"2x3 1x3", "only the first row would get the operand"},
    row{"2x1x2 2x2x2", "an axis in the middle is stretched"},
    row{"3x1x2 1x4x1", "alternating masks"},
    row{"2x1x3x1 2x1x2", "ranks that differ and alternating masks"},
    row{"2x1x2x1x2x1 1x2x1x2x1x2", "alternating masks of rank 6"},
    row{"1x0x2 3x1x2", "a result without elements"},
    row{"2x0 2x1", "a size of 0 against 1 behind another axis"},
    row{"2x3x4", "one operand"},
    row{"2 1 2", "three operands"},
    row{"2x1 3 1x1", "three operands of different ranks"},
    row{"2 1 3", "the first and the last of three clash"},
    row{"0 1 2", "folded with the maximum, 0 and 1 give 1, and 2 fits"},
    row{"2 -> 2", "a target of the same shape"},
    row{"1 -> 2", "a target that is larger"},
    row{"() -> 2x2", "a scalar into a matrix"},
    row{"2 -> 1", "a target is never stretched"},
    row{"1 -> ()", "a leading axis of size 1 is not stripped"},
    row{"1x2 -> 2", "a leading axis of size 1 is not stripped"},
    row{"0 -> 1", "a result of size 0 does not fill a target of size 1"},
    row{"1 -> 0", "a target without elements"},
    row{"? 1", "an unknown size against 1"},
    row{"? 2", "an unknown size against a size above 1"},
    row{"? ?", "two unknown sizes"},
    row{"? 0", "an unknown size against 0"},
    row{"?x1 4", "an unknown size and a stretched axis"},
    row{"* 2", "an operand without a known rank"},
    row{"? ? -> 4", "a declared result that is more than what is inferred"},
    row{"? 2 -> 2", "a declared result that is what is inferred"},
    row{"2 2 -> 3", "a declared result that is wrong"},
};

}  // namespace

std::vector<vector_case> vector_cases() {
  std::vector<vector_case> all;
  for (source const& s : sources_of(family::examples, 0, 0)) {
    for (std::uint64_t i = 0; i < s.count; ++i) {
      test_case c = s.at(i);
      const std::string tag = c.example;
      c.example.clear();
      all.push_back({"example/" + tag, to_string(c), "an example in print"});
    }
  }
  for (row const& r : rows) {
    all.push_back({"case/" + std::string(r.text), std::string(r.text), std::string(r.because)});
  }
  return all;
}

}  // namespace bcast::proptests
