// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bcast/proptests/failure.hpp"
#include "pipe/contract.hpp"
#include "support/json_text.hpp"

// Answers that bcast reads from a program: each is understood, or refused as malformed.

namespace {

using namespace bcast;
using proptests::pipe::json;

proptests::pipe::capabilities everything() {
  proptests::pipe::capabilities c;
  c.name = "fuzzer";
  c.profile = "array_api";
  c.asks = {"join", "verify", "expand", "apply", "adjoint"};
  c.declares.unknown_sizes = true;
  return c;
}

template <class F>
void understood_or_refused(F f) {
  try {
    f();
  } catch (proptests::subject_failure const&) {
  } catch (proptests::pipe::malformed const&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const json answer = proptests::parse_json_or_discard<json>(
      std::string_view(reinterpret_cast<char const*>(data), size));
  if (answer.is_discarded()) return 0;
  understood_or_refused([&] { proptests::pipe::to_capabilities(answer); });
  const kit::subject s =
      proptests::pipe::subject_of(everything(), [&](json const&, std::size_t) { return answer; });
  const std::vector<kit::shape> types{{{2, 1}}, {{3}}};
  understood_or_refused([&] { s.infer(types, std::nullopt); });
  understood_or_refused([&] { s.verify(types, {{2, 3}}); });
  std::int32_t z[8] = {-1, -1, -1, -1, -1, -1, -1, -1}, x[3] = {1, 2, 3};
  const kit::tensor in{x, "int32", {3}, {1}}, out{z + 1, "int32", {2, 3}, {3, 1}};
  understood_or_refused([&] { s.apply("copy", {in}, {out}); });
  if (z[0] != -1 || z[7] != -1) __builtin_trap();
  return 0;
}
