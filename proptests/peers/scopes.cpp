// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bcast/proptests/text.hpp"
#include "cases.hpp"

namespace bcast::peers {
namespace {

using shapes = std::vector<kit::shape>;
using sizes = std::vector<kit::dim>;
using cases = std::vector<question>;

kit::dim size_from(std::string const& word) {
  // No type has two bounds: they are a name.
  if (word.find("..") != word.npos) return {std::nullopt, word};
  return proptests::parse_shape(word).sizes.at(0);
}

shapes shapes_of(std::size_t least, std::size_t most, sizes const& some, bool unranked = false) {
  shapes all, longest{{}};
  for (std::size_t rank = 0; rank <= most; ++rank) {
    if (rank >= least) all.insert(all.end(), longest.begin(), longest.end());
    shapes longer;
    for (kit::shape const& s : longest) {
      for (kit::dim const& d : some) {
        longer.push_back(s);
        longer.back().sizes.push_back(d);
      }
    }
    longest = std::move(longer);
  }
  if (unranked) all.push_back(kit::shape::unranked());
  return all;
}

/// Every case of `a` followed by every case of `b`.
cases product(cases const& a, cases const& b) {
  cases all;
  for (question const& x : a) {
    for (question const& y : b) {
      all.push_back(x);
      all.back().insert(all.back().end(), y.begin(), y.end());
    }
  }
  return all;
}

cases power(shapes const& of, std::size_t count) {
  cases all{{}};
  const cases one = [&] {
    cases each;
    for (kit::shape const& s : of) each.push_back({s});
    return each;
  }();
  for (std::size_t k = 0; k < count; ++k) all = product(all, one);
  return all;
}

kit::shape const& shape_at(question const& q, std::size_t k) { return std::get<kit::shape>(q[k]); }

std::size_t rank_at(question const& q, std::size_t k) { return shape_at(q, k).rank(); }

template <class Holds>
cases those(cases const& all, Holds holds) {
  cases some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), holds);
  return some;
}

// The scopes with names ---------------------------------------------------------------------------

/// Matrices whose product exists, and a third operand.
cases gemm(sizes const& of) {
  const shapes matrices = shapes_of(2, 2, of);
  return those(product(power(matrices, 2), power(shapes_of(0, 2, of), 1)), [](question const& q) {
    return shape_at(q, 0).sizes[1] == shape_at(q, 1).sizes[0];
  });
}

/// Stacks of matrices 2x3 and 3x4.
cases batches(sizes const& of) {
  cases all = power(shapes_of(0, 2, of), 2);
  for (question& q : all) {
    for (std::int64_t k : {0, 1}) {
      auto& some = std::get<kit::shape>(q[static_cast<std::size_t>(k)]).sizes;
      some.insert(some.end(), {2 + k, 3 + k});
    }
  }
  return all;
}

/// An operand of rank 0 to 2, entries from -1 to the result's rank, and a result of rank 0 to
/// `most`. Of one entry too many or too few, only axes.
cases in_dim(std::size_t most, sizes const& of) {
  cases all;
  for (kit::shape const& operand : shapes_of(0, 2, of)) {
    for (kit::shape const& result : shapes_of(0, most, of)) {
      const std::size_t own = operand.rank();
      const auto rank = static_cast<std::int64_t>(result.rank());
      for (std::size_t count : std::set{own, std::max<std::size_t>(own, 1) - 1, own + 1}) {
        const bool right = count == own;
        for (axes const& a : tuples_of(count, right ? -1 : 0, right ? rank : rank - 1)) {
          all.push_back({operand, a, result});
        }
      }
    }
  }
  return all;
}

/// Legal operands, output dimensions and broadcast_dimensions, with at most two hints: axes that
/// are known to expand, and not to. Each attribute may be absent.
cases hints(sizes const& of) {
  cases all;
  for (kit::shape const& operand : shapes_of(0, 2, of)) {
    const std::size_t rank = operand.rank();
    std::vector<part> some{part{}};
    for (std::size_t n = 0; n < 3; ++n) {
      for (axes const& a : tuples_of(n, -1, static_cast<std::int64_t>(rank))) some.emplace_back(a);
    }
    const auto entries = [](part const& p) {
      return p.index() == 0 ? 0 : std::get<axes>(p).size();
    };
    for (kit::shape const& output : shapes_of(rank, 2, of)) {
      for (axes const& a : tuples_of(rank, 0, static_cast<std::int64_t>(output.rank()) - 1)) {
        if (ask("stablehlo", {operand, a, output}).said.verdict != kit::result::kind::ok) continue;
        for (part const& expanding : some) {
          for (part const& other : some) {
            if (entries(expanding) + entries(other) <= 2) {
              all.push_back({operand, output, a, expanding, other});
            }
          }
        }
      }
    }
  }
  return all;
}

