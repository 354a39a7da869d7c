// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An Eigen expression under the laws: the difference of two arrays of rank 2 or less, each repeated
// to the shape of the result.
#include <Eigen/Core>

#include "bcast/proptests/command.hpp"

namespace {

using array = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<array> map(bcast::kit::tensor const& t) {
  const Eigen::Index rows = t.sizes.size() < 2 ? 1 : t.sizes.front();
  const Eigen::Index columns = t.sizes.empty() ? 1 : t.sizes.back();
  return {static_cast<float*>(t.data), rows, columns};
}

auto repeated(bcast::kit::tensor const& t, Eigen::Map<array> const& z) {
  const Eigen::Map<array> x = map(t);
  return x.replicate(x.rows() == z.rows() ? 1 : z.rows(), x.cols() == z.cols() ? 1 : z.cols());
}

bcast::kit::subject difference() {
  bcast::kit::subject s;
  s.name = "eigen";
  s.rule = "array_api";
  s.declares.ops = {"sub"};
  s.declares.dtypes = {"float"};
  s.declares.max_rank = 2;
  s.declares.max_operands = 2;
  s.declares.strided = s.declares.overlap = s.declares.reject = false;
  s.apply = [](auto, auto const& operands, auto const& outputs) {
    bcast::kit::result done;
    if (operands.size() == 2) {
      Eigen::Map<array> z = map(outputs[0]);
      z = repeated(operands[0], z) - repeated(operands[1], z);
    } else {
      done.verdict = bcast::kit::result::kind::unsupported;
    }
    return done;
  };
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  return bcast::proptests::check_main(argc, argv,
                                      {.subjects = {{"eigen", "array_api", difference}}});
}
