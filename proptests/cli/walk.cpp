// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "walk.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "bcast/optimized/verifier.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/sonnx.hpp"
#include "subjects.hpp"

namespace bcast::cli {
namespace {

using proptests::test_case;
using proptests::to_string;
using kind = kit::answer::kind;
using reference::index;
using shape = std::vector<std::int64_t>;

std::string listed(auto const& items) {
  std::vector<std::string> texts;
  for (auto const& item : items) texts.push_back(fmt::format("{}", item));
  return fmt::format("({})", fmt::join(texts, ", "));
}

/// What a document's steps say, and where they end.
struct steps {
  std::string text;
  std::optional<kit::answer::kind> end;  ///< none: they leave the verdict open
  std::optional<kit::type> common;       ///< where they name one
};

bool all_static(test_case const& c) {
  return std::all_of(c.operands.begin(), c.operands.end(),
                     [](auto const& o) { return proptests::is_static(o.type); });
}

reference::seq<reference::seq<index>> sonnx_inputs(test_case const& c) {
  reference::seq<reference::seq<index>> dX;
  for (auto const& o : c.operands) dX.append(reference::seq<index>(proptests::sizes_of(o.type)));
  return dX;
}

steps walk_sonnx(test_case const& c) {
  namespace sonnx = reference::sonnx;
  const auto dX = sonnx_inputs(c);
  const index N = dX.n(), nY = sonnx::nY(dX);
  std::string out = fmt::format("[sonnx.F1] nY = {}\n", nY);
  reference::seq<reference::seq<index>> dYs;
  for (index m = 1; m <= N; ++m) {
    dYs.append(sonnx::dYm(dX[m], nY));
    out += fmt::format("[sonnx.F2] dY{} = {}\n", m, listed(dYs[m]));
  }
  bool legal = true;
  kit::type common;
  for (index i = 1; i <= nY; ++i) {
    std::vector<index> sizes;
    std::string broken;
    for (index m = 1; m <= N; ++m) {
      sizes.push_back(dYs[m][i]);
      if (!sonnx::C1(dYs, m, i)) broken += fmt::format(" not dY{}_{} = {};", m, i, dYs[m][i]);
    }
    out += fmt::format("[sonnx.N2] dY_{} = max{} = {}   [sonnx.C1]{}\n", i, listed(sizes),
                       sonnx::dY(dYs, i), broken.empty() ? " each is that or 1" : broken);
    legal = legal && broken.empty();
    common.sizes.emplace_back(sonnx::dY(dYs, i));
  }
  return {out, legal ? kind::ok : kind::reject, common};
}

/// The steps for the shape so far and the next operand.
std::string walk_array_api(shape const& shape1, shape const& shape2, shape& result) {
  const auto N1 = static_cast<index>(shape1.size()), N2 = static_cast<index>(shape2.size());
  const index N = std::max(N1, N2);
  result.assign(static_cast<std::size_t>(N), 0);
  std::string out = fmt::format("[array_api.A3] N = max({}, {}) = {}\n", N1, N2, N);
  for (index i = N - 1; i >= 0; --i) {
    const index n1 = N1 - N + i, n2 = N2 - N + i;
    const index d1 = n1 >= 0 ? shape1[static_cast<std::size_t>(n1)] : 1;
    const index d2 = n2 >= 0 ? shape2[static_cast<std::size_t>(n2)] : 1;
    const std::string sizes =
        fmt::format("i = {}: d1 = {}{}, d2 = {}{}", i, d1, n1 < 0 ? " (no axis)" : "", d2,
                    n2 < 0 ? " (no axis)" : "");
    if (d1 != 1 && d2 != 1 && d1 != d2) {
      return out + fmt::format("[array_api.A14] {}: an exception\n", sizes);
    }
    const std::string_view tag = d1 == 1 ? "A11" : d2 == 1 ? "A12" : "A13";
    result[static_cast<std::size_t>(i)] = d1 == 1 ? d2 : d1;
    out += fmt::format("[array_api.{}] {}: shape[{}] = {}\n", tag, sizes, i, d1 == 1 ? d2 : d1);
  }
  return out + fmt::format("[array_api.A16] shape = {}\n", listed(result));
}

steps walk_array_api(test_case const& c) {
  std::string out;
  shape so_far = proptests::sizes_of(c.operands.front().type);
  for (std::size_t m = 1; m < c.operands.size(); ++m) {
    shape next;
    const shape operand = proptests::sizes_of(c.operands[m].type);
    if (m > 1) out += fmt::format("[bcast.P3] then operand {}\n", m);
    out += walk_array_api(so_far, operand, next);
    if (out.ends_with("an exception\n")) return {out, kind::reject, std::nullopt};
    so_far = std::move(next);
  }
  return {out, kind::ok, proptests::type_of(so_far)};
}

steps walk_xla(test_case const& c) {
  if (c.operands.size() != 2) return {};
  auto const &l = c.operands[0].type, &r = c.operands[1].type;
  if (l.sizes.size() == r.sizes.size()) {
    bool legal = true;
    for (std::size_t k = 0; k < l.sizes.size(); ++k) {
      legal = legal &&
              (l.sizes[k] == r.sizes[k] || l.sizes[k] == kit::dim(1) || r.sizes[k] == kit::dim(1));
    }
    return {"[xla.X8] equal ranks: each pair of sizes is equal, or one of them is 1\n",
            legal ? kind::ok : kind::reject, std::nullopt};
  }
  const bool left = l.sizes.size() < r.sizes.size();
  if ((left ? l : r).sizes.empty()) {
    return {"[xla.X2] a scalar broadcasts over any array\n", kind::ok, left ? r : l};
  }
  if (!c.dimensions) {
    return {"[xla.X1] the ranks differ: broadcast dimensions are required\n", kind::reject,
            std::nullopt};
  }
  std::string out;
  for (std::size_t k = 0; k < c.dimensions->size(); ++k) {
    out += fmt::format("[xla.X6] dimension {} of operand {} is matched with dimension {}\n", k,
                       left ? 0 : 1, (*c.dimensions)[k]);
  }
  out += "[xla.X5] repeated along every other dimension, then [xla.X11] degenerate ones\n";
  steps s{out, std::nullopt, std::nullopt};
  if (proptests::oracle_infer("xla", c).verdict == kind::ok) s.end = kind::ok;
  return s;
}

std::string category(kit::dim const& d) { return !d ? "?" : *d == 1 ? "1" : *d > 1 ? ">1" : "0"; }

/// The row of the table for two sizes. `other`: a 0 is a size that is not 1, as those above 1.
std::string_view row_of(kit::dim const& a, kit::dim const& b, bool other) {
  std::string pair = category(a) + " " + category(b);
  if (other && a && b) {
    for (std::size_t at = pair.find('0'); at != std::string::npos; at = pair.find('0')) {
      pair.replace(at, 1, ">1");
    }
  }
  if (pair == "? ?") return "mlir.I1";
  if (pair == "? 1" || pair == "1 ?") return "mlir.I2";
  if (pair == "? >1" || pair == ">1 ?") return "mlir.I3";
  if (pair == "1 1") return "mlir.I4";
  if (pair == "1 >1" || pair == ">1 1") return "mlir.I5";
  if (pair == ">1 >1") return "mlir.I6";
  return "mlir.G1";
}

/// What two sizes give that do not clash; a 0 may have no row, and against `?` leaves it open.
kit::dim inferred(kit::dim const& a, kit::dim const& b) {
  if (a == kit::dim(1)) return b;
  if (!a || !b) return category(a) == ">1" ? a : category(b) == ">1" ? b : !a ? a : b;
  return a;
}

steps walk_mlir(spec::profile const& profile, test_case const& c) {
  const bool other = profile.zero == spec::zero_rule::other;
  std::string out;
  std::optional<kit::type> so_far;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    kit::type next = c.operands[m].type;
    if (profile.symbols == spec::symbol_rule::forget) {
      for (kit::dim& d : next.sizes) {
        if (!d) d = kit::dim();
      }
    }
    if (!next.ranked) {
      out += fmt::format("[mlir.A4] operand {} is unranked and set aside\n", m);
      continue;
    }
    if (!so_far) {
      so_far = next;
      continue;
    }
    const std::size_t rank = std::max(next.sizes.size(), so_far->sizes.size());
    for (kit::type* t : {&*so_far, &next}) {
      t->sizes.insert(t->sizes.begin(), rank - t->sizes.size(), 1);
    }
    out += fmt::format("[mlir.A2] {} and {}\n", to_string(*so_far), to_string(next));
    for (std::size_t k = 0; k < rank; ++k) {
      const kit::dim a = so_far->sizes[k], b = next.sizes[k];
      const std::string_view row = row_of(a, b, other);
      const bool gap = row == "mlir.G1" && !other, error = row == "mlir.I6" && a != b;
      out += fmt::format("[{}] axis {}: ({}, {}) gives {}\n", row, k, to_string(a), to_string(b),
                         gap     ? "no row"
                         : error ? "an error"
                                 : to_string(inferred(a, b)));
      if (gap || error) return {out, gap ? kind::no_answer : kind::reject, std::nullopt};
      so_far->sizes[k] = inferred(a, b);
    }
  }
  return {out, kind::ok, so_far.value_or(kit::type{{}, false})};
}

steps walk_document(spec::profile const& profile, test_case const& c) {
  if (profile.document == "mlir") return walk_mlir(profile, c);
  if (!all_static(c)) return {};
  if (profile.document == "sonnx") return walk_sonnx(c);
  if (profile.document == "xla") return walk_xla(c);
  return walk_array_api(c);
}

/// Whether the steps end in what is inferred.
bool agree(steps const& s, kit::answer const& inferred) {
  if (s.end && *s.end != inferred.verdict) return false;
  return inferred.verdict != kind::ok || !s.common || *s.common == inferred.common;
}

}  // namespace

