// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/gufunc.hpp"

#include <string>

#include "experiment.hpp"

namespace bcast::findings::of_gufunc {
namespace {

namespace ref = bcast::reference;
using ref::index;
using shape = ref::gufunc::shape<index>;
using shapes = ref::gufunc::shapes<index>;

// D1
std::string from_the_end(example const& e) {
  return text(ref::gufunc::matmul_as_printed(e.sizes<shape>(0), e.sizes<shape>(1)));
}

std::string optional_names_first(example const& e) {
  return text(ref::gufunc::matmul(e.sizes<shape>(0), e.sizes<shape>(1)));
}

// D3: a name for each axis, and a comma after a single one of the first operand, as in Python.
std::string with_commas(example const& e) {
  std::string all;
  for (std::size_t m = 0; m < e.operands(); ++m) {
    std::string names;
    const index rank = e.sizes<shape>(m).n();
    for (index k = 0; k < rank; ++k) names += (k == 0 ? "i" : ",i") + std::to_string(k);
    all += (m == 0 ? "(" : ",(") + names + (m == 0 && rank == 1 ? ",)" : ")");
  }
  return all + "->()";
}

std::string by_the_grammar(example const& e) {
  return text(ref::gufunc::applied(ref::gufunc::parse_signature(with_commas(e)),
                                   e.all_sizes<shape, shapes>(), {})[0]);
}

std::string without_a_last_comma(example const& e) {
  if (with_commas(e).find(",)") != std::string::npos) throw ref::violation("gufunc.F6");
  return by_the_grammar(e);
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{
      {"gufunc.D1", from_the_end, optional_names_first},
      {"gufunc.D3", by_the_grammar, without_a_last_comma},
  };
  return all;
}

}  // namespace bcast::findings::of_gufunc
