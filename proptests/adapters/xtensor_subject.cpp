// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <iostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xbroadcast.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrided_view.hpp>

#include "bcast/proptests/pipe.hpp"
#include "bcast/spec/element_types.hpp"

/// xtensor under test.
namespace {

namespace kit = bcast::kit;
using kind = kit::answer::kind;
using shape = std::vector<std::size_t>;

kit::answer rejected(std::string why) {
  kit::answer a;
  a.verdict = kind::reject;
  a.why = std::move(why);
  return a;
}

shape shape_of(std::vector<std::int64_t> const& sizes) { return {sizes.begin(), sizes.end()}; }

/// A tensor's memory as xtensor sees it: row-major, without gaps.
template <class T>
auto array_of(kit::tensor const& t) {
  const shape sizes = shape_of(t.sizes);
  std::size_t count = 1;
  for (std::size_t size : sizes) count *= size;
  return xt::adapt(static_cast<T*>(t.data), count, xt::no_ownership(), sizes);
}

template <class T>
void assign(std::string_view op, std::vector<kit::tensor> const& x, kit::tensor const& z) {
  auto out = array_of<T>(z);
  const auto write = [&](auto const& expression) { xt::noalias(out) = expression; };
  const auto a = array_of<T>(x.at(0));
  if (op == "copy" || x.size() == 1) {
    write(xt::broadcast(a, shape_of(z.sizes)));
  } else if constexpr (!std::is_same_v<T, bool>) {
    const auto b = array_of<T>(x.at(1));
    if (op == "add") write(a + b);
    if (op == "sub") write(a - b);
    if (op == "mul") write(a * b);
    if (op == "max") write(xt::maximum(a, b));
    if (op == "min") write(xt::minimum(a, b));
  }
}

kit::answer apply(std::string_view op, std::vector<kit::tensor> const& x,
                  std::vector<kit::tensor> const& z) {
  kit::answer a;
  a.verdict = kind::unsupported;
  try {
    boost::hana::for_each(bcast::spec::element_types, [&](auto const& row) {
      using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
      if constexpr (!std::is_same_v<T, std::string>) {
        if (boost::hana::first(row) != x.at(0).element) return;
        for (std::size_t m = 0; m < z.size(); ++m) {
          assign<T>(op == "broadcast" ? "copy" : op, op == "broadcast" ? std::vector{x.at(m)} : x,
                    z[m]);
        }
        a.verdict = kind::ok;
      }
    });
  } catch (std::exception const& e) {
    return rejected(e.what());
  }
  return a;
}

/// The shape of a sum of arrays: no element is computed.
kit::answer join(std::vector<kit::type> const& operands, std::optional<kit::tuple> const&) {
  kit::answer a;
  shape joined;
  try {
    for (kit::type const& t : operands) {
      shape sizes;
      for (kit::dim const& d : t.sizes) sizes.push_back(static_cast<std::size_t>(d.value()));
      if (sizes.size() > joined.size()) {
        joined.insert(joined.begin(), sizes.size() - joined.size(), SIZE_MAX);
      }
      xt::broadcast_shape(sizes, joined);
    }
  } catch (std::exception const& e) {
    return rejected(e.what());
  }
  for (std::size_t size : joined) a.common.sizes.emplace_back(static_cast<std::int64_t>(size));
  return a;
}

}  // namespace

int main() {
  kit::subject s;
  s.name = "xtensor " + std::to_string(XTENSOR_VERSION_MAJOR) + "." +
           std::to_string(XTENSOR_VERSION_MINOR) + "." + std::to_string(XTENSOR_VERSION_PATCH);
  s.profile = "array_api";
  s.declares.elements = {"bool",   "int8",   "int16",  "int32", "int64", "uint8",
                         "uint16", "uint32", "uint64", "float", "double"};
  s.declares.operations = {"copy", "broadcast", "add", "sub", "mul", "max", "min"};
  s.declares.max_operands = 2;
  s.declares.strided = false;
  s.declares.overlapping = false;
  s.infer = join;
  s.apply = apply;
  bcast::proptests::serve(s, std::cin, std::cout);
}