std::string walk(std::string_view profile, test_case const& c, kit::answer const& answer) {
  if (c.operands.empty()) return "";
  if (answer.verdict == kind::no_answer && answer.tag != "mlir.G1") return "";
  const steps s = walk_document(optimized::profile_of(profile), c);
  // Of a declared result the steps say nothing.
  if (agree(s, subjects::verifier(profile).infer(proptests::types_of(c), c.dimensions))) {
    return s.text;
  }
  return "the profile's switches depart from the document's steps\n";
}

std::string stretches(test_case const& c, kit::answer const& answer) {
  if (!answer.common.ranked) return "the rank of the result is not known\n";
  const std::size_t rank = answer.common.sizes.size();
  std::string out;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    kit::type const& t = c.operands[m].type;
    if (!t.ranked) continue;
    std::vector<std::string> parts;
    const bool tuple = c.dimensions && t.sizes.size() < rank && !t.sizes.empty();
    for (std::size_t axis = 0; axis < rank; ++axis) {
      std::optional<kit::dim> size;
      if (tuple) {
        const auto entry =
            std::find(c.dimensions->begin(), c.dimensions->end(), static_cast<std::int64_t>(axis));
        if (entry != c.dimensions->end()) {
          size = t.sizes.at(static_cast<std::size_t>(entry - c.dimensions->begin()));
        }
      } else if (axis + t.sizes.size() >= rank) {
        size = t.sizes[axis + t.sizes.size() - rank];
      }
      kit::dim const& common = answer.common.sizes[axis];
      if (size && *size == common) continue;
      if (!size && common == kit::dim(1)) continue;
      parts.push_back(fmt::format("axis {} from {} to {}", axis,
                                  size ? to_string(*size) : std::string("nothing"),
                                  to_string(common)));
    }
    out += fmt::format(
        "operand {} is {}\n", m,
        parts.empty() ? "not stretched" : fmt::format("stretched on {}", fmt::join(parts, ", ")));
  }
  return out;
}

