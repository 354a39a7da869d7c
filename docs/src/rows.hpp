// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <type_traits>

#include "bcast/spec/reflection.hpp"
#include "cell.hpp"
#include "table.hpp"

/// Rows of `spec`, read member by member. It is slow to compile, so few files include it.
namespace bcast::docs {

/// The rows as a table: a column for each member, titled with the member's name (`at` is shown as
/// `lines`).
template <class Rows>
table table_of(Rows const& rows) {
  using row_type = std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(rows))>>;
  static_assert(spec::reflected<row_type>);
  table t;
  t.rows.resize(std::size(rows));
  boost::hana::for_each(boost::hana::accessors<row_type>(), [&](auto const& member) {
    const std::string_view name = boost::hana::first(member).c_str();
    t.titles.emplace_back(name == "at" ? "lines" : name);
    for (std::size_t k = 0; k < std::size(rows); ++k) {
      t.rows[k].push_back(cell(boost::hana::second(member)(rows[k])));
    }
  });
  return t;
}

}  // namespace bcast::docs
