// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bcast/proptests/pipe.hpp"
#include "bcast/spec/element_types.hpp"

/// Shared by the adapters of C++ libraries: operations on two tensors without gaps, in the element
/// types that the library's templates take.
namespace adapters {

namespace kit = bcast::kit;

inline kit::result rejected(std::string why) {
  kit::result a;
  a.verdict = kit::result::kind::refused;
  a.why = std::move(why);
  return a;
}

/// Calls `compute(type_identity<T>, op, operands, output)` for the operands' element type, for
/// `broadcast` once for each operand, as a copy; stops at an answer that is not ok.
template <class Compute>
kit::result by_element(std::string_view op, std::vector<kit::tensor> const& x,
                       std::vector<kit::tensor> const& z, Compute compute) {
  kit::result a;
  a.verdict = kit::result::kind::unsupported;
  boost::hana::for_each(bcast::spec::element_types, [&](auto const& row) {
    using T = typename std::decay_t<decltype(boost::hana::second(row))>::type;
    if constexpr (!std::is_same_v<T, std::string>) {
      if (boost::hana::first(row) != x.at(0).element) return;
      a.verdict = kit::result::kind::ok;
      for (std::size_t m = 0; m < z.size() && a.verdict == kit::result::kind::ok; ++m) {
        a = op == "broadcast" ? compute(std::type_identity<T>{}, std::string_view("copy"),
                                        std::vector{x.at(m)}, z[m])
                              : compute(std::type_identity<T>{}, op, x, z[m]);
      }
    }
  });
  return a;
}

/// Writes `a op b` to what `write` assigns to; bool has no arithmetic.
template <class T, class Max, class Min, class A, class B, class Write>
void arithmetic(std::string_view op, A const& a, B const& b, Max max, Min min, Write write) {
  if constexpr (!std::is_same_v<T, bool>) {
    if (op == "add") write(a + b);
    if (op == "sub") write(a - b);
    if (op == "mul") write(a * b);
    if (op == "max") write(max(a, b));
    if (op == "min") write(min(a, b));
  }
}

/// A subject of such operations, without functions.
inline kit::subject dense_subject(std::string const& library, int major, int minor, int patch) {
  kit::subject s;
  s.name = library + " " + std::to_string(major) + "." + std::to_string(minor) + "." +
           std::to_string(patch);
  s.rule = "array_api";
  s.declares.dtypes = {"bool",   "int8",   "int16",  "int32", "int64", "uint8",
                       "uint16", "uint32", "uint64", "float", "double"};
  s.declares.ops = {"copy", "broadcast", "add", "sub", "mul", "max", "min"};
  s.declares.max_operands = 2;
  s.declares.strided = false;
  s.declares.overlap = false;
  return s;
}

}  // namespace adapters