/// Two shapes of rank 0 to 2, and entries from 0: one for each axis of the lower rank, up to the
/// higher rank; or one too many or too few, which are axes.
cases along(sizes const& of) {
  cases all;
  for (question const& q : power(shapes_of(0, 2, of), 2)) {
    const auto [low, high] = std::minmax({rank_at(q, 0), rank_at(q, 1)});
    for (std::size_t count : std::set{low, std::max<std::size_t>(low, 1) - 1, low + 1}) {
      const auto last = static_cast<std::int64_t>(high) - (count == low ? 0 : 1);
      for (axes const& a : tuples_of(count, 0, last)) all.push_back({q[0], q[1], a});
    }
  }
  return all;
}

/// Two shapes of rank 0 to 3, but not both 3, with entries from -1 to the higher rank, at most one
/// more than the lower rank has axes.
cases xla(sizes const& of) {
  cases all;
  for (question const& q : power(shapes_of(0, 3, of), 2)) {
    const auto [low, high] = std::minmax({rank_at(q, 0), rank_at(q, 1)});
    for (std::size_t count = 0; low < 3 && count <= low + 1; ++count) {
      for (axes const& a : tuples_of(count, -1, static_cast<std::int64_t>(high))) {
        all.push_back({q[0], q[1], a});
      }
    }
  }
  return all;
}

/// Two shapes of rank 0 to 3, with an axis in A.
cases with_axis(sizes const& of) {
  cases axis;
  for (std::int64_t k : {0, 1, 2}) axis.push_back({axes{k}});
  return product(product(power(shapes_of(0, 3, of), 1), power(shapes_of(0, 2, of), 1)), axis);
}

/// Operands with a result of the higher rank, and either they have a common shape, or the result is
/// that of one of them.
cases with_possible_results() {
  cases operands = power(shapes_of(0, 2, {1, 2}), 2);
  for (question const& q : power(shapes_of(0, 1, {0, 1, 2, 3}), 2)) operands.push_back(q);
  return those(product(operands, power(shapes_of(0, 2, {0, 1, 2}), 1)), [](question const& q) {
    if (rank_at(q, 2) != std::max(rank_at(q, 0), rank_at(q, 1))) return false;
    if (q[2] == q[0] || q[2] == q[1]) return true;
    return rank_at(q, 0) == rank_at(q, 1) &&
           ask("onnx_multi", {q[0], q[1]}).said.verdict == kit::result::kind::ok;
  });
}

/// Two shapes of rank 0 to 3, at least one of them with a 0.
cases with_a_zero(sizes const& of) {
  return those(power(shapes_of(0, 3, of), 2), [](question const& q) {
    return std::any_of(q.begin(), q.end(), [](part const& p) {
      auto const& some = std::get<kit::shape>(p).sizes;
      return std::find(some.begin(), some.end(), kit::dim(0)) != some.end();
    });
  });
}

// Reading a scope ---------------------------------------------------------------------------------

cases factor(std::string const& words) {
  static const std::map<std::string, std::function<cases(sizes const&)>> named{
      {"gemm", gemm},
      {"batches", batches},
      {"hints", hints},
      {"in_dim_2", [](sizes const& of) { return in_dim(2, of); }},
      {"along", along},
      {"in_dim_3", [](sizes const& of) { return in_dim(3, of); }},
      {"xla", xla},
      {"possible_results", [](sizes const&) { return with_possible_results(); }},
      {"axis", with_axis},
      {"zero", with_a_zero}};
  std::istringstream in(words);
  std::string first, ranks, word;
  in >> first;
  const auto name = named.find(first);
  if (name == named.end()) in >> ranks;
  sizes of;
  bool unranked = false;
  while (in >> word) word == "*" ? void(unranked = true) : of.push_back(size_from(word));
  if (name != named.end()) return name->second(of);
  const std::size_t dots = ranks.find("..");
  const std::size_t least = dots == ranks.npos ? 0 : std::stoul(ranks.substr(0, dots));
  const std::size_t most = std::stoul(dots == ranks.npos ? ranks : ranks.substr(dots + 2));
  return power(shapes_of(least, most, of, unranked), std::stoul(first));
}

/// The parts of a text between a separator.
std::vector<std::string> split(std::string text, std::string_view at) {
  std::vector<std::string> all;
  for (std::size_t end; (end = text.find(at)) != text.npos; text = text.substr(end + at.size())) {
    all.push_back(text.substr(0, end));
  }
  all.push_back(text);
  return all;
}

}  // namespace

std::vector<axes> tuples_of(std::size_t count, std::int64_t first, std::int64_t last) {
  std::vector<axes> all{{}};
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<axes> longer;
    for (axes const& a : all) {
      for (std::int64_t entry = first; entry <= last; ++entry) {
        longer.push_back(a);
        longer.back().push_back(entry);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<question> cases_of(std::string_view scope) {
  cases all;
  for (std::string const& term : split(std::string(scope), " + ")) {
    cases joined{{}};
    for (std::string const& words : split(term, " by ")) joined = product(joined, factor(words));
    all.insert(all.end(), joined.begin(), joined.end());
  }
  return all;
}

}  // namespace bcast::peers
