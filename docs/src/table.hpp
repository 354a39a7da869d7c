// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bcast/spec/reflection.hpp"
#include "cell.hpp"

namespace bcast::docs {

/// Each row has as many cells as there are titles; `data` holds an object for each row.
struct table {
  std::vector<std::string> titles;
  std::vector<std::vector<text>> rows;
  json data = json::array();
};

/// The rows as a table: a column for each member, with the member's name as its title (`at` is
/// shown as `lines`), and in the data a member for each.
template <class Rows>
table table_of(Rows const& rows) {
  using row_type = std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(rows))>>;
  static_assert(spec::reflected<row_type>);
  table t;
  t.rows.resize(std::size(rows));
  t.data = json(std::size(rows), json::object());
  boost::hana::for_each(boost::hana::accessors<row_type>(), [&](auto const& member) {
    const std::string_view name = boost::hana::first(member).c_str();
    t.titles.emplace_back(name == "at" ? "lines" : name);
    for (std::size_t k = 0; k < std::size(rows); ++k) {
      auto const& value = boost::hana::second(member)(rows[k]);
      t.rows[k].push_back(cell(value));
      t.data[k][std::string(name)] = datum(value);
    }
  });
  return t;
}

/// A column that is shown, under a title of its own where it has one.
struct column {
  std::string_view member;
  std::string_view title = member;
};

/// The columns to show, in this order; the data stay as they are. Throws std::invalid_argument that
/// names a column which the table does not have.
table showing(std::vector<column> const& columns, table all);

/// The table in Markdown, its columns aligned as far as their cells are short.
std::string markdown(table const& t);

/// The table in HTML. A row whose first cell is a tag is that tag's anchor on `page`.
std::string html(table const& t, std::string_view page, tag_pages const& pages);

/// The tags whose rows the table holds.
std::vector<std::string> tags_of(table const& t);

}  // namespace bcast::docs
