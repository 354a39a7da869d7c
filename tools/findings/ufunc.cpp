// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "experiment.hpp"

namespace bcast::findings::of_ufunc {

std::vector<experiment> const& experiments() {
  static constexpr char printed[] = "ufunc_where as printed", corrected[] = "ufunc_where";
  static const std::vector<experiment> all{{"ufunc.D1", by<printed>, by<corrected>}};
  return all;
}

}  // namespace bcast::findings::of_ufunc
