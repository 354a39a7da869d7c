// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/guess.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace bcast::proptests {
namespace {

using shape = std::vector<std::int64_t>;

/// One position in the result, and the shapes.
struct site {
  shape const& operand;
  shape const& result;
  std::int64_t flat;  ///< in row-major order
  shape const& index;
  std::int64_t count;  ///< the operand's elements
};

std::int64_t modulo(site const& s) { return s.flat % s.count; }
std::int64_t repeated(site const& s) {
  std::int64_t all = 1;
  for (std::int64_t size : s.result) all *= size;
  return s.flat / std::max<std::int64_t>(all / s.count, 1);
}
std::int64_t always_first(site const&) { return 0; }
std::int64_t clamped(site const& s) { return std::min(s.flat, s.count - 1); }
std::int64_t as_is(site const& s) { return s.flat; }

/// The operand's flat position if axis k is read at `at(k)`.
template <class F>
std::int64_t aligned(site const& s, F at) {
  std::int64_t flat = 0;
  for (std::size_t k = 0; k < s.operand.size(); ++k) {
    const std::int64_t i = at(k);
    flat = flat * s.operand[k] + (s.operand[k] == 1 ? 0 : std::min(i, s.operand[k] - 1));
  }
  return flat;
}

std::int64_t left(site const& s) {
  return aligned(s, [&](std::size_t k) { return s.index[k]; });
}
std::int64_t reversed(site const& s) {
  return aligned(s, [&](std::size_t k) { return s.index[s.operand.size() - 1 - k]; });
}
/// Uses the stride of an axis of size 1, in a contiguous operand.
std::int64_t believed(site const& s) {
  std::int64_t flat = 0, step = 1;
  for (std::size_t k = s.operand.size(); k-- > 0;) {
    const std::size_t axis = k + s.result.size() - s.operand.size();
    flat += s.index[axis] * step;
    step *= s.operand[k];
  }
  return flat;
}

struct mistake {
  std::string_view name;
  std::int64_t (*reads)(site const&);
};

constexpr std::array mistakes{
    mistake{"only the first element of the operand is read", always_first},
    mistake{"the flat index modulo the operand's element count", modulo},
    mistake{"each element repeated in turn: tiles taken for an interleave", repeated},
    mistake{"shapes aligned at the first axis", left},
    mistake{"axes in reverse order", reversed},
    mistake{"the stride of an axis of size 1 is used", believed},
    mistake{"the result's flat index, as if the shapes were equal", as_is},
    mistake{"the flat index, cut off at the operand's end", clamped},
};

}  // namespace

std::string guess(shape const& operand, shape const& result,
                  std::vector<std::int64_t> const& read) {
  std::int64_t count = 1;
  for (std::int64_t size : operand) count *= size;
  if (count == 0 || operand.size() > result.size()) return "";
  for (mistake const& m : mistakes) {
    bool fits = true;
    for (std::size_t flat = 0; fits && flat < read.size(); ++flat) {
      shape index(result.size());
      auto rest = static_cast<std::int64_t>(flat);
      for (std::size_t k = result.size(); k-- > 0;) {
        index[k] = rest % result[k];
        rest /= result[k];
      }
      const std::int64_t at =
          m.reads({operand, result, static_cast<std::int64_t>(flat), index, count});
      // Outside the operand there is none of its elements.
      fits = at < count ? read[flat] == at + 1 : read[flat] < 1 || read[flat] > count;
    }
    if (fits) return std::string(m.name);
  }
  return "";
}

}  // namespace bcast::proptests
