// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <boost/hana/accessors.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <cstddef>
#include <string>
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

/// The rows as a table: a column for each member, with the member's name as its title.
template <spec::reflected Row, std::size_t n>
table table_of(std::array<Row, n> const& rows) {
  table t;
  t.rows.resize(n);
  t.data = json(n, json::object());
  boost::hana::for_each(boost::hana::accessors<Row>(), [&](auto const& member) {
    const char* title = boost::hana::first(member).c_str();
    t.titles.emplace_back(title);
    for (std::size_t k = 0; k < n; ++k) {
      auto const& value = boost::hana::second(member)(rows[k]);
      t.rows[k].push_back(cell(value));
      t.data[k][title] = datum(value);
    }
  });
  return t;
}

/// The table in Markdown, its columns aligned as far as their cells are short.
std::string markdown(table const& t);

/// The table in HTML. A row whose first cell is a tag is that tag's anchor on `page`.
std::string html(table const& t, std::string_view page, tag_pages const& pages);

/// The tags whose rows the table holds.
std::vector<std::string> tags_of(table const& t);

}  // namespace bcast::docs
