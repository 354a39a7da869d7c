// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <boost/hana/pair.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>
#include <utility>

#include "bcast/spec/elements.hpp"

namespace bcast::spec {

/// The list of element types for the programs that walk it: the name and the C++ type of each.
inline constexpr auto element_types = []<class... T, std::size_t... K>(element_list<T...>,
                                                                       std::index_sequence<K...>) {
  return boost::hana::make_tuple(
      boost::hana::make_pair(element_names[K], boost::hana::type_c<T>)...);
}(elements(), std::make_index_sequence<elements::size>());

}  // namespace bcast::spec
