// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shape inference of one's own, under the laws, in one's own doctest.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "bcast/proptests/test.hpp"

namespace {

/// The function under test: false where z and x do not broadcast.
bool stretch(std::vector<bcast::kit::dim>& z, std::vector<bcast::kit::dim> x) {
  z.insert(z.begin(), std::max(z.size(), x.size()) - z.size(), 1);
  x.insert(x.begin(), z.size() - x.size(), 1);
  for (std::size_t k = 0; k < z.size(); ++k) {
    if (*z[k] != *x[k] && *z[k] != 1 && *x[k] != 1) return false;
    if (*z[k] == 1) z[k] = x[k];
  }
  return true;
}

bcast::kit::subject my_inference() {
  bcast::kit::subject s;
  s.name = "my inference";
  s.profile = "array_api";
  s.infer = [](auto const& operands, auto const&) {
    bcast::kit::answer joined;
    for (bcast::kit::shape const& x : operands) {
      if (stretch(joined.common.sizes, x.sizes)) continue;
      joined.verdict = bcast::kit::answer::kind::reject;
      break;
    }
    return joined;
  };
  return s;
}

TEST_CASE("my inference") {
  const bcast::kit::subject s = my_inference();
  const auto planned = bcast::proptests::plan(s);
  REQUIRE(planned.wrong == "");
  for (bcast::proptests::law const* l : planned.laws) {
    const std::string name(l->name);
    SUBCASE(name.c_str()) {
      const auto t = bcast::proptests::test(*l, s, {}, "-tc='my inference' -sc='" + name + "'");
      CHECK_MESSAGE(t.failure.empty(), t.failure);
    }
  }
}

}  // namespace
