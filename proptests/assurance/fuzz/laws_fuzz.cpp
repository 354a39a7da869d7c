// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/proptests/run.hpp"
#include "bcast/proptests/text.hpp"
#include "bytes.hpp"
#include "subjects/subjects.hpp"

// The engine and the verifier against the oracle: the bytes choose a law, a subject, and a case.

namespace {

using namespace bcast::proptests;

operand drawn(bcast::fuzz::bytes& from, family cases) {
  constexpr std::int64_t sizes[] = {1, 2, 3, 0, 5, 1, 4, 7};
  const bool types = cases == family::types || cases == family::declared;
  operand o;
  if (types && from.upto(7) == 7) {
    o.type.ranked = false;
    return o;
  }
  for (std::int64_t rank = from.upto(5); rank > 0; --rank) {
    const std::int64_t size = from.upto(types ? 8 : 7);
    o.type.sizes.push_back(size == 8 ? decltype(o.type.sizes)::value_type() : sizes[size]);
  }
  if (cases == family::layouts || cases == family::targets) {
    o.layout.bits = static_cast<unsigned>(from.upto(63));
  }
  return o;
}

test_case drawn_case(bcast::fuzz::bytes& from, family cases) {
  constexpr std::string_view elements[] = {"int32", "int8", "double", "uint16"};
  test_case c;
  c.element = elements[from.upto(3)];
  const std::int64_t operands = cases == family::tuples ? 2 : 1 + from.upto(3);
  for (std::int64_t m = 0; m < operands; ++m) c.operands.push_back(drawn(from, cases));
  if (cases == family::targets || cases == family::declared) {
    c.result = drawn(from, cases);
    c.result->layout.bits &= ~static_cast<unsigned>(layout_flag::repeated);
  }
  if (cases == family::tuples && from.upto(3) != 0) {
    c.dimensions.emplace();
    for (std::int64_t n = from.upto(3); n > 0; --n) c.dimensions->push_back(from.upto(5) - 1);
  }
  return c;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static const std::vector<bcast::kit::subject> subjects = bcast::subjects::all();
  bcast::fuzz::bytes from(data, size);
  law const& l = all_laws()[static_cast<std::size_t>(
      from.upto(static_cast<std::int64_t>(all_laws().size()) - 1))];
  bcast::kit::subject const& s =
      subjects[static_cast<std::size_t>(from.upto(static_cast<std::int64_t>(subjects.size()) - 1))];
  if (!l.skipped(s).empty()) return 0;
  const test_case c = drawn_case(from, l.cases);
  const outcome o = run_case(l, s, c, false);
  if (o.failure) {
    std::fputs(report(o).c_str(), stderr);
    std::abort();
  }
  return 0;
}