std::string walk_values(test_case const& c, kit::answer const& answer, shape const& at) {
  namespace sonnx = reference::sonnx;
  const reference::seq<index> dY(proptests::sizes_of(answer.common));
  std::vector<index> i;
  for (std::int64_t k : at) i.push_back(k + 1);
  const reference::seq<index> i1(i);
  std::string out =
      fmt::format("at [{}], in SONNX's numbering [{}]\n", fmt::join(at, ","), fmt::join(i, ","));
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    shape sizes = proptests::sizes_of(c.operands[m].type);
    reference::seq<index> dXm(sizes), dYm;
    const bool tuple = c.dimensions && static_cast<index>(sizes.size()) < dY.n() && !sizes.empty();
    if (tuple) {  // XLA's intermediate array, with sizes of 1 at the dimensions that are new
      shape padded(at.size(), 1);
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        padded[static_cast<std::size_t>((*c.dimensions)[k])] = sizes[k];
      }
      dYm = reference::seq<index>(padded);
    } else {
      dYm = sonnx::dYm(dXm, dY.n());
    }
    std::vector<std::string> fs;
    for (index k = 1; k <= dY.n(); ++k) {
      fs.push_back(fmt::format("f({},{},{})", i1[k], dYm[k], dY[k]));
    }
    const auto y = sonnx::F6(i1, dYm, dY);
    std::vector<index> x;
    if (tuple) {
      for (std::int64_t d : *c.dimensions) x.push_back(y[d + 1] - 1);
    } else {
      for (index k : sonnx::F4(y, dXm.n())) x.push_back(k - 1);
    }
    out += fmt::format(
        "[sonnx.F6] Z{0}[{1}] = Y{0}[{2}] = Y{0}[{3}]: element [{4}] of operand {5}\n", m + 1,
        fmt::join(i, ","), fmt::join(fs, ", "), fmt::join(y, ","), fmt::join(x, ","), m);
  }
  return out;
}

}  // namespace bcast::cli
