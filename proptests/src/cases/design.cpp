// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases/design.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace bcast::proptests {
namespace {

/// Numbers for all combinations of values.
class numbering {
 public:
  explicit numbering(design const& d) {
    for (combination const& c : combinations(d)) {
      term& t = terms_.emplace_back();
      t.begin = count_;
      std::size_t values = 1;
      for (std::size_t k = 0; k < c.size(); ++k) {
        t.feature[k] = c[k];
        t.step[k] = values;
        values *= d.features[c[k]].values.size();
      }
      count_ += values;
    }
  }

  std::size_t count() const { return count_; }

  /// The number of combinations that each row has.
  std::size_t in_a_row() const { return terms_.size(); }

  /// Calls f with the number of each combination that a row has.
  template <class F>
  void each(design_row const& row, F f) const {
    for (term const& t : terms_) {
      std::size_t number = t.begin;
      for (std::size_t k = 0; k < t.step.size(); ++k) number += row[t.feature[k]] * t.step[k];
      f(number);
    }
  }

 private:
  /// A combination of two or three features. What it lacks has step 0.
  struct term {
    std::size_t begin = 0;
    std::array<std::size_t, 3> feature{}, step{};
  };
  std::vector<term> terms_;
  std::size_t count_ = 0;
};

std::vector<design_row> possible_rows(design const& d) {
  std::vector<design_row> rows;
  each_row(d, [&](design_row const& row) {
    if (broken(d, row) == nullptr) rows.push_back(row);
  });
  return rows;
}

}  // namespace

std::vector<combination> combinations(design const& d) {
  std::vector<combination> all;
  const std::size_t n = d.features.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      all.push_back({a, b});
      if (!d.features[a].of_shape || !d.features[b].of_shape) continue;
      for (std::size_t c = b + 1; c < n; ++c) {
        if (d.features[c].of_shape) all.push_back({a, b, c});
      }
    }
  }
  return all;
}

constraint const* broken(design const& d, design_row const& row) {
  const row_values values(d.features, row);
  const auto at =
      std::ranges::find_if(d.constraints, [&](constraint const& c) { return !c.holds(values); });
  return at == d.constraints.end() ? nullptr : &*at;
}

std::vector<design_row> covering(design const& d) {
  const std::vector<design_row> rows = possible_rows(d);
  const numbering numbers(d);
  std::vector<bool> covered(numbers.count(), false);
  const auto gain = [&](std::size_t r) {
    std::size_t left = 0;
    numbers.each(rows[r], [&](std::size_t n) { left += covered[n] ? 0 : 1; });
    return left;
  };
  // What a row adds never grows, so no row before the one that is looked at adds as much.
  std::size_t most = numbers.in_a_row();
  std::vector<std::size_t> adds(rows.size(), most);
  std::vector<design_row> chosen;
  for (; most > 0; --most) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (adds[r] < most) continue;
      adds[r] = gain(r);
      if (adds[r] < most) continue;
      numbers.each(rows[r], [&](std::size_t n) { covered[n] = true; });
      chosen.push_back(rows[r]);
    }
  }
  return chosen;
}

std::string to_string(design const& d, design_row const& row) {
  std::string text(d.name);
  for (std::size_t k = 0; k < row.size(); ++k) {
    text += k == 0 ? ": " : ", ";
    text += d.features[k].name;
    text += ' ';
    text += d.features[k].values[row[k]];
  }
  return text;
}

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

}  // namespace

std::vector<design_row> rows_in(design const& d, std::string_view text) {
  std::vector<design_row> rows;
  const std::string begin = std::string(d.name) + ": ";
  for (std::string_view part : split(text, "; ")) {
    if (!part.starts_with(begin)) continue;
    design_row row;
    for (std::string_view word : split(part.substr(begin.size()), ", ")) {
      if (row.size() == d.features.size()) throw std::invalid_argument(std::string(part));
      feature const& f = d.features[row.size()];
      const auto named = [&](std::string_view value) {
        return word == std::string(f.name) + " " + std::string(value);
      };
      const auto value = std::ranges::find_if(f.values, named);
      if (value == f.values.end()) throw std::invalid_argument(std::string(part));
      row.push_back(static_cast<std::size_t>(value - f.values.begin()));
    }
    if (row.size() != d.features.size()) throw std::invalid_argument(std::string(part));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace bcast::proptests
