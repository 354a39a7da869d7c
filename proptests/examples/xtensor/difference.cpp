// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// xtensor under the laws: the shape that it broadcasts to, and a difference that it computes.
#include <xtensor/xadapt.hpp>
#include <xtensor/xbroadcast.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrides.hpp>

#include "bcast/proptests/command.hpp"

namespace {

using bcast::kit::result;
using shape = std::vector<std::size_t>;

result broadcast_shapes(std::vector<bcast::kit::shape> const& operands,
                        std::optional<bcast::kit::broadcast_dimensions> const& dimensions) {
  result joined;
  if (dimensions || operands.empty()) {
    joined.verdict = result::kind::unsupported;
    return joined;
  }
  std::size_t rank = 0;
  for (auto const& t : operands) rank = std::max(rank, t.sizes.size());
  shape z(rank, 1);
  try {
    for (auto const& t : operands) {
      shape x;
      for (auto const& d : t.sizes) x.push_back(static_cast<std::size_t>(d.value()));
      xt::broadcast_shape(x, z);
    }
  } catch (std::exception const& e) {
    joined.verdict = result::kind::refused;
    joined.why = e.what();
    return joined;
  }
  for (std::size_t size : z) joined.shape.sizes.emplace_back(static_cast<std::int64_t>(size));
  return joined;
}

auto adapted(bcast::kit::tensor const& t) {
  const shape sizes(t.sizes.begin(), t.sizes.end());
  std::size_t elements = 1;
  for (std::size_t n : sizes) elements *= n;
  return xt::adapt(static_cast<float*>(t.data), elements, xt::no_ownership(), sizes);
}

bcast::kit::subject difference() {
  bcast::kit::subject s;
  s.name = "xtensor";
  s.rule = "array_api";
  s.declares.ops = {"sub"};
  s.declares.dtypes = {"float"};
  s.declares.max_operands = 2;
  s.declares.strided = s.declares.overlap = s.declares.reject = false;
  s.broadcast_shapes = broadcast_shapes;
  s.apply = [](auto, auto const& operands, auto const& outputs) {
    result done;
    if (operands.size() == 2) {
      auto z = adapted(outputs[0]);
      xt::noalias(z) = xt::broadcast(adapted(operands[0]) - adapted(operands[1]), z.shape());
    } else {
      done.verdict = result::kind::unsupported;
    }
    return done;
  };
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  return bcast::proptests::check_main(argc, argv,
                                      {.subjects = {{"xtensor", "array_api", difference}}});
}
