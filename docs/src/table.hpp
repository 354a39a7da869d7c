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

/// A table in Markdown's words: each row has as many cells as there are titles.
struct table {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;
};

/// The rows as a table: a column for each member, with the member's name as its title.
template <spec::reflected Row, std::size_t n>
table table_of(std::array<Row, n> const& rows) {
  table t;
  t.rows.resize(n);
  boost::hana::for_each(boost::hana::accessors<Row>(), [&](auto const& member) {
    t.titles.emplace_back(boost::hana::first(member).c_str());
    for (std::size_t k = 0; k < n; ++k) {
      t.rows[k].push_back(cell(boost::hana::second(member)(rows[k])));
    }
  });
  return t;
}

/// The table in Markdown, its columns aligned as far as their cells are short.
std::string markdown(table const& t);

}  // namespace bcast::docs
