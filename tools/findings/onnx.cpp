// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/reference/onnx.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bcast/spec/onnx.hpp"
#include "experiment.hpp"

namespace bcast::findings::of_onnx {
namespace {

using shape = reference::onnx::shape<reference::index>;
using shapes = reference::onnx::shapes<reference::index>;

constexpr std::string_view op = "Mod";

std::string broadcast_if(bool supported, example const& e) {
  const std::string common = text(reference::onnx::multidirectional(e.all_sizes<shape, shapes>()));
  return supported ? common : std::string(op) + " is not listed";
}

// D4
std::string by_the_lists(example const& e) {
  return broadcast_if(reference::onnx::is_multidirectional_operator(op), e);
}

std::string by_its_page(example const& e) {
  auto const& pages = spec::onnx::operator_pages;
  return broadcast_if(std::any_of(pages.begin(), pages.end(),
                                  [](spec::onnx::operator_page const& p) {
                                    return p.name == op && p.rule == "onnx_multi";
                                  }),
                      e);
}

}  // namespace

std::vector<experiment> const& experiments() {
  static const std::vector<experiment> all{{"onnx.D4", by_the_lists, by_its_page}};
  return all;
}

}  // namespace bcast::findings::of_onnx
