// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bcast/reference/outcome.hpp"

/// A second oracle that shares no idea with the first: arrays are nested lists, broadcasting is a
/// recursion on the outermost dimension, and no index is ever computed.
namespace bcast::reference::nested {

/// A shape is empty, or an outermost size and the shape of what is inside.
template <class Size>
using shape = std::vector<Size>;

/// A nested list: an element if the rank is 0, otherwise a list of items.
template <class T>
struct value {
  T element{};
  std::vector<value> items;
  friend bool operator==(value const&, value const&) = default;
};

template <class Size>
constexpr shape<Size> inside(shape<Size> const& s) {
  return shape<Size>(s.begin() + 1, s.end());
}

template <class Size>
constexpr shape<Size> outside(Size outermost, shape<Size> s) {
  s.insert(s.begin(), std::move(outermost));
  return s;
}

/// The shape to which a and b broadcast. Throws violation (bcast.P1).
template <class Size>
constexpr shape<Size> join(shape<Size> const& a, shape<Size> const& b) {
  if (a.empty() && b.empty()) return {};
  if (a.size() < b.size()) return outside(b.front(), join(a, inside(b)));
  if (b.size() < a.size()) return outside(a.front(), join(inside(a), b));
  const Size outermost = a.front() == Size(1)     ? b.front()
                         : b.front() == Size(1)   ? a.front()
                         : a.front() == b.front() ? a.front()
                                                  : throw violation("bcast.P1");
  return outside(outermost, join(inside(a), inside(b)));
}

/// x, a nested list of depth `depth`, as a nested list of the shape `target`. Throws violation
/// (bcast.P1) if a list is neither as long as the target nor of length 1.
template <class T, class Size>
value<T> stretch(value<T> const& x, std::size_t depth, shape<Size> const& target) {
  if (target.empty()) return x;
  value<T> z;
  const auto repeat = [&](value<T> const& item) {
    for (Size k(0); k < target.front(); k = k + Size(1)) z.items.push_back(item);
  };
  if (depth < target.size()) {
    repeat(stretch(x, depth, inside(target)));
  } else if (Size(static_cast<std::int64_t>(x.items.size())) == target.front()) {
    for (value<T> const& item : x.items) {
      z.items.push_back(stretch(item, depth - 1, inside(target)));
    }
  } else if (x.items.size() == 1) {
    repeat(stretch(x.items.front(), depth - 1, inside(target)));
  } else {
    throw violation("bcast.P1");
  }
  return z;
}

}  // namespace bcast::reference::nested
